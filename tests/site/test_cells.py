"""Pages of the form `notebook`: numbered cells, and nothing lost."""

import json
import re

import nbformat
import pytest
from conftest import ADDRESSES, LANGUAGES, ROOT, each, parsed
from markdown import Markdown
from mkdocs.config import load_config
from mkdocs.exceptions import PluginError
from nbformat import NotebookNode
from test_notebooks import EDITION, PAGES, made

from sitebuild.pages.includes import expand_includes
from sitebuild.site import lab_cells
from sitebuild.site.notebooks import FIRST, needed
from sitebuild.site.verify import article, read

MARK = re.compile(r"(# \(\d+\))!")  # of a note on code
OWN = ("http://127.0.0.1:8000/",)
IN_CELLS = [path for path, page in PAGES.items() if page.in_cells]


def test_the_labs_are_notebooks_in_each_language():
    assert {*IN_CELLS} >= {
        f"docs/{language}/lab-{name}.md"
        for language in LANGUAGES
        for name in ("encoder", "train")
    }


@pytest.mark.parametrize("path", each(IN_CELLS))
def test_a_cell_has_number_code_and_outputs_of_the_notebook(site, path):
    address = ADDRESSES[path]
    name = PAGES[path].name
    file = site / address / f"{name}.ipynb"
    notebook = json.loads(file.read_text("utf-8"))
    codes = [c for c in notebook["cells"] if c["cell_type"] == "code"]
    article = parsed(site / address).article
    numbers = range(1, len(PAGES[path].blocks) + 2)
    assert [code["execution_count"] for code in codes] == [*numbers]
    prompts = [
        prompt.get_text() for prompt in article.select(".jp-InputPrompt")
    ]
    assert prompts == [f"In\N{NO-BREAK SPACE}[{n}]:" for n in numbers]
    built = article.select(".jp-CodeCell > .jp-CodeCell")
    # The notebook alone has the code of the set-up.
    for number, code, cell in zip(numbers[1:], codes[1:], built, strict=True):
        here, *others = cell.select("pre")
        text = MARK.sub(r"\1", here.get_text().rstrip("\n"))
        assert text == "".join(code["source"]).removeprefix(FIRST)
        given = code["outputs"]
        streams = [out for out in given if out["output_type"] == "stream"]
        results = [out["execution_count"] for out in given[len(streams) :]]
        assert [pre.get_text() for pre in others] == [
            "".join(out["text"]) for out in streams
        ]
        outs = [p.get_text() for p in cell.select(".jp-OutputPrompt")]
        assert [*filter(None, outs)] == [f"Out[{number}]:"] * len(results)
        assert {*results} <= {number}
        assert len(cell.select("figure:has(svg)")) == len(results)


@pytest.mark.parametrize("path", each(IN_CELLS))
def test_set_up_is_folded_others_are_linked_notes_below_code(site, path):
    article = parsed(site / ADDRESSES[path]).article
    first = article.select_one("#cell-1")
    assert first.name == "details" and not first.has_attr("open")
    notebook = site / ADDRESSES[path] / first.a["href"]
    assert notebook.is_file() and first.a.has_attr("download")
    files = [name.get_text() for name in first.find_all("code")]
    assert files == [*needed(PAGES[path])]
    for prompt in article.select("div.jp-InputPrompt"):
        assert prompt.a["href"] == f"#{prompt['id']}"
    for cell in article.select(".jp-CodeCell:has(> .jp-CodeCell)"):
        below = cell.find_next_sibling()
        noted = re.search(r"# \(1\)!", cell.get_text())
        assert bool(noted) == bool(below and below.name == "ol")


def content_of(path: str) -> str:
    """A page's HTML as the site's Markdown makes it."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    page = PAGES[path]
    lines = expand_includes(page).split("\n")[page.start :]
    return Markdown(
        extensions=config.markdown_extensions,
        extension_configs=config.mdx_configs,
    ).convert("\n".join(lines))


def given(cell: NotebookNode) -> list[tuple]:
    """What a cell gave, but for its pictures."""
    return [(output.output_type, output.get("text")) for output in cell.outputs]


@pytest.mark.parametrize("path", each(IN_CELLS))
def test_the_plugin_gets_the_cells_of_the_notebook(path):
    """Its code in the same order, as the page shows it, with its outputs.

    It is the same in all languages, so it is converted once.
    """
    page = PAGES[path]
    text = lab_cells.notebook_of_code(page)
    original = EDITION.by_path[f"docs/en/{page.name}.md"]
    assert text == lab_cells.notebook_of_code(original)
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    cells, others = (
        [cell for cell in each.cells if cell.cell_type == "code"]
        for each in (notebook, made(path))
    )
    for cell, other in zip(cells, others[1:], strict=True):  # below the set-up
        assert cell.id == other.id and given(cell) == given(other)
        assert cell.execution_count == other.execution_count
        source = other.source.removeprefix(FIRST)
        assert MARK.sub(r"\1", cell.source) == source


CELL = '<div class="highlight-ipynb hl-python"><pre>x</pre></div>'


@pytest.mark.parametrize(
    "cells, lost, says",
    [
        (30, 1, "30 blocks became 29 in HTML and 30 cells"),
        (0, 0, "and 0 cells"),
    ],
)
def test_a_block_that_is_lost_is_told(cells, lost, says):
    """In the site's HTML, or in that of another version of the plugin."""
    page, words = PAGES["docs/en/lab-encoder.md"], EDITION.words["en"]
    prose = content_of(page.path).replace("language-python", "text", lost)
    with pytest.raises(PluginError, match=f"{page.path}: .*{says}"):
        lab_cells.with_prose(page, CELL * cells, prose, words)


def test_a_cell_that_is_another_is_found(site):
    page, old = PAGES["docs/en/lab-encoder.md"], "<pre><code>"
    html = (site / "lab-encoder/index.html").read_text("utf-8")
    assert article(page, read(page, html), OWN) == []
    html = html.replace(old, f"{old}# ", 1)
    (problem,) = article(page, read(page, html), OWN)
    assert "code block 1 of the built page is not" in problem.message
