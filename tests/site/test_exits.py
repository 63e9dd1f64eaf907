"""The site does not hang on one tool: what else builds it, and how alike."""

import re
import shutil
from pathlib import Path

import pytest
from conftest import ADDRESSES, EXAMPLE, LANGUAGES, ROOT, copy_project, run

from proof.site import zensical
from proof.site.addresses import folder
from proof.site.content import compact, forms
from proof.site.verify import article, read

# A fork would have Material for MkDocs 1 already.
ANEW = EXAMPLE | {"PYTHONHASHSEED": "1"}
GENERATOR = re.compile(rb'<meta name="generator" content="[^"]*">')


def published(folder) -> dict[str, bytes]:
    """Path -> content of each file, less the tool's name and packed twins."""
    return {
        file.relative_to(folder).as_posix(): GENERATOR.sub(
            b"", file.read_bytes()
        )
        for file in folder.glob("**/*")
        if file.is_file() and file.suffix not in (".gz", ".br", ".zip")
    }


@pytest.mark.weekly
def test_properdocs_gives_the_same_site(example, tmp_path):
    project = copy_project(tmp_path, example)
    command = ("properdocs", "build", "-f", "mkdocs.yml")
    result = run(project, *command, **ANEW)
    assert result.returncode == 0, result.stdout
    sites = [published(root / "site") for root in (example, project)]
    assert sites[0] == sites[1] and len(sites[0]) > 80
    index = (project / "site/index.html").read_text("utf-8")
    assert "ProperDocs" in index


HEAD = re.compile(
    r'<html lang="[\w-]+"|<title>.*?</title>|<meta name="description"[^>]*>'
    r'|<link rel="canonical"[^>]*>'
)
ARTICLE = re.compile(r"<article[^>]*>(.*)</article>", re.S)
# What templates add: the lines below the title and at the end, by ours; where
# the link over the navigation leads, by Zensical's.
ADDED = re.compile(
    r'\s*<p class="(?:actions|continue|cite|offline)"[^>]*>.*?</p>'
    r'|<a id="__skip" tabindex="-1"></a>',
    re.S,
)
# The first page is called as the site is, which our template says once.
TWICE = re.compile(r"(?<=<title>)(.+) - \1(?=</title>)")
# What lets a table scroll, which here the theme's script adds.
SCROLLS = re.compile(
    '<div class="md-typeset__scrollwrap"[^>]*>'
    '<div class="md-typeset__table">(?=<table>)'
)
# Zensical takes it out of the page when it has obeyed it.
OBEYED = " data-search-exclude"


def pages(site: Path, language: str = "en") -> dict[str, str]:
    """Address in the whole site -> what the page is called, and its article.

    All to the character, but white space at line ends: `compact` takes it out
    of what is published.
    """
    found = {}
    for file in site.glob("**/index.html"):
        html = file.read_text("utf-8")
        article = ADDED.sub("", ARTICLE.search(html)[1]).replace(OBEYED, "")
        article = SCROLLS.sub("", article)
        article = article.replace("</table></div></div>", "</table>")
        address = file.parent.relative_to(site).as_posix()
        address = "" if address == "." else f"{address}/"
        found[folder(language) + address] = "\n".join(
            [*HEAD.findall(TWICE.sub(r"\1", html)), compact(article).strip()]
        )
    return found


SET_UP = re.compile(
    r'<div class="jp-CodeCell" id="cell-1">.*?</details>\n</div>\n', re.S
)
PROMPT = re.compile(r'<p class="jp-(?:In|Out)putPrompt">.*?</p>\n')
DIV = re.compile(r"<div\b[^>]*>\n?|</div>\n?")


def as_other_pages(html: str) -> str:
    """A page without what makes numbered cells of its blocks."""
    opened: list[bool] = []  # whether it is a cell

    def kept(div: re.Match) -> str:
        if div[0][1] == "/":
            cell = opened.pop()
        else:
            opened.append(cell := "jp-CodeCell" in div[0])
        return "" if cell else div[0]

    return DIV.sub(kept, PROMPT.sub("", SET_UP.sub("", html)))


