"""Names that can be cached and compressed twins."""

import gzip
import re
from hashlib import sha256

import brotli
import pytest

from proof.site.finish import NAMED, add_twins, hash_names, rename_in


@pytest.fixture
def tree(tmp_path):
    """A site with a page, a style and the font that the style names."""
    files = {
        "index.html": '<link href="assets/styles/site.css">'
        ' x = "styles/site.css"',
        "a/index.html": '<script src="../assets/scripts/a.js"></script>',
        "assets/styles/site.css": 'src: url("../fonts/f.woff2")',
        "assets/fonts/f.woff2": "font",
        "assets/scripts/a.js": "1",
        "assets/scripts/model/c.js": "3",
        "outputs/a/b.js": "4",
        "assets/javascripts/bundle.1.js": "2",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    return tmp_path


def named(tree) -> dict[str, str]:
    """Folder of our own -> name of the one file in it."""
    return {
        folder: next(f for f in (tree / folder).iterdir() if f.is_file()).name
        for folder in (*NAMED, "assets/scripts/model", "outputs/a")
    }


def test_names_carry_the_digest_of_what_is_in_the_file(tree):
    new = hash_names(tree)
    for page in tree.glob("**/index.html"):
        rename_in(page, new)
    names = named(tree)
    for folder, name in names.items():
        digest = sha256((tree / folder / name).read_bytes()).hexdigest()[:8]
        assert re.fullmatch(rf"\w+\.{digest}\.\w+", name)
    style = (tree / "assets/styles" / names["assets/styles"]).read_text()
    assert style == f'src: url("../fonts/{names["assets/fonts"]}")'
    page = (tree / "index.html").read_text()
    style = f"assets/styles/{names['assets/styles']}"
    assert page == f'<link href="{style}"> x = "styles/site.css"'
    page = (tree / "a/index.html").read_text()
    assert f'"../assets/scripts/{names["assets/scripts"]}"' in page
    assert (tree / "assets/javascripts/bundle.1.js").is_file()


def test_another_font_gives_the_style_another_name(tree):
    """Else a browser would keep the style, and with it the old font."""
    style = tree / "assets/styles/site.css"
    text = style.read_text()
    hash_names(tree)
    before = named(tree)
    for folder in NAMED:
        (tree / folder / before[folder]).unlink()
    style.write_text(text)
    (tree / "assets/scripts/a.js").write_text("1")
    (tree / "assets/fonts/f.woff2").write_text("another")
    hash_names(tree)
    after = named(tree)
    changed = {folder for folder in NAMED if before[folder] != after[folder]}
    assert changed == {"assets/fonts", "assets/styles"}


def test_twins_are_the_same_text_and_the_same_bytes_each_time(tree):
    text = b"".join(b"<p>attention %d</p>" % number for number in range(1000))
    (tree / "a/index.html").write_bytes(text)
    page, small = tree / "a/index.html", tree / "index.html"
    add_twins(page)
    add_twins(small)
    gz, br = tree / "a/index.html.gz", tree / "a/index.html.br"
    assert gzip.decompress(gz.read_bytes()) == text
    assert gz.stat().st_size < len(gzip.compress(text))
    assert brotli.decompress(br.read_bytes()) == text
    assert not small.with_name("index.html.gz").exists(), "it is too small"
    before = gz.read_bytes(), br.read_bytes()
    add_twins(page)
    assert before == (gz.read_bytes(), br.read_bytes())


def test_the_site_names_no_file_that_is_not_there(site):
    """Nor one of ours whose name could be cached for ever and change."""
    address = re.compile(
        rb'(?:href|src)="([^":]*?/)?((?:%s)/[^"]+)"'
        % ("|".join(NAMED).encode())
    )
    found = set()
    for page in site.glob("**/*.html"):
        found |= {
            path.decode() for _, path in address.findall(page.read_bytes())
        }
    assert len(found) >= 6
    for path in found:
        assert (site / path).is_file()
        assert re.search(r"\.[0-9a-f]{8}\.\w+$", path), path
