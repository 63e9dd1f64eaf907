"""What a recording or a diagram says, however it is written and laid out."""

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from xml.etree.ElementTree import (
    ParseError,
    canonicalize,
    fromstring,
    tostring,
)

PANELS = "<svg", "<table"  # of which a figure may have several
SIZES = "width", "height", "stroke-width"  # of a drawing: they say nothing
# Of a drawing: all but what is read aloud; some have lists of numbers.
ATTRIBUTE = (
    r'(?<= )(?:(?P<path>d|points|transform)|(?!aria-|title)[\w:-]+)="[^"]*"'
)
# Of a diagram.
LAYOUT = "d", "transform", "x", "y", "rx", "viewBox", "font-size", *SIZES
NUMBER = r"-?\d*\.?\d+"
NEAR = 10  # px between two places that count as one
RAISED, LOWERED = -3, 0.7  # px from the line that letters stand on


@lru_cache(maxsize=1024)
def drawn(text: bytes, diagram: bool = False) -> bytes:
    """Return what a recording or a diagram holds, however it is written.

    Columns of a text may stand further apart, but lines be no further in. Of a
    diagram the places count, not how far they are from each other.
    """
    whole = text.decode()
    if whole.startswith(PANELS):
        whole = f"<g>{whole}</g>"
    try:
        whole = arranged(whole) if diagram else whole
        found = canonicalize(whole, strip_text=True, exclude_attrs=SIZES)
        found = re.sub(ATTRIBUTE, shortest, found).encode()
    except (ParseError, ValueError):
        found = b"\n".join(map(bytes.rstrip, text.splitlines())).rstrip()
    return re.sub(rb"(?<=\S) +", b" ", found)


def shortest(attribute: re.Match) -> str:
    """Return an attribute of a drawing with its numbers written shortest."""
    text = re.sub(r"(?<!\d)\.(?=\d)", "0.", attribute[0])
    text = re.sub(r"(?:(\.\d*[1-9])|\.)0+(?!\d)", r"\1", text)
    if attribute["path"]:
        text = re.sub(r"[\s,]+", " ", text)
        text = re.sub(r" ?([a-zA-Z()-]) ?", r"\1", text)
    return text


def arranged(diagram: str) -> str:
    """Return a diagram whose places have ranks from the left and the top.

    A box and a text have one place, a line two: where it starts and ends.
    """
    root, placed = fromstring(diagram), []
    for element in root.iter():
        had = {name: element.attrib.pop(name, "") for name in LAYOUT}
        numbers = re.findall(NUMBER, had["d"] or had["transform"])
        ends = [*map(float, numbers)]
        if had["x"] and had["width"]:
            ends = [
                float(had[at]) + float(had[size]) / 2
                for at, size in (("x", "width"), ("y", "height"))
            ]
        elif had["y"]:  # of a letter in a text
            y = float(had["y"])
            element.set("set", f"{(y > LOWERED) - (y < RAISED)}")
        if had["d"]:
            element.set("d", "".join(filter(str.isalpha, had["d"])))
        if len(ends) > 1:
            placed.append((element, ends[:2] + ends[-2:]))
    across, down = (
        ranks(end for _, ends in placed for end in ends[axis::2])
        for axis in (0, 1)
    )
    for element, (x, y, to_x, to_y) in placed:
        at = across[x], down[y], across[to_x], down[to_y]
        element.set("at", " ".join(map(str, at)))
    for element in root.iter():
        if element.tag.endswith("svg"):  # whichever of its parts is drawn first
            element[:] = sorted(element, key=tostring)
    return tostring(root, encoding="unicode")


def ranks(values: Iterable[float]) -> dict[float, int]:
    """Return the rank of each value; those near each other share one."""
    ordered, rank = sorted({*values}), 0
    found = dict.fromkeys(ordered[:1], 0)
    for last, value in pairwise(ordered):
        rank += value - last > NEAR
        found[value] = rank
    return found
