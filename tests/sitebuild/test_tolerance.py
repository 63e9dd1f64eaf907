"""What counts as the same output, on every processor."""

from decimal import Decimal

import pytest
from conftest import in_turn

from sitebuild.pages.output_types import PICTURE, TABLE, TEXT
from sitebuild.pages.tolerance import ANY, EXACT

TRAINED = {"": Decimal("0.05")}
NAMED = {"loss": Decimal("0.05"), "mass": Decimal("0.01"), "": Decimal("0.02")}
LINE = "loss 3.42, mass 0.90 0.91\naccuracy 1.00\n"


def same(recorded: str, actual: str, tolerance=EXACT) -> bool:
    """Whether two outputs agree, by what they are."""
    kind = {"<svg": PICTURE, "<tab": TABLE}.get(recorded[:4], TEXT)
    assert kind.same(actual, recorded, tolerance) == (
        agree := kind.same(recorded, actual, tolerance)
    )
    return agree


def curve(y="4.1", opacity="0.5", label="0.50", name="loss") -> str:
    """A picture with a line, a name at its height, and a label."""
    return (
        '<svg width="9" class="figure">\n'
        f'<path d="M 1 {y} L 2 3" fill-opacity="{opacity}" />\n'
        f'<text x="{y}" y="2" font-size="11">{name}</text>\n'
        f"<text>{label}</text>\n</svg>"
    )


def rows(first="0.8712", second="0.3", name="0.6") -> str:
    return (
        '<table><thead><tr><td></td><th scope="col">mass</th><th scope="col">'
        f"{name}</th></tr></thead>\n<tr><th>1</th><td>{first}</td>"
        f"<td>{second}</td></tr></table>"
    )


SVG = curve()
HEAT = (
    '<svg><g class="cells"><rect fill="var(--weight)" fill-opacity="0.5" x="1" '
    'width="3" /></g><text fill="var(--some)" x="5">0.50</text></svg>'
)


SAME, NEAR, NEVER = "same", "within a tolerance", "never"


@in_turn(
    "recorded, actual, agree",
    [
        ("", "", SAME),
        ("0.7842", "0.7843", SAME),  # a unit of the last place
        ("tensor([0.3990, -0.3854])", "tensor([0.3989, -0.3855])", SAME),
        ("2345.678", "2345.901", SAME),  # a ten-thousandth of its value
        ("1.5001e-07", "1.5002e-07", SAME),
        ("9.9999e-02", "1.0000e-01", SAME),
        ("[-0.0000,  0.5000]", "[0.0000, 0.5000]", SAME),  # 0 has no sign
        ("-0.0001", "0.0000", SAME),
        (SVG, curve(y="4.2", opacity="0.504"), SAME),
        ("0.7842", "0.7844", NEAR),  # two units
        ("0.25", "0.26", NEAR),
        (SVG, curve(y="4.3"), NEAR),
        (SVG, curve(opacity="0.506"), NEAR),
        (SVG, curve(opacity="none"), NEAR),
        (SVG, curve(label="0.51"), NEAR),
        (SVG, SVG.replace('width="9"', 'width="8"'), NEAR),
        ("accuracy 0.97", "accuracy 1.02", NEAR),
        (rows(), rows("0.9212"), NEAR),
        (HEAT, HEAT.replace("0.50", "1.00").replace("some", "much"), NEAR),
        (SVG, curve(y="7.9", label="0.55"), NEAR),
        (SVG, SVG.replace("<text>", "<text>0.1</text>\n<text>"), NEAR),
        ("0.5", "0.6", NEVER),  # numbers of one or two places: exact
        ("1.5e+02", "1.6e+02", NEVER),
        ("0.1", "-0.1", NEVER),  # so is the sign
        ("-0.0001", "0.0001", NEVER),
        ("2345.678", "2346.678", NEVER),
        ("0.7842", "0.784", NEVER),  # fewer places
        ("[1., 2.]", "[2., 2.]", NEVER),  # no decimals are shown: exact
        ("torch.Size([6, 3])", "torch.Size([6, 4])", NEVER),
        ("0.1 0.2", "0.1 0.2 0.3", NEVER),
        ("0.1", "0.1\n", NEVER),
        ("sum 0.1", "total 0.1", NEVER),
        ("0.1 0.2", "0.1  0.2", NEVER),
        ("nan", "0.0", NEVER),
        ("#d3c05f", "#d3c06f", NEVER),
        ("torch 2.13.0", "torch 2.12.0", NEVER),  # a version is no number
        ("accuracy 0.97", "accuracy 0.91", NEVER),
        ("0.02", "-0.02", NEVER),
        ("0.97", "0.9712", NEVER),  # more places
        ("8 heads", "9 heads", NEVER),  # whole numbers: exact
        ("computer -> retupmoc", "computer -> retupmoa", NEVER),
        ('x="1"', 'x="2"', NEVER),  # no picture
        (rows(), rows("0.9213"), NEVER),
        (rows(), rows(second="0.4"), NEVER),
        (rows(), rows(second="nan"), NEVER),
        (rows(), rows(name="0.62"), NEVER),
        (HEAT, HEAT.replace("some", "paper"), NEVER),
        (SVG, curve(name="mass"), NEVER),
        (SVG, SVG.replace("</svg>", "<path />\n</svg>"), NEVER),
    ],
)
def test_two_outputs_agree_exactly_or_within_a_tolerance_or_never(
    recorded, actual, agree
):
    assert same(recorded, actual) == (agree == SAME)
    assert same(recorded, actual, TRAINED) == (agree != NEVER)


