"""Write a page as a Jupyter notebook: its prose, its code, its recordings.

It is made without running anything. Its first cell of code, which is folded,
writes the files that the others import or read, so it runs without the project.
Nothing in it is random or dated: each build gives the same bytes.
"""

import html
import re
from bisect import bisect
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import chain, pairwise

import nbformat

from sitebuild.i18n.notices import counts
from sitebuild.pages.includes import last_line
from sitebuild.pages.page import (
    Fence,
    Page,
    printed_path,
    recording_text,
)
from sitebuild.pages.page_reader import MARK
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, address
from sitebuild.runner.standalone import set_up
from sitebuild.site.jupyter_markdown import included, markdown
from sitebuild.site.page_html import relabel
from sitebuild.widgets.changes import long_date, measured

BRANCH = "gh-pages"  # of the repository, with the built site
REPOSITORY = re.compile(r"https://github\.com/([^/]+/.+?)(\.git)?/?")
LINK = re.compile(r"\]\(([a-z0-9-]+)\.md(?=[#)])")  # to a page
# Folded away, in JupyterLab and in Colab; of a solution the outputs too. The
# first line is still seen, so that of a solution must not give it away.
FOLDED = {"cellView": "form", "jupyter": {"source_hidden": True}}
SOLUTION = {
    "cellView": "form",
    "collapsed": True,
    "jupyter": {"outputs_hidden": True, "source_hidden": True},
}
FIRST = "#@title Solution\n"
PROSE = ("text", "heading", "box", "formula")


def file_name(page: Page) -> str:
    """Return the name of a page's notebook; empty if it has no code."""
    return f"{page.name}.ipynb" if page.blocks and page.headings else ""


def colab(repository: str | None, path: str) -> str:
    """Return where Colab opens a file of the site; empty if it cannot."""
    if not (match := REPOSITORY.fullmatch(repository or "")):
        return ""
    place = f"{match[1]}/blob/{BRANCH}/{path}"
    return f"https://colab.research.google.com/github/{place}"


def notebook(project: Project, path: str, language: str, site_url: str) -> str:
    """Return the text of a page's notebook.

    `language` is that of the site; `path` is the original's where the site's
    language does not have the page.
    """

    def on_site(link: re.Match) -> str:
        return f"]({site_url}{address(link[1], language)}"

    page, words = project.by_path[path], project.words[language]
    spoken = project.words[ORIGINAL] if page.language != ORIGINAL else words
    recordings = labelled(page, spoken, words)
    machine = f"*{measured(project, page, language)}*"
    lines = lines_of(page, machine, words["notebook-exercises"])
    show = partial(included, page, recordings, words)
    texts = partial(text_cells, page, lines, show, Counter())
    labels = page.labels
    titled = f"#@title {words['notebook-first']}\n{set_up(page)}"
    start, around = below_first_words(page), ""
    cells = [
        *texts(page.headings[0].line, start, around),
        cell("markdown", "setup", "\n\n".join(notes(project, page, language))),
        cell(
            "code",
            "setup-code",
            titled,
            metadata=FOLDED,
            execution_count=1,
            outputs=[],
        ),
    ]
    for number, block in enumerate(page.blocks, start=2):
        cells += texts(start, block.line, around)
        around = box_around(page, block)
        cells.append(block_cell(page, block, number, labels, recordings))
        if around.lstrip().startswith("??? success"):
            cells[-1]["source"] = FIRST + cells[-1]["source"]
            cells[-1]["metadata"] = SOLUTION
        start = block.line + 3  # below its marks and the include
    cells += texts(start, len(page.lines) + 2, around)
    for each in cells:
        if each["cell_type"] == "markdown":
            each["source"] = LINK.sub(on_site, each["source"])
    return written(cells, page.meta.get("title", page.name))


def labelled(page: Page, spoken: dict, words: dict) -> dict[str, str]:
    """Return recordings with their labels in the page's language, by path.

    Whoever runs a cell sees the labels of its code.
    """
    texts = {}
    for include in page.recordings:
        stem = include.path.rpartition(".")[0]
        both = (f"{stem}.{suffix}" for suffix in ("svg", "html"))
        figure = "".join(map(page.files.text, both))
        text = recording_text(page, include)
        texts[include.path] = relabel(text, figure, spoken, words)
    return texts


def notes(project: Project, page: Page, language: str) -> list[str]:
    """Return what one has to know to use a page's notebook."""
    words = project.words[language]
    title = page.meta.get("title", page.name)
    about = words["notebook-about"].format(
        page=f"[{title}]({page.name}.md)",
        site=f"[{words['site-name']}](index.md)",
    )
    if made := project.recorded.get(page.name):
        known = made | {"date": long_date(made["date"], language)}
        about += " " + words["notebook-recorded"].format(**known)
    states = counts(project.states(page, language), words)
    return [about, *states.values(), words["notebook-setup"]]


