"""Weights as whole percents: a row sums to 100 (also in_page.test.js)."""

from conftest import this_project

from sitebuild.widgets.attention_arcs import percents, weights

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


def test_a_row_is_rounded_to_100():
    assert all(percents(shares) == whole for shares, whole in ROWS)


def test_each_recorded_row_sums_to_100_and_no_weight_is_far_off():
    rows = weights(this_project(), "lab-translate/learned-heatmap").values
    for row in rows:
        assert sum(percents(row)) == 100
        apart = [abs(n - 100 * w) for n, w in zip(percents(row), row)]
        assert max(apart) < 1
