"""Notebooks: whole, with the code of their page, run by themselves.

That the code is the same in all languages, a gate asks of the pages.
"""

import os
import re
import subprocess
import sysconfig
import venv
from functools import cache
from pathlib import Path

import nbformat
import pytest
import torch
from bs4 import BeautifulSoup
from conftest import ROOT, each, parsed, sample, this_project
from nbformat import NotebookNode

from sitebuild.pages.page import anchors
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import languages
from sitebuild.pages.tolerance import same_text
from sitebuild.site.jupyter_markdown import markdown
from sitebuild.site.notebooks import FIRST, colab, needed, notebook, set_up

SITE = "https://example.org/attention/"
EDITION = this_project()
PAGES = {path: page for path, page in EDITION.by_path.items() if page.blocks}
NAMES = sorted({page.name for page in PAGES.values()})
# What only the site's own renderer understands.
LEFT = re.compile(
    r"--8<--|\{ ?[#:.]|^ *(?:!!!|\?\?\?)|\(\d\)!|data-from|markdown=|^---$"
    r"|</?(?:figure|figcaption|div)\b|<!--|\]\([\w-]+\.md",
    re.M,
)


@cache
def made(path: str, project: Project = EDITION) -> NotebookNode:
    language = project.by_path[path].language
    text = notebook(project, path, language, SITE)
    return nbformat.reads(text, as_version=4)


def cells(made: NotebookNode, kind: str) -> list[NotebookNode]:
    """The cells of a kind: code or text."""
    return [cell for cell in made.cells if cell.id.startswith(f"{kind}-")]


def prose(made: NotebookNode) -> str:
    return "\n\n".join(
        c.source for c in made.cells if c.cell_type == "markdown"
    )


def printed(cell: NotebookNode) -> str:
    """What a cell printed, without the progress bars on stderr."""
    streams = [out for out in cell.outputs if out.output_type == "stream"]
    return "".join(out.text for out in streams if out.name == "stdout")


def shown(cell: NotebookNode) -> list[NotebookNode]:
    return [out.data for out in cell.outputs if out.output_type != "stream"]


@pytest.mark.slow
def test_every_page_with_code_has_its_notebook_beside_it(site):
    found = {f.relative_to(site).as_posix() for f in site.rglob("*.ipynb")}
    expected = {
        f"{code}/{name}/{name}.ipynb".removeprefix("en/")
        for code in languages(ROOT)
        for name in NAMES
    }
    assert found == expected
    assert len(found) >= 20
    for path, page in PAGES.items():
        folder = f"{page.language}/{page.name}".removeprefix("en/")
        text = notebook(EDITION, path, page.language, "http://127.0.0.1:8000/")
        built = (site / folder / f"{page.name}.ipynb").read_text("utf-8")
        assert built == text, f"{path}: two builds differ"
        links = parsed(site / folder).select(".actions a[download]")
        words = EDITION.words[page.language]["notebook-download"]
        assert [(a["href"], a.get_text()) for a in links] == [
            (f"{page.name}.ipynb", words)
        ]


@pytest.mark.parametrize("path", each(PAGES))
def test_notebook_is_whole(path):
    page = PAGES[path]
    nbformat.validate(made(path))
    for cell, block in zip(cells(made(path), "code"), page.blocks, strict=True):
        text = re.sub(r"(# \(\d+\))!", r"\1", block.section.text)
        assert cell.source.removeprefix(FIRST) == text.rstrip("\n")
        assert cell.id == f"code-{block.section.name}"
    text = prose(made(path))
    assert not LEFT.findall(re.sub(r"base64,[\w+/=]+", "", text))
    named = re.findall(r'<a id="([^"]+)"></a>', text)
    assert sorted(named) == sorted(anchors(page))
    inner = {t[1:] for _, t in page.links if t.startswith("#")}
    assert inner <= set(named)
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) == inner
    others = {t for _, t in page.links if ".md" in t}
    for target in others:
        name, _, place = target.partition(".md")
        folder = f"{SITE}{page.language}/".replace("/en/", "/")
        assert f"]({folder}{name}/{place})".replace("/index/", "/") in text


@pytest.mark.parametrize("path", each(PAGES))
def test_outputs_are_the_recorded_ones_and_pictures_have_words(path):
    page = PAGES[path]
    pictures = re.findall(r"<img [^>]*>", prose(made(path)))
    drawn = [i.path for i in page.includes if i.path.endswith(".svg")]
    own = [p for p in drawn if p.startswith(f"docs/outputs/{page.name}/")]
    assert len(pictures) == len(drawn) - len(own)
    for cell in cells(made(path), "code"):
        stem = f"docs/outputs/{page.name}/{cell.id.removeprefix('code-')}"
        assert printed(cell) == page.files.text(f"{stem}.txt")
        figure = page.files.exists(f"{stem}.svg")
        assert len(shown(cell)) == figure
        pictures += [data["text/html"] for data in shown(cell)]
    labels = re.findall(r"^!\[(.*)]\(", page.text, re.M)
    assert len(pictures) == len(labels)
    for picture in pictures:
        image = BeautifulSoup(picture, "html.parser").img
        assert image["alt"] in labels
        assert image["src"].startswith("data:image/")


@pytest.mark.parametrize("path", each(PAGES))
def test_solutions_are_folded_and_their_first_line_tells_nothing(path):
    page = PAGES[path]
    solutions = [box for box in page.boxes if box.words[0] == "success"]
    inside = {
        f"code-{block.section.name}"
        for block in page.blocks
        for box in solutions
        if box.line < block.line <= box.end
    }
    is_chapter = (page.root / page.chapter_file("exercises.py")).is_file()
    assert len(inside) > 2 or not is_chapter
    for cell in cells(made(path), "code"):
        assert cell.source.startswith(FIRST) == (cell.id in inside)
        assert bool(cell.metadata.get("collapsed")) == (cell.id in inside)


