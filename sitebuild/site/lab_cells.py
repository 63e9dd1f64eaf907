"""A page whose blocks are the numbered cells of its notebook.

mkdocs-jupyter renders the cells of code of the notebook that readers download.
They take the places of the blocks in what the site's own Markdown made of the
page: its prose, which a fold may join over several cells, and its figures.
"""

from collections.abc import Callable
from html import escape
from typing import NamedTuple

from mkdocs.exceptions import PluginError

from sitebuild.pages.page import Fence, Page, printed_path
from sitebuild.runner.standalone import needed
from sitebuild.site.html_utils import between, elements, pieces
from sitebuild.site.notebooks import (
    below_first_words,
    cells_of,
    file_name,
    written,
)
from sitebuild.site.page_html import FIGURE, coloured, hung, printed

CODE = '<div class="language-python highlight"><pre>', "</pre></div>"
PRINTED = '<div class="language-text highlight"><pre>', "</pre></div>"
NOTES = "<ol>", "</ol>"
# Below the title: what is told of the translation.
NOTICE = '<p class="notice"', "</p>"
TOLD = ('<details class="machine"', "</details>"), NOTICE, NOTICE
WORDS = "<p>", "</p>"
# What the plugin makes of a cell: prompt, code, what was printed, and given.
PROMPT = '<div class="jp-InputPrompt jp-InputArea-prompt">'
MADE = '<div class="highlight-ipynb', "</pre>"
STREAM = 'data-mime-type="text/plain"', "</pre>"
RESULT = '<div class="jp-OutputPrompt jp-OutputArea-prompt">Out', ":</div>"


class Cell(NamedTuple):
    """What the plugin makes of a cell of code, and of what that gave."""

    prompt: str
    code: str
    printed: list[str]
    results: list[str]  # their numbers, as [3]

    @property
    def id(self) -> str:
        """The id of a cell: cell-3 for `In [3]`."""
        return "cell-" + "".join(filter(str.isdigit, self.prompt))


class Part(NamedTuple):
    """The HTML from below a block to the next one, in three pieces.

    What the block printed is in none of them, since the plugin shows it.
    """

    notes: str
    figure: str
    rest: str


def cut(page: Page, content: str) -> tuple[str, str, list[Part]]:
    """Cut a page's HTML above its set-up, below it, and at each block.

    Raises PluginError if a block is not found in it.
    """
    start, *segments = (before for before, _ in pieces(content, *CODE))
    if len(segments) != len(page.blocks):
        raise PluginError(
            f"{page.path}: {len(page.blocks)} blocks became {len(segments)} "
            "in HTML; set each fence on lines of its own"
        )
    title, end, rest = start.partition("</h1>")
    title += end
    words = below_first_words(page) > page.headings[0].line + 1
    for opened, closed in (*TOLD, WORDS) if words else TOLD:
        if rest.lstrip().startswith(opened):
            inner, end, rest = rest.partition(closed)
            title += inner + end
    lines = [*(block.line for block in page.blocks[1:]), len(page.lines) + 1]
    pairs = zip(page.blocks, segments, lines)
    parts = [part(page, *what) for what in pairs]
    return f"{title}\n", rest.lstrip(), parts


def part(page: Page, block: Fence, segment: str, end: int) -> Part:
    """Tell what of the HTML below a block belongs to it from the rest."""
    name = block.section.name
    pictures = [  # for each, whether the block drew it
        include.page == page.name and include.section == name
        for include in page.includes
        if block.line < include.line < end and include.output.drawn
    ]
    notes = figure = ""
    if block.marks:
        notes, segment = taken(segment, *NOTES)
    if printed_path(page, block):
        _, segment = taken(segment, *PRINTED)
    if True in pictures:
        figure, segment = taken(segment, *FIGURE, pictures.index(True))
    return Part(notes, figure, segment.lstrip())


