"""Which sections of a translation follow their original.

A section is a heading with what stands below it. A translated heading names
the text that it was made from by a fingerprint of the original's source:
`{ #mask data-from=1f2e3d4c }`. So a comparison needs no history.
"""

import hashlib
import re
from typing import NamedTuple

from sitebuild.pages.page import Heading, Page, Passage
from sitebuild.pages.structure import Difference, Item, differences, outlines

MARK = r" data-from=[0-9a-f]{8}| \.machine(?= *\})"
# A section of more words, its heading's marks and id counted, that equals its
# original has not been translated.
FEW = 9


class State(NamedTuple):
    """How a section of a translation relates to its original.

    `status` is current (made from the original as it is), outdated (made from
    another text, or nobody recorded from which), missing (not there, or still
    the original's text) or orphaned (the original has no such section).
    `differences` are what must be equal in all languages and is not.
    """

    id: str
    status: str
    line: int  # in the translation; of a missing section, in the original
    made_from: str = ""
    now: str = ""  # fingerprint of the original as it is
    machine: bool = False  # translated by a machine, not yet read by a person
    differences: tuple[Difference, ...] = ()

    @property
    def shown(self) -> bool:
        """Tell whether readers see the translation, not the original."""
        there = self.status in ("current", "outdated")
        return there and not self.differences

    @property
    def unmarked(self) -> bool:
        """Tell whether nobody recorded from which text it was translated."""
        return self.status == "outdated" and not self.made_from


class Section(NamedTuple):
    """A section of a page: its heading, its source and its outline."""

    heading: Heading
    source: str
    items: list[Item]


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
    found = outlines(page)
    return {
        passage.heading.id: Section(passage.heading, source(page, passage), of)
        for passage, of in zip(page.passages, found)
    }


def page_states(original: Page | None, translation: Page | None) -> list[State]:
    """Return a state for each section of the original, then of each orphan."""
    theirs, mine = sections(original), sections(translation)
    found = [
        section_state(name, section, mine.get(name))
        for name, section in theirs.items()
    ]
    return found + [
        State(name, "orphaned", section.heading.line, section.heading.made_from)
        for name, section in mine.items()
        if name not in theirs
    ]


def section_state(name: str, original: Section, mine: Section | None) -> State:
    """Compare a section with its translation, if there is one."""
    now = fingerprint(original.source)
    if mine is None or is_copy(original, mine):
        line = (mine or original).heading.line
        return State(name, "missing", line, now=now)
    line, _, _, made_from, machine = mine.heading
    status = "current" if made_from == now else "outdated"
    found = tuple(differences(mine.items, original.items))
    return State(name, status, line, made_from, now, machine, found)


def is_copy(original: Section, mine: Section) -> bool:
    """Tell whether a section is still in the words of its original.

    A short one with a mark, such as `Softmax`, may be a translation.
    """
    same = re.sub(MARK, "", mine.source) == original.source
    short = len(original.source.split()) <= FEW
    return same and not (short and mine.heading.made_from)
