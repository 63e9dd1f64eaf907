"""Notebooks: whole, the same code in all languages, run by themselves."""

import json
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup
from conftest import ROOT, edit, parsed
from nbformat import NotebookNode

from proof.outputs.agreement import same_text
from proof.pages.page import Page
from proof.pages.project import Project
from proof.pages.settings import languages
from proof.site.edition import Edition
from proof.site.jupyter import markdown
from proof.site.notebooks import FIRST, colab, notebook

SITE = "https://example.org/attention/"
EDITION = Edition(Project(ROOT))
PAGES = {path: page for path, page in EDITION.pages.items() if page.blocks}
NAMES = sorted({page.name for page in PAGES.values()})
# What only the site's own renderer understands.
LEFT = re.compile(
    r"--8<--|\{ ?[#:.]|^ *(?:!!!|\?\?\?)|\(\d\)!|data-from|markdown=|^---$"
    r"|</?(?:figure|figcaption|div)\b|<!--|\]\([\w-]+\.md",
    re.M,
)


def read(edition: Edition, path: str) -> NotebookNode:
    language = edition.pages[path].language
    text = notebook(edition, path, language, SITE)
    return nbformat.reads(text, as_version=4)


@cache
def made(path: str) -> NotebookNode:
    return read(EDITION, path)


def cells(made: NotebookNode, kind: str) -> list[NotebookNode]:
    """The cells of a kind: code or text."""
    return [cell for cell in made.cells if cell.id.startswith(f"{kind}-")]


def code(made: NotebookNode) -> list[tuple[str, str]]:
    """All that a notebook runs."""
    return [(c.id, c.source) for c in made.cells if c.cell_type == "code"]


def prose(made: NotebookNode) -> str:
    return "\n\n".join(
        c.source for c in made.cells if c.cell_type == "markdown"
    )


def printed(cell: NotebookNode) -> str:
    return "".join(
        out.text for out in cell.outputs if out.output_type == "stream"
    )


def shown(cell: NotebookNode) -> list[NotebookNode]:
    return [out.data for out in cell.outputs if out.output_type != "stream"]


def unequal(edition: Edition, name: str) -> set[str]:
    """Ids of the code that is not the same in all languages."""
    paths = [f"docs/{code}/{name}.md" for code in languages(ROOT)]
    one, *others = (code(read(edition, path)) for path in paths)
    assert others
    return {
        pair[0]
        for other in others
        for pairs in zip(one, other, strict=True)
        for pair in pairs
        if pairs[0] != pairs[1]
    }


def test_every_page_with_code_has_its_notebook_beside_it(site):
    found = {f.relative_to(site).as_posix() for f in site.rglob("*.ipynb")}
    expected = {
        f"{page.language}/{page.name}/{page.name}.ipynb".removeprefix("en/")
        for page in PAGES.values()
    }
    assert found == expected
    assert len(found) >= 20
    again = Edition(Project(ROOT))
    for path, page in PAGES.items():
        folder = f"{page.language}/{page.name}".removeprefix("en/")
        text = notebook(again, path, page.language, "http://127.0.0.1:8000/")
        built = (site / folder / f"{page.name}.ipynb").read_text("utf-8")
        assert built == text, f"{path}: two builds differ"
        links = parsed(site / folder).select(".actions a")
        words = EDITION.words[page.language]["notebook-download"]
        assert [(a["href"], a.get_text()) for a in links] == [
            (f"{page.name}.ipynb", words)
        ]
        assert links[0].has_attr("download")


@pytest.mark.parametrize("path", PAGES)
def test_notebook_is_whole(path):
    page = PAGES[path]
    nbformat.validate(made(path))
    for cell, block in zip(cells(made(path), "code"), page.blocks, strict=True):
        text = re.sub(r"(# \(\d+\))!", r"\1", block.section.text)
        assert cell.source.removeprefix(FIRST) == text.rstrip("\n")
    text = prose(made(path))
    assert not LEFT.findall(re.sub(r"base64,[\w+/=]+", "", text))
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert sorted(anchors) == sorted(page.anchors)
    inner = {t[1:] for _, t in page.links if t.startswith("#")}
    assert inner <= set(anchors)
    assert set(re.findall(r"\]\(#([\w-]+)\)", text)) == inner
    others = {t for _, t in page.links if ".md" in t}
    assert len(others) > 3
    for target in others:
        name, _, place = target.partition(".md")
        folder = f"{SITE}{page.language}/".replace("/en/", "/")
        assert f"]({folder}{name}/{place})".replace("/index/", "/") in text


