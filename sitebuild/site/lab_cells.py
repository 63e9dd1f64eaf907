"""Let mkdocs-jupyter render the blocks of a lab as cells of a notebook.

The plugin gets a notebook of the page's code and recordings, in which comments
stand for the prose and the figures. Its page is used as it comes, but for
CHANGES. Then the HTML that the site's Markdown made takes the comments' places.
"""

import re
from html import escape

from mkdocs.exceptions import PluginError

from sitebuild.pages.project import View
from sitebuild.site.notebooks import (
    block_cell,
    file_name,
    needed,
    text_cell,
    written,
)
from sitebuild.site.page_html import FIGURE

PROSE, DRAWN = "<!-- prose {} -->", "<!-- figure {} -->"
CODE = '<div class="language-python highlight">'
FIRST_WORDS = r"(?s)\A.*?</h1>(?:\s*<p>.*?</p>)?"  # above the set-up
# Patterns of what is changed in the plugin's HTML, and what takes its place.
CHANGES = (
    # Around the cells, the policy forbids styles and scripts within the page,
    # and MathJax from another host; other elements are the theme's.
    (r'\A.*<div class="jp-Notebook"[^>]*>|</div> <!-- jp-Notebook -->.*', ""),
    # In a cell, these need the scripts: marks to fold it, and a button with
    # the text that it copies. The site has its own (copy.js).
    (r'<div class="jp-Collapser.*?</div>\s*', ""),
    (r'<div class="zeroclipboard-.*?</clipboard-copy>\s*</div>\s*', ""),
    ('<div class="clipboard-copy-txt".*?</div>', ""),
    # The keyboard would stop at each cell, not only at what scrolls.
    (' tabindex="0"', ""),
    # Code and printed text are as on other pages, to be verified and copied.
    ('<div class="highlight-ipynb[^>]*>', CODE),
    (r'<div class="jp-RenderedText[^>]*>\s*', CODE.replace("python", "text")),
    ("<pre>(.*?)</pre>", r"<pre><code>\1</code></pre>"),
    # The search leaves out numbers, and those of cells link to themselves.
    ('(<div class="jp-(?:In|Out)putPrompt [^>]*)>', r"\1 data-search-exclude>"),
    (r">(In\s\[(\d+)\])(?=:)", r' id="cell-\2"><a href="#cell-\2">\1</a>'),
)


def notebook_of_code(view: View) -> str:
    """Return a page's notebook for mkdocs-jupyter, the same in each language.

    Its cells have the numbers of those in the notebook that readers download,
    where the set-up comes first.
    """
    page, cells = view.page, [text_cell("raw", "prose-1", PROSE.format(1))]
    for number, block in enumerate(page.blocks, start=2):
        code = block_cell(view, block, number)
        code["source"] = block.section.text.rstrip("\n")  # as on the page
        for output in code["outputs"]:
            if "data" in output:
                output["data"] = {"text/html": DRAWN.format(number)}
        prose = text_cell("raw", f"prose-{number}", PROSE.format(number))
        cells += [code, prose]
    return written(cells, page.name)


def with_prose(view: View, html: str, prose: str) -> str:
    """Return mkdocs-jupyter's page with prose and figures in their places.

    `prose` is the HTML that the site's Markdown made of the whole page. Raises
    PluginError if it or the plugin's page lacks a block.
    """
    page = view.page
    for pattern, new in CHANGES:
        html = re.sub(pattern, new, html, flags=re.S)
    prose = re.sub(FIRST_WORDS, lambda m: m[0] + set_up(view), prose)
    blocks, parts = html.count(CODE), re.split(f"(?s){CODE}.*?</div>", prose)
    if not len(page.blocks) == blocks == len(parts) - 1:
        raise PluginError(
            f"{page.path}: {len(page.blocks)} blocks became {len(parts) - 1} "
            f"in HTML and {blocks} cells; set each fence on lines of its own, "
            "or let sitebuild/site/lab_cells.py know this mkdocs-jupyter"
        )
    for number, part in enumerate(parts, start=1):
        if DRAWN.format(number) in html:
            figure = FIGURE.search(part)[0]
            html = html.replace(DRAWN.format(number), figure)
            part = part.replace(figure, "", 1)
        html = html.replace(PROSE.format(number), part)
    return html


def set_up(view: View) -> str:
    """Return the cell that the others need first, folded.

    Its code, as long as a chapter, is in the notebook; here are its files.
    """
    file, words = file_name(view.page), view.words
    link = f'<a href="{file}" download>{file}</a>'
    where = escape(words["notebook-first-where"]).format(notebook=link)
    files = ", ".join(f"<code>{path}</code>" for path in needed(view.page))
    return (
        '\n<details id="cell-1" data-search-exclude>\n'
        '<summary><span class="jp-InputPrompt">'
        f"In\N{NO-BREAK SPACE}[1]:</span> {escape(words['notebook-first'])}"
        f"</summary>\n<p>{where} {files}.</p>\n</details>\n"
    )
