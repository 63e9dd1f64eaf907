"""A page whose blocks are the numbered cells of its notebook.

mkdocs-jupyter renders the cells of code of the notebook that readers download.
They take the places of the blocks in what the site's own Markdown made of the
page: its prose, which a fold may join over several cells, and its figures.
"""

import re
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from mkdocs.exceptions import PluginError

from proof.blocks.imports import needed
from proof.pages.page import Fence, Page
from proof.site.content import coloured
from proof.site.notebooks import below_first_words, cells_of, file_name, written

CODE = re.compile(
    r'<div class="language-python highlight"><pre>.*?</pre></div>\s*', re.S
)
PRINTED = re.compile(
    r'<div class="language-text highlight"><pre>.*?</pre></div>\s*', re.S
)
NOTES = re.compile(r"\s*<ol>.*?</ol>\s*", re.S)
FIGURE = re.compile(r"<figure>.*?</figure>\s*", re.S)
# The title, what is told of the translation, and the first paragraph.
TITLE = re.compile(
    r'.*?</h1>(?:\s*<(?:details class="machine".*?</details>|'
    r'p class="notice".*?</p>))*\s*',
    re.S,
)
WORDS = re.compile(r"<p>.*?</p>\s*", re.S)
# What the plugin makes of a cell of code, and of what that gave.
CELL = re.compile(
    r'<div class="jp-Cell jp-CodeCell[^>]*>'
    r'.*?<div class="jp-InputPrompt[^>]*>(?P<prompt>[^<]*):</div>'
    r'.*?<div class="highlight-ipynb[^>]*><pre>(?P<code>.*?)\n*</pre>'
    r'(?P<outputs>.*?)(?=<div class="jp-Cell |\Z)',
    re.S,
)
STREAM = re.compile(
    r'data-mime-type="text/plain"[^>]*>\s*<pre>(.*?)</pre>', re.S
)
RESULT = re.compile(r'<div class="jp-OutputPrompt[^>]*>Out(\[\d+\]):</div>')


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
    start, *segments = CODE.split(content)
    if len(segments) != len(page.blocks):
        raise PluginError(
            f"{page.path}: {len(page.blocks)} blocks became {len(segments)} "
            "in HTML; set each fence on lines of its own"
        )
    title = TITLE.match(start).end()
    if below_first_words(page) > page.headings[0].line + 1:
        title = WORDS.match(start, title).end()
    lines = [*(block.line for block in page.blocks[1:]), len(page.lines) + 1]
    pairs = zip(page.blocks, segments, lines)
    parts = [part(page, *what) for what in pairs]
    return start[:title], start[title:], parts


def part(page: Page, block: Fence, segment: str, end: int) -> Part:
    """Tell what of the HTML below a block belongs to it from the rest."""
    name = block.section.name
    pictures = [  # for each, whether the block drew it
        page.gives(include) and include.section == name
        for include in page.includes
        if block.line < include.line < end and include.output.drawn
    ]
    notes = figure = ""
    if block.marks:
        notes, segment = taken(segment, NOTES)
    if page.printed(block):
        _, segment = taken(segment, PRINTED)
    if True in pictures:
        figure, segment = taken(segment, FIGURE, pictures.index(True))
    return Part(notes, figure, segment)


def taken(text: str, pattern: re.Pattern, place: int = 0) -> tuple[str, str]:
    """Return what matches a pattern, in this place of all, and the rest."""
    match = list(pattern.finditer(text))[place]
    return match[0], text[: match.start()] + text[match.end() :]


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
    cells = list(CELL.finditer(made))
    if len(cells) != len(parts) + 1:
        raise PluginError(
            f"{page.path}: mkdocs-jupyter made {len(cells)} cells of "
            f"{len(parts) + 1}; see whether proof/site/cells.py reads the "
            "HTML of its version"
        )
    first = above + setup_cell(cells[0], page, words) + below
    return first + "".join(
        code_cell(cell, part, marked(cell["code"])) + part.rest
        for cell, part in zip(cells[1:], parts)
    )


def setup_cell(cell: re.Match, page: Page, words: dict[str, str]) -> str:
    """Return the cell that the others need first, folded.

    Its code, as long as a chapter, is in the notebook; here are its files.
    """
    file = file_name(page)
    link = f'<a href="{file}" download>{file}</a>'
    where = escape(words["notebook-first-where"]).format(notebook=link)
    files = ", ".join(f"<code>{path}</code>" for path in needed(page))
    return (
        f'<div class="jp-CodeCell" id="{name(cell)}" data-search-exclude>\n'
        f'<details>\n<summary><span class="jp-InputPrompt">{cell["prompt"]}'
        f"</span> {escape(words['notebook-first'])}</summary>\n"
        f"<p>{where} {files}.</p>\n</details>\n</div>\n"
    )


def code_cell(cell: re.Match, part: Part, shown: str) -> str:
    """Return a cell with its code and what it gave, with a link to itself."""
    printed = "".join(
        '<div class="language-text highlight"><pre><code>'
        f"{text}</code></pre></div>\n"
        for text in STREAM.findall(cell["outputs"])
    )
    prompt = "".join(
        '<p class="jp-OutputPrompt" data-search-exclude>'
        f"Out&nbsp;{number}</p>\n"
        for number in RESULT.findall(cell["outputs"])
    )
    return (
        f'<div class="jp-CodeCell" id="{name(cell)}">\n'
        '<p class="jp-InputPrompt" data-search-exclude>'
        f'<a href="#{name(cell)}">{cell["prompt"]}</a></p>\n'
        f"{code(shown)}{part.notes}{printed}{prompt}{part.figure}</div>\n"
    )


def name(cell: re.Match) -> str:
    """Return the id of a cell: cell-3 for `In [3]`."""
    return "cell-" + "".join(filter(str.isdigit, cell["prompt"]))


def code(shown: str) -> str:
    """Return a cell's code as that of other pages stands there."""
    return (
        '<div class="language-python highlight"><pre><code>'
        f"{coloured(shown)}\n</code></pre></div>\n"
    )
