"""What figures refuse, and what no recording of a page shows of them.

That each picture and table of a page stays as it is, the page's blocks ask.
"""

import math

import pytest
import torch
from compare import close

from sitebuild.pages.figures import to_svg, to_table
from snippets.canvas import Canvas, Node
from snippets.curves import curves
from snippets.heatmap import heatmap
from snippets.plane import arrow, plane, point, shadow

X = [1, 2, 4]


@pytest.mark.parametrize(
    "draw, message",
    [
        (
            lambda: heatmap(torch.eye(5), "abcdef"),
            r"locations \(5\).* number of labels \(6\)",
        ),
        (lambda: heatmap(-torch.eye(2), "ab"), "numbers from 0 to 0.05"),
        (lambda: heatmap(torch.eye(2) * math.nan, "ab"), "numbers from 0"),
        (
            lambda: heatmap(torch.full((1, 1), 4.0), "q", scale=(-1, 1)),
            "numbers from -1 to 1",
        ),
        (lambda: curves(X, {"a": X, "b": [1.0]}, "x", "y"), "same first dim"),
        (lambda: arrow(plane()[1][0], "x", (1,)), "not enough values"),
        (lambda: point(plane()[1][0], "x", (1, 2, 3)), "too many values"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


def test_gradients_dtypes_and_devices_do_not_matter(device):
    weights = torch.full((2, 2), 0.5, dtype=torch.bfloat16, device=device)
    ax, _ = heatmap(weights.requires_grad_(), "ab").axes
    drawn = torch.tensor(ax.collections[0].get_array())
    close(drawn, weights.detach().cpu().double())


def test_keys_of_three_letters_are_turned():
    for key, turned in (("ab", 0), ("abc", 45)):
        ax, _ = heatmap(torch.eye(1), [key]).axes
        assert ax.get_xticklabels()[0].get_rotation() == turned


def test_the_name_of_an_arrow_stands_away_from_its_tail():
    ax = plane()[1][0]
    arrow(ax, "up", (1, 3), (1, 2))
    arrow(ax, "down", (1, 1), (1, 2))
    up, down = (text.xyann[1] for text in ax.texts)
    assert up == -down > 0


def test_a_shadow_ends_where_the_dot_product_says():
    figure, (ax, *_) = plane("abc")  # panels, two abreast
    assert figure.get_size_inches().tolist() == [2 * 342 / 72, 2 * 270 / 72]
    shadow(ax, (1, 2), (3, 4))  # their dot product is 11, and 3² + 4² = 25
    drawn = [line.get_xydata().tolist() for line in ax.lines[-2:]]
    foot = [1.32, 1.76]  # 11 / 25 of the vector
    close(torch.tensor(drawn), torch.tensor([[[0, 0], foot], [[1, 2], foot]]))


def test_curves_that_end_together_have_both_names_and_few_whole_marks():
    x = range(40)
    ax, *_ = curves(x, {"a": x, "b": x}, "x", "y").axes
    assert [text.get_text() for text in ax.texts] == ["a", "b"]
    for line in ax.lines:
        assert line.get_markevery() == 2 and not line.get_clip_on()


def test_a_diagram_is_laid_out_by_hand_and_joins_nodes():
    plane()  # its style would lay out all figures
    canvas = Canvas(342, 90)
    assert canvas.figure.get_layout_engine() is None
    assert Node(1, 2) == (1, 2, 0, 0, False)
    node = canvas.diamond((1, 2))
    assert node == (1, 2, 18, 18, True)
    assert canvas.grid(node, [["plain"]], 30) == (1, 2, 30, 30, False)
    assert canvas.box(node, "", 22, 40, radius=15) == (1, 2, 22, 40, False)
    assert canvas.ax.patches[-1].get_boxstyle().rounding_size == 11


def test_token_text_is_escaped():
    figure = heatmap(torch.eye(1), ["<b>&"])
    assert "&lt;b&gt;&amp;" in to_table(figure)
    assert "<b>" not in to_svg(figure)
