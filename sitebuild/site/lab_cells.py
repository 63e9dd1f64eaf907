"""Show the blocks of a page as the numbered cells of its notebook.

mkdocs-jupyter renders the code cells of the notebook that readers download.
They replace the blocks in the HTML that the site's Markdown made of the page,
which keeps its prose (a fold may join the text of several cells) and figures.
"""

import re
from collections.abc import Callable
from html import escape

from mkdocs.exceptions import PluginError

from sitebuild.pages.page import Fence, Page, printed_path
from sitebuild.runner.standalone import needed
from sitebuild.site.notebooks import (
    FOLDED,
    below_first_words,
    block_cell,
    code_cell,
    file_name,
    written,
)
from sitebuild.site.page_html import FIGURE, coloured, hung, printed

CODE = re.compile('(?s)<div class="language-python highlight">.*?</div>')
PRINTED = re.compile('(?s)<div class="language-text highlight">.*?</div>')
NOTES = re.compile("(?s)<ol>.*?</ol>")
# Below the title: a machine's translation, two notices, the first paragraph.
NOTICE = '<p class="notice"', "</p>"
NOTICES = ('<details class="machine"', "</details>"), NOTICE, NOTICE
PARAGRAPH = "<p>", "</p>"
# In the HTML of mkdocs-jupyter, a cell's prompt, code, printed text and result.
PROMPT = '<div class="jp-InputPrompt jp-InputArea-prompt">'
SOURCE = re.compile('(?s)<div class="highlight-ipynb.*?<pre>(.*?)</pre>')
STREAM = re.compile('(?s)data-mime-type="text/plain".*?<pre>(.*?)</pre>')
RESULT = re.compile('jp-OutputArea-prompt">Out(.*?):</div>')
HTML = '<div class="language-{} highlight"><pre><code>{}</code></pre></div>\n'


def rendered(
    page: Page,
    words: dict[str, str],
    content: str,
    convert: Callable[[str], str],
    marked: Callable[[str], str] = str,
) -> str:
    """Return a page's HTML with the plugin's cells in the place of its blocks.

    `content` is the HTML that the site's Markdown made of the page, `convert`
    makes HTML of a notebook's text, `marked` marks the names in a cell's code.
    """
    above, below, parts = cut(page, content)
    cells = convert(notebook_of_code(page)).split(PROMPT)[1:]
    if len(cells) != len(parts) + 1:
        raise PluginError(
            f"{page.path}: mkdocs-jupyter made {len(cells)} cells of "
            f"{len(parts) + 1}; see whether sitebuild/site/lab_cells.py "
            "reads the HTML of its version"
        )
    html = above + setup_cell(page, words) + below
    ends = [*(block.line for block in page.blocks[1:]), len(page.lines) + 1]
    for block, end, part, cell in zip(page.blocks, ends, parts, cells[1:]):
        notes, figure, rest = split(page, block, end, part)
        html += block_cell_html(cell, notes, figure, marked, words) + rest
    return html


def notebook_of_code(page: Page) -> str:
    """Return a notebook of a page's code, the same in every language."""
    # The set-up is as long as a chapter, and only its number is shown.
    cells = [code_cell("setup-code", 1, "...", FOLDED)]
    for number, block in enumerate(page.blocks, start=2):
        cell = block_cell(page, block, number, {}, {})
        cell["source"] = block.section.text.rstrip("\n")  # as on the page
        cells.append(cell)
    return written(cells, page.name)


def cut(page: Page, content: str) -> tuple[str, str, list[str]]:
    """Cut a page's HTML above its set-up, below it, and below each block.

    Raises PluginError if a block is missing in it.
    """
    start, *parts = CODE.split(content)
    if len(parts) != len(page.blocks):
        raise PluginError(
            f"{page.path}: {len(page.blocks)} blocks became {len(parts)} "
            "in HTML; set each fence on lines of its own"
        )
    above, end, below = start.partition("</h1>")
    above += end
    has_words = below_first_words(page) > page.headings[0].line + 1
    for opening, closing in [*NOTICES, PARAGRAPH][: 4 if has_words else 3]:
        if below.lstrip().startswith(opening):
            inner, end, below = below.partition(closing)
            above += inner + end
    return f"{above}\n", below.lstrip(), parts


def split(page: Page, block: Fence, end: int, html: str) -> tuple[str, ...]:
    """Split the HTML below a block into its notes, its figure and the rest.

    What the block printed is left out, since the plugin shows it. `end` is the
    line of the next block.
    """
    notes = figure = ""
    if block.marks:
        notes, html = take(html, NOTES)
    if printed_path(page, block):
        _, html = take(html, PRINTED)
    shown = [i for i in page.includes if block.line < i.line < end]
    drawn = [(i.page, i.section) for i in shown if i.output.drawn]
    if (own := (page.name, block.section.name)) in drawn:
        figure, html = take(html, FIGURE, drawn.index(own))
    return notes, figure, html.lstrip()


def take(html: str, what: re.Pattern, place: int = 0) -> tuple[str, str]:
    """Return an element, counted by its place among such, and the rest."""
    element = what.findall(html)[place]
    before, _, after = html.partition(element)
    return f"{element}\n", before + after.lstrip()


def setup_cell(page: Page, words: dict[str, str]) -> str:
    """Return the cell that the others need first, folded.

    Its code, as long as a chapter, is in the notebook; here are its files.
    """
    file = file_name(page)
    link = f'<a href="{file}" download>{file}</a>'
    where = escape(words["notebook-first-where"]).format(notebook=link)
    files = ", ".join(f"<code>{path}</code>" for path in needed(page))
    return (
        '<div class="jp-CodeCell" id="cell-1" data-search-exclude>\n'
        '<details>\n<summary><span class="jp-InputPrompt">'
        f"In\N{NO-BREAK SPACE}[1]</span> {escape(words['notebook-first'])}"
        "</summary>\n"
        f"<p>{where} {files}.</p>\n</details>\n</div>\n"
    )


def block_cell_html(
    cell: str,
    notes: str,
    figure: str,
    marked: Callable[[str], str],
    words: dict[str, str],
) -> str:
    """Return a cell with a link to itself, its code, and what that gave.

    `cell` is the plugin's HTML, from the text of its prompt on.
    """
    prompt = cell.partition(":</div>")[0]
    id = "cell-" + "".join(filter(str.isdigit, prompt))
    (source,) = SOURCE.findall(cell)
    code = coloured(marked(source.rstrip("\n")))
    code = hung(HTML.format("python", f"{code}\n"))
    texts = "".join(HTML.format("text", text) for text in STREAM.findall(cell))
    results = "".join(
        f'<p class="jp-OutputPrompt" data-search-exclude>Out&nbsp;{n}</p>\n'
        for n in RESULT.findall(cell)
    )
    return (
        f'<div class="jp-CodeCell" id="{id}">\n'
        '<p class="jp-InputPrompt" data-search-exclude>'
        f'<a href="#{id}">{prompt}</a></p>\n'
        f"{code}{notes}{printed(texts, words)}{results}{figure}</div>\n"
    )
