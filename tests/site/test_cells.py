"""Pages of the form `notebook`: numbered cells, and nothing lost."""

import json
import re
from types import SimpleNamespace

import nbformat
import pytest
from conftest import ADDRESSES, LANGUAGES, ROOT, each, parsed
from markdown import Markdown
from mkdocs.config import load_config
from mkdocs.exceptions import Abort
from nbformat import NotebookNode
from test_notebooks import EDITION, PAGES, made

from sitebuild.pages.includes import expand_includes
from sitebuild.pages.output_types import PICTURE
from sitebuild.runner.standalone import needed
from sitebuild.site import lab_cells, plugin_patches, role_colours
from sitebuild.site.notebooks import FIRST, labelled
from sitebuild.site.page_html import filled
from sitebuild.site.verify import article, read

MARK = re.compile(r"(# \(\d+\))!")  # of a note on code
LABEL = re.compile(r'alt="[^"]*"')
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
    built = parsed(site / address).select("article .jp-CodeCell")
    assert len(codes) == len(built) == len(PAGES[path].blocks) + 1
    for number, (code, cell) in enumerate(zip(codes, built), start=1):
        assert code["execution_count"] == number
        assert cell["id"] == f"cell-{number}"
        (prompt,) = cell.select(".jp-InputPrompt")
        assert prompt.get_text() == f"In\N{NO-BREAK SPACE}[{number}]"
        if number == 1:  # the set-up, whose code the notebook has alone
            continue
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
        assert outs == [f"Out\N{NO-BREAK SPACE}[{number}]"] * len(results)
        assert {*results} <= {number}
        assert len(cell.select("figure:has(svg)")) == len(results)


@pytest.mark.parametrize("path", each(IN_CELLS))
def test_set_up_is_folded_others_are_linked_notes_below_code(site, path):
    first, *others = parsed(site / ADDRESSES[path]).select(".jp-CodeCell")
    assert not first.details.has_attr("open") and not first.pre
    notebook = site / ADDRESSES[path] / first.a["href"]
    assert notebook.is_file() and first.a.has_attr("download")
    files = [name.get_text() for name in first.details.find_all("code")]
    assert files == [*needed(PAGES[path])]
    for cell in others:
        link = cell.select_one(".jp-InputPrompt a")
        assert link["href"] == f"#{cell['id']}"
        code = cell.select_one(".language-python")
        below = code.find_next_sibling()
        noted = re.search(r"# \(1\)!", code.get_text())
        assert bool(noted) == bool(below and below.name == "ol")


def content_of(path: str) -> str:
    """A page's HTML as MkDocs gives it to the plugins."""
    config = load_config(str(ROOT / "mkdocs.yml"))
    page = PAGES[path]
    lines = expand_includes(page).split("\n")[page.start :]
    html = Markdown(
        extensions=config.markdown_extensions,
        extension_configs=config.mdx_configs,
    ).convert("\n".join(lines))
    return filled(
        EDITION, role_colours.read(EDITION), path, page.language, html
    )


def given(cell: NotebookNode, told: dict[str, str]) -> list[tuple]:
    """What a cell gave, less the labels of pictures, some with other words."""
    found = []
    for output in cell.outputs:
        shown = LABEL.sub("", output.get("data", {}).get("text/html", ""))
        result = output.get("execution_count"), told.get(shown, shown)
        found.append((output.output_type, output.get("text"), *result))
    return found


@pytest.mark.parametrize("path", each(IN_CELLS))
def test_the_plugin_gets_the_cells_of_the_notebook(path):
    """Its code in the same order, as the page shows it, with its outputs.

    Those name their axes as code does, and pages in their language. The text
    is the same in all languages, so it is converted once.
    """
    page, words = PAGES[path], EDITION.words[PAGES[path].language]
    text = lab_cells.notebook_of_code(page)
    original = EDITION.by_path[f"docs/en/{page.name}.md"]
    assert text == lab_cells.notebook_of_code(original)
    notebook = nbformat.reads(text, as_version=4)
    nbformat.validate(notebook)
    told = {}
    for recording, new in labelled(page, EDITION.words["en"], words).items():
        both = (ROOT / recording).read_text("utf-8"), new
        if recording.endswith(PICTURE.suffix):
            both = (PICTURE.in_notebook(one, "") for one in both)
        old, new = (LABEL.sub("", one) for one in both)
        told[old] = new
    cells = notebook.cells
    codes = [cell for cell in made(path).cells if cell.cell_type == "code"]
    for cell, other in zip(cells, codes, strict=True):
        assert cell.id == other.id
        assert given(cell, told) == given(other, {})
    for cell, other in zip(cells[1:], codes[1:]):  # the set-up is folded
        source = other.source.removeprefix(FIRST)
        assert MARK.sub(r"\1", cell.source) == source


def test_a_block_that_is_lost_in_rendering_is_told():
    path = IN_CELLS[0]
    content = content_of(path).replace("language-python", "language-text", 1)
    with pytest.raises(
        lab_cells.PluginError, match=f"{path}: .* blocks became"
    ):
        lab_cells.cut(PAGES[path], content)


def test_another_html_of_the_plugin_is_told():
    path = IN_CELLS[0]
    words = EDITION.words[PAGES[path].language]
    with pytest.raises(
        lab_cells.PluginError, match="mkdocs-jupyter made 0 cells"
    ):
        lab_cells.rendered(
            PAGES[path], words, content_of(path), lambda _: "<p>"
        )


@pytest.mark.parametrize(
    "old, new, says",
    [
        (
            "In\N{NO-BREAK SPACE}[3]",
            "In\N{NO-BREAK SPACE}[4]",
            "number its cells",
        ),
        ("<pre><code>", "<pre><code># ", "code block 1 of the built page"),
    ],
)
def test_a_cell_that_is_another_is_found(site, old, new, says):
    path = IN_CELLS[0]
    page = PAGES[path]
    html = (site / ADDRESSES[path] / "index.html").read_text("utf-8")
    assert article(page, read(page, html), OWN) == [] and old in html
    (problem,) = article(page, read(page, html.replace(old, new, 1)), OWN)
    assert says in problem.message


def test_the_plugin_has_to_be_named():
    page = SimpleNamespace(render=None, file=SimpleNamespace(abs_src_path=""))
    plugin_patches.replace_render(page, lambda html, convert: html)
    with pytest.raises(Abort, match="does not name the plugin"):
        page.render(SimpleNamespace(plugins={}), [])
