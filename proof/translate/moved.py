"""Translations of what the original has by now under another name.

A section or page that was renamed, moved, split or merged is known again by its
fingerprint or, where git knows the text that was translated, by its words.
"""

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from proof.files import paths, write
from proof.pages.reduced import fingerprint
from proof.pages.settings import ORIGINAL
from proof.translate.mend import joined
from proof.translate.units import Unit, lines_of, passage, said

ENOUGH = 0.5  # of the words of the shorter text, three in a row
ROW = 3


class Found(NamedTuple):
    """A translation and how much of its text is asked for; 0 if unknown."""

    unit: Unit
    line: int
    share: float
    loose: bool  # the original has nothing any more that it translates

    def __str__(self) -> str:
        place = f"{self.unit.path}:{self.line} ({self.unit.name})"
        if self.share:
            return f"{place} translates much of this already"
        return (
            f"{place} has lost its original, and git does not know what that "
            "said; look whether it is this"
        )


def found(unit: Unit) -> list[Found]:
    """Return what else translates the text of a unit, the best first."""
    wanted = unit.original_text()
    others = [
        Found(other, line, share(wanted, other, mark), loose)
        for other, line, mark, loose in others_like(unit)
    ]
    others.sort(key=lambda one: (one.share, one.loose), reverse=True)
    unknown = [one for one in others[:1] if not one.share]
    return [one for one in others if one.share >= ENOUGH] or unknown


def others_like(unit: Unit) -> Iterator[tuple[Unit, int, str, bool]]:
    """Yield sections of its language whose original is not what it was."""
    pages = paths(unit.root, f"docs/{unit.language}/*.md")
    for file in map(unit.root.joinpath, pages if not unit.is_data else ()):
        if b" data-from=" not in file.read_bytes():
            continue
        page = Unit(unit.root, f"{unit.language}/{file.stem}")
        for state in (state for state in page.states() if state.id):
            other = page.part(state.id)
            loose = state.status == "orphaned"
            changed = loose or state.status == "outdated"
            if changed and state.made_from and other.name != unit.name:
                yield other, state.line, state.made_from, loose


def share(wanted: str, other: Unit, mark: str) -> float:
    """Return how much two texts share, of which one was translated."""
    if fingerprint(wanted) == mark.partition("-")[0]:
        return 1.0
    one, two = rows(wanted), rows(known(other.root, other.name, mark))
    return len(one & two) / min(len(one), len(two)) if two else 0.0


@lru_cache(maxsize=1024)  # each is compared with each section that is missing
def known(root: Path, name: str, mark: str) -> str:
    """Return the text that was translated, if git knows it."""
    return said(Unit(root, name).made_of(mark))


def rows(text: str) -> set[tuple[str, ...]]:
    """Return the words of a text, so many in a row."""
    words = text.lower().split()
    last = max(1, len(words) - ROW + 1) if words else 0
    return {tuple(words[n : n + ROW]) for n in range(last)}


def lines_taken(one: Found, unit: Unit) -> list[str]:
    """Return the lines of a translation, for a section of another name."""
    page, original = one.unit.page(), unit.page(ORIGINAL)
    marks = "#" * passage(original, unit.id).heading.level
    first, *rest = lines_of(page, passage(page, one.unit.id))
    first = first.replace(f"#{one.unit.id} ", f"#{unit.id} ")
    return [marks + first.lstrip("#"), *rest]


def remove(unit: Unit) -> None:
    """Take a section out of its page, and a page away that has no other."""
    page = unit.page()
    rest = [p for p in page.passages if p.heading.id != unit.id]
    if rest:
        pieces = ["\n".join(lines_of(page, one)) for one in rest]
        write(unit.root / unit.path, joined(page, pieces))
    else:
        (unit.root / unit.path).unlink()
