"""Heatmaps, curves, vectors, histograms, strips: what they show and refuse.

That each picture and table of a page stays as it is, the page's blocks ask.
"""

import math

import pytest
import torch
from bs4 import BeautifulSoup
from compare import close
from conftest import ROOT

from sitebuild.pages.figures import heatmaps, to_svg, to_table
from sitebuild.pages.output_types import PICTURE
from sitebuild.pages.tolerance import same_picture
from snippets.curves import STYLES, curves, power
from snippets.heatmap import heatmap
from snippets.histogram import histograms, shares_between
from snippets.plane import arrow, circle, dashed, plane, point, shadow
from snippets.positional import sinusoidal_encoding
from snippets.sentences import CAPITAL, JOURNEY, MECHANISM
from snippets.simplified import simplified_attention
from snippets.strip import token_strip

WEIGHTS = simplified_attention(JOURNEY.embeddings)[1]
TOKENS = JOURNEY.tokens
EDGES = [0.0, 0.25, 0.5, 1.0]
X = [1, 2, 4]
LINES = {"a": [0.5, 1.0, 2.0], "b": [3.0, 2.0, 1.25]}


def cells(figure) -> list[list[str]]:
    """The rows of a figure's tables."""
    soup = BeautifulSoup(to_table(figure), "html.parser")
    return [[c.get_text() for c in tr(["th", "td"])] for tr in soup("tr")]


@pytest.mark.parametrize(
    "draw, message",
    [
        (lambda: heatmap(torch.eye(5), TOKENS), "do not fit 6 queries and 6 k"),
        (lambda: heatmap(-torch.eye(6), TOKENS), "numbers from 0 to 0.05$"),
        (lambda: heatmap(torch.eye(6) * math.nan, TOKENS), "numbers from 0"),
        (lambda: heatmap(torch.zeros(0, 6), TOKENS), "nothing to draw$"),
        (
            lambda: heatmap(torch.full((1, 1), 4.0), "q", scale=(-1, 1)),
            "numbers from -1 to 1$",
        ),
        (
            lambda: heatmap(torch.full((1, 1), 4.0), "q", scale=(3, 8)),
            "from 0 or -8, not 3$",
        ),
        (lambda: curves(X, {}, "x", "y"), "0 lines: draw 1 to 4"),
        (
            lambda: curves(X, {str(k): X for k in range(5)}, "x", "y"),
            "5 lines: draw 1 to 4",
        ),
        (
            lambda: curves(X, {"a": X, "b": [1.0]}, "x", "y"),
            r"\['b'\] have not 3 values",
        ),
        (lambda: token_strip(["a", "b"], [1]), "2 tokens but 1 ids"),
        (lambda: token_strip(["a", "b"], [1, 2, 3]), "2 tokens but 3 ids"),
        (lambda: arrow(plane()[1][0], "x", (1,)), "1 numbers; in the plane"),
        (lambda: point(plane()[1][0], "x", (1, 2, 3)), "3 numbers; in the"),
        (lambda: histograms({}, EDGES, "share"), "0 samples: draw 1 to 4"),
        (
            lambda: histograms(dict.fromkeys("abcde", X), EDGES, "share"),
            "5 samples",
        ),
        (lambda: shares_between(torch.tensor([1.5]), EDGES), "from 0 to 1"),
        (lambda: shares_between(torch.tensor([math.nan]), EDGES), "from 0 to"),
        (lambda: shares_between(torch.ones(0), EDGES), "without numbers"),
    ],
)
def test_what_cannot_be_drawn_is_refused(draw, message):
    with pytest.raises(ValueError, match=message):
        draw()


@pytest.mark.parametrize(
    "name", ["simplified-attention/journey", "positional-encoding/order"]
)
def test_a_heatmap_is_the_one_on_the_page(name):
    if name.endswith("journey"):
        figure = heatmap(WEIGHTS, TOKENS)
    else:
        x = MECHANISM.embeddings
        pair = [x, x + sinusoidal_encoding(*x.shape)]
        weights = torch.stack([simplified_attention(one)[1] for one in pair])
        figure = heatmap(weights, MECHANISM.tokens, titles=["x", "x + p"])
    recorded = ROOT / "docs/outputs" / f"{name}-heatmap.svg"
    actual = PICTURE.output(figure, "")
    assert same_picture(recorded.read_text("utf-8"), actual)


