"""What a section must have in all languages alike, and where they differ.

That is what it includes, its places, boxes, commands and formulas, where its
links lead, and its decimals.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest
from typing import NamedTuple

from sitebuild.pages.decimals import decimals
from sitebuild.pages.page import Formula, Page

# Words in a formula, unless they name a symbol, as in `d_{\text{in}}`.
IN_TEXT = r"(?<![_^]\\text\{)(?<![_^]\{\\text\{)(?<=\\text\{)[^{}]+(?=\})"
# Languages order their sentences differently, and what stands in these.
UNORDERED = ("formula in a line", "link", "decimal")


class Item(NamedTuple):
    """An include, a formula, a link and so on: its kind, line and text."""

    kind: str
    line: int
    text: str


class Difference(NamedTuple):
    """The first item of a kind that a translation has otherwise.

    `text` or `other` is empty, and its line that of the heading, where one of
    them has nothing to compare.
    """

    kind: str
    line: int
    text: str
    other_line: int
    other: str


def outlines(page: Page) -> list[list[Item]]:
    """Return the items of each section; the first begins with its heading.

    What stands above the first heading belongs to the first section.
    """
    starts = [heading.line for heading in page.headings]
    found = [[Item("heading", h.line, "#" * h.level)] for h in page.headings]
    for item in items(page) if starts else ():
        found[max(0, bisect(starts, item.line) - 1)].append(item)
    return found


def items(page: Page) -> Iterator[Item]:
    """Yield what languages share, each kind in the order of its lines."""
    if "form" in page.meta:
        yield Item("`form`", 1, str(page.meta["form"]))
    for include in page.includes:
        yield Item("include", include.line, include.named)
    for line, comment in page.placeholders:
        yield Item("place", line, comment)
    for box in page.boxes:
        yield Item("box", box.line, box.opening)
    for fence in page.fences:
        if fence.text:
            yield Item("commands", fence.line, fence.text)
    for span in page.spans:
        if span.kind == "tag" and not span.raw.startswith("<!--"):
            yield Item("tag", span.line, f"<{span.raw[1:-1].split()[0]}>")
    for formula in page.formulas:
        kind = "formula" if formula.display else "formula in a line"
        yield Item(kind, formula.line, key(formula))
    for line, target in page.links:
        inside = target.removeprefix(f"{page.name}.md")
        yield Item("link", line, inside or target)
    for line, number in decimals(page):
        yield Item("decimal", line, number)


def key(formula: Formula) -> str:
    """Return a formula without its spaces and the words that are translated."""
    number = f" ({formula.number})" if formula.number else ""
    return (
        re.sub(r"\s+", " ", re.sub(IN_TEXT, "", formula.tex)).strip() + number
    )


def differences(mine: list[Item], theirs: list[Item]) -> Iterator[Difference]:
    """Yield the first difference of each kind of item."""
    here, there = mine[0].line, theirs[0].line
    for kind in dict.fromkeys(item.kind for item in [*mine, *theirs]):
        pair = [[i for i in of if i.kind == kind] for of in (mine, theirs)]
        if kind == "decimal":  # which a language may repeat
            pair = [list({i.text: i for i in of}.values()) for of in pair]
        if kind in UNORDERED:
            pair = [less(*pair), less(*reversed(pair))]
        for one, other in zip_longest(*pair):
            one = one or Item(kind, here, "")
            other = other or Item(kind, there, "")
            if one.text != other.text:
                yield Difference(*one, *other[1:])
                break


def less(items: list[Item], others: list[Item]) -> list[Item]:
    """Return the items that others do not have, or not as often."""
    count = Counter(item.text for item in others)
    rest = []
    for item in items:
        count[item.text] -= 1
        if count[item.text] < 0:
            rest.append(item)
    return rest
