"""Notebooks beside their pages: the same code and outputs, run by themselves,
and pages in numbered cells, which are notebooks as they stand."""

import os
import re
import subprocess
import sysconfig
import venv
from pathlib import Path

import nbformat
import pytest
from bs4 import BeautifulSoup, Tag
from conftest import (
    ADDRESSES,
    ROOT,
    each,
    in_turn,
    parsed,
    sample,
    this_project,
)
from nbformat import NotebookNode

from sitebuild.pages.tolerance import same_text

TEXTS = {path: (ROOT / path).read_text("utf-8") for path in ADDRESSES}
# The paths of pages with code, and of those in numbered cells.
WITH_CODE = [path for path, text in TEXTS.items() if "```python" in text]
IN_CELLS = [path for path in WITH_CODE if "\nform: notebook" in TEXTS[path]]
# What only the site's own renderer understands.
LEFT = re.compile(
    r"--8<--|\{ ?[#:.]|^ *(?:!!!|\?\?\?)|\(\d\)!|data-from|markdown=|^---$"
    r"|</?(?:figure|figcaption|div)\b|<!--|\]\([\w-]+\.md",
    re.M,
)
NOTE = re.compile(r"(# \(\d+\))!")  # the mark of a note on code
FIRST = "#@title Solution\n"  # all that is seen of a folded cell


def read(site: Path, path: str) -> NotebookNode:
    """The notebook of a page, by the page's path in the project."""
    file = site / ADDRESSES[path] / f"{this_project().by_path[path].name}.ipynb"
    return nbformat.reads(file.read_text("utf-8"), as_version=4)


def code(notebook: NotebookNode) -> list[NotebookNode]:
    """The cells of the page's own code, below the set-up."""
    return [cell for cell in notebook.cells if cell.cell_type == "code"][1:]


def printed(cell: NotebookNode) -> str:
    """What a cell printed, without the progress bars on stderr."""
    streams = [out for out in cell.outputs if out.output_type == "stream"]
    return "".join(out.text for out in streams if out.name == "stdout")


def shown(cell: NotebookNode) -> list[NotebookNode]:
    return [out.data for out in cell.outputs if out.output_type != "stream"]


def blocks(article: Tag) -> list[Tag]:
    """The code blocks of a page that run, but for the set-up's."""
    return [
        pre for part in article(class_="language-python") for pre in part("pre")
    ]


@in_turn("path", WITH_CODE)
def test_a_notebook_has_what_its_page_shows(site, path):
    notebook, article = read(site, path), parsed(site / ADDRESSES[path]).article
    (link,) = article.find(class_="actions")("a", download=True)
    assert link["href"] == f"{Path(path).stem}.ipynb" and link.get_text()
    nbformat.validate(notebook)
    text = "\n\n".join(
        cell.source for cell in notebook.cells if cell.cell_type == "markdown"
    )
    assert not LEFT.findall(re.sub(r"base64,[\w+/=]+", "", text))
    anchors = re.findall(r'<a id="([^"]+)"></a>', text)
    assert {*re.findall(r"\]\(#([\w-]+)\)", text)} <= {*anchors}
    for cell, block in zip(code(notebook), blocks(article), strict=True):
        source = NOTE.sub(r"\1", block.get_text().rstrip("\n"))
        assert cell.source.removeprefix(FIRST) == source
        solution = block.find_parent("details", class_="success") is not None
        assert cell.source.startswith(FIRST) == solution
        assert bool(cell.metadata.get("collapsed")) == solution
        recorded = (
            this_project()
            .by_path[path]
            .files.text(
                f"docs/outputs/{this_project().by_path[path].name}/{cell.id.removeprefix('code-')}.txt"
            )
        )
        assert printed(cell) == recorded
        for data in shown(cell):
            image = BeautifulSoup(data["text/html"], "html.parser").img
            assert len(image["alt"]) > 30, "it can be read by everyone"
            assert image["src"].startswith("data:image/"), "nothing is loaded"


@pytest.mark.parametrize("path", each(IN_CELLS))
def test_a_lab_shows_the_numbered_cells_of_its_notebook(site, path):
    notebook, article = read(site, path), parsed(site / ADDRESSES[path]).article
    cells = code(notebook)
    numbers = range(1, len(cells) + 2)
    prompts = article.select(".jp-InputPrompt")
    assert [p.get_text() for p in prompts] == [
        f"In\N{NO-BREAK SPACE}[{n}]:" for n in numbers
    ]
    set_up = article.select_one("details#cell-1")
    assert not set_up.has_attr("open") and set_up.a.has_attr("download")
    built = article.select(".jp-CodeCell > .jp-CodeCell")
    for number, cell, here in zip(numbers[1:], cells, built, strict=True):
        source, *outputs = here.select("pre")
        assert cell.execution_count == number
        assert [pre.get_text() for pre in outputs] == [printed(cell)] * bool(
            printed(cell)
        )
        assert len(here.select("figure:has(svg)")) == len(shown(cell))


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
KINDS = "docs/en/under-glass.md", "docs/en/simplified-attention.md"


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(WITH_CODE, *KINDS))
def test_a_notebook_runs_in_jupyter_and_gives_its_outputs(site, tmp_path, path):
    blocks = this_project().by_path[path].blocks
    tolerances = [block.section.tolerance for block in blocks]
    notebook = read(site, path)
    before, after = code(notebook), code(ran(tmp_path, notebook))
    for one, other, size in zip(before, after, tolerances, strict=True):
        assert same_text(printed(one), printed(other), size), one.id
        pictures = ["image/png" in data for data in shown(other)]
        assert pictures == [True] * len(shown(one)), one.id
