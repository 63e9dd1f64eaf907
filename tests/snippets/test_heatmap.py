"""Heatmaps: what they show, how they look on a page, that they stay small."""

import gzip
import math
import re
from xml.etree import ElementTree

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from bs4 import BeautifulSoup
from compare import close
from conftest import ROOT, luminance
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.pylabtools import select_figure_formats

from course.canvas import Canvas
from proof.outputs.colours import schemes
from proof.outputs.pictures import same_picture
from proof.outputs.svg import (
    LEGEND,
    heatmap_axes,
    mesh_of,
    rounded,
    to_svg,
    to_table,
)
from snippets.heatmap import heatmap
from snippets.positional import sinusoidal_encoding
from snippets.sentences import JOURNEY, MECHANISM
from snippets.simplified import simplified_attention

WEIGHTS = simplified_attention(JOURNEY.embeddings)[1]
TOKENS = JOURNEY.tokens
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(scope="module")
def figure():
    return heatmap(WEIGHTS, TOKENS)


@pytest.fixture(scope="module")
def svg(figure):
    return to_svg(figure)


def test_cells_hold_the_weights_with_two_decimals(figure):
    texts = [text.get_text() for text in heatmap_axes(figure)[0].texts]
    assert texts == [f"{w:.2f}" for w in WEIGHTS.flatten().tolist()]


def test_keys_stand_on_top_and_queries_beside_the_first_on_top():
    figure = heatmap(torch.tensor([[0.2, 0.3, 0.5]]), ["q"], ["a", "b", "c"])
    (ax,) = heatmap_axes(figure)
    assert [t.get_text() for t in ax.get_xticklabels()] == ["a", "b", "c"]
    assert [t.get_text() for t in ax.get_yticklabels()] == ["q"]
    assert ax.yaxis_inverted()
    assert ax.xaxis.get_ticks_position() == "top"


def ends(figure) -> list[str]:
    """What stands at the ends of the first scale."""
    bars = (ax for ax in figure.axes if ax.get_label() == LEGEND)
    return [text.get_text() for text in next(bars).texts]


def test_scale_starts_at_zero_and_says_where_it_ends(figure):
    mesh = mesh_of(heatmap_axes(figure)[0])
    assert mesh.get_clim() == (0, 0.25)
    assert ends(figure) == ["0", "0.25"]


@pytest.mark.parametrize(
    "largest, end",
    [(0.238, 0.25), (0.25, 0.25), (0.251, 0.3), (1, 1), (0, 0.05)],
)
def test_scale_ends_at_the_largest_weight_rounded_up(largest, end):
    figure = heatmap(torch.tensor([[largest, 0.0]]), ["q"], ["a", "b"])
    mesh = mesh_of(heatmap_axes(figure)[0])
    assert mesh.get_clim() == pytest.approx((0, end))


def test_all_panels_share_one_scale():
    panels = torch.stack([WEIGHTS, torch.eye(6)])
    figure = heatmap(panels, TOKENS, titles=["a", "b"])
    axes = heatmap_axes(figure)
    assert [ax.get_title() for ax in axes] == ["a", "b"]
    assert [mesh_of(ax).get_clim() for ax in axes] == [(0, 1), (0, 1)]


def mixed(share: float, over: str, colour: str) -> list[float]:
    """A colour of which a share lies over another one, as browsers mix."""
    pair = bytes.fromhex(over[1:]), bytes.fromhex(colour[1:])
    return [a + (b - a) * share for a, b in zip(*pair)]


@pytest.mark.parametrize("scheme", schemes())
@pytest.mark.parametrize("role", ["weight", "minus"])
def test_colours_are_perceptually_even_and_leave_the_paper(scheme, role):
    # CIE lightness: what the eye takes for even steps of grey. It does not
    # depend on hue, so colour-blind readers see the same order.
    def lightness(y):
        return 116 * y ** (1 / 3) - 16 if y > 0.008856 else 903.3 * y

    ramp = [mixed(k / 32, scheme["paper"], scheme[role]) for k in range(33)]
    values = [lightness(luminance(colour)) for colour in ramp]
    steps = [b - a for a, b in zip(values, values[1:])]
    assert len({step > 0 for step in steps}) == 1
    assert max(map(abs, steps)) < 2 * abs(sum(steps)) / len(steps)


def test_a_cell_has_its_share_of_one_colour(svg):
    cells = ElementTree.fromstring(svg).find(".//*[@class='cells']")
    assert cells.get("fill") == "var(--weight)"
    assert {cell.get("fill") for cell in cells} == {None}
    shares = [float(cell.get("fill-opacity")) for cell in cells]
    assert shares == pytest.approx((WEIGHTS / 0.25).flatten(), abs=1e-3)


