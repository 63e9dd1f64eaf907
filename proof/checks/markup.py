"""What may stand on a page besides prose: a translation is text from strangers.

A page holds no markup that acts: of HTML a short list, of attributes heading
ids and two button styles, of links those inside the site and https, of front
matter four keys. This looks at source lines and believes little of what
surrounds them; `proof.site.verify` looks at the built page again.
"""

import re
from collections.abc import Iterator

from course import playground, sources
from proof.pages.page import (
    FENCE,
    HEADING,
    HEADING_ID,
    INLINE,
    LINK,
    Page,
)
from proof.problem import Problem
from proof.site import glossary

KEYS = ("title", "description", "given", "form")
META = re.compile(rf"(?:{'|'.join(KEYS)}): +(?P<value>\S.*)")
# Front matter goes into the page's head as it is.
QUOTED = re.compile(r'"[^"\\<>&]*"|[^"\'\\<>&*!|{}\[\]%@`#-][^"\\<>&]*')
PLACES = (
    *(glossary.PLACE, glossary.REFUSED),
    *(sources.COVERAGE, sources.ERRATA),
    playground.PLACE,
)
TAGS = (
    "<figure markdown>",
    "</figure>",
    "</div>",
    '<figcaption markdown="span">',
    "</figcaption>",
    '<details markdown="block">',
    "</details>",
    "<summary>",
    "</summary>",
    *PLACES,
)
PICTURE = r'<div role="img" aria-label="[^"<>{}]*">'
ALLOWED = re.compile("|".join([PICTURE, *map(re.escape, TAGS)]))
TAG = re.compile(r"<(?=[A-Za-z/!?])|&(?=#|\w+;)")
ELEMENT = re.compile(r"<(?P<end>/?)(?P<tag>figure|details)\b")
BUTTON = re.compile(r"(?<=\))\{ \.md-button(?: \.md-button--primary)? \}")
ONE_LINE = re.compile(r"[ >]*\$\$[^$`]+\$\$ *")  # a display formula
TARGET = re.compile(
    r"(?:[a-z0-9-]+\.md)?(?:#[a-z0-9-]+)?|https://[\w./~%?=&:+#-]+", re.A
)
# A further word would be a class of the theme, and could cover the whole page.
BOXES = ("example", "note", "success", "tip", "warning")
BOX = re.compile(rf' *(?:!!!|\?\?\?\+?) +(?:{"|".join(BOXES)})(?: +"[^"]+")? *')
# What text may be indented below.
OPENING = re.compile(r" *(?:(?:[*+-]|\d+[.)]) +\S|!!!|\?\?\?|===)")
CODE = re.compile(r"(?<![\\`])(`+)(?!`)(.+?)(?<![\\`])\1(?!`)")


def problems(page: Page) -> list[Problem]:
    """Everything on a page that is no prose and is not on the lists."""
    if found.get(page.path, [""])[0] != page.text:
        found[page.path] = [page.text, *of_text(page)]
    return found[page.path][1:]


# While serving, only a page that is another is read again.
found: dict[str, list] = {}


def of_text(page: Page) -> Iterator[Problem]:
    yield from front_matter(page)
    yield from indented(page)
    depth, formula = 0, False
    for number, line in enumerate(page.lines, start=1):
        if number <= page.start:
            continue
        displayed = formula
        if line.strip(" >") == "$$":
            formula, displayed = not formula, True
        if formula and not line.strip():
            yield page.problem(number, "a formula has an empty line; remove it")
        prose = CODE.sub(blank, line)
        prose = prose if displayed else INLINE.sub(blank, prose)
        # Inside an HTML element the parser finds tags in code and formulas.
        html = depth or line.lstrip(" >").startswith("<")
        tags = line if html else prose
        for element in ELEMENT.finditer(tags):
            depth += -1 if element["end"] else 1
        yield from (page.problem(number, why) for why in tag_faults(tags))
        if not (displayed or ONE_LINE.fullmatch(line) or FENCE.fullmatch(line)):
            yield from (page.problem(number, why) for why in faults(prose))


def blank(match: re.Match) -> str:
    return " " * len(match[0])


def indented(page: Page) -> Iterator[Problem]:
    """Lines that are code to Markdown, which needs no fence for it."""
    inside, apart, formula = [0], True, False
    for number, text in enumerate(page.prose, start=1):
        depth = len(text) - len(text.lstrip())
        formula ^= text.strip(" >") == "$$"
        opening = OPENING.match(text)
        while (apart or opening) and text.strip() and depth < inside[-1]:
            inside.pop()
        if text.strip() and apart and not formula and depth >= inside[-1] + 4:
            yield page.problem(
                number,
                "this would be shown as code; indent it like the text above, "
                "or include code from a file in snippets/",
            )
        if opening:
            inside.append(depth // 4 * 4 + 4)
        apart = not text.strip() or bool(HEADING.fullmatch(text))


def front_matter(page: Page) -> Iterator[Problem]:
    """The keys and values at the top of a page."""
    first = page.lines[0] if page.lines else ""
    if first != "---" and not HEADING.fullmatch(first):
        yield page.problem(
            1, "a page starts with `---` and front matter, or with its heading"
        )
    for number, line in enumerate(
        page.lines[1 : max(1, page.start - 1)], start=2
    ):
        match = META.fullmatch(line)
        if not match or not QUOTED.fullmatch(match["value"]):
            yield page.problem(
                number,
                f"front matter is `{'`, `'.join(KEYS)}`, each in one line of "
                "plain text without quotation marks inside; change this line",
            )
    for key, value in page.meta.items():
        if key not in KEYS or not isinstance(value, str):
            yield page.problem(1, f"`{key}` is no text or no known key")


def tag_faults(text: str) -> Iterator[str]:
    """HTML in a line that is not on the list."""
    for tag in TAG.finditer(text):
        if not ALLOWED.match(text, tag.start()):
            yield (
                f"`{text[tag.start() : tag.start() + 20].strip()}` is HTML "
                "that a page may not have; write Markdown, or `\\lt` in a "
                "formula"
            )
            return


def faults(text: str) -> Iterator[str]:
    """What is wrong with a line, from which code and formulas are blanked."""
    if "`" in text or "$" in text:
        yield (
            "code or a formula does not end where this line ends; keep each "
            "in one line"
        )
    if HEADING.fullmatch(text):
        text = HEADING_ID.sub("", text)
    if "{" in BUTTON.sub("", ALLOWED.sub("", text)):
        yield (
            "only a heading's `{ #id }` may stand in braces here; put code "
            "between ` and formulas between $"
        )
    if ("!!!" in text or "???" in text) and not BOX.fullmatch(text):
        yield (
            f'a box is `!!! kind "Title"` or `??? kind "Title"`, and its '
            f"kind {', '.join(BOXES[:-1])} or {BOXES[-1]}; change this line"
        )
    if "![" in text:
        yield "an image is refused; include a figure or a diagram"
    if "]:" in text:
        yield "a link is defined apart from its text; write `[text](target)`"
    for at in re.finditer(r"\]\(", text):
        link = LINK.match(text, at.start())
        if not link or not TARGET.fullmatch(link["target"]):
            yield (
                "this link is refused; write `[text](name.md#heading-id)` or "
                "`[text](https://…)`, in one line"
            )
