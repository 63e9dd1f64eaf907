"""Compare translations with their originals, and compose what readers see.

A section is a heading with what stands below it, up to the next heading. A
translated heading holds a fingerprint of the original section that it was
translated from: `{ #mask data-from=1f2e3d4c }`. What both must have in common
are includes, placeholders, boxes, commands, formulas, link targets and
decimals.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sitebuild.pages.glossary_terms import LEVEL, alphabetical
from sitebuild.pages.page import (
    Heading,
    Page,
    Passage,
    decimals,
    heading_text,
)

# Words in a formula, unless they name a symbol, as in `d_{\text{in}}`.
IN_TEXT = r"(?<![_^]\\text\{)(?<![_^]\{\\text\{)(?<=\\text\{)[^{}]+(?=\})"
# Kinds of items that a translation may put in another order.
UNORDERED = ("formula in a line", "link", "decimal")


class Item(NamedTuple):
    """Something that languages share: an include, a formula, a link…"""

    kind: str
    line: int
    text: str


class Section(NamedTuple):
    """A section's heading, its text with single spaces, and its items.

    The first section includes the front matter.
    """

    heading: Heading
    source: str
    items: list[Item]

    @property
    def fingerprint(self) -> str:
        """Return eight hexadecimal digits of the SHA-256 of the source."""
        return hashlib.sha256(self.source.encode()).hexdigest()[:8]


class State(NamedTuple):
    """How a section of a translation relates to its original.

    `status` is current (translated from the original as it is), outdated
    (from another text, or nobody recorded from which), missing (not there, or
    the very text of the original) or orphaned (the original has no such
    section). `differences` are pairs of what must be equal in both and is not.
    """

    id: str
    status: str
    line: int  # in the translation; of a missing section, in the original
    made_from: str = ""
    now: str = ""  # fingerprint of the original as it is
    machine: bool = False  # translated by a machine, not yet read by a person
    differences: tuple[tuple[Item, Item], ...] = ()

    @property
    def shown(self) -> bool:
        """Tell whether readers see the translation, not the original."""
        return self.status in ("current", "outdated") and not self.differences

    @property
    def unmarked(self) -> bool:
        """Tell whether nobody recorded from which text it was translated."""
        return self.status == "outdated" and not self.made_from


def sections(page: Page | None) -> dict[str, Section]:
    """Return the sections of a page by the ids of their headings."""
    found, start = {}, 0
    items = page_items(page) if page else []
    for passage in page.passages if page else ():
        heading, end = passage.heading, passage.end
        source = " ".join(" ".join(page.lines[start:end]).split())
        own = [Item("heading", heading.line, "#" * heading.level)]
        own += [item for item in items if start < item.line <= end]
        found[heading.id] = Section(heading, source, own)
        start = end
    return found


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
    numbers = decimals(page)
    return items + [
        Item("decimal", n.line, n.text.strip(" %")) for n in numbers
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


def page_states(original: Page | None, translation: Page | None) -> list[State]:
    """Return a state for each section of the original, then of each orphan."""
    theirs, mine = sections(original), sections(translation)
    states = [section_state(theirs[name], mine.get(name)) for name in theirs]
    return states + [
        State(name, "orphaned", section.heading.line, section.heading.made_from)
        for name, section in mine.items()
        if name not in theirs
    ]


def section_state(original: Section, translation: Section | None) -> State:
    """Compare a section with its translation, if there is one."""
    now, heading = original.fingerprint, (translation or original).heading
    if translation is None or translation.source == original.source:
        return State(heading.id, "missing", heading.line, now=now)
    status = "current" if heading.made_from == now else "outdated"
    unequal = tuple(differences(translation.items, original.items))
    about = heading.made_from, now, heading.machine, unequal
    return State(heading.id, status, heading.line, *about)


def compose(original: Page, translation: Page, states: list[State]) -> Page:
    """Return a translation as readers see it.

    It has the sections of the original in their order. Those that are missing
    or differ from the original are in the original's words.
    """
    shown = [state.id for state in states if state.shown]
    own = {name: (translation, translation.by_id[name]) for name in shown}
    parts = [own.get(p.heading.id, (original, p)) for p in original.passages]
    return join(translation, parts)


def with_sorted_terms(page: Page) -> Page:
    """Return a glossary with its terms in alphabetical order."""
    terms = [p for p in page.passages if p.heading.level == LEVEL]
    terms.sort(key=lambda p: alphabetical(heading_text(page, p.heading.id)))
    ordered = iter(terms)
    passages = [next(ordered) if p in terms else p for p in page.passages]
    return join(page, [(page, passage) for passage in passages])


def join(page: Page, parts: list[tuple[Page, Passage]]) -> Page:
    """Return a page of sections of other pages, with the path of `page`.

    The page of the first section brings what stands above its first heading.
    """
    if parts == [(page, passage) for passage in page.passages]:
        return page
    first = parts[0][0]
    lines = [(first, n) for n in range(1, first.headings[0].line)]
    for owner, passage in parts:
        numbers = range(passage.heading.line, passage.end + 1)
        lines += [(owner, n) for n in numbers]
    text = "".join(f"{owner.lines[n - 1]}\n" for owner, n in lines)
    places = [owner.at(n) for owner, n in lines]
    return Page(page.root, page.path, text, places, page.files)
