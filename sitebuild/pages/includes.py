"""Expand a page's includes: the Markdown that the renderer gets."""

from sitebuild.pages.page import (
    Page,
    notes_below,
    printed_path,
    read_id,
    recording_text,
)
from sitebuild.pages.page_reader import Fence, Include
from sitebuild.pages.snippet_code import find

MEASURED_HERE = "{{ measured }}"  # becomes the name of the machine


def expand_includes(page: Page) -> str:
    """Return a page's Markdown with all that it includes.

    What a block printed stands below it, or below the notes on its code (a cell
    has its own), and MEASURED_HERE below all outputs of a block that measures.
    Headings keep no attribute but their id.
    """
    lines = dict(enumerate(page.lines, start=1))
    for element in page.elements:
        if element.kind == "heading" and element.info:
            title = lines[element.line].removesuffix(element.info)
            lines[element.line] = f"{title}{{ #{read_id(element.info)[0]} }}"
    for include in [fence.include for fence in page.fences if fence.include]:
        indent = lines[include.line].partition("-")[0]
        lines[include.line] = indented(indent, content(page, include))
    for block in page.blocks:
        if (path := printed_path(page, block)) and not page.in_cells:
            printed = page.files.text(path).splitlines()
            text = "\n".join(["", "```text", *printed, "```", ""])
            indent = page.lines[block.line].partition("-")[0]
            lines[notes_below(page, block)[1]] += "\n" + indented(indent, text)
    for block in page.measured:
        lines[last_line(page, block)] += f"\n\n{MEASURED_HERE}\n"
    return "\n".join([*lines.values(), ""])


def content(page: Page, include: Include) -> str:
    """Return the text that an include names."""
    if include.kind == "py":
        text = find(page.files, include.path, include.section).text
    else:
        text = recording_text(page, include)
    return "\n".join(text.splitlines())


def indented(indent: str, text: str) -> str:
    """Put an indent before each line of a text."""
    return "\n".join(indent + line for line in text.split("\n"))


def last_line(page: Page, block: Fence) -> int:
    """Return the last line of a block with its notes and its figure."""
    own = page.name, block.section.name
    lines = [i.line for i in page.includes if (i.page, i.section) == own]
    captions = [e.end for e in page.elements if e.line - 1 in lines]
    return max([notes_below(page, block)[1], *captions])
