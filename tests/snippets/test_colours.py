"""One colour a role, which can be read wherever it occurs."""

from bisect import bisect

import matplotlib
import pytest
from conftest import ROOT, contrast

from sitebuild.pages.output_types import schemes
from snippets import colours
from snippets.canvas import FILLS
from snippets.heatmap import TURNS

ROLES = ["query", "key", "value", "weight"]
SERIES = ["weight", "minus", "ink", "quiet"]  # of lines, which have marks too
SCHEMES = dict(zip(("light", "dark"), schemes()))


def rgb(colour: str) -> list[float]:
    return list(bytes.fromhex(colour[1:]))


def mixed(share: float, over: str, colour: str) -> list[float]:
    return [a + (b - a) * share for a, b in zip(rgb(over), rgb(colour))]


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_every_pair_that_occurs_can_be_read(scheme):
    paper = rgb(scheme["paper"])
    for role in {*ROLES, *SERIES}:
        # names at lines, the lines themselves, edges of boxes, dots of masks
        assert contrast(rgb(scheme[role]), paper) >= 4.5, role


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
@pytest.mark.parametrize("fill", FILLS)
def test_labels_and_edges_of_boxes_can_be_read(scheme, fill):
    roles = {value: scheme[role] for role, value in colours.ROLES.items()}
    colour, share = FILLS[fill]
    edge = roles.get(colour, scheme["ink"])
    assert (
        contrast(rgb(scheme["ink"]), mixed(share, scheme["paper"], edge)) >= 4.5
    )
    assert contrast(rgb(edge), rgb(scheme["paper"])) >= 4.5


@pytest.mark.parametrize("scheme", SCHEMES.values(), ids=SCHEMES)
def test_digits_can_be_read_on_every_share(scheme):
    names = {value: role for role, value in colours.ROLES.items()}
    for k in range(1001):
        ground = mixed(k / 1000, scheme["paper"], scheme["weight"])
        digit = rgb(scheme[names[colours.DIGITS[bisect(TURNS, k / 1000)]]])
        assert contrast(digit, ground) >= 4.5, k


def test_the_package_has_the_colours_of_the_style_sheet():
    assert schemes()[0] == colours.ROLES


def test_lines_have_the_colours_of_their_roles():
    path = ROOT / "snippets/plots.mplstyle"
    lines = matplotlib.rc_params_from_file(path)["axes.prop_cycle"]
    roles = [colours.ROLES[role] for role in SERIES]
    assert lines.by_key()["color"] == roles
