"""What may stand on a page besides prose: a translation is text from strangers.

A page holds no markup that acts: of HTML a short list, of attributes heading
ids and two button styles, of links those inside the site and https, of front
matter four keys. This looks at source lines and believes little of what
surrounds them; `sitebuild.site.verify` looks at the built page again.
"""

import re
from collections import Counter
from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.pages.markdown_parser import Span, lines
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.problem import Problem

KEYS = ("title", "description", "form", "since")
# Front matter goes into the page's head as it is.
QUOTED = r'"[^"\\<>&]*"|[^"\'\\<>&*!|{}\[\]%@`#-][^"\\<>&]*'
UNKNOWN = r"<(?=[A-Za-z/!?])|&(?=#|\w+;)"  # HTML among words
BUTTONS = "{ .md-button }", "{ .md-button .md-button--primary }"
TARGET = r"(?:[a-z0-9-]+\.md)?(?:#[a-z0-9-]+)?|https://[A-Za-z0-9_./~%?=&:+#-]+"
# Another further word would be a class of the theme, and could cover the page.
BOXES = ("example", "info", "note", "question", "success", "tip", "warning")
PREDICTION = "predict-"  # what the name of a question begins with
BOX_NAME = PREDICTION + "[a-z0-9-]+"
BOX = (
    rf" *(?:!!!|\?\?\?\+?) +(?:{'|'.join(BOXES)})(?:(?<=question) +{BOX_NAME})?"
    r'(?: +"[^"]+")? *'
)

DEEPEST = 10  # brackets; no page has more than two
CODE = ("code", "formula", "display")
UNENDED = (
    "code or a formula does not end where this line ends; keep each in one line"
)
BAD_BOX = (
    'a box is `!!! kind "Title"` or `??? kind "Title"`, and its '
    f"kind {', '.join(BOXES[:-1])} or {BOXES[-1]} (a question may be named "
    f"`question {PREDICTION}…`); change this line"
)
FIGURE = "<figure markdown"
BAD_FIGURE = (
    "a figure stands in a box or a list, where it is not rendered; move it out"
)
BAD_LINK = (
    "this link is refused; write `[text](name.md#heading-id)` or "
    "`[text](https://…)`, in one line"
)


@check(finds="script", refuses=True)
def markup(project: Project) -> Iterator[Problem]:
    """What is no prose stands on the lists."""
    for page in project.written:
        if not page.problems:
            yield from problems(page)


def problems(page: Page) -> Iterator[Problem]:
    """Yield everything on a page that is no prose and is not on the lists."""
    yield from front_matter(page)
    yield from indented(page)
    yield from shown(page)
    yield from nested(page)
    yield from emphasis(page)
    for line, text in unknown(page, set()).items():
        yield from (page.problem(line, why) for why in word_faults(text))
    for line, text in unknown(page, in_html(page), CODE).items():
        if tag := re.search(UNKNOWN, text):
            yield page.problem(
                line,
                f"`{text[tag.start() : tag.start() + 20].strip()}` is HTML "
                "that a page may not have; write Markdown, or `\\lt` in a "
                "formula",
            )


def unknown(
    page: Page, html: set[int], looked_through: tuple[str, ...] = ()
) -> dict[int, str]:
    """Return lines of what is left when everything known is taken away.

    Kinds to be looked through are left where the renderer, which may take
    their code for HTML, does so: display formulas, and what is in HTML.
    """
    pieces = [
        (element.line + 1, element.text)
        for element in page.elements
        if element.kind == "fence"
    ]
    for before, span in zip([None, *page.spans], page.spans):
        known = is_known(span, before, page.lines[span.line - 1].lstrip(" >"))
        if span.kind in looked_through:
            known = known and span.kind != "display" and span.line not in html
        pieces.append((span.line, " " if known else span.raw))
    return lines(pieces)


def is_known(span: Span, before: Span | None, line: str) -> bool:
    """Tell whether the renderer reads a piece in no other way than we do.

    A placeholder is alone in its line; `sitebuild.widgets.registry` fills it.
    """
    if span.kind in ("link", "display"):
        return True  # `shown` says what is wrong with them
    if span.kind == "tag":
        return not span.raw.startswith("<!--") or span.raw == line.rstrip()
    if span.kind == "attributes":
        return before.kind == "link" and span.raw in BUTTONS
    escaped = before and before.raw.endswith("\\")
    if escaped or "\n" in span.raw or span.raw.rstrip("`").endswith("\\"):
        return False
    if span.kind == "formula":  # code, and a table's cell, come first
        cut = "|" in span.raw and re.search(UNKNOWN, span.raw)
        return not cut and "`" not in span.raw
    return span.kind == "code"


