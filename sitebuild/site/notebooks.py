"""A page as a Jupyter notebook: its prose, its code, what is recorded.

Made from the page as readers see it, without running anything. It needs none
of the project's files: what its code imports or reads is written by its first
cell of code, which is folded. Nothing in it is random or dated, so a page gives
the same bytes in each build.
"""

import html
from collections.abc import Iterator

import nbformat
from nbformat import NotebookNode

from sitebuild.i18n.dates import long_date
from sitebuild.i18n.notices import counts
from sitebuild.pages.includes import MEASURED_HERE, last_line
from sitebuild.pages.markdown_parser import read
from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import (
    Fence,
    Page,
    picture_labels,
    printed_path,
    read_id,
    recording_text,
)
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, address
from sitebuild.runner.standalone import set_up
from sitebuild.site.jupyter_markdown import markdown
from sitebuild.site.page_html import relabel
from sitebuild.widgets.changes import measured

BRANCH = "gh-pages"  # of the repository, with the built site
GITHUB = "https://github.com/"
# Folded away, in JupyterLab and in Colab; of a solution the outputs too. The
# first line is still seen, so that of a solution must not give it away.
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}
SOLUTION = {
    "cellView": "form",
    "collapsed": True,
    "jupyter": {"outputs_hidden": True, "source_hidden": True},
}
FIRST = "#@title Solution\n"
UNNAMED = '<img alt=""'  # how a picture without a label starts
SHOWN = ("text", "heading", "box", "formula")


def file_name(page: Page) -> str:
    """Return the name of a page's notebook; empty if it has no code."""
    return f"{page.name}.ipynb" if page.blocks and page.headings else ""


def colab(repository: str | None, path: str) -> str:
    """Return where Colab opens a file of the site; empty if it cannot."""
    name = (repository or "").removesuffix("/").removesuffix(".git")
    owner, slash, _ = name.removeprefix(GITHUB).partition("/")
    if not name.startswith(GITHUB) or not (owner and slash):
        return ""
    place = f"{name.removeprefix(GITHUB)}/blob/{BRANCH}/{path}"
    return f"https://colab.research.google.com/github/{place}"


def notebook(project: Project, path: str, language: str, site_url: str) -> str:
    """Return the text of a page's notebook.

    `language` is that of the site, `path` the page's, which is of the
    original where the site's language does not have it.
    """

    page, words = project.by_path[path], project.words[language]
    title = page.meta.get("title", page.name)
    cells = cells_of(page, "\n\n".join(notes(project, path, language)), words)
    spoken = project.words[ORIGINAL] if page.language != ORIGINAL else words
    said_here = dict(relabelled(page, spoken, words))
    where = f"*{measured(project, page, language)}*"
    for cell in cells:
        if cell.cell_type == "markdown":
            text = cell.source.replace(MEASURED_HERE, where)
            text = with_addresses(text, language, site_url)
            cell.source = replaced(text, said_here)
        for output in cell.get("outputs", []):
            if shown := output.get("data", {}).get("text/html"):
                output.data["text/html"] = replaced(shown, said_here)
    return written(cells, title)


def relabelled(
    page: Page, spoken: dict, words: dict
) -> Iterator[tuple[str, str]]:
    """Yield what notebooks hold of pictures and tables, and what to say there.

    As on the page, labels are in the page's language. Who runs a cell sees
    what its code says.
    """
    for include in page.recordings:
        kind, text = include.output, recording_text(page, include).rstrip("\n")
        stem = include.path.rpartition(".")[0]
        both = (f"{stem}.{suffix}" for suffix in ("svg", "html"))
        figure = "".join(map(page.files.text, both))
        told = relabel(text, figure, spoken, words)
        if told != text:
            old, new = (kind.in_notebook(part, "") for part in (text, told))
            yield old.removeprefix(UNNAMED), new.removeprefix(UNNAMED)


def replaced(text: str, others: dict[str, str]) -> str:
    """Return a text with some parts replaced by others."""
    for old, new in others.items():
        text = text.replace(old, new)
    return text


def with_addresses(text: str, language: str, site_url: str) -> str:
    """Return a text whose links to pages lead to the site."""
    if ".md" not in text:
        return text
    spans = [span for element in read(text) for span in element.spans]
    for target in {span.text for span in spans if span.kind == "link"}:
        name, page, place = target.partition(".md")
        if page and "/" not in name:
            goal = f"]({site_url}{address(name, language)}{place})"
            text = text.replace(f"]({target})", goal)
    return text


def notes(project: Project, path: str, language: str) -> list[str]:
    """Return what one has to know to use a page's notebook."""
    page, words = project.by_path[path], project.words[language]
    title = page.meta.get("title", page.name)
    about = words["notebook-about"].format(
        page=f"[{title}]({page.name}.md)",
        site=f"[{words['site-name']}](index.md)",
    )
    made = project.recorded.get(page.name)
    recorded = []
    if made:
        known = made | {"date": long_date(made["date"], language)}
        recorded = [words["notebook-recorded"].format(**known)]
    setup = words["notebook-setup"]
    states = counts(project.states(page, language), words)
    return [" ".join([about, *recorded]), *states.values(), setup]


