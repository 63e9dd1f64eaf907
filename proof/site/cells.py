"""A page whose blocks are the numbered cells of its notebook.

mkdocs-jupyter renders the notebook that this makes: the cells of the one that
readers download, but the prose as the site's own Markdown rendered it. Of what
comes back the cells of code are taken. Their figures and the prose, which a
fold may join over several cells, are put back as they were.
"""

import re
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from mkdocs.exceptions import PluginError

from proof.pages.page import MARK, Fence, Page
from proof.site.content import PLAIN
from proof.site.notebooks import below_first_words, cells_of, written
from proof.site.notices import passages

CODE = re.compile(
    r'<div class="language-python highlight"><pre>.*?</pre></div>\s*', re.S
)
PRINTED = re.compile(
    r'<div class="language-text highlight"><pre>.*?</pre></div>\s*', re.S
)
NOTES = re.compile(r"\s*<ol>.*?</ol>\s*", re.S)
FIGURE = re.compile(r"<figure>.*?</figure>\s*", re.S)
EMPTY = re.compile(r"\n\s*\n")  # it would end the HTML in a cell
DRAWN = re.compile(r'<div [^>]*role="img".*?</svg>\s*</div>', re.S)
# The title, what is told of the translation, and the first paragraph.
TITLE = re.compile(r'.*?</h1>(?:\s*<p class="notice".*?</p>)*\s*', re.S)
WORDS = re.compile(r"<p>.*?</p>\s*", re.S)
# What the plugin makes of a cell of code, and of what that gave.
CELL = re.compile(
    r'<div class="jp-Cell jp-CodeCell[^>]* id="cell-id=(?P<id>[^"]+)">'
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
    """HTML from below a block to the next one: what belongs to its cell, rest.

    What the block printed is in none of them, since the plugin shows it.
    """

    notes: str
    figure: str
    rest: str


class Html(NamedTuple):
    """A page's HTML without its blocks, cut at its set-up and at each block."""

    above: str
    below: str
    parts: list[Part]


def cut(page: Page, content: str) -> Html:
    """Cut a page's HTML; raises PluginError if a block is not found in it."""
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
    return Html(start[:title], start[title:], parts)


def part(page: Page, block: Fence, segment: str, end: int) -> Part:
    """What of the HTML below a block belongs to it, and the rest."""
    name = block.section.name
    pictures = [  # for each, whether the block drew it
        page.gives(include) and include.section == name
        for include in page.includes
        if block.line < include.line < end
        and include.kind in ("svg", "diagram")
    ]
    notes = figure = ""
    if MARK.search(block.section.text):
        notes, segment = taken(segment, NOTES)
    if page.printed(block):
        _, segment = taken(segment, PRINTED)
    if True in pictures:
        figure, segment = taken(segment, FIGURE, pictures.index(True))
    return Part(notes, figure, segment)


def taken(text: str, pattern: re.Pattern, place: int = 0) -> tuple[str, str]:
    """What matches a pattern at this place of all that do, and the rest."""
    match = list(pattern.finditer(text))[place]
    return match[0], text[: match.start()] + text[match.end() :]


def copy(page: Page, words: dict[str, str], html: Html) -> str:
    """The notebook that the plugin renders: HTML in the cells of prose."""
    cells = cells_of(page, words["notebook-setup"], words)
    groups: list[list] = [[]]  # of cells of prose, between those of code
    for cell in cells:
        if cell.cell_type == "code":
            groups.append([])
        else:
            groups[-1].append(cell)
    texts = [html.below]
    for part in html.parts:
        texts.append(part.notes + DRAWN.sub("", part.figure) + part.rest)
    (first, setup), *others = groups
    first.source, setup.source = html.above, f"<p>{escape(setup.source)}</p>"
    for group, text in zip(others, texts, strict=True):
        pieces = [piece for _, piece in passages(text)]
        while len(pieces) > max(
            1, len(group)
        ):  # ends of folds, before a heading
            pieces[:2] = ["".join(pieces[:2])]
        for cell, piece in zip(group, pieces):
            cell.source = EMPTY.sub("\n", piece).strip()
    codes = [cell for cell in cells if cell.cell_type == "code"][1:]
    for cell, block, part in zip(codes, page.blocks, html.parts, strict=True):
        cell.source = block.section.text.rstrip("\n")
        if part.figure:
            cell.outputs[-1].data = {"text/html": DRAWN.search(part.figure)[0]}
    return written(cells, page.name)


def rendered(
    page: Page,
    words: dict[str, str],
    content: str,
    plugin: Callable[[str], str],
) -> str:
    """A page's HTML with the plugin's cells in the place of its blocks.

    `content` is what the site's Markdown made of the page, `plugin` makes HTML
    of the text of a notebook.
    """
    html = cut(page, content)
    cells = list(CELL.finditer(plugin(copy(page, words, html))))
    if len(cells) != len(html.parts) + 1:
        raise PluginError(
            f"{page.path}: mkdocs-jupyter made {len(cells)} cells of "
            f"{len(html.parts) + 1}; see whether proof/site/cells.py reads the "
            "HTML of its version"
        )
    pairs = zip(cells[1:], html.parts)
    return "".join(
        [
            *(html.above, setup_cell(cells[0], words), html.below),
            *(code_cell(cell, part) + part.rest for cell, part in pairs),
        ]
    )


def setup_cell(cell: re.Match, words: dict[str, str]) -> str:
    """What the cells of a page need first, folded."""
    return (
        f'<div class="jp-CodeCell" id="{name(cell)}" data-search-exclude>\n'
        f'<details>\n<summary><span class="jp-InputPrompt">{cell["prompt"]}'
        f"</span> {escape(words['notebook-first'])}</summary>\n"
        f"{code(cell)}</details>\n</div>\n"
    )


def code_cell(cell: re.Match, part: Part) -> str:
    """A cell of code and what it gave, with a link to itself."""
    outputs = [
        '<div class="language-text highlight"><pre><code>'
        f"{text}</code></pre></div>\n"
        for text in STREAM.findall(cell["outputs"])
    ]
    prompts = [
        '<p class="jp-OutputPrompt" data-search-exclude>'
        f"Out&nbsp;{number}</p>\n"
        for number in RESULT.findall(cell["outputs"])
    ]
    return "".join(
        [
            f'<div class="jp-CodeCell" id="{name(cell)}">\n',
            '<p class="jp-InputPrompt" data-search-exclude>',
            f'<a href="#{name(cell)}">{cell["prompt"]}</a></p>\n',
            *(code(cell), part.notes, *outputs, *prompts, part.figure),
            "</div>\n",
        ]
    )


def name(cell: re.Match) -> str:
    """What a link to a cell ends with: cell-3 for `In [3]`."""
    return "cell-" + re.search(r"\d+", cell["prompt"])[0]


def code(cell: re.Match) -> str:
    """A cell's code as that of other pages stands there."""
    shown = PLAIN.sub(r"\1", cell["code"])
    return (
        f'<div class="language-python highlight"><pre><code>{shown}'
        "\n</code></pre></div>\n"
    )
