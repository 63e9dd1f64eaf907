"""What is half done does not count as done.

A translated section has as many paragraphs, list items, rows and boxes as its
original, in the same order, leads to the same places in the same order, and
leaves no sentence in the original's words.
"""

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import combinations, zip_longest
from math import comb
from typing import NamedTuple

from proof.checks import check, pages
from proof.checks.copied import (
    copied_row,
    length,
    low,
    prose,
    shown,
    spoken,
    untranslated,
)
from proof.checks.skeleton import OR_FIX, leftovers
from proof.checks.targets import misled
from proof.pages.entries import FIELDS
from proof.pages.outline import SYMBOL, skeletons
from proof.pages.page import Page, Passage
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.pages.signs import tidied
from proof.pages.states import State
from proof.pages.terms import REFUSED, Term
from proof.problem import Problem

MANY = 10_000  # ways to pair what two sections have
WRAPPED = (
    "a line that begins with a number and a full stop is a point of a list; "
    "break the line elsewhere"
)


class Piece(NamedTuple):
    """A paragraph, a list item, a row, a box, or a block between them."""

    kind: str
    line: int
    text: str = ""
    depth: int = 0  # in how many boxes it stands

    @property
    def place(self) -> tuple[str, int]:
        """Return what it shares with its translation."""
        return self.kind, self.depth


@check(finds="sentence left in the original's language", alone=True)
def whole(project: Project) -> Iterator[Problem]:
    """A translated section is translated, and all of it."""
    for page, original in project.translated:
        terms = project.terms[page.language]
        states = project.page_states[page.path]
        yield from signs(page)
        yield from problems(page, original, states, terms)


@check(finds="entry left in the original's language")
def entries(project: Project) -> Iterator[Problem]:
    """A translated entry is translated, each field of it."""
    for path, states in project.entry_states.items():
        language, file = path.split("/")[1:]
        theirs, mine = (project.entries(file)[c] for c in (ORIGINAL, language))
        names = words_of(*(t.all_forms for t in project.terms[language]))
        for state in states:
            for field in FIELDS[file] if state.counts else ():
                texts = (e[state.id].get(field) or "" for e in (mine, theirs))
                if left := copied_row(*map(str, texts), names):
                    yield project.entry_problem(
                        path,
                        state.id,
                        f"`{field}` of '{state.id}' has “{left}”, in the words "
                        f"of docs/{ORIGINAL}/{file}; translate it",
                    )


def words_of(*names: Iterable[str]) -> set[str]:
    """Return the words that names consist of."""
    return {word for name in names for form in name for word in low(form)}


def signs(page: Page) -> Iterator[Problem]:
    """Yield the first sign that looks like another one."""
    clean = tidied(page.text, page.language).split("\n")
    for number, (line, new) in enumerate(zip(page.lines, clean), start=1):
        if line != new and not page.problems:
            was, now = next(p for p in zip_longest(line, new) if p[0] != p[1])
            yield page.problem(
                number,
                f"U+{ord(was):04X} in “{shown(line)}” looks like another sign; "
                f"write {unicodedata.name(now or ' ')}{OR_FIX}",
            )
            return


def problems(
    page: Page, original: Page, states: list[State], terms: list[Term]
) -> Iterator[Problem]:
    """Yield what of sections that count as translated is half done."""
    if any(pages.headings.ask(page)):
        return  # which section is which is not known
    by_id = {state.id: state for state in states}
    theirs = {passage.heading.id: passage for passage in original.passages}
    mine, skeleton = skeletons(page), skeletons(original)
    spans_of_code = [text for _, text in codes(original)]
    forms = [t.all_forms for t in terms if t.language == page.language]
    names = words_of(*forms, spans_of_code)
    known = spoken(page, original) | names
    share = length(page) / length(original)
    for passage in page.passages:
        name = passage.heading.id
        state = by_id[name]
        if not state.counts:
            continue
        other = theirs[name]
        yield from untranslated(page, passage, original, other, known, names)
        if mine[name].digest == skeleton[name].digest:
            # It may be divided anew, and each language refuses other words.
            if state.status != "reread" and name != REFUSED:
                yield from missing(page, passage, original, other, share)
            yield from misled(page, passage, original, other)
            yield from symbols(page, passage, original, other)


def missing(
    page: Page, mine: Passage, original: Page, theirs: Passage, share: float
) -> Iterator[Problem]:
    """Yield what a section has less or more of, between two blocks."""
    here, there = stretches(page, mine), stretches(original, theirs)
    for (start, *one), (other_start, *other) in zip(here, there):
        yield from box_faults(page, start, original, other_start)
        if [p.place for p in one] == [p.place for p in other]:
            yield from cells(page, one, original, other)
            continue
        lost = unmatched(one, other, share)
        more = unmatched(other, one, 1 / share)
        for piece in lost:
            above = [start, *one][min(other.index(piece), len(one))]
            yield page.problem(
                above.line,
                f"{original.path}:{piece.line} has one {piece.kind} more, "
                f"“{shown(piece.text)}” or one beside it; translate it, or "
                "divide what was joined",
            )
        for piece in more if not lost else ():
            yield page.problem(
                piece.line,
                f"the {piece.kind} “{shown(piece.text)}” is one more than "
                f"below {original.path}:{other_start.line}; "
                + (WRAPPED if wrapped(page, piece) else "join or remove it"),
            )
        if not lost and not more:
            pairs = zip(one, other)
            piece = next(p for p, q in pairs if p.place != q.place)
            yield page.problem(
                piece.line,
                f"“{shown(piece.text)}” stands in another order or depth than "
                f"below {original.path}:{other_start.line}; indent what is in "
                f"a box by four spaces{OR_FIX}",
            )


