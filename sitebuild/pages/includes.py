"""Expand a page's includes: the Markdown that the renderer gets."""

import re
from collections.abc import Iterable

from sitebuild.pages.inert_markdown import ANSWERED
from sitebuild.pages.markdown_parser import HEADING_ID
from sitebuild.pages.page import Page, notes_below, printed_path
from sitebuild.pages.page_parts import Fence

MEASURED_HERE = "{{ measured }}"  # becomes the name of the machine


def expand_includes(
    page: Page, folds: Iterable[tuple[int, int]] = (), title: str = ""
) -> str:
    """Return a page's Markdown with all that it includes.

    Lines from the first to the last of each of `folds` stand in a box `???`.

    What a block printed stands below it, or below the notes on its code (a cell
    has its own), and MEASURED_HERE below all outputs of a block that measures.
    Headings keep no attribute but their id.
    """
    lines = dict(enumerate(page.lines, start=1))
    for line, _, id, *_ in page.headings:
        lines[line] = re.sub(HEADING_ID, f"{{ #{id} }}", lines[line])
    for fence in [fence for fence in page.fences if fence.include]:
        indent = page.lines[fence.line].partition("-")[0]
        shown = indented(indent, fence.text.removesuffix("\n"))
        lines[fence.include.line] = shown
        path = printed_path(page, fence) if fence.section else ""
        if path and not page.in_cells:
            printed = page.files.text(path).removesuffix("\n")
            output = indented(indent, f"\n```text\n{printed}\n```\n")
            lines[notes_below(page, fence)[1]] += f"\n{output}"
    for block in page.measured:
        lines[last_line(page, block)] += f"\n\n{MEASURED_HERE}\n"
    for first, last in folds:
        for line in range(first, last + 1):
            lines[line] = indented("    ", lines[line])
        lines[first] = f'??? {ANSWERED} "{title}"\n\n{lines[first]}'
    return "\n".join([*lines.values(), ""])


def indented(indent: str, text: str) -> str:
    """Put an indent before each line of a text."""
    return "\n".join(indent + line for line in text.split("\n"))


def last_line(page: Page, block: Fence) -> int:
    """Return the last line of a block with its notes and its figure."""
    own = page.name, block.section.name
    lines = [i.line for i in page.includes if (i.page, i.section) == own]
    captions = [e.end for e in page.elements if e.line - 1 in lines]
    return max([notes_below(page, block)[1], *captions])