def test_what_is_below_zero_has_another_colour():
    values = torch.tensor([[-1.0, -0.5, 0.0, 0.25]])
    svg = to_svg(heatmap(values, "q", "abcd", scale=(-1, 1), digits=False))
    cells = ElementTree.fromstring(svg).find(".//*[@class='cells']")
    found = [(cell.get("fill"), cell.get("fill-opacity")) for cell in cells]
    assert [share for _, share in found] == [None, "0.5", "0", "0.25"]
    assert found[3][0] == "var(--weight)" and cells.get("fill")[6:11] == "minus"


@pytest.mark.parametrize("digits", [True, False])
def test_a_dot_stands_for_exactly_zero(digits):
    # so that masked cells are known without colour
    weights = torch.tensor([[1.0, 0.0], [0.9999, 0.0001]])
    figure = heatmap(weights, "ab", digits=digits)
    shown = [text.get_text() for text in heatmap_axes(figure)[0].texts]
    assert shown.count("·") == 1 and len(shown) == (4 if digits else 1)


@pytest.mark.parametrize(
    "weights, message",
    [
        (torch.eye(5), "do not fit 6 queries and 6 keys"),
        (-torch.eye(6), "values must be numbers from 0 to 0.05"),
        (torch.full((6, 6), math.nan), "values must be numbers from 0 to 0.05"),
        (torch.zeros(0, 6), "nothing to draw"),
    ],
)
def test_refuses_what_it_cannot_draw(weights, message):
    with pytest.raises(ValueError, match=f"{message}$"):
        heatmap(weights, TOKENS)


def test_gradients_dtypes_and_devices_do_not_matter(device):
    x = WEIGHTS.to(torch.bfloat16).to(device).requires_grad_()
    (ax,) = heatmap_axes(heatmap(x, TOKENS))
    drawn = torch.tensor(mesh_of(ax).get_array()).flatten()
    close(drawn, x.detach().cpu().double().flatten())


def test_svg_names_cells_and_tokens_for_the_pages_script(svg):
    root = ElementTree.fromstring(svg)
    (cells, keys, queries) = (
        next(g for g in root.iter(f"{SVG}g") if g.get("class") == name)
        for name in ("cells", "keys", "queries")
    )
    assert [text.text for text in keys] == list(TOKENS)
    assert [text.text for text in queries] == list(TOKENS)
    corners = [  # row by row, from the top left
        tuple(float(part) for part in re.findall(r"[\d.]+", path.get("d"))[:2])
        for path in cells
    ]
    assert len(corners) == WEIGHTS.numel()
    assert corners == sorted(corners, key=lambda corner: corner[::-1])


def test_svg_is_vector_and_has_nothing_of_its_own(svg):
    root = ElementTree.fromstring(svg)
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "g", "path", "text"}
    names = {name for element in root.iter() for name in element.attrib}
    assert not names & {"id", "style", "href", "clip-path"}
    assert "font-family" not in svg and "20" + "26-" not in svg


def test_svg_follows_the_theme(svg):
    root = ElementTree.fromstring(svg)
    assert root.get("fill") == "currentColor"
    assert "#000000" not in svg
    labels = [t for t in root.iter(f"{SVG}text") if t.text in TOKENS]
    assert len(labels) == 12
    assert all(label.get("fill") is None for label in labels)


def test_svg_and_table_are_light(figure, svg):
    both = (svg + to_table(figure)).encode()
    assert len(gzip.compress(both, 9)) <= 8_000


@pytest.mark.parametrize(
    "name",
    [
        "simplified-attention/journey-heatmap",
        "positional-encoding/order-heatmap",
    ],
)
def test_drawing_is_the_one_on_the_page(name):
    """Every line of the drawing code shows in the recorded pictures."""
    if name.endswith("journey-heatmap"):
        figure = heatmap(WEIGHTS, TOKENS)
    else:
        x = MECHANISM.embeddings
        pair = [x, x + sinusoidal_encoding(*x.shape)]
        weights = torch.stack([simplified_attention(one)[1] for one in pair])
        figure = heatmap(weights, MECHANISM.tokens, titles=["x", "x + p"])
    recorded = ROOT / "docs/outputs" / f"{name}.svg"
    assert same_picture(recorded.read_text("utf-8"), to_svg(figure))


