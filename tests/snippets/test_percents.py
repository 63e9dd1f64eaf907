"""Weights as whole percents: a row sums to 100, in Python and in the script."""

import math

from scripts import computed

from sitebuild.widgets.attention_arcs import percents

ROWS = [  # shares, percents
    ([1], [100]),
    ([0.9994, 0.0003, 0.0003], [100, 0, 0]),
    ([0.29, 0.71], [29, 71]),
    ([1 / 3, 1 / 3, 1 / 3], [34, 33, 33]),
    ([0.125, 0.125, 0.25, 0.5], [13, 12, 25, 50]),  # a tie: the first
    ([0.005, 0.995], [1, 99]),
    ([1 / 7] * 7, [15, 15, 14, 14, 14, 14, 14]),
    ([1e-300, 1 - 1e-16], [0, 100]),
    ([0.0, 0.0], [0, 0]),  # nothing is looked at
    ([], []),
]
REFUSED = [0.5, math.nan], [math.inf, 0.0], [1.5, -0.5]
# JSON has no NaN.
SCRIPT = """(rows) => rows.map((row) => {
  const shares = row.map((share) => Number(share));
  try { return attention.percents(shares); } catch (e) { return e.name; }
})"""


def in_script(rows: list) -> list:
    """What the script gives, which stands beside those of the model."""
    texts = [[str(share) for share in row] for row in rows]
    texts = [[s.replace("inf", "Infinity") for s in row] for row in texts]
    return computed(["tensor", "../form"], SCRIPT, texts)


def test_a_row_is_rounded_to_100_the_same_in_both_languages():
    shares, wanted = map(list, zip(*ROWS))
    assert [percents(row) for row in shares] == wanted
    assert in_script(shares) == wanted


def test_what_is_no_weight_is_refused_by_the_script():
    assert in_script(REFUSED) == ["RangeError"] * len(REFUSED)
