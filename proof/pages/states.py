"""Which parts of a translation are those of the original as it is now.

The unit is the passage: a heading with what stands below it. A translated
heading carries a fingerprint of the original passage that it was made from
(`{ #mask data-from=1f2e3d4c }`), an entry of a data file has it as `from`. No
history is needed: a passage is outdated when the fingerprint of the original
has become another one, and nobody has declared the change editorial.
"""

import hashlib
import re
from functools import lru_cache
from itertools import repeat
from pathlib import Path
from typing import NamedTuple

from proof.files import read_data
from proof.pages.entries import FIELDS, key_lines, path_of, read_entries
from proof.pages.outline import beside, skeletons
from proof.pages.page import Page, Passage
from proof.pages.reduced import fingerprint, reduce, reduced
from proof.pages.settings import ORIGINAL

# Changes of the original that were declared to concern no translator: of each
# section or entry, pairs of fingerprints of texts that say the same.
EDITORIAL = f"docs/{ORIGINAL}/editorial.yml"
# A passage with more words than this that is equal to the original has not
# been translated, whatever its heading says.
FEW = 5


class State(NamedTuple):
    """What became of one section or entry in one language.

    `status` is current, outdated (the original says something else by now),
    unfit (it says the same, but its includes, links or boxes have changed),
    reread (its words still go with the original's, but what stands beside them
    has changed: code, what that gives, diagrams, how the words are divided; of
    this readers are told nothing, since the original's words stayed too),
    unmarked (nobody says from which text it was translated), missing (or not
    yet another text than the original) or orphaned (the original has lost it).
    """

    id: str
    status: str
    line: int  # in the translation; of a missing one, in the original
    made_from: str
    now: str  # what a translation of the original as it is now is marked with
    machine: bool = False
    fits: bool = True  # whether it has the original's skeleton and numbers

    @property
    def shown(self) -> bool:
        """Tell whether readers are shown the translation, not the original."""
        return self.fits if self.status == "outdated" else self.counts

    @property
    def counts(self) -> bool:
        """Tell whether it has to be as its original is."""
        return self.status in ("current", "reread", "unmarked")

    @property
    def is_human(self) -> bool:
        """Tell whether it counts as a person's translation that is current."""
        return self.status == "current" and not self.machine

    @property
    def kept(self) -> str:
        """Return its mark as of now, but for what it stood beside."""
        beside = self.made_from.split("-")[2:]
        if self.status == "current" or not beside:
            return self.now
        return "-".join([*self.now.split("-")[:2], *beside])


class Text(NamedTuple):
    """A section or an entry in one language, as far as it is translated."""

    line: int
    words: str  # reduced
    skeleton: str = ""  # its digest; an entry has none
    in_turn: str = ""  # the same, but for links that were exchanged
    made_from: str = ""
    machine: bool = False
    beside: str = ""  # a digest of what the words of the original go with
    plain: str = ""  # a digest of all its source, white space normalised

    @property
    def mark(self) -> str:
        """Return what its translation is marked with."""
        digests = fingerprint(self.words), self.in_turn, self.beside
        return "-".join(filter(None, digests))


def page_states(original: Page | None, translation: Page | None) -> list[State]:
    """Return a state for each section of the original, then of each orphan."""
    page = original or translation
    texts = page_texts(original), page_texts(translation)
    return states(page.root, page.name, *texts)


def entry_states(root: Path, language: str, file: str) -> list[State]:
    """Return a state for each entry of the original, then of each orphan."""
    texts = (entry_texts(root, code, file) for code in (ORIGINAL, language))
    return states(root, file, *texts)


@lru_cache(maxsize=256)  # each is compared several times
def page_texts(page: Page | None) -> dict[str, Text]:
    """Return the sections of a page by their ids; none of no page."""
    if page is None:
        return {}
    frames = skeletons(page)
    given = beside(page) if page.language == ORIGINAL else repeat("")
    return {
        heading.id: Text(
            heading.line,
            reduced(page, passage),
            frames[heading.id].digest,
            frames[heading.id].in_turn,
            heading.made_from,
            heading.machine,
            digits,
            plain_fingerprint(source(page, passage)),
        )
        for passage, digits in zip(page.passages, given)
        for heading in [passage.heading]
    }


def source(page: Page, passage: Passage) -> str:
    """Return the text of a section with single spaces between its words.

    The first section includes the front matter.
    """
    first = passage.heading == page.headings[0]
    start = 0 if first else passage.heading.line - 1
    return " ".join(" ".join(page.lines[start : passage.end]).split())


def plain_fingerprint(text: str) -> str:
    """Return eight hexadecimal digits of the SHA-256 of a text."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def entry_texts(root: Path, language: str, file: str) -> dict[str, Text]:
    """Return the entries of a language's file, by their keys."""
    lines, found = key_lines(root, path_of(language, file)), {}
    for key, entry in read_entries(root, language, file).items():
        made_from, _, machine = str(entry.get("from") or "").partition(" ")
        words = entry_words(file, entry)
        done = bool(words and machine)
        found[key] = Text(lines[key], words, "", "", made_from, done)
    return found


def entry_words(file: str, entry: dict) -> str:
    """Return the reduced text of an entry; empty if a field is missing."""
    texts = [str(entry.get(field) or "") for field in FIELDS[file]]
    return reduce("\n\n".join(texts)) if all(texts) else ""


def states(
    root: Path, file: str, originals: dict[str, Text], mine: dict[str, Text]
) -> list[State]:
    """Compare the texts of a page or file, in the original's order."""
    editorial, found = read_data(root, EDITORIAL), []
    for name, original in originals.items():
        text = mine.get(name, Text(original.line, ""))
        state = State(
            name,
            status(original, text, editorial.get(f"{file}#{name}", [])),
            text.line,
            text.made_from,
            original.mark,
            text.machine,
            text.skeleton == original.skeleton
            and numbers(text.words) == numbers(original.words),
        )
        found.append(state)
    return found + [
        State(name, "orphaned", text.line, text.made_from, "")
        for name, text in mine.items()
        if name not in originals
    ]


def status(original: Text, mine: Text, editorial: list[dict]) -> str:
    """Return the status of a translation, given changes that do not count."""
    copied = mine.words == original.words
    short = len(original.words.split()) <= FEW
    if not mine.words or (copied and not (mine.made_from and short)):
        return "missing"
    if not mine.made_from:
        return "unmarked"
    if mine.made_from == original.plain:
        return "current"
    words, skeleton, then, *_ = [*mine.made_from.split("-"), "", ""]
    if fingerprint(original.words) not in said_as_well(words, editorial):
        return "outdated"
    follows = skeleton in ("", original.in_turn)
    exchanged = mine.in_turn == skeleton  # its links lead as they led then
    if not follows and (exchanged or mine.skeleton != original.skeleton):
        return "unfit"
    return "current" if then in ("", original.beside) else "reread"


def numbers(words: str) -> set[int]:
    """Return the numbers that are written with digits, of any script."""
    return set(map(int, re.findall(r"\d+", words)))


def said_as_well(words: str, editorial: list[dict]) -> set[str]:
    """Return the fingerprints of all texts that say the same as one does."""
    reached, fresh = {words}, [words]
    while fresh:
        at = fresh.pop()
        for change in editorial:
            ends = {change["from"], change["to"]}
            if at in ends:
                fresh += ends - reached
                reached |= ends
    return reached