def wrapped(page: Page, piece: Piece) -> bool:
    """Tell whether a numbered point may be a line of the text above it."""
    above = piece.line - 1
    starts = {e.kind for e in page.elements if e.line == above}
    return (
        piece.kind == "numbered point"
        and above in page.kinds
        and starts.isdisjoint(("heading", "item"))
    )


def stretches(page: Page, passage: Passage) -> list[list[Piece]]:
    """Return the pieces of a section, each block with what is below it."""
    found = [[Piece("heading", passage.heading.line)]]
    for piece in pieces(page, passage):
        if piece.kind in ("block", "box"):
            found.append([])
        found[-1].append(piece)
    return found


def pieces(page: Page, passage: Passage) -> Iterator[Piece]:
    """Yield what a section consists of, in its order."""
    item = 0
    for element in passage.elements[1:]:
        line, spans = element.line, element.spans
        depth = sum(box.line < line <= box.end for box in page.boxes)
        text = prose(element)
        if element.kind == "item":
            item, kind = line, "numbered" if element.marks in ".)" else "listed"
        elif element.kind == "box":
            yield Piece("box", line, text, depth)
        elif element.kind != "text" or any(s.kind == "tag" for s in spans):
            yield Piece("block", line, depth=depth)
        elif text.startswith("\v"):
            for number, row in enumerate(text.split("\n"), start=line):
                yield Piece("row of a table", number, row, depth)
        elif line == item:
            yield Piece(f"{kind} point", line, text, depth)
        else:
            yield Piece("paragraph", line, text, depth)


def unmatched(
    mine: list[Piece], theirs: list[Piece], share: float
) -> list[Piece]:
    """Return those of each kind that others have more of.

    That is those whose lengths fit the others least.
    """
    found = []
    for kind in dict.fromkeys(p.kind for p in theirs):
        lengths = [len(p.text) for p in mine if p.kind == kind]
        same = [p for p in theirs if p.kind == kind]
        rest = same[len(lengths) :]
        if rest and comb(len(same), len(lengths)) < MANY:
            kept = min(
                combinations(same, len(lengths)),
                key=partial(misfit, lengths, share),
            )
            rest = [p for p in same if p not in kept]
        found += rest
    return found


def misfit(lengths: list[int], share: float, kept: tuple[Piece, ...]) -> float:
    """Return how far texts are from the lengths that are expected."""
    pairs = zip(lengths, kept)
    return sum(abs(length - len(p.text) * share) for length, p in pairs)


def box_faults(
    page: Page, mine: Piece, original: Page, theirs: Piece
) -> Iterator[Problem]:
    """Yield a title that only one of two boxes has."""
    if mine.kind == "box" and bool(mine.text) != bool(theirs.text):
        said = "no title" if theirs.text else f"the title “{shown(mine.text)}”"
        other = f"“{shown(theirs.text)}”" if theirs.text else "none"
        yield page.problem(
            mine.line,
            f"this box has {said}, and {original.path}:{theirs.line} {other}; "
            "make them alike",
        )


def cells(
    page: Page, mine: list[Piece], original: Page, theirs: list[Piece]
) -> Iterator[Problem]:
    """Yield the first row of a table with more cells than its original's."""
    for one, other in zip(mine, theirs):
        if one.text.count("\v") != other.text.count("\v"):
            yield page.problem(
                one.line,
                f"this row has {one.text.count(chr(11)) - 1} cells, and "
                f"{original.path}:{other.line} {other.text.count(chr(11)) - 1};"
                " write as many",
            )
            return


def symbols(
    page: Page, mine: Passage, original: Page, theirs: Passage
) -> Iterator[Problem]:
    """Yield code that is lost or translated, names in formulas, buttons."""
    here, there = (
        {
            "code": codes(p, passage),
            "name in a formula": named(p, passage),
            "button": buttons(passage),
        }
        for p, passage in ((page, mine), (original, theirs))
    )
    for kind in here:
        _, lost = leftovers(here[kind], there[kind])
        if kind == "code":
            said = {text for _, text in here[kind]}
            lost = [item for item in lost if item[1] not in said]
        for line, text in lost[:1]:
            yield page.problem(
                near(mine, theirs, line),
                f"{kind} `{text}` of {original.path}:{line} is not in this "
                f"section; write it as there{OR_FIX}",
            )


def near(mine: Passage, theirs: Passage, line: int) -> int:
    """Return the line of a section that may translate one of another."""
    place = bisect([e.line for e in theirs.elements], line) - 1
    return mine.elements[min(place, len(mine.elements) - 1)].line


def codes(page: Page, *passages: Passage) -> list[tuple[int, str]]:
    """Return line and text of the code in sentences."""
    found = passages or page.passages
    spans = (s for p in found for e in p.elements for s in e.spans)
    return [(s.line, s.text) for s in spans if s.kind == "code"]


def named(page: Page, passage: Passage) -> list[tuple[int, str]]:
    """Return line and text of words that name a symbol in formulas."""
    return [
        (formula.line, name)
        for formula in page.formulas
        if formula.line in passage
        for name in re.findall(SYMBOL, formula.tex)
    ]


def buttons(passage: Passage) -> list[tuple[int, str]]:
    """Return line and text of the classes of links."""
    return [
        (span.line, span.raw)
        for element in passage.elements[1:]
        for span in element.spans
        if span.kind == "attributes"
    ]