def written(cells: list[NotebookNode], title: str) -> str:
    """Return the text of a notebook of these cells."""
    metadata = {
        "kernelspec": {
            "display_name": "Python 3",
            "language": "python",
            "name": "python3",
        },
        "language_info": {"name": "python"},
        "title": title,
    }
    # Not `new_notebook` and its like: each would validate for itself, which
    # takes most of the time. Whether all are valid, the tests ask.
    made = node(nbformat=4, nbformat_minor=5, cells=cells, metadata=metadata)
    return nbformat.writes(made) + "\n"


def node(**fields) -> NotebookNode:
    return nbformat.from_dict(fields)


def text_cell(id: str, source: str) -> NotebookNode:
    return node(cell_type="markdown", id=id, metadata={}, source=source)


def code_cell(
    id: str, source: str, metadata: dict, outputs: list
) -> NotebookNode:
    made = dict(id=id, metadata=metadata, outputs=outputs, source=source)
    return node(cell_type="code", **made)


def cells_of(page: Page, notes: str, words: dict[str, str]) -> list:
    """Return all cells, numbered as a run from top to bottom does."""
    cells = list(body(page, notes, words))
    codes = [cell for cell in cells if cell.cell_type == "code"]
    for number, cell in enumerate(codes, start=1):
        cell.execution_count = number
        for output in cell.outputs:
            if output.output_type == "execute_result":
                output.execution_count = number
    return cells


def body(
    page: Page, notes: str, words: dict[str, str]
) -> Iterator[NotebookNode]:
    """Yield a page's cells; the set-up comes below the first words."""
    labels = {
        i.path: picture_labels(page).get(i.line - 1, "") for i in page.includes
    }
    section, count = page.headings[0].id, 0  # its cells of text so far
    start, around = page.headings[0].line, ""
    ends = [below_first_words(page), *page.blocks, len(page.lines) + 2]
    for end in ends:
        line = end if isinstance(end, int) else end.line
        for name, lines in pieces(page, start, line, around):
            if name:
                section, count = name, 0
            if name == "exercises":
                lines[2:2] = ["", words["notebook-exercises"]]
            if source := markdown(page, "\n".join([*lines, ""])):
                count += 1
                yield text_cell(f"text-{section}_{count}", source)
        if end is ends[0]:
            start = line
            yield text_cell("setup", notes)
            titled = f"#@title {words['notebook-first']}\n{set_up(page)}"
            yield code_cell("setup-code", titled, FOLDED, [])
        elif end is not ends[-1]:
            around = box_around(page, end)
            solution = around.lstrip().startswith("??? success")
            yield block_cell(page, end, labels, solution)
            start = line + 3  # below its marks and the include


def below_first_words(page: Page) -> int:
    """Return the line below the title and a paragraph that follows it."""
    title, *below = page.passages[0].elements
    paragraph = below[0] if below and below[0].kind == "text" else None
    words = paragraph and not paragraph.spans[0].raw.startswith("<")
    return (paragraph if words else title).end + 1


def pieces(
    page: Page, start: int, end: int, around: str
) -> Iterator[tuple[str, list[str]]]:
    """Yield the lines from start to before end, cut at headings, with ids.

    `around` is the first line of the box that the first of them are in.
    """
    heads = {e.line: e for e in page.elements if e.kind == "heading"}
    name, lines = "", []
    shown = (n for n in range(start, end) if page.kinds.get(n) in SHOWN)
    nested = ""  # a box in a box starts again as one by itself
    if around and page.lines[next(shown, 1) - 1].startswith("    "):
        lines = [around.lstrip(), ""]
        nested = around.removesuffix(lines[0])
    measured = {last_line(page, block) for block in page.measured}
    text = [*page.lines, ""]
    for number in range(start, end):
        if number - 1 in measured:
            lines += ["", MEASURED_HERE, ""]
        if head := heads.get(number):
            yield name, lines
            name = read_id(head.info)[0]
            title = page.lines[number - 1].removesuffix(head.info)
            # An anchor that is the same in all viewers.
            lines = [f'<a id="{name}"></a>', title.rstrip()]
        else:
            if not text[number - 1].startswith(nested) and text[number - 1]:
                nested = ""
            lines.append(text[number - 1].removeprefix(nested))
    yield name, lines


def box_around(page: Page, block: Fence) -> str:
    """Return how a block's box would start again below it; else empty."""
    above = [box for box in page.boxes if box.line < block.line]
    if not above or not page.lines[block.line - 1].startswith(" "):
        return ""
    if above[-1].marks == "!!!":
        return f'!!! {above[-1].kind} ""'
    return page.lines[above[-1].line - 1]


def block_cell(
    page: Page, block: Fence, labels: dict[str, str], solution: bool
):
    """Return a block with what is recorded of it."""
    name, outputs = block.section.name, []
    if path := printed_path(page, block):
        printed = page.files.text(path)
        outputs += [node(output_type="stream", name="stdout", text=printed)]
    for kind in KINDS.values():
        path = kind.path(page.name, name)
        if kind.drawn and page.files.exists(path):
            label, text = labels.get(path, name), kind.read(page.root / path)
            shown = {
                "text/html": kind.in_notebook(text, label),
                "text/plain": html.unescape(label),
            }
            outputs.append(
                node(output_type="execute_result", data=shown, metadata={})
            )
    code = block.section.text.rstrip("\n")
    for mark in block.marks:
        code = code.replace(f"# ({mark})!", f"# ({mark})")
    if solution:
        return code_cell(f"code-{name}", FIRST + code, SOLUTION, outputs)
    return code_cell(f"code-{name}", code, {}, outputs)