@pytest.mark.parametrize(
    "old, new, agree",
    [
        ("3.42", "3.47", True),  # a name holds up to the next one
        ("3.42", "3.48", False),
        ("0.90", "0.91", True),
        ("0.91", "0.93", False),
        ("1.00", "0.98", True),  # of what has no name on its line
        ("1.00", "0.97", False),
    ],
)
def test_a_number_has_the_tolerance_of_the_name_before_it(old, new, agree):
    assert same(LINE, LINE.replace(old, new), NAMED) == agree


@pytest.mark.parametrize(
    "recorded, actual, agree",
    [
        ("mass 0.11", "mass 0.10", True),
        ("massive 0.11", "massive 0.10", False),
        (rows("0.31"), rows("0.30"), True),  # the name of a column
        (rows("0.30", "0.31"), rows("0.30", "0.30"), False),
    ],
)
def test_what_is_not_named_is_exact(recorded, actual, agree):
    assert same(recorded, actual, {"mass": Decimal("0.05")}) == agree


CELL = "<tr><th>{}</th><td>{}</td></tr>\n"


@pytest.mark.parametrize(
    "recorded, actual, agree",
    [
        ("T 128: 0.42 ms\n", "T 4096: 1234.56 ms\n", True),
        ("   1  -0.25\n", "1024 10.50\n", True),  # columns of other widths
        ("1.5e-07", "9.1e+12", True),
        (CELL.format(1, "0.40"), CELL.format(2, "17.25"), True),
        (SVG, curve(y="99.5", label="7"), True),
        ("slow 0.42 ms", "fast 0.42 ms", False),  # another label
        ("float32 1", "float16 1", False),  # of a word the digits, too
        ("0.42", "0.420", False),  # more places
        ("42", "42.0", False),  # another kind
        ("0.42", "nan", False),
        ("1 2", "1 2 3", False),
        ("1\n2\n", "1 2\n", False),
        (CELL.format(1, "0.40"), 2 * CELL.format(1, "0.40"), False),
        (SVG, curve(name="mass"), False),
    ],
)
def test_of_what_is_measured_the_form_is_the_same(recorded, actual, agree):
    assert same(recorded, actual, ANY) == agree