def differing(one: dict[str, str], other: dict[str, str]) -> list[str]:
    """Addresses of pages that are not the same in both."""
    return sorted(
        address
        for address in one.keys() | other.keys()
        if one.get(address) != other.get(address)
    )


def built(staged: Path) -> Path:
    """One staged language, built; faults and warnings stop it (`strict`)."""
    result = run(ROOT, "zensical", "build", "-f", str(staged / "mkdocs.yml"))
    assert result.returncode == 0, result.stdout
    assert "No issues found" in result.stdout
    return staged / "site"


@pytest.fixture(scope="module")
def staged(tmp_path_factory) -> Path:
    """What `proof.site.zensical` writes, and in the original its `site`."""
    target = tmp_path_factory.mktemp("staged") / "new"
    result = run(ROOT, "proof.site.zensical", str(target))
    assert result.returncode == 0, result.stdout
    built(target / "en")
    return target


def proof(path: str, staged: Path) -> list[str]:
    """What the build's own check says of one of Zensical's pages."""
    language = Path(path).parent.name
    address = ADDRESSES[path].removeprefix(folder(language))
    file = staged / language / "site" / address / "index.html"
    edition = zensical.edition(ROOT)
    page = edition.pages[path]
    html = file.read_text("utf-8")
    for form in forms(edition, page, language):  # as `differences` does
        html = html.replace(form.replace(OBEYED, ""), "", 1)
    return [str(fault) for fault in article(page, read(page, html))]


@pytest.mark.weekly
@pytest.mark.parametrize("language", LANGUAGES)
def test_zensical_gives_the_same_articles(site, staged, language):
    """Code, outputs, formulas, figures, notices, terms: every character.

    What it does not have are the numbered cells of the labs; their code,
    rendered by mkdocs-jupyter, is that of other pages.
    """
    if language != "en":
        built(staged / language)
    mine = pages(staged / language / "site", language)
    theirs = {a: html for a, html in pages(site).items() if a in mine}
    plain = {a: as_other_pages(html) for a, html in theirs.items()}
    shown = [
        page
        for page in zensical.edition(ROOT).pages.values()
        if page.language == language
    ]
    labs = [address for address in plain if plain[address] != theirs[address]]
    assert len(labs) == sum(page.in_cells for page in shown) > 2
    assert mine.keys() == {ADDRESSES[page.path] for page in shown}
    assert differing(mine, plain) == []


PLANTED = {  # page -> what is dropped: a formula that has no link, code, output
    "encoder": r"(?<=\n\n)\$\$\n(?:(?!\\tag)[^$])*\$\$\n",
    "self-attention": r"(?<=^```python\n).*\n",
    "going-fast": r"(?<=^```text\n).*\n",
}


@pytest.mark.weekly
def test_what_is_lost_is_seen(staged, tmp_path):
    cache = shutil.ignore_patterns(".cache")
    new = shutil.copytree(staged / "en", tmp_path / "en", ignore=cache)
    for name, pattern in PLANTED.items():
        file = new / "docs" / f"{name}.md"
        text = file.read_text("utf-8")
        fewer = re.sub(pattern, "", text, count=1, flags=re.M)
        assert fewer != text, name
        file.write_text(fewer, "utf-8")
    found = differing(pages(staged / "en/site"), pages(built(new)))
    assert found == sorted(f"{name}/" for name in PLANTED)
    for name in PLANTED:
        path = f"docs/en/{name}.md"
        assert proof(path, tmp_path) and not proof(path, staged), name


def test_a_folder_is_staged_once(tmp_path):
    """Zensical keeps pages whose text is the same; data may not be."""
    assert "is there already" in zensical.main([str(tmp_path)])
    assert list(tmp_path.iterdir()) == []
