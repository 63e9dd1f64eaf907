"""Compare translations with their originals, and compose what readers see.

A section is a heading with what stands below it, up to the next heading. A
translated heading holds a fingerprint of the original section that it was
translated from: `{ #mask data-from=1f2e3d4c }`.
"""

import hashlib
from typing import NamedTuple

from sitebuild.pages.glossary_terms import LEVEL, alphabetical
from sitebuild.pages.page import Heading, Page, Passage, heading_text
from sitebuild.pages.structure import Item, differences, section_items

MARK = r" data-from=[0-9a-f]{8}| \.machine(?= *\})"
Section = tuple[Heading, str, list[Item]]  # the text is its source


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


def fingerprint(source: str) -> str:
    """Return eight hexadecimal digits of the SHA-256 of a section's source."""
    return hashlib.sha256(source.encode()).hexdigest()[:8]


def source(page: Page, passage: Passage) -> str:
    """Return the text of a section with single spaces between its words.

    The first section includes the front matter.
    """
    first = passage.heading == page.headings[0]
    start = 0 if first else passage.heading.line - 1
    return " ".join(" ".join(page.lines[start : passage.end]).split())


def sections(page: Page | None) -> dict[str, Section]:
    """Return the sections of a page by the ids of their headings."""
    if page is None:
        return {}
    pairs = zip(page.passages, section_items(page))
    return {p.heading.id: (p.heading, source(page, p), i) for p, i in pairs}


def page_states(original: Page | None, translation: Page | None) -> list[State]:
    """Return a state for each section of the original, then of each orphan."""
    theirs, mine = sections(original), sections(translation)
    states = [section_state(theirs[name], mine.get(name)) for name in theirs]
    return states + [
        State(name, "orphaned", heading.line, heading.made_from)
        for name, (heading, *_) in mine.items()
        if name not in theirs
    ]


def section_state(original: Section, translation: Section | None) -> State:
    """Compare a section with its translation, if there is one."""
    heading, original_source, original_items = original
    now = fingerprint(original_source)
    if translation is None:
        return State(heading.id, "missing", heading.line, now=now)
    (line, _, name, made_from, machine), text, items = translation
    if text == original_source:
        return State(name, "missing", line, now=now)
    status = "current" if made_from == now else "outdated"
    unequal = tuple(differences(items, original_items))
    return State(name, status, line, made_from, now, machine, unequal)


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