def test_what_most_texts_have_is_said_once(svg):
    root = ElementTree.fromstring(svg)
    texts = list(root.iter(f"{SVG}text"))
    sizes = [text.get("font-size") for text in texts]
    assert root.get("font-size") and sizes.count(None) > len(sizes) / 2
    anchors = [text.get("text-anchor") for text in texts]
    assert root.get("text-anchor") == "middle" not in anchors
    assert "end" in anchors, "the queries, beside their rows"


def test_boxes_are_short_and_exact():
    path = (
        "M 16.92 36.68 L 52.92 36.68 L 52.92 72.68 L 16.92 72.68 L 16.92 36.68"
    )
    assert rounded(path) == "M16.9 36.7h36v36h-36z"
    assert rounded(path.replace("L 16.92 72.68", "L 9 72.68")).count("L") == 4
    assert rounded("translate(40.54 -31.07) rotate(-40)") == (
        "translate(40.5-31.1)rotate(-40)"
    )


def test_round_boxes_are_rectangles():
    canvas = Canvas(2, 1)
    canvas.box((1, 0.5), width=1, height=0.5)
    (box,) = ElementTree.fromstring(to_svg(canvas.figure)).iter(f"{SVG}rect")
    found = {name: box.get(name) for name in ("x", "y", "width", "height")}
    assert found == {"x": "36", "y": "18", "width": "72", "height": "36"}
    assert box.get("rx") == "3.6"


def test_table_holds_the_exact_values_with_both_headings(figure):
    table = BeautifulSoup(to_table(figure), "html.parser").table
    columns = [th.text for th in table.find_all("th", scope="col")]
    rows = [th.text for th in table.find_all("th", scope="row")]
    assert columns == rows == list(TOKENS)
    values = [td.text for td in table.tbody.find_all("td")]
    assert values == [f"{w:.4f}" for w in WEIGHTS.flatten().tolist()]


def test_token_text_is_escaped():
    figure = heatmap(torch.eye(1), ["<b>&"])
    assert "&lt;b&gt;&amp;" in to_table(figure)
    assert "<b>" not in to_svg(figure)


def test_a_notebook_shows_the_same_picture_once(svg):
    shell = InteractiveShell()
    select_figure_formats(shell, {"svg"})
    with matplotlib.rc_context({"svg.fonttype": "none"}):
        figure = heatmap(WEIGHTS, TOKENS)
        shown, _ = shell.display_formatter.format(figure)
    assert plt.get_fignums() == []  # else it would be shown a second time

    def drawn(picture: str) -> tuple[list[str], list[str]]:
        root = ElementTree.fromstring(picture)
        texts = [text.text for text in root.iter(f"{SVG}text")]
        return texts, re.findall("#[0-9a-f]{6}", picture.split("<text")[0])

    texts, colours = drawn(shown["image/svg+xml"])
    assert texts == drawn(svg)[0]
    assert colours.count(schemes()[0]["weight"]) >= 36


def test_signed_values_have_a_scale_of_their_own_and_no_digits():
    values = sinusoidal_encoding(4, 6)
    names = [str(k) for k in range(6)]
    figure = heatmap(values, names[:4], names, scale=(-1, 1), digits=False)
    (ax,) = heatmap_axes(figure)
    assert not ax.texts
    assert mesh_of(ax).get_clim() == (-1, 1)
    assert ends(figure) == ["-1", "1"]
    assert "-0.9900" in to_table(figure)  # cos 3, the last cosine's first


@pytest.mark.parametrize(
    "scale, message",
    [((-1, 1), "numbers from -1 to 1$"), ((3, 8), "from 0 or -8, not 3$")],
)
def test_other_scales_and_what_is_off_them_are_refused(scale, message):
    with pytest.raises(ValueError, match=message):
        heatmap(torch.tensor([[4.0]]), ["q"], scale=scale)


def test_a_panel_is_a_picture_as_wide_as_a_phone():
    panels = torch.stack([WEIGHTS, torch.eye(6)])
    svg = to_svg(heatmap(panels, TOKENS, titles="ab"))
    views = re.findall(r'viewBox="(\S+) 0 342 \S+"', svg)
    assert views == ["0", "342"] and svg.count("</svg>") == 2


def test_four_panels_stand_two_by_two_and_each_row_has_its_tokens():
    figure = heatmap(torch.stack([WEIGHTS] * 4), TOKENS, titles="1234")
    places = [ax.figure.bbox.p0.tolist() for ax in heatmap_axes(figure)]
    (a, b, c, d) = places
    assert a[0] == c[0] < b[0] == d[0]
    assert a[1] == b[1] > c[1] == d[1]
    ticks = [len(ax.get_yticks()) for ax in heatmap_axes(figure)]
    assert ticks == [6, 6, 6, 6], "on a phone each stands alone"
