"""Vectors in the plane and histograms: what they show and what they refuse."""

import pytest
import torch
from bs4 import BeautifulSoup

from proof.outputs.svg import to_svg, to_table
from snippets.histogram import histograms, shares_between
from snippets.plane import arrow, circle, dashed, plane, point, shadow

EDGES = [0.0, 0.25, 0.5, 1.0]


def cells(figure) -> list[list[str]]:
    soup = BeautifulSoup(to_table(figure), "html.parser")
    return [[c.get_text() for c in tr(["th", "td"])] for tr in soup("tr")]


def test_a_table_holds_every_arrow_and_point_that_has_a_name():
    figure, (left, right) = plane(["before", "after"])
    arrow(left, "q", torch.tensor([3.0, 1.0]))
    shadow(left, of=(1, 2), on=(3, 1))
    dashed(left, (0, 0), (1, 1))
    arrow(right, "step", tip=(2, 3), tail=(1, 1))
    point(right, "v", (-1, 0.5))
    circle(right)
    assert not right.patches[-1].get_fill()
    assert cells(figure) == [
        ["", "x", "y"],
        ["q", "3.0000", "1.0000"],
        ["", "x", "y"],
        ["step", "1.0000", "2.0000"],
        ["v", "-1.0000", "0.5000"],
    ]
    assert "before" in to_table(figure) and "after" in to_table(figure)


def test_a_shadow_ends_where_the_rest_is_at_right_angles():
    figure, (ax,) = plane()
    of, on = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 1.0])
    shadow(ax, of, on)
    foot = torch.tensor(ax.patches[0]._posA_posB[1])
    assert ax.patches[0]._posA_posB[0] == (0, 0)
    assert ax.patches[0].get_linewidth() > ax.patches[1].get_linewidth()
    assert type(ax.patches[0].get_arrowstyle()).__name__ == "Curve", "no head"
    assert torch.isclose((of - foot) @ on, torch.tensor(0.0), atol=1e-6)
    torch.testing.assert_close(foot.norm() * on.norm(), of @ on)


def test_all_panels_have_one_scale_and_show_all_of_it():
    figure, axes = plane(["a", "b", "c"])
    arrow(axes[0], "long", (4, -1))
    arrow(axes[1], "short", (0.5, 0.5))
    figure.draw_without_rendering()
    assert len({ax.get_xlim() + ax.get_ylim() for ax in axes}) == 1
    (low, high), (bottom, top) = axes[2].get_xlim(), axes[2].get_ylim()
    assert low <= 0 and high >= 4 and bottom <= -1 and top >= 0.5
    assert len(figure.axes) == 3, "the fourth place stays empty"


@pytest.mark.parametrize("vector", [(1,), (1, 2, 3)])
def test_a_vector_in_the_plane_has_two_numbers(vector):
    figure, (ax,) = plane()
    with pytest.raises(ValueError, match=f"{len(vector)} numbers; in the"):
        arrow(ax, "x", vector)


def test_a_picture_of_vectors_has_its_words_and_nothing_else():
    figure, (ax,) = plane(["title"])
    arrow(ax, "q", (1, 2))
    point(ax, "v", (2, 1))
    words = [
        t.get_text().strip()
        for t in BeautifulSoup(to_svg(figure), "html.parser")("text")
    ]
    assert {"q", "v", "title"} <= set(words)
    assert "_" not in "".join(words)


def test_a_histogram_shows_the_share_between_two_edges(device):
    numbers = torch.tensor([[0.0, 0.1], [0.3, 1.0]]).to(device)
    numbers.requires_grad_()
    assert shares_between(numbers, EDGES) == [0.5, 0.25, 0.25]
    figure = histograms({"few": numbers, "one": torch.ones(1)}, EDGES, "share")
    assert cells(figure) == [
        ["share", "few"],
        ["0 … 0.25", "0.5000"],
        ["0.25 … 0.5", "0.2500"],
        ["0.5 … 1", "0.2500"],
        ["share", "one"],
        ["0 … 0.25", "0.0000"],
        ["0.25 … 0.5", "0.0000"],
        ["0.5 … 1", "1.0000"],
    ]
    first, second = figure.axes
    assert first.get_ylim() == second.get_ylim(), "or they cannot be compared"
    four = dict.fromkeys("abcd", numbers)
    assert len(histograms(four, EDGES, "share").axes) == 4


@pytest.mark.parametrize(
    "samples, message",
    [
        ({}, "0 samples: draw 1 to 4"),
        ({str(k): torch.ones(1) for k in range(5)}, "5 samples"),
        ({"a": torch.tensor([0.5, 1.5])}, "from 0 to 1"),
        ({"a": torch.tensor([torch.nan])}, "from 0 to 1"),
        ({"a": torch.ones(0)}, "without numbers"),
    ],
)
def test_a_histogram_refuses_what_it_cannot_draw(samples, message):
    with pytest.raises(ValueError, match=message):
        histograms(samples, EDGES, "share")
