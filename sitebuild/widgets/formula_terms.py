"""Find a term in a formula's MathML by what it says, and mark it."""

from itertools import combinations
from typing import NamedTuple
from xml.etree.ElementTree import Element

from sitebuild.pages.mathml import to_mathml, to_tree

UNSEEN = "\u2061\u2062 \n"  # that a function is applied, or that one multiplies
TABLE = ("mtr", "mtable")  # no `mrow` may stand in these
OPEN = (*TABLE, "math", "mrow", "mstyle", "mtd")  # with any number of children


class Term(NamedTuple):
    """A term: the children of an element from `start` up to `end`."""

    parent: Element
    start: int
    end: int


def signs(elements: list[Element]) -> list[str]:
    """Return the letters, digits and signs of elements, in their order."""
    leaves = [e for element in elements for e in element.iter() if not len(e)]
    return [e.text for e in leaves if (e.text or "").strip(UNSEEN)]


def find(math: Element, tex: str) -> Term | None:
    """Return where a formula has a term, which is written in LaTeX.

    None if the formula does not have it just once and as a whole, that is as
    children of an element that may have any number of them.
    """
    return find_signs(math, signs([to_tree(to_mathml(tex, display=True))]))


def find_signs(parent: Element, wanted: list[str]) -> Term | None:
    """Return the innermost term with these signs; None as in `find`."""
    every = signs([parent])
    ends = range(len(wanted), len(every) + 1)
    if sum(every[end - len(wanted) : end] == wanted for end in ends) != 1:
        return None
    for child in parent:
        if child.tag in OPEN and (term := find_signs(child, wanted)):
            return term
    spans = combinations(range(len(parent) + 1), 2)
    exact = [s for s in spans if signs(parent[slice(*s)]) == wanted]
    shortest = min(exact, key=lambda s: s[1] - s[0], default=None)
    return Term(parent, *shortest) if shortest else None


def mark(term: Term, name: str) -> None:
    """Give a term a class: in a group of its own, or cell by cell."""
    parent, start, end = term
    children = parent[start:end]
    if parent.tag in TABLE or len(children) == 1:
        for child in children:
            child.set("class", f"{child.get('class', '')} {name}".strip())
    else:
        parent[start:end] = [Element("mrow", {"class": name})]
        parent[start].extend(children)