@pytest.mark.parametrize(
    "text, expected",
    [
        ('!!! note "Title"\n\n    A\n    b.\n\n', "> **Title**\n>\n> A\n> b."),
        ("!!! note\n\n    A.\n", "> **Note**\n>\n> A."),
        ('!!! note ""\n\n    $$\n    x\n    $$\n', "> $$ x $$"),
        (
            '??? tip "Hint"\n\n    A.\n\n    B.\n',
            "<details>\n<summary>Hint</summary>\n\nA.\n\nB.\n\n</details>",
        ),
        ('??? success "Solution"\n\n', "**Solution**"),
        (
            "!!! note\n\n    A.\n\n    ??? tip\n\n        B.\n",
            "> **Note**\n>\n> A.\n>\n> <details>\n> <summary>Tip</summary>\n"
            ">\n> B.\n>\n> </details>",
        ),
    ],
)
def test_boxes(text, expected):
    assert markdown(text, lambda include, label: []) == expected


def test_a_box_goes_on_below_the_code_in_it(small):
    page = small / "docs/en/demo.md"
    page.write_text(page.read_text("utf-8") + "\n    More.\n\nThe end.\n")
    (small / "docs/en/words.yml").write_bytes(
        (ROOT / "docs/en/words.yml").read_bytes()
    )
    texts = cells(made("docs/en/demo.md", Project(small)), "text")
    assert [text.source for text in texts[-2:]] == [
        "> **Note**",
        "> More.\n\nThe end.",
    ]


@pytest.mark.parametrize(
    "repository",
    [
        "https://github.com/some-one/attention",
        "https://github.com/some-one/attention/",
        "https://github.com/some-one/attention.git",
        "https://github.com/some-one/attention.git/",
    ],
)
def test_colab_opens_the_notebook_of_the_branch_with_the_site(repository):
    assert colab(repository, "pt/a/a.ipynb") == (
        "https://colab.research.google.com/github/some-one/attention/blob/"
        "gh-pages/pt/a/a.ipynb"
    )


@pytest.mark.parametrize(
    "repository",
    [None, "", "https://example.org/a/b", "https://github.com/someone"],
)
def test_colab_needs_an_address_on_github(repository):
    assert colab(repository, "a/a.ipynb") == ""


def own_python(folder: Path) -> Path:
    """Python in an environment of its own, with all packages but the project.

    Its packages are those of this one; files with `.pth`, which would find the
    project, are read in an environment's own folder alone.
    """
    venv.create(folder, symlinks=os.name != "nt")
    (packages,) = folder.glob("[Ll]ib/**/site-packages")
    installed = sysconfig.get_path("purelib")
    (packages / "packages.pth").write_text(f"{installed}\n", "utf-8")
    return folder / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def ran(folder: Path, notebook: NotebookNode) -> NotebookNode:
    """A notebook as Jupyter runs it in an empty folder, without the project."""
    python = own_python(folder / "own")
    project = ["-I", "-c", "import sitebuild"]
    assert subprocess.run([python, *project], capture_output=True).returncode
    nbformat.write(notebook, folder / "in.ipynb")
    jupyter = "from nbclient.cli import main; main()"
    result = subprocess.run(
        [python, "-I", "-c", jupyter, "in.ipynb", "--output=out"],
        cwd=folder,
        env={
            **os.environ,
            "IPYTHONDIR": str(folder),
            "JUPYTER_PLATFORM_DIRS": "1",
            "PYTHONHASHSEED": "0",
            "SNIPPETS_DEVICE": "cpu",  # as pages that train are recorded
            "PYTHONPATH": "",
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert result.returncode == 0, result.stdout
    return nbformat.read(folder / "out.ipynb", as_version=4)


# One of each kind on each change: a lab in cells, and a chapter.
KINDS = "docs/en/lab-encoder.md", "docs/en/simplified-attention.md"


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(PAGES, *KINDS))
def test_a_notebook_runs_in_jupyter_and_gives_its_outputs(tmp_path, path):
    tolerances = {
        f"code-{block.section.name}": block.section.tolerance
        for block in PAGES[path].blocks
    }
    before, after = (
        cells(m, "code") for m in (made(path), ran(tmp_path, made(path)))
    )
    written = (tmp_path / "snippets/__init__.py").is_file()
    assert written == bool(needed(PAGES[path]))
    for one, other in zip(before, after, strict=True):
        size = tolerances[one.id]
        assert same_text(printed(one), printed(other), size), one.id
        pictures = ["image/png" in data for data in shown(other)]
        assert pictures == [True] * len(shown(one)), one.id


@pytest.mark.parametrize("path", each(PAGES))
def test_the_set_up_writes_what_the_cells_need(path, tmp_path, monkeypatch):
    (cell,) = (cell for cell in made(path).cells if cell.id == "setup-code")
    words = EDITION.words[PAGES[path].language]
    title, _, code = cell.source.partition("\n")
    assert title == f"#@title {words['notebook-first']}"
    assert code == set_up(PAGES[path])
    monkeypatch.chdir(tmp_path)
    threads = torch.get_num_threads()
    try:
        with torch.random.fork_rng(devices=[]):
            exec(compile(code, "set-up", "exec"), {"__name__": "__main__"})
    finally:
        torch.set_num_threads(threads)
    files = [file for file in tmp_path.rglob("*") if file.is_file()]
    assert needed(PAGES[path]) == {
        file.relative_to(tmp_path).as_posix(): file.read_text("utf-8")
        for file in files
    }
