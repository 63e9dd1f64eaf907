"""One colour a role: it can be read, and told from the others, by everyone."""

from itertools import combinations

import pytest
from conftest import contrast

from sitebuild.pages.output_types import schemes
from snippets import colours
from snippets.heatmap import ink

ROLES = ["query", "key", "value", "weight"]
SERIES = ["weight", "minus", "ink", "quiet"]  # of lines, which have marks too
SCHEMES = dict(zip(("light", "dark"), schemes()))
TINT = 0.16  # of a box, in snippets/canvas.py
# From linear RGB to what is seen (Viénot, Brettel and Mollon, 1999).
BLIND = {
    "deuteranopia": [
        (0.29275, 0.70725, 0), (0.29275, 0.70725, 0), (-0.02234, 0.02234, 1)
    ],
    "protanopia": [
        (0.11238, 0.88762, 0), (0.11238, 0.88762, 0), (0.00401, -0.00401, 1)
    ],
}  # fmt: skip


def rgb(colour: str) -> list[float]:
    return list(bytes.fromhex(colour[1:]))


def mixed(share: float, over: str, colour: str) -> list[float]:
    return [a + (b - a) * share for a, b in zip(rgb(over), rgb(colour))]


def linear(colour: str) -> list[float]:
    parts = [part / 255 for part in rgb(colour)]
    return [
        c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4
        for c in parts
    ]


def lab(colour: list[float]) -> list[float]:
    """CIE L*a*b* of linear RGB, under daylight."""
    r, g, b = colour
    xyz = (
        (0.4124 * r + 0.3576 * g + 0.1805 * b) / 0.9505,
        0.2126 * r + 0.7152 * g + 0.0722 * b,
        (0.0193 * r + 0.1192 * g + 0.9505 * b) / 1.089,
    )
    x, y, z = (
        t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in xyz
    )
    return [116 * y - 16, 500 * (x - y), 200 * (y - z)]


def distance(one: str, other: str, blind: str) -> float:
    """How far apart two colours are to an eye, as CIE 1976 has it."""
    seen = [linear(one), linear(other)]
    if blind:
        seen = [
            [max(0, sum(a * b for a, b in zip(row, c))) for row in BLIND[blind]]
            for c in seen
        ]
    pair = zip(*map(lab, seen))
    return sum((a - b) ** 2 for a, b in pair) ** 0.5


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_every_pair_that_occurs_can_be_read(scheme):
    paper = rgb(scheme["paper"])
    for role in {*ROLES, *SERIES}:
        # names at lines, the lines themselves, edges of boxes, dots of masks
        assert contrast(rgb(scheme[role]), paper) >= 4.5, role
        # what stands in a box
        ground = mixed(TINT, scheme["paper"], scheme[role])
        assert contrast(rgb(scheme["ink"]), ground) >= 4.5, role
        assert contrast(rgb(scheme[role]), ground) >= 3, role


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_digits_can_be_read_on_every_share(scheme):
    names = {value: role for role, value in colours.ROLES.items()}
    for k in range(1001):
        ground = mixed(k / 1000, scheme["paper"], scheme["weight"])
        digit = rgb(scheme[names[ink(k / 1000)]])
        assert contrast(digit, ground) >= 4.5, k


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@pytest.mark.parametrize("blind", ["", *BLIND])
def test_roles_can_be_told_apart(scheme, blind):
    # 2.3 is what an eye just notices; signs and words tell them too
    for group in (ROLES, ["weight", "minus"]):
        for one, other in combinations(group, 2):
            found = distance(scheme[one], scheme[other], blind)
            assert found >= 10, (one, other, round(found, 1))


def test_the_package_has_the_colours_of_the_style_sheet():
    assert schemes()[0] == colours.ROLES
