"""A page's text as the renderer gets it: with all that follows from it.

Of the attributes of a heading only the id is left; all others are for tools.
Each include is what it names. Below a block, or the numbered notes on its code,
stands what it printed; below all that a measuring block gave, a mark, which
becomes the name of the machine (`sitebuild.widgets.changes`).
"""

from sitebuild.pages.page import (
    Fence,
    Include,
    Page,
    notes_below,
    printed_path,
    read_id,
    recording_text,
)
from sitebuild.pages.snippet_code import find

MEASURED_HERE = "<!-- measured -->"


def resolved(page: Page) -> str:
    """Return the Markdown of a page that includes nothing any more."""
    lines = dict(enumerate(page.lines, start=1))
    for element in page.elements:
        if element.kind == "heading" and element.info:
            title = lines[element.line].removesuffix(element.info)
            lines[element.line] = f"{title}{{ #{read_id(element.info)[0]} }}"
    for include in page.includes:
        indent = lines[include.line].partition("-")[0]
        lines[include.line] = indented(indent, content(page, include))
    for block in page.blocks:
        if path := printed_path(page, block):
            printed = page.files.text(path).splitlines()
            text = "\n".join(["", "```text", *printed, "```", ""])
            end = notes_below(page, block)[1]
            marks = page.lines[block.line - 1]
            indent = marks.removesuffix(marks.lstrip(" >"))
            lines[end] += "\n" + indented(indent, text)
    for block in page.measured:
        lines[last_line(page, block)] += f"\n\n{MEASURED_HERE}\n"
    return "\n".join([*lines.values(), ""])


def content(page: Page, include: Include) -> str:
    """Return what an include names."""
    if include.kind == "py":
        text = find(page.files, include.path, include.section).text
    else:
        text = include.output.html(recording_text(page, include))
    return "\n".join(text.splitlines())


def indented(indent: str, text: str) -> str:
    """Put an indent before each line of a text."""
    return "\n".join(indent + line for line in text.split("\n"))


def last_line(page: Page, block: Fence) -> int:
    """Return the last line of a block with its notes and its figure."""
    name, line = block.section.name, notes_below(page, block)[1]
    for include in page.includes:
        if include.page == page.name and include.section == name:
            line = include.line
            while line < len(page.lines) and page.lines[line].strip():
                line += 1
    return line
