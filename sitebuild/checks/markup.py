"""Refuse everything on a page that is neither prose nor on a short list.

A translation is text from strangers: of HTML, attributes, links and front
matter it may have a few forms only. These checks look at source lines;
`sitebuild.site.verify` looks at the built page again.
"""

import re
from collections.abc import Iterator

from sitebuild.files import Problem
from sitebuild.pages.inert_markdown import BOXES, PREDICTION, TARGET
from sitebuild.pages.markdown_parser import SCISSORS, Element, Span
from sitebuild.pages.page import BAD_FENCE, BAD_INCLUDE, BAD_PICTURE, Page
from sitebuild.pages.project import Project

FORMULA = r"[^`$]*[^`$\s][^`$]*"
HTML = re.compile(r"<(?=[A-Za-z/!?])|&(?=#|\w+;)")
BUTTONS = "{ .md-button }", "{ .md-button .md-button--primary }"
MARKED = {"code": "`{}`", "formula": "${}$", "link": "]({})"}  # as on pages
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
    "```": BAD_FENCE,
    "~~~": BAD_FENCE,
    SCISSORS: BAD_INCLUDE,
    "]:": "a link is defined apart from its text; write `[text](target)` there",
    "`": UNENDED,
    "$": UNENDED,
    "{": "only a heading's `{ #id }` may stand in braces here; put code "
    "between ` and formulas between $",
    "!!!": BAD_BOX,
    "???": BAD_BOX,
    "![": BAD_PICTURE,
    "///": BAD_PICTURE,
    "](": BAD_LINK,
}
REFUSED |= dict.fromkeys("_^√", "write formulas between $, names between `")
PYTHON = dict.fromkeys(  # signs of it among commands
    ("python", ">>>", "import ", SCISSORS),
    "a fence of commands holds neither includes nor Python; move the code into "
    "a file in snippets/",
)


def refused_markup(project: Project) -> Iterator[Problem]:
    """Find markup that is not on the lists, on pages that can be read."""
    for page in project.written:
        if not page.problems:
            yield from problems(page)


def problems(page: Page) -> Iterator[Problem]:
    """Yield everything on a page that is no prose and is not on the lists."""
    if not page.start and page.headings[:1] and page.headings[0].line > 1:
        fault = "a page starts with `---` and front matter, or with its heading"
        yield page.problem(1, fault)
    yield from brackets(page)
    for element in page.elements:
        for line, fault in element_faults(element, page.lines):
            yield page.problem(line, fault)
        for span in element.spans:
            if not is_known(span, page.lines[span.line - 1]):
                text = MARKED.get(span.kind, "{}").format(span.text)
                yield from left_over(page, span.line, text, REFUSED)
        if element.info == "sh":
            text = element.text
            yield from left_over(page, element.line + 1, text, PYTHON)


def left_over(
    page: Page, line: int, text: str, signs: dict[str, str]
) -> Iterator[Problem]:
    """Yield signs of markup in a text that begins in a line."""
    for number, row in enumerate(text.split("\n"), start=line):
        if found := [sign for sign in signs if sign in row]:
            yield page.problem(number, signs[found[0]])
        for tag in HTML.finditer(row):
            start = row[tag.start() : tag.start() + 20].strip()
            fault = f"`{start}` is HTML that a page may not have; write "
            yield page.problem(
                number, f"{fault}Markdown, or `\\lt` in a formula"
            )


def is_known(span: Span, line: str) -> bool:
    """Tell whether the renderer reads a piece, in its line, as the parser."""
    kind, text = span.kind, span.text
    if kind == "place":
        return text == line.strip(" >")
    if kind == "link":
        return bool(TARGET.fullmatch(text))
    if kind == "attributes":
        return text in BUTTONS
    if kind == "display" or kind == "formula" and "|" in text:
        return not HTML.search(text)  # a table's cells come before a formula
    if kind in ("code", "formula"):
        return "\n" not in text
    return kind in ("label", "open", "emphasis")


def element_faults(
    element: Element, rows: list[str]
) -> Iterator[tuple[int, str]]:
    """Yield line and fault of a box, a displayed formula, an indented text."""
    kind, line, end, _, _, text, _ = element
    first, last = (rows[n - 1].strip(" >") for n in (line, end))
    if kind == "box" and not re.fullmatch(BOX, rows[line - 1]):
        yield line, BAD_BOX
    elif kind == "formula":
        is_apart = line == end or first == last == "$$"
        if not (is_apart and re.fullmatch(FORMULA, text)):
            yield line, UNENDED
    elif kind == "text" and first == "$$" and end < len(rows):
        yield end + 1, "a formula has an empty line; remove it"
    elif kind == "indented":
        fault = "this would be shown as code; indent it like the text above, or"
        yield line, f"{fault} include code from a file in snippets/"


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
