"""A translation has its original's skeleton, section by section.

So a page may be translated bit by bit. What is not of the original as it is
now is not compared: nobody who changes the original need know the language.
"""

from collections import Counter
from collections.abc import Iterator
from itertools import zip_longest

from proof.checks import check, pages
from proof.pages.formulas import tight
from proof.pages.outline import Skeleton, skeletons
from proof.pages.page import Page, Passage
from proof.pages.places import KEPT
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.pages.states import State, page_states
from proof.problem import Problem

OR_FIX = ", or run `make fix`"

SPARE = (
    "`make fix` kept the words below, for which the original has no place any "
    "more; move them where they belong or delete them, then this line"
)
Item = tuple[int, str]  # a line, and what stands there


@check(finds="page without an original", refuses=True)
def originals(project: Project) -> Iterator[Problem]:
    """A translation has the name of its original."""
    for page in project.written:
        if page.language == ORIGINAL or page.name in project.originals:
            continue
        path = f"docs/{ORIGINAL}/{page.name}.md"
        reason = f"there is no {path}; a page starts in '{ORIGINAL}'"
        ids = {heading.id for heading in page.headings}
        shared = {
            original.name: len(ids & {h.id for h in original.headings})
            for original in project.originals.values()
        }
        if near := max(shared, key=shared.get, default=""):
            if shared[near]:
                reason += f"; if it translates {near}.md, call it so, too"
        yield page.problem(1, reason)


@check(finds="formula changed in one language", alone=True)
def translations(project: Project) -> Iterator[Problem]:
    """A translation has its original's skeleton where it is current."""
    for page, original in project.translated:
        yield from problems(page, original, project.page_states[page.path])


def problems(
    page: Page,
    original: Page,
    states: list[State] | None = None,
    unfit: bool = False,
) -> Iterator[Problem]:
    """Yield where sections that count, or unfit ones, have other skeletons."""
    if unclear := list(pages.headings.ask(page)):
        yield from unclear  # which section is which is not known
        return
    states = page_states(original, page) if states is None else states
    by_id = {state.id: state for state in states}
    mine, theirs = skeletons(page), skeletons(original)
    there = {passage.heading.id: passage for passage in original.passages}
    for passage in page.passages:
        state = by_id[passage.heading.id]
        if state.status == "orphaned" and not state.made_from:
            yield unknown(page, original, state, by_id)
        elif state.counts or unfit and state.status == "unfit":
            pair = mine[state.id], theirs[state.id]
            spare = [n for n in page.marked(KEPT) if n in passage]
            yield from (page.problem(line, SPARE) for line in spare)
            found = differences(*pair, passage, there[state.id])
            found = () if spare else found
            for kind, (line, text), (other, wanted) in found:
                if kind == "number":
                    continue  # `proof.checks.numbers` tells more of it
                yield page.problem(
                    line,
                    f"{kind} is `{text}` here and `{wanted}` in "
                    f"{original.path}:{other}; make them equal{OR_FIX}",
                )


def unknown(
    page: Page, original: Page, state: State, states: dict[str, State]
) -> Problem:
    """Say of a section that the original does not have which may be meant."""
    order = [heading.id for heading in original.headings]
    place = [heading.id for heading in page.headings].index(state.id)
    missing = [name for name in order if states[name].status == "missing"]
    near = min(
        missing or order, key=lambda name: abs(order.index(name) - place)
    )
    line = original.headings[order.index(near)].line
    return page.problem(
        state.line,
        f"{original.path} has no section `{state.id}` (`{near}` stands in "
        f"line {line}); correct the id, or remove the section if the original "
        f"has lost it{OR_FIX}",
    )


def differences(
    mine: Skeleton, theirs: Skeleton, here: Passage, there: Passage
) -> Iterator[tuple[str, Item, Item]]:
    """Yield the first difference of each kind, in a section and its original.

    Where one of them has nothing, its end is named, or its start if what is
    compared may stand anywhere.
    """
    for kind in dict.fromkeys([*mine.ordered, *theirs.ordered]):
        items = mine.ordered[kind], theirs.ordered[kind]
        yield from first(kind, *items, here.end, there.end)
    for kind in dict.fromkeys([*mine.unordered, *theirs.unordered]):
        items = leftovers(mine.unordered[kind], theirs.unordered[kind])
        yield from first(kind, *items, here.heading.line, there.heading.line)


def first(
    kind: str, mine: list[Item], theirs: list[Item], here: int, there: int
) -> Iterator[tuple[str, Item, Item]]:
    """Yield the first items that differ, if any do; nothing where one ends."""
    for one, other in zip_longest(mine, theirs):
        one, other = one or (here, "nothing"), other or (there, "nothing")
        if tight(one[1]) != tight(other[1]):
            yield kind, one, other
            return


def leftovers(
    mine: list[Item], theirs: list[Item]
) -> tuple[list[Item], list[Item]]:
    """Return what only one of two lists has, in any order."""

    def less(items: list[Item], others: list[Item]) -> list[Item]:
        count = Counter(tight(text) for _, text in others)
        rest = []
        for item in items:
            count[tight(item[1])] -= 1
            if count[tight(item[1])] < 0:
                rest.append(item)
        return rest

    return less(mine, theirs), less(theirs, mine)
