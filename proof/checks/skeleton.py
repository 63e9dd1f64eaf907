"""A translation has its original's skeleton, section by section.

So a page may be translated bit by bit. What is not of the original as it is
now is not compared: nobody who changes the original need know the language.
"""

from collections import Counter
from collections.abc import Iterator

from proof.checks import check
from proof.pages.outline import Skeleton, skeletons
from proof.pages.page import Page, Passage
from proof.pages.passages import Editorial, State, page_states
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.problem import Problem

OR_FIX = ", or run `make fix`"

Items = list[tuple[int, str]]  # lines, and what stands there


@check(finds="formula changed in one language")
def translations(project: Project) -> Iterator[Problem]:
    """A translation has an original, and its skeleton where it is current."""
    same, known = Editorial(project.root), {p.path: p for p in project.written}
    for page in project.written:
        path = f"docs/{ORIGINAL}/{page.name}.md"
        if page.path != path and path in known:
            yield from problems(page, known[path], same)
        elif page.path != path:
            reason = f"there is no {path}; a page starts in '{ORIGINAL}'"
            yield page.problem(1, reason)


def problems(
    page: Page,
    original: Page,
    same: Editorial,
    compared: tuple[str, ...] = ("current", "unmarked"),
) -> Iterator[Problem]:
    """Where sections with one of these statuses have another skeleton."""
    states = {s.id: s for s in page_states(original, page, same)}
    mine, theirs = skeletons(page), skeletons(original)
    there = {passage.heading.id: passage for passage in original.passages}
    for passage in page.passages:
        state = states[passage.heading.id]
        if state.status == "orphaned" and not state.made_from:
            yield unknown(page, original, state, states)
        elif state.status in compared:
            pair = mine[state.id], theirs[state.id]
            ends = passage, there[state.id]
            yield from differences(page, original, pair, ends)


def unknown(
    page: Page, original: Page, state: State, states: dict[str, State]
) -> Problem:
    """A section that the original does not have, and which may be meant."""
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
        "has lost it",
    )


def differences(
    page: Page,
    original: Page,
    pair: tuple[Skeleton, Skeleton],
    ends: tuple[Passage, Passage],
) -> Iterator[Problem]:
    """Differences between a section and its translation, one of each kind."""
    mine, theirs = pair
    for kind in dict.fromkeys([*mine.ordered, *theirs.ordered]):
        here, there = mine.ordered[kind], theirs.ordered[kind]
        if found := first_difference(here, there, *ends):
            yield unlike(page, original, kind, *found)
    for kind in dict.fromkeys([*mine.unordered, *theirs.unordered]):
        here, there = mine.unordered[kind], theirs.unordered[kind]
        extra, lost = leftovers(here, there)
        if extra or lost:
            starts = [(end.heading.line, "nothing") for end in ends]
            found = [*extra, starts[0]][0], [*lost, starts[1]][0]
            yield unlike(page, original, kind, *found)


def first_difference(
    mine: Items, theirs: Items, here: Passage, there: Passage
) -> tuple[tuple[int, str], tuple[int, str]] | None:
    """The first two items that are not equal; "nothing" where one ends."""
    pairs = zip(mine, theirs)
    unequal = [(one, other) for one, other in pairs if one[1] != other[1]]
    if unequal:
        return unequal[0]
    common = min(len(mine), len(theirs))
    if len(mine) == len(theirs):
        return None
    one = [*mine[common:], (here.end, "nothing")][0]
    other = [*theirs[common:], (there.end, "nothing")][0]
    return one, other


def unlike(
    page: Page,
    original: Page,
    kind: str,
    mine: tuple[int, str],
    theirs: tuple[int, str],
) -> Problem:
    """What stands in two places that should be equal."""
    (line, text), (there, wanted) = mine, theirs
    return page.problem(
        line,
        f"{kind} is `{text}` here and `{wanted}` in {original.path}:{there}; "
        f"make them equal{OR_FIX}",
    )


def leftovers(mine: Items, theirs: Items) -> tuple[Items, Items]:
    """What only one of two lists has, in any order."""

    def less(items: Items, others: Items) -> Items:
        count = Counter(text for _, text in others)
        rest = []
        for item in items:
            count[item[1]] -= 1
            if count[item[1]] < 0:
                rest.append(item)
        return rest

    return less(mine, theirs), less(theirs, mine)
