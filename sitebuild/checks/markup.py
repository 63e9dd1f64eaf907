"""Refuse everything on a page that is neither prose nor on a short list.

A translation is text from strangers: of HTML, attributes, links and front
matter it may have a few forms only. These checks look at source lines;
`sitebuild.site.verify` looks at the built page again.
"""

import re
from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.pages.inert_markdown import BOXES, PREDICTION, TARGET
from sitebuild.pages.markdown_parser import Span, lines
from sitebuild.pages.page import Page
from sitebuild.pages.page_reader import BAD_PICTURE
from sitebuild.pages.project import Project
from sitebuild.problem import Problem

KEYS = ("title", "description", "form", "since")
# Front matter goes into the page's head as it is.
QUOTED = r'"[^"\\<>&]*"|[^"\'\\<>&*!|{}\[\]%@`#-][^"\\<>&]*'
FORMULA = r"[^`$]*[^`$\s][^`$]*"
HTML = re.compile(r"<(?=[A-Za-z/!?])|&(?=#|\w+;)")
BUTTONS = "{ .md-button }", "{ .md-button .md-button--primary }"
LINK = rf"\]\((?:{TARGET.pattern})\)"
BOX_NAME = PREDICTION + "[a-z0-9-]+"
BOX = (
    rf" *(?:!!!|\?\?\?\+?) +(?:{'|'.join(BOXES)})(?:(?<=question) +{BOX_NAME})?"
    r'(?: +"[^"]+")? *'
)
DEEPEST = 10  # brackets; no page has more than two
UNENDED = (
    "code or a formula does not end where this line ends; keep each in one line"
)
BAD_BOX = (
    'a box is `!!! kind "Title"` or `??? kind "Title"`, and its '
    f"kind {', '.join(BOXES[:-1])} or {BOXES[-1]} (a question may be named "
    f"`question {PREDICTION}…`); change this line"
)
BAD_LINK = (
    "this link is refused; write `[text](name.md#heading-id)` or "
    "`[text](https://…)`, in one line"
)
REFUSED = {  # signs that the parser left as words
    "`": UNENDED,
    "$": UNENDED,
    "{": "only a heading's `{ #id }` may stand in braces here; put code "
    "between ` and formulas between $",
    "!!!": BAD_BOX,
    "???": BAD_BOX,
    "![": BAD_PICTURE,
    "](": BAD_LINK,
}


@check(finds="script", refuses=True)
def refused_markup(project: Project) -> Iterator[Problem]:
    """Find markup that is not on the lists, on pages that can be read."""
    for page in project.written:
        if not page.problems:
            yield from problems(page)


def problems(page: Page) -> Iterator[Problem]:
    """Yield everything on a page that is no prose and is not on the lists."""
    yield from front_matter(page)
    yield from blocks_and_links(page)
    yield from left_over(page)
    yield from brackets(page)


def left_over(page: Page) -> Iterator[Problem]:
    """Yield signs of markup that are left when known markup is taken away."""
    for element in page.elements:
        left, before = [], ""
        for span in element.spans:
            known = is_known(span, before, page.lines[span.line - 1])
            left.append((span.line, " " if known else span.raw))
            before = span.kind
        has_html = any(HTML.search(text) for _, text in left)
        tags = [
            (span.line, span.raw)
            for span in element.spans
            if has_html or span.kind == "display"
        ]
        if element.kind == "fence":
            tags.append((element.line + 1, element.text))
        for number, text in lines(left).items():
            faults = [fault for sign, fault in REFUSED.items() if sign in text]
            yield from (page.problem(number, fault) for fault in faults)
        for number, text in lines(tags).items():
            for tag in HTML.finditer(text):
                start = text[tag.start() : tag.start() + 20].strip()
                fault = f"`{start}` is HTML that a page may not have"
                remedy = "write Markdown, or `\\lt` in a formula"
                yield page.problem(number, f"{fault}; {remedy}")


def is_known(span: Span, before: str, line: str) -> bool:
    """Tell whether the renderer reads a piece, in its line, as the parser.

    `before` is the kind of the piece before it.
    """
    raw = span.raw
    if span.kind == "place":
        return raw == line.strip(" >")
    if span.kind == "attributes":
        return before == "link" and raw in BUTTONS
    if span.kind == "formula" and "|" in raw and HTML.search(raw):
        return False  # a table's cells come first
    if span.kind in ("code", "formula"):
        return "\n" not in raw
    return span.kind in ("link", "display", "label")


def blocks_and_links(page: Page) -> Iterator[Problem]:
    """Yield faulty links, boxes and displayed formulas."""
    for span in page.spans:
        if span.kind == "link" and not re.fullmatch(LINK, span.raw):
            yield page.problem(span.line, BAD_LINK)
    for kind, line, end, _, _, text, _ in page.elements:
        first, last = (page.lines[n - 1].strip(" >") for n in (line, end))
        is_apart = line == end or first == last == "$$"
        is_whole = is_apart and re.fullmatch(FORMULA, text)
        if kind == "box" and not re.fullmatch(BOX, page.lines[line - 1]):
            yield page.problem(line, BAD_BOX)
        elif kind == "formula" and not is_whole:
            yield page.problem(line, UNENDED)
        elif kind == "text" and first == "$$" and end < len(page.lines):
            fault = "a formula has an empty line; remove it"
            yield page.problem(end + 1, fault)
        elif kind == "indented":
            fault = "this would be shown as code; indent it like the text above"
            remedy = "or include code from a file in snippets/"
            yield page.problem(line, f"{fault}, {remedy}")


def brackets(page: Page) -> Iterator[Problem]:
    """Yield where brackets are open that the renderer seeks the end of."""
    depth = 0
    for number, text in enumerate(page.lines, start=1):
        depth = depth if text.strip(" >") else 0
        for sign in re.findall(r"[][]", text):
            depth = max(0, depth + (1 if sign == "[" else -1))
            if depth == DEEPEST:
                fault = f"{depth} brackets `[` are open here; close them"
                yield page.problem(number, fault)


def front_matter(page: Page) -> Iterator[Problem]:
    """Yield faulty keys and values at the top of a page."""
    if page.lines[:1] != ["---"] and page.kinds.get(1) != "heading":
        fault = "a page starts with `---` and front matter, or with its heading"
        yield page.problem(1, fault)
    for number in range(2, page.start):
        key, _, value = page.lines[number - 1].partition(": ")
        if key not in KEYS or not re.fullmatch(QUOTED, value.lstrip()):
            fault = f"front matter is `{'`, `'.join(KEYS)}`, each in one line"
            remedy = "of plain text without quotation marks inside"
            yield page.problem(number, f"{fault} {remedy}; change this line")
    for key, value in page.meta.items():
        if key in KEYS and not isinstance(value, str):
            yield page.problem(1, f"`{key}` is no text")