@pytest.mark.parametrize("path", PAGES)
def test_outputs_are_the_recorded_ones_and_pictures_have_words(path):
    page = PAGES[path]
    pictures = re.findall(r"<img [^>]*>", prose(made(path)))
    kinds = [include.kind for include in page.includes]
    assert len(pictures) == kinds.count("diagram")
    for cell in cells(made(path), "code"):
        stem = f"docs/outputs/{page.name}/{cell.id.removeprefix('code-')}"
        assert printed(cell) == page.files.text(f"{stem}.txt")
        figure = page.files.exists(f"{stem}.svg")
        assert len(shown(cell)) == figure
        pictures += [data["text/html"] for data in shown(cell)]
    labels = re.findall(r' aria-label="([^"]*)"', page.text)
    assert len(pictures) == len(labels)
    for picture in pictures:
        image = BeautifulSoup(picture, "html.parser").img
        assert image["alt"] in labels
        assert image["src"].startswith("data:image/")


@pytest.mark.parametrize("name", NAMES)
def test_code_is_the_same_in_all_languages(name):
    assert unequal(EDITION, name) == set()


def test_code_that_differs_between_languages_is_found(project):
    path = "docs/pt/simplified-attention.md"
    other = "snippets/feed_forward.py:FeedForward"
    edit(project, path, "snippets/simplified.py:attention_scores_loop", other)
    assert "code-attention_scores_loop" in unequal(
        Edition(Project(project)), "simplified-attention"
    )


@pytest.mark.parametrize("path", PAGES)
def test_solutions_are_folded_and_their_first_line_tells_nothing(path):
    page = PAGES[path]
    solutions = [b.line for b in page.boxes if b.kind == "success"]
    ends = [h.line for h in page.headings]
    inside = {
        f"code-{block.section.name}"
        for block in page.blocks
        for line in solutions
        if line < block.line < min(end for end in ends if end > line)
    }
    assert len(inside) >= len(solutions) > 2
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
    assert markdown(Page(ROOT, "docs/en/index.md", ""), text) == expected


def test_a_box_goes_on_below_the_code_in_it(small):
    page = small / "docs/en/demo.md"
    page.write_text(page.read_text("utf-8") + "\n    More.\n\nThe end.\n")
    (small / "docs/en/words.yml").write_bytes(
        (ROOT / "docs/en/words.yml").read_bytes()
    )
    texts = cells(read(Edition(Project(small)), "docs/en/demo.md"), "text")
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


def alone(tmp_path: Path, *command: str) -> None:
    """Run Python without the project's folder and the user's settings."""
    result = subprocess.run(
        [sys.executable, "-I", *command],
        cwd=tmp_path,
        env={
            **os.environ,
            "IPYTHONDIR": str(tmp_path),
            "JUPYTER_PLATFORM_DIRS": "1",
            "PYTHONHASHSEED": "0",
            "SNIPPETS_DEVICE": "cpu",  # as pages that train are recorded
        },
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert result.returncode == 0, result.stdout


@pytest.fixture(scope="module")
def ran(tmp_path_factory) -> dict:
    """What became of each English notebook, and of one without a module."""
    folder = tmp_path_factory.mktemp("notebooks")
    given = {name: made(f"docs/en/{name}.md") for name in NAMES}
    lacking = json.loads(json.dumps(given["encoder"]))
    (setup,) = (c for c in lacking["cells"] if c["id"] == "setup-code")
    setup["source"] = setup["source"].replace("/layer_norm.py", "/lost.py")
    given["lacking"] = lacking
    (folder / "in.json").write_text(json.dumps(given), "utf-8")
    script = str(ROOT / "tests/run_notebooks.py")
    alone(folder, script, str(folder / "in.json"), str(folder / "out.json"))
    return json.loads((folder / "out.json").read_text("utf-8"))


@pytest.mark.parametrize("name", NAMES)
def test_notebook_runs_without_the_project_and_gives_its_outputs(ran, name):
    assert ran[name]["error"] is None
    assert ran[name]["module"] == "snippets/__init__.py"
    tolerances = {
        f"code-{block.section.name}": block.section.tolerance
        for block in PAGES[f"docs/en/{name}.md"].blocks
    }
    for cell in cells(made(f"docs/en/{name}.md"), "code"):
        text, kinds = ran[name]["cells"][cell.id]
        size = tolerances.get(cell.id, 0)  # of a module's cell
        assert same_text(printed(cell), text, size), cell.id
        assert ("image/png" in kinds) == bool(shown(cell)), cell.id


def test_a_module_that_no_cell_writes_is_missed(ran):
    error = "ModuleNotFoundError: No module named 'snippets.layer_norm'"
    assert ran["lacking"]["error"] == error


def test_notebook_runs_in_jupyter(tmp_path):
    original = made("docs/pt/tensor-notes.md")
    nbformat.write(original, tmp_path / "notes.ipynb")
    start = "from nbclient.cli import main; main()"
    alone(tmp_path, "-c", start, "notes.ipynb", "--output=run")
    result = nbformat.read(tmp_path / "run.ipynb", as_version=4)
    assert (tmp_path / "snippets/heatmap.py").is_file()
    for before, after in zip(cells(original, "code"), cells(result, "code")):
        assert same_text(printed(before), printed(after)), before.id
        pictures = ["image/png" in data for data in shown(after)]
        assert pictures == [True] * len(shown(before)), before.id
