"""When two pictures agree, on any processor and as far as a block declares.

What may differ is the values that a picture shows.
"""

import re
from decimal import Decimal

from sitebuild.pages.tolerance import EXACT, Tolerance, same_text

NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
# Where a picture's lines run, and its colours. The texts are outside.
DRAWN = re.compile(
    r' (?P<name>d|x|y|transform|fill|fill-opacity|stroke)="(?P<value>[^"]*)"'
)
PIXEL = Decimal("0.1")  # how far a coordinate may be off; it has one decimal
STEP = Decimal("0.005")  # how far a share of a colour may be off
# The values that a heatmap shows: colours of its cells, digits and their ink.
CELLS = re.compile(r'(?s)(?<=<g class="cells")[^>]*>.*?(?=</g>)')
SHARES = re.compile(r' (?:fill|fill-opacity)="[^"]*"')
DIGITS = re.compile(
    r'<text(?: fill="var\(--(?:little|some|much|quiet)\)")?( [^<>]*)>'
    r"(?:-?\d\.\d\d|·)<"
)
# A word of a picture, a line of curves, and what says where something is.
WORD = re.compile(r"(?<=>)[^<>]*[^\W\d_][^<>]*(?=<)")
LINE = re.compile(
    r'<path fill="none"(?P<look>[^>]* stroke="var[^>]*) d="(?P<way>[^"]*)"'
)
PLACE = re.compile(r' (?:d|x|y|transform|text-anchor)="[^"]*"')


def same_picture(
    recorded: str, actual: str, tolerance: Tolerance = EXACT
) -> bool:
    """Tell whether two SVGs draw alike: texts agree, and so do strokes.

    Strokes are PIXEL and STEP apart at most. With a tolerance, and where it is
    measured, a heatmap has the same places and curves the same shape.
    """
    if recorded == actual:
        return True
    if tolerance and CELLS.search(recorded):
        recorded, actual = without_values(recorded), without_values(actual)
    elif tolerance:
        return shape(recorded) == shape(actual)
    one, other = (list(DRAWN.finditer(text)) for text in (recorded, actual))
    return (
        len(one) == len(other)
        and all(
            same_stroke(a["name"], a["value"], b["value"])
            for a, b in zip(one, other)
        )
        and same_text(DRAWN.sub("", recorded), DRAWN.sub("", actual))
    )


def without_values(heatmap: str) -> str:
    """Return a heatmap without the values that it shows."""
    heatmap = CELLS.sub(lambda cells: SHARES.sub("", cells[0]), heatmap)
    return DIGITS.sub(r"<text\1><", heatmap)


def shape(curves: str) -> tuple:
    """Return what curves of any values share: words, points, looks.

    An axis may have other ticks, and the names of curves another order.
    """
    lines = LINE.finditer(curves)
    drawn = [m["look"] + "".join(filter(str.isupper, m["way"])) for m in lines]
    looks = set(re.findall("<[^>]*>", PLACE.sub("", curves)))
    return sorted(WORD.findall(curves)), drawn, looks


def same_stroke(name: str, a: str, b: str) -> bool:
    """Tell whether two lines or colours are alike."""
    if name in ("fill", "stroke"):
        return a == b
    allowed = STEP if name == "fill-opacity" else PIXEL
    kinds = [[k.strip() for k in NUMBER.split(text)] for text in (a, b)]
    pairs = zip(NUMBER.findall(a), NUMBER.findall(b))
    return kinds[0] == kinds[1] and all(
        abs(Decimal(x) - Decimal(y)) <= allowed for x, y in pairs
    )