def written(cells: list[dict], title: str) -> str:
    """Return the text of a notebook of these cells."""
    kernel = {"display_name": "Python 3", "language": "python"}
    metadata = {
        "kernelspec": kernel | {"name": "python3"},
        "language_info": {"name": "python"},
        "title": title,
    }
    # `new_notebook` and its like would validate each part, which takes long.
    made = dict(nbformat=4, nbformat_minor=5, cells=cells, metadata=metadata)
    return nbformat.writes(nbformat.from_dict(made)) + "\n"


def cell(kind: str, id: str, source: str, **more: object) -> dict:
    """Return a cell of a kind: code, markdown or raw."""
    return dict(cell_type=kind, id=id, metadata={}, source=source) | more


def below_first_words(page: Page) -> int:
    """Return the line below the title and a paragraph that follows it."""
    title, *below = page.passages[0].elements
    paragraph = below[0] if below and below[0].kind == "text" else None
    words = paragraph and paragraph.spans[0].kind != "place"
    return (paragraph if words else title).end + 1


def lines_of(page: Page, machine: str, exercises: str) -> dict[int, list[str]]:
    """Return what a notebook has for each line, with anchors above headings.

    `machine` follows what was measured, `exercises` the title of exercises.
    """
    lines = {n: [text] for n, text in enumerate([*page.lines, ""], start=1)}
    for heading, _, elements in page.passages:
        text = page.lines[heading.line - 1].removesuffix(elements[0].info)
        lines[heading.line] = [f'<a id="{heading.id}"></a>', text.rstrip()]
        if heading.id == "exercises":
            lines[heading.line] += ["", exercises]
    for block in page.measured:
        lines[last_line(page, block) + 1][:0] = ["", machine, ""]
    return lines


def text_cells(
    page: Page,
    lines: dict[int, list[str]],
    show: Callable,
    counts: Counter[str],
    start: int,
    end: int,
    around: str,
) -> Iterator[dict]:
    """Yield the lines from start to before end as cells, cut at headings.

    `counts` are the cells of each section so far, `around` is the first line
    of the box that the lines go on with.
    """
    text, nested = [], ""  # a box in a box starts again as one by itself
    prose = (n for n in range(start, end) if page.kinds.get(n) in PROSE)
    if around and page.lines[next(prose, 1) - 1].startswith("    "):
        text = [around.lstrip(), ""]
        nested = around.removesuffix(text[0])
    heads = [heading.line for heading in page.headings]
    cuts = [start, *(line for line in heads if start < line < end), end]
    for first, last in pairwise(cuts):
        for line in chain.from_iterable(lines[n] for n in range(first, last)):
            if line and not line.startswith(nested):
                nested = ""
            text.append(line.removeprefix(nested))
        id = page.headings[bisect(heads, first) - 1].id
        if source := markdown("\n".join(text), show):
            counts[id] += 1
            yield cell("markdown", f"text-{id}_{counts[id]}", source)
        text = []


def box_around(page: Page, block: Fence) -> str:
    """Return how a block's box would start again below it; else empty."""
    above = [box for box in page.boxes if box.line < block.line]
    if not above or not page.lines[block.line - 1].startswith(" "):
        return ""
    if above[-1].marks == "!!!":
        return f'!!! {above[-1].kind} ""'
    return page.lines[above[-1].line - 1]


def block_cell(
    page: Page,
    block: Fence,
    number: int,
    labels: dict[int, str],
    recordings: dict[str, str],
) -> dict:
    """Return a block as the cell of this number, with its recorded outputs.

    `labels` name pictures by their lines, `recordings` are texts, by path, in
    the place of those on disk.
    """
    name, outputs = block.section.name, []
    if path := printed_path(page, block):
        printed = page.files.text(path)
        outputs += [dict(output_type="stream", name="stdout", text=printed)]
    for include in page.includes:
        own = (include.page, include.section) == (page.name, name)
        if own and include.output.drawn:
            label = labels.get(include.line, name)
            text = recordings.get(include.path) or recording_text(page, include)
            shown = {
                "text/html": include.output.in_notebook(text, label),
                "text/plain": html.unescape(label),
            }
            result = dict(output_type="execute_result", execution_count=number)
            outputs.append(result | dict(data=shown, metadata={}))
    code = re.sub(MARK, r"# (\1)", block.section.text.rstrip("\n"))
    return cell(
        "code", f"code-{name}", code, execution_count=number, outputs=outputs
    )
