"""Compare what a section and its translation must have in common.

These are its includes, placeholders, boxes, commands, formulas, link targets
and decimals.
"""

import re
from bisect import bisect
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sitebuild.pages.decimals import stated
from sitebuild.pages.page import Page

# Words in a formula, unless they name a symbol, as in `d_{\text{in}}`.
IN_TEXT = r"(?<![_^]\\text\{)(?<![_^]\{\\text\{)(?<=\\text\{)[^{}]+(?=\})"
# Kinds of items that a translation may put in another order.
UNORDERED = ("formula in a line", "link", "decimal")


class Item(NamedTuple):
    """Something that languages share: an include, a formula, a link…"""

    kind: str
    line: int
    text: str


def section_items(page: Page) -> list[list[Item]]:
    """Return the items of each section; the first is the heading.

    Items above the first heading belong to the first section.
    """
    starts = [heading.line for heading in page.headings]
    sections = [[Item("heading", h.line, "#" * h.level)] for h in page.headings]
    for item in page_items(page) if starts else ():
        sections[max(0, bisect(starts, item.line) - 1)].append(item)
    return sections


def page_items(page: Page) -> list[Item]:
    """Return the items of a page, each kind in the order of its lines."""
    items = [Item("`form`", 1, str(page.meta.get("form", "")))]
    items += [Item("include", i.line, i.named) for i in page.includes]
    items += [Item("place", *place) for place in page.placeholders]
    items += [Item("box", b.line, " ".join(b[2:]).strip()) for b in page.boxes]
    items += [Item("commands", f.line, f.text) for f in page.fences if f.text]
    for formula in page.formulas:
        kind = "formula" if formula.display else "formula in a line"
        number = f" ({formula.number})" if formula.number else ""
        tex = " ".join(re.sub(IN_TEXT, "", formula.tex).split())
        items.append(Item(kind, formula.line, tex + number))
    for line, target in page.links:
        within_page = target.removeprefix(f"{page.name}.md")
        items.append(Item("link", line, within_page or target))
    return items + [
        Item("decimal", number.line, number.text.rstrip("%"))
        for number in stated(page)
    ]


def differences(
    translation: list[Item], original: list[Item]
) -> Iterator[tuple[Item, Item]]:
    """Yield the first pair of items of each kind that differs.

    An item with an empty text, at the line of the heading, stands for none.
    """
    for kind in dict.fromkeys(item.kind for item in translation + original):
        here = [item for item in translation if item.kind == kind]
        there = [item for item in original if item.kind == kind]
        if kind in UNORDERED:
            here, there = surplus(here, there), surplus(there, here)
        here.append(Item(kind, translation[0].line, ""))
        there.append(Item(kind, original[0].line, ""))
        for mine, theirs in zip(here, there):
            if mine.text != theirs.text:
                yield mine, theirs
                break


def surplus(items: list[Item], others: list[Item]) -> list[Item]:
    """Return the items that others lack, or have fewer times."""
    left, rest = Counter(item.text for item in others), []
    for item in items:
        if not left[item.text]:
            rest.append(item)
        elif item.kind != "decimal":  # a language may repeat a decimal
            left[item.text] -= 1
    return rest