def taken(text: str, start: str, end: str, place: int = 0) -> tuple[str, str]:
    """Return an element, in this place of all such, and the rest."""
    found = elements(text, start, end)[place]
    before, _, after = text.partition(found)
    return f"{found}\n", before + after.lstrip()


def notebook_of_code(page: Page, words: dict[str, str]) -> str:
    """Return the page's notebook less its prose, its code as on the page."""
    cells = cells_of(page, words["notebook-setup"], words)
    setup, *codes = [cell for cell in cells if cell.cell_type == "code"]
    setup.source = "..."  # as long as a chapter, and only its number is shown
    for cell, block in zip(codes, page.blocks, strict=True):
        cell.source = block.section.text.rstrip("\n")
    return written([setup, *codes], page.name)


def rendered(
    page: Page,
    words: dict[str, str],
    content: str,
    plugin: Callable[[str], str],
    marked: Callable[[str], str] = str,
) -> str:
    """Return a page's HTML with the plugin's cells in the place of its blocks.

    `content` is what the site's Markdown made of the page, `plugin` makes HTML
    of the text of a notebook, `marked` marks the names in a cell's code.
    """
    above, below, parts = cut(page, content)
    made = plugin(notebook_of_code(page, words))
    cells = [*map(read_cell, made.split(PROMPT)[1:])]
    if len(cells) != len(parts) + 1:
        raise PluginError(
            f"{page.path}: mkdocs-jupyter made {len(cells)} cells of "
            f"{len(parts) + 1}; see whether sitebuild/site/lab_cells.py "
            "reads the HTML of its version"
        )
    first = above + setup_cell(cells[0], page, words) + below
    return first + "".join(
        code_cell(cell, part, marked(cell.code), words) + part.rest
        for cell, part in zip(cells[1:], parts)
    )


def read_cell(html: str) -> Cell:
    """Read the HTML of a cell, which starts with the text of its prompt."""
    code, *printed = (
        text.partition("<pre>")[2]
        for place in (MADE, STREAM)
        for text in between(html, *place)
    )
    return Cell(
        html.partition(":</div>")[0],
        code.rstrip("\n"),
        printed,
        between(html, *RESULT),
    )


def setup_cell(cell: Cell, page: Page, words: dict[str, str]) -> str:
    """Return the cell that the others need first, folded.

    Its code, as long as a chapter, is in the notebook; here are its files.
    """
    file = file_name(page)
    link = f'<a href="{file}" download>{file}</a>'
    where = escape(words["notebook-first-where"]).format(notebook=link)
    files = ", ".join(f"<code>{path}</code>" for path in needed(page))
    return (
        f'<div class="jp-CodeCell" id="{cell.id}" data-search-exclude>\n'
        f'<details>\n<summary><span class="jp-InputPrompt">{cell.prompt}'
        f"</span> {escape(words['notebook-first'])}</summary>\n"
        f"<p>{where} {files}.</p>\n</details>\n</div>\n"
    )


def code_cell(cell: Cell, part: Part, shown: str, words: dict[str, str]) -> str:
    """Return a cell with its code and what it gave, with a link to itself."""
    texts = "".join(
        '<div class="language-text highlight"><pre><code>'
        f"{text}</code></pre></div>\n"
        for text in cell.printed
    )
    texts = printed(texts, words)
    prompt = "".join(
        '<p class="jp-OutputPrompt" data-search-exclude>'
        f"Out&nbsp;{number}</p>\n"
        for number in cell.results
    )
    return (
        f'<div class="jp-CodeCell" id="{cell.id}">\n'
        '<p class="jp-InputPrompt" data-search-exclude>'
        f'<a href="#{cell.id}">{cell.prompt}</a></p>\n'
        f"{code(shown)}{part.notes}{texts}{prompt}{part.figure}</div>\n"
    )


def code(shown: str) -> str:
    """Return a cell's code as that of other pages stands there."""
    return hung(
        '<div class="language-python highlight"><pre><code>'
        f"{coloured(shown)}\n</code></pre></div>\n"
    )