@pytest.mark.parametrize(
    "largest, end",
    [(0.238, 0.25), (0.25, 0.25), (0.251, 0.3), (1, 1), (0, 0.05)],
)
def test_a_scale_ends_at_the_largest_weight_rounded_up(largest, end):
    figure = heatmap(torch.tensor([[largest, 0.0]]), ["q"], ["a", "b"])
    (mesh,) = heatmaps(figure)
    assert mesh.get_clim() == pytest.approx((0, end))


def test_values_with_a_sign_have_a_scale_of_their_own_and_no_digits():
    values = sinusoidal_encoding(4, 6)
    names = [str(k) for k in range(6)]
    figure = heatmap(values, names[:4], names, scale=(-1, 1), digits=False)
    (mesh,) = heatmaps(figure)
    assert mesh.get_clim() == (-1, 1) and not mesh.axes.texts
    assert cells(figure)[4][2] == "-0.9900"  # cos 3, the last cosine's first


@pytest.mark.parametrize("digits", [True, False])
def test_a_dot_stands_for_exactly_zero(digits):
    weights = torch.tensor([[1.0, 0.0], [0.9999, 0.0001]])
    figure = heatmap(weights, "ab", digits=digits)
    shown = [text.get_text() for text in heatmaps(figure)[0].axes.texts]
    assert shown.count("·") == 1 and len(shown) == (4 if digits else 1)


def test_gradients_dtypes_and_devices_do_not_matter(device):
    x = WEIGHTS.to(torch.bfloat16).to(device).requires_grad_()
    (mesh,) = heatmaps(heatmap(x, TOKENS))
    drawn = torch.tensor(mesh.get_array()).flatten()
    close(drawn, x.detach().cpu().double().flatten())


def test_token_text_is_escaped():
    figure = heatmap(torch.eye(1), ["<b>&"])
    assert "&lt;b&gt;&amp;" in to_table(figure)
    assert "<b>" not in to_svg(figure)


def test_curves_draw_each_line_with_its_name_and_look():
    (ax,) = curves(X, LINES, "x", "y").axes
    assert [list(line.get_ydata()) for line in ax.lines] == list(LINES.values())
    looks = {(line.get_marker(), line.get_linestyle()) for line in ax.lines}
    assert len(looks) == 2, "they must differ without colour"
    ends = {t.get_text(): t.xy[1] for t in ax.texts}  # no legend to look up
    assert ends == {name: y[-1] for name, y in LINES.items()}
    assert len(STYLES) == 4


@pytest.mark.parametrize("y", [[2, 3], [20, 30], [1, 1], [0.9, 11], [1, 1e5]])
def test_a_logarithmic_axis_has_two_labels_at_least(y):
    (ax,) = curves([1, 2], {"a": y}, "x", "y", log="y").axes
    low, high = ax.get_ylim()
    assert low <= min(y) and max(y) <= high
    assert sum(low <= 10.0**k <= high for k in range(-3, 9)) >= 2


@pytest.mark.parametrize(
    "value, text",
    [(0.001, "0.001"), (1000, "1000"), (1e8, "10⁸"), (1e-4, "10⁻⁴")],
)
def test_powers_of_ten_are_written_out_or_raised(value, text):
    assert power(value) == text


def test_a_strip_shows_tokens_in_order_with_their_ids():
    (ax,) = token_strip(CAPITAL.tokens, CAPITAL.ids).axes
    texts = [text.get_text() for text in ax.texts]
    assert texts[::2] == [t.replace(" ", "·") for t in CAPITAL.tokens]
    assert texts[1::2] == [str(i) for i in CAPITAL.ids]
    assert max(patch.get_bbox().x1 for patch in ax.patches) <= 342, "a phone's"


def test_a_table_holds_every_arrow_and_point_that_has_a_name():
    figure, (left, right) = plane(["before", "after"])
    arrow(left, "q", torch.tensor([3.0, 1.0]))
    shadow(left, of=(1, 2), on=(3, 1))
    dashed(left, (0, 0), (1, 1))
    arrow(right, "step", tip=(2, 3), tail=(1, 1))
    point(right, "v", (-1, 0.5))
    circle(right)
    assert cells(figure) == [
        ["", "x", "y"],
        ["q", "3.0000", "1.0000"],
        ["", "x", "y"],
        ["step", "1.0000", "2.0000"],
        ["v", "-1.0000", "0.5000"],
    ]


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
