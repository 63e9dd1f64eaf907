"""When two diagrams say the same, however they are laid out.

A diagram has a mark, by which translations know it. Drawn anew, it keeps its
mark if it says what it said: the texts, colours and lines, and on which side
of each other they are. It is compared with the last only: small steps add up.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from hashlib import sha256
from itertools import combinations_with_replacement, pairwise
from math import cos, radians
from typing import NamedTuple
from xml.etree.ElementTree import Element, ParseError, fromstring

from proof.outputs.kinds import MARK
from proof.outputs.pictures import NUMBER

# How large, thick and far a part is, and where.
LAYOUT = set("d transform x y width height rx viewBox text-anchor".split())
LAYOUT |= {"font-size", "stroke-width", MARK}
RAISED, LOWERED = -3, 0.7  # px from the line that letters stand on
NEAR, NUDGE = 6, 20  # px: at no side of each other; moved a little only
HEAD = "MLLz"  # how the head of an arrow is drawn
TURN = cos(radians(70))  # by more, one is at another side of the other
Place = complex  # px from the left, and from the top as the imaginary part


class Part(NamedTuple):
    """A box, a text or a line of a diagram: what it says, and its places.

    A box and a text have one place; a line where it starts, bends and ends.
    """

    said: str
    places: list[Place]


def marked(svg: str, before: str) -> str:
    """Return a diagram with the mark of the one before, or one of its own."""
    try:
        mark = fromstring(before).get(MARK)
    except ParseError:  # there was none, or two versions of it
        mark = None
    if not mark or not same_diagram(before, svg):
        mark = sha256(svg.encode()).hexdigest()[:8]
    return svg.replace("<svg", f'<svg {MARK}="{mark}"', 1)


def same_diagram(one: str, other: str) -> bool:
    """Tell whether two SVGs say the same."""
    old, new = (arrows(parts(fromstring(svg), 0, {})) for svg in (one, other))
    if Counter(part.said for part in old) != Counter(p.said for p in new):
        return False
    both = combinations_with_replacement(pairs(old, new), 2)
    return not any(
        turned(before, after)
        for one, other in both
        for before, after in zip(*map(ways, one, other))
    )


def parts(element: Element, at: Place, look: dict[str, str]) -> Iterator[Part]:
    """Yield what an element and those in it draw."""
    look = look | without_layout(element)
    at += complex(*numbers(element.get("transform")))
    tag = element.tag.rpartition("}")[2]
    if tag == "path":
        ends = numbers(element.get("d"))
        said = "".join(filter(str.isalpha, element.get("d", "")))
        places = [at + complex(*end) for end in zip(ends[::2], ends[1::2])]
    elif tag == "rect":
        x, y, width, height = values(element, "x", "y", "width", "height")
        said, places = "", [at + complex(x + width / 2, y + height / 2)]
    elif tag == "text":
        letters = sorted(map(letter, element)) or [(0, element.text)]
        said = repr([words for _, *words in letters])
        x, y = values(element, "x", "y")
        places = [at + complex(x + letters[-1][0] / 2, y)]
    else:
        for child in element:
            yield from parts(child, at, look)
        return
    if said != HEAD:
        said = repr((tag, said, sorted(look.items())))
    yield Part(said, places)


def arrows(drawn: Iterable[Part]) -> list[Part]:
    """Return all parts; a line knows how many heads are where it ends."""
    found = [*drawn]
    tips = [part.places[1] for part in found if part.said == HEAD]
    return [
        Part(
            said + HEAD * sum(abs(tip - end) < 1 for tip in tips if way),
            [*way, end],
        )
        for said, (*way, end) in found
        if said != HEAD
    ]


def letter(element: Element) -> tuple[float, str, int, str]:
    """Return where letters of a text start, they, their height and look."""
    x, y = values(element, "x", "y")
    look = repr(sorted(without_layout(element).items()))
    return x, element.text or "", (y > LOWERED) - (y < RAISED), look


def values(element: Element, *names: str) -> list[float]:
    """Return the first number of some attributes; 0 of what is not there."""
    return [(numbers(element.get(name)) or [0.0])[0] for name in names]


def without_layout(element: Element) -> dict[str, str]:
    """Return the attributes of an element that say more than where it is."""
    return {n: v for n, v in element.items() if n not in LAYOUT}


def pairs(
    old: list[Part], new: list[Part]
) -> Iterator[tuple[list[Place], list[Place]]]:
    """Yield the places of parts that say the same, the nearest first.

    How near they are is told as if both diagrams were of one size.
    """
    before, after = ([*map(inside(drawn), drawn)] for drawn in (old, new))
    apart = sorted(
        (sum(abs(a - b) for a, b in zip(before[i], after[j])), i, j)
        for i, one in enumerate(old)
        for j, other in enumerate(new)
        if one.said == other.said
    )
    left = {*range(len(old))}, {*range(len(new))}
    for _, i, j in apart:
        if i in left[0] and j in left[1]:
            left[0].remove(i)
            left[1].remove(j)
            yield old[i].places, new[j].places


def inside(drawn: list[Part]) -> Callable[[Part], list[Place]]:
    """Return what gives places in a diagram as shares of its size."""
    places = [place for part in drawn for place in part.places]
    across = [place.real for place in places]
    down = [place.imag for place in places]
    width, height = (max(v) - min(v) or 1 for v in (across, down))
    return lambda part: [
        complex((p.real - min(across)) / width, (p.imag - min(down)) / height)
        for p in part.places
    ]


def ways(one: list[Place], other: list[Place]) -> list[Place]:
    """Return how one gets from places of a part to those of another.

    From a line to what has one place that is the shortest way, too.
    """
    found = [b - a for a in one for b in other]
    for place, line in ((one, other), (other, one)):
        if len(place) < len(line):
            found.append(
                min((way(*place, *e) for e in pairwise(line)), key=abs)
            )
    return found


def way(place: Place, start: Place, end: Place) -> Place:
    """Return the shortest way from a place to a straight line."""
    line = end - start
    along = ((place - start) * line.conjugate()).real / (abs(line) ** 2 or 1)
    return start + line * min(max(along, 0), 1) - place


def turned(before: Place, after: Place) -> bool:
    """Tell whether one came to another side of the other."""
    lengths = abs(before), abs(after)
    along = (before * after.conjugate()).real
    clear = min(lengths) > NEAR and abs(after - before) > NUDGE
    return clear and along < TURN * lengths[0] * lengths[1]


def numbers(text: str | None) -> list[float]:
    """Return the numbers of an attribute."""
    return [float(number) for number in NUMBER.findall(text or "")]
