"""Terms of formulas: found in the MathML by what they say, and marked."""

from typing import NamedTuple
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from sitebuild.pages.mathml import to_tree

UNSEEN = "\u2061\u2062 \n"  # that a function is applied, or that one multiplies
TABLE = ("mtr", "mtable")  # no `mrow` may stand in these
OPEN = (*TABLE, "math", "mrow", "mstyle", "mtd")  # with any number of children


class Found(NamedTuple):
    """A term: some neighbours among the children of an element."""

    parent: Element
    start: int
    end: int


def written(math: Element) -> str:
    """Return a formula as a text."""
    return ElementTree.tostring(math, "unicode")


def leaves(element: Element) -> list[Element]:
    """Return the letters, digits and signs of a formula, in their order."""
    return [
        each
        for each in element.iter()
        if not len(each) and (each.text or "").strip(UNSEEN)
    ]


def find(math: Element, term: str) -> Found | None:
    """Find where a formula has a term, which is MathML, once and as a whole."""
    all_leaves, wanted = leaves(math), [e.text for e in leaves(to_tree(term))]
    size = len(wanted)
    starts = [
        start
        for start in range(len(all_leaves) - size + 1)
        if [e.text for e in all_leaves[start : start + size]] == wanted
    ]
    if not size or len(starts) != 1:
        return None
    inside = all_leaves[starts[0] : starts[0] + size]
    parent = holder(math, inside)
    children = list(parent)
    places = [
        place
        for place, child in enumerate(children)
        if any(leaf in inside for leaf in child.iter())
    ]
    start, end = places[0], places[-1] + 1
    covered = [leaf for child in children[start:end] for leaf in leaves(child)]
    return Found(parent, start, end) if covered == inside else None


def holder(math: Element, inside: list[Element]) -> Element:
    """Return the innermost open element that holds all these leaves."""
    for child in math:
        if child.tag in OPEN and set(inside) <= set(leaves(child)):
            return holder(child, inside)
    return math


def mark(found: Found, name: str) -> None:
    """Give a term a class: in a group of its own, or cell by cell."""
    children = list(found.parent)[found.start : found.end]
    if found.parent.tag in TABLE or len(children) == 1:
        for child in children:
            child.set("class", f"{child.get('class', '')} {name}".strip())
        return
    group = Element("mrow", {"class": name})
    for child in children:
        found.parent.remove(child)
        group.append(child)
    found.parent.insert(found.start, group)