def in_html(page: Page) -> set[int]:
    """Return the lines in which the renderer looks for tags in code too."""
    steps: Counter[int] = Counter()
    for span in page.spans:
        if span.raw.startswith(("<figure", "<details")):
            steps[span.line] += 1
        elif span.raw in ("</figure>", "</details>"):
            steps[span.line + 1] -= 1
    depth, found = 0, set()
    for number, text in enumerate(page.lines, start=1):
        depth += steps[number]
        if depth or text.lstrip(" >").startswith("<"):
            found.add(number)
    return found


def shown(page: Page) -> Iterator[Problem]:
    """Yield what is wrong with links, boxes and display formulas."""
    for span in page.spans:
        plain = span.raw == f"]({span.text})" and re.fullmatch(
            TARGET, span.text
        )
        if span.kind == "link" and not plain:
            yield page.problem(span.line, BAD_LINK)
    for kind, line, end, _, _, text, _ in page.elements:
        first, last = (page.lines[n - 1].strip(" >") for n in (line, end))
        if kind == "box" and not re.fullmatch(BOX, page.lines[line - 1]):
            yield page.problem(line, BAD_BOX)
        elif first.startswith(FIGURE) and not page.lines[line - 1].startswith(
            "<"
        ):
            yield page.problem(line, BAD_FIGURE)
        elif kind == "formula" and (
            not text.strip()
            or "`" in text
            or "$" in text
            or (line < end and not first == last == "$$")
        ):
            yield page.problem(line, UNENDED)
        elif kind == "text" and first == "$$" and end < len(page.lines):
            yield page.problem(
                end + 1, "a formula has an empty line; remove it"
            )


def emphasis(page: Page) -> Iterator[Problem]:
    """Yield marks of emphasis that mark nothing, and are shown."""
    for number, text in lines(
        (s.line, s.raw) for s in page.spans if s.kind == "words"
    ).items():
        escaped = page.lines[number - 1].count("\\*")
        if text.count("*") > escaped:
            mark = "**" if "**" in text else "*"
            yield page.problem(
                number,
                f"`{mark}` marks nothing here; close it in the same "
                f"paragraph, without a space inside (`{mark}word{mark}`), or "
                "write `\\*`",
            )


def indented(page: Page) -> Iterator[Problem]:
    """Yield lines that are code to the renderer, which needs no fence."""
    openings = {e.line for e in page.elements if e.kind in ("item", "box")}
    inside, apart = [0], True
    for number, text in enumerate(page.lines, start=1):
        kind = page.kinds.get(number)
        if number <= page.start or kind in ("fence", "include"):
            text = ""
        depth, opening = len(text) - len(text.lstrip()), number in openings
        while (apart or opening) and text.strip() and depth < inside[-1]:
            inside.pop()
        if text.strip() and apart and depth >= inside[-1] + 4:
            yield page.problem(
                number,
                "this would be shown as code; indent it like the text above, "
                "or include code from a file in snippets/",
            )
        if opening:
            inside.append(depth // 4 * 4 + 4)
        apart = not text.strip() or kind == "heading"


def nested(page: Page) -> Iterator[Problem]:
    """Yield where more brackets are open than a link or a formula needs.

    The renderer looks for the end of each, up to the end of the paragraph.
    """
    depth = 0
    for number, text in enumerate(page.lines, start=1):
        depth = depth if text.strip(" >") else 0
        for sign in filter("[]".__contains__, text):
            depth = max(0, depth + (1 if sign == "[" else -1))
            if depth == DEEPEST:
                yield page.problem(
                    number, f"{depth} brackets `[` are open here; close them"
                )


def front_matter(page: Page) -> Iterator[Problem]:
    """Yield what is wrong with keys and values at the top of a page."""
    first = page.lines[0] if page.lines else ""
    if first != "---" and page.kinds.get(1) != "heading":
        yield page.problem(
            1, "a page starts with `---` and front matter, or with its heading"
        )
    for number, line in enumerate(
        page.lines[1 : max(1, page.start - 1)], start=2
    ):
        key, _, value = line.partition(": ")
        if key not in KEYS or not re.fullmatch(QUOTED, value.lstrip()):
            yield page.problem(
                number,
                f"front matter is `{'`, `'.join(KEYS)}`, each in one line of "
                "plain text without quotation marks inside; change this line",
            )
    for key, value in page.meta.items():
        if key in KEYS and not isinstance(value, str):
            yield page.problem(1, f"`{key}` is no text")


def word_faults(text: str) -> Iterator[str]:
    """Yield what is wrong with a line of words."""
    if "`" in text or "$" in text:
        yield UNENDED
    if "{" in text:
        yield (
            "only a heading's `{ #id }` may stand in braces here; put code "
            "between ` and formulas between $"
        )
    if "!!!" in text or "???" in text:
        yield BAD_BOX
    if "![" in text:
        yield "an image is refused; include a figure or a diagram"
    if "](" in text:
        yield BAD_LINK
