"""Compare translations with their originals, and compose what readers see.

A section is a heading with what stands below it, up to the next heading. A
translated heading holds a fingerprint of the original section that it was
translated from: `{ #mask data-from=1f2e3d4c }`. What both must have in common
are fences, pictures, placeholders, boxes, formulas, link targets and decimals.
"""

import hashlib
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from sitebuild.pages.glossary_terms import LEVEL, alphabetical
from sitebuild.pages.page import Page, decimals, heading_text
from sitebuild.pages.page_parts import Heading, Passage

# Words in a formula, unless they name a symbol, as in `d_{\text{in}}`.
IN_TEXT = r"(?<![_^]\\text\{)(?<![_^]\{\\text\{)(?<=\\text\{)[^{}]+(?=\})"
# Kinds of elements and of spans that languages share.
ELEMENTS = "fence", "picture", "box", "formula"
SPANS = {"place": "place", "link": "link", "formula": "formula-in-a-line"}
# Kinds of items that a translation may put in another order.
UNORDERED = ("formula-in-a-line", "link", "decimal")


class Item(NamedTuple):
    """Something that languages share: a fence, a formula, a link…"""

    kind: str
    line: int
    text: str


class Section(NamedTuple):
    """A section's heading, its text and its items.

    The first section includes the front matter.
    """

    heading: Heading
    text: str
    items: list[Item]

    @property
    def source(self) -> str:
        """Return its text with single spaces."""
        return " ".join(self.text.split())

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

    path: str  # of the translated page
    id: str
    status: str
    line: int  # in the translation; 0 where it is missing
    original_line: int = 0  # of an orphan, 0
    made_from: str = ""
    now: str = ""  # fingerprint of the original as it is
    machine: bool = False  # translated by a machine, not yet read by a person
    read: str = ""  # the day on which a person compared it with the original
    differences: tuple[tuple[Item, Item], ...] = ()

    @property
    def name(self) -> str:
        """Return the name that commands take, such as pt/encoder#layer-norm."""
        return f"{self.path[5:-3]}#{self.id}"

    @property
    def shown(self) -> bool:
        """Tell whether readers see the translation, not the original."""
        return self.status in ("current", "outdated") and not self.differences

    @property
    def todo(self) -> str:
        """Return its status, or unmarked or unread.

        Nobody recorded from which text an unmarked one was translated, nobody
        compared an unread one with the original as it is.
        """
        if self.status == "outdated" and not self.made_from:
            return "unmarked"
        if self.status == "current" and not self.read:
            return "unread"
        return self.status


def sections(page: Page | None) -> dict[str, Section]:
    """Return the sections of a page by the ids of their headings."""
    found, start = {}, 0
    items = page_items(page) if page else []
    for heading, end, _ in page.passages if page else ():
        text = "\n".join(page.lines[start:end])
        own = [item for item in items if start < item.line <= end]
        found[heading.id] = Section(heading, text, own)
        start = end
    return found


def page_items(page: Page) -> list[Item]:
    """Return the items of a page, each kind in the order of its lines."""
    items = [("form", 1, page.meta.get("form", ""))]
    items += [("heading", h.line, "#" * h.level) for h in page.headings]
    for e in page.elements:
        if e.kind in ELEMENTS:
            text = e.text or " ".join([e.marks, *e.words])
            items.append((e.kind, e.line, text))
    for span in page.spans:
        if span.kind in SPANS:
            text = span.text.removeprefix(f"{page.name}.md") or span.text
            items.append((SPANS[span.kind], span.line, text))
    for line, number in decimals(page):
        items.append(("decimal", line, number.strip(" %")))
    return [
        Item(kind, line, " ".join(re.sub(IN_TEXT, "", text).split()))
        for kind, line, text in items
    ]


def differences(
    translation: list[Item], original: list[Item]
) -> Iterator[tuple[Item, Item]]:
    """Yield the first pair of items of each kind that differs.

    An item with an empty text, at the line of the first, stands for none.
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


def page_states(
    path: str, original: Page | None, translation: Page | None
) -> list[State]:
    """Return a state for each section of the original, then of each orphan.

    `path` is that of the translation, also where there is none.
    """
    states, mine = [], sections(translation)
    for name, theirs in sections(original).items():
        now, own = theirs.fingerprint, mine.pop(name, None)
        lines = own.heading.line if own else 0, theirs.heading.line
        if own is None or own.source == theirs.source:
            states.append(State(path, name, "missing", *lines, now=now))
        else:
            *_, made_from, machine, read = own.heading
            status = "current" if made_from == now else "outdated"
            unequal = tuple(differences(own.items, theirs.items))
            about = made_from, now, bool(machine), read, unequal
            states.append(State(path, name, status, *lines, *about))
    for name, own in mine.items():
        states.append(State(path, name, "orphaned", own.heading.line))
    return states


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
    terms.sort(key=lambda p: alphabetical(heading_text(p)))
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
