"""Curves and token strips: what they show and what they refuse."""

import pytest
from bs4 import BeautifulSoup

from proof.outputs.svg import to_svg, to_table
from snippets.curves import STYLES, curves, power
from snippets.sentences import CAPITAL
from snippets.strip import ROW, token_strip

X = [1, 2, 4]
LINES = {"a": [0.5, 1.0, 2.0], "b": [3.0, 2.0, 1.25]}


def test_curves_draw_each_line_with_its_name_and_look():
    (ax,) = curves(X, LINES, "x", "y").axes
    assert [line.get_label() for line in ax.lines] == ["a", "b"]
    assert [list(line.get_ydata()) for line in ax.lines] == list(LINES.values())
    looks = {(line.get_marker(), line.get_linestyle()) for line in ax.lines}
    assert len(looks) == 2, "they must differ without colour"
    ends = {t.get_text(): t.xy[1] for t in ax.texts}  # no legend to look up
    assert ends == {name: y[-1] for name, y in LINES.items()}
    colours = {t.get_text(): t.get_color() for t in ax.texts}
    assert colours == {k.get_label(): k.get_color() for k in ax.lines}
    assert (ax.get_xlabel(), ax.get_ylabel()) == ("x", "y")


@pytest.mark.parametrize("log", ["", "x", "y", "xy"])
def test_axes_are_logarithmic_where_asked(log):
    (ax,) = curves(X, LINES, "x", "y", log=log).axes
    assert (ax.get_xscale() == "log") == ("x" in log)
    assert (ax.get_yscale() == "log") == ("y" in log)
    assert [t.get_text() for t in ax.get_xticklabels()] == ["1", "2", "4"]


@pytest.mark.parametrize("y", [[2, 3], [20, 30], [1, 1], [0.9, 11], [1, 1e5]])
def test_a_logarithmic_axis_has_two_labels_at_least(y):
    (ax,) = curves([1, 2], {"a": y}, "x", "y", log="y").axes
    low, high = ax.get_ylim()
    assert low <= min(y) and max(y) <= high
    assert sum(low <= 10.0**k <= high for k in range(-3, 9)) >= 2


@pytest.mark.parametrize(
    "lines, message",
    [
        ({}, "0 lines: draw 1 to 4"),
        ({str(k): X for k in range(5)}, "5 lines: draw 1 to 4"),
        ({"a": X, "b": [1.0]}, r"\['b'\] have not 3 values"),
    ],
)
def test_curves_refuse_what_they_cannot_draw(lines, message):
    assert len(STYLES) == 4
    with pytest.raises(ValueError, match=message):
        curves(X, lines, "x", "y")


def test_table_holds_every_point_of_every_curve():
    soup = BeautifulSoup(to_table(curves(X, LINES, "n", "y")), "html.parser")
    rows = [[c.get_text() for c in tr(["th", "td"])] for tr in soup("tr")]
    assert rows == [
        ["n", "a", "b"],
        ["1", "0.5000", "3.0000"],
        ["2", "1.0000", "2.0000"],
        ["4", "2.0000", "1.2500"],
    ]


def test_table_of_a_single_curve_is_headed_by_its_axis():
    soup = BeautifulSoup(
        to_table(curves(X, {"": [1, 2, 3]}, "n", "m")), "html.parser"
    )
    assert [th.get_text() for th in soup.thead("th")] == ["n", "m"]


def test_strip_shows_tokens_in_order_with_their_ids():
    (ax,) = token_strip(CAPITAL.tokens, CAPITAL.ids).axes
    texts = [text.get_text() for text in ax.texts]
    assert texts[::2] == [t.replace(" ", "·") for t in CAPITAL.tokens]
    assert texts[1::2] == [str(i) for i in CAPITAL.ids]
    assert len(ax.patches) == 7


def test_strip_boxes_stand_side_by_side_and_none_leaves_a_phone():
    figure = token_strip(CAPITAL.tokens)
    (ax,) = figure.axes
    boxes = [patch.get_bbox() for patch in ax.patches]
    rows = {box.y0 for box in boxes}
    assert len(rows) == 2 and max(box.x1 for box in boxes) <= 342
    for y in rows:
        row = [box for box in boxes if box.y0 == y]
        assert all(a.x1 < b.x0 for a, b in zip(row, row[1:]))


def test_what_stands_in_the_last_row_of_a_strip_has_room():
    (ax,) = token_strip(["x" * 40] * 3, range(3)).axes
    assert max(t.get_position()[1] for t in ax.texts) < ax.get_ylim()[0]
    assert ax.get_ylim()[0] == 3 * ROW, "one row each, though none fits"


def test_a_marker_at_an_edge_is_whole():
    (ax,) = curves(X, LINES, "x", "y").axes
    assert not any(line.get_clip_on() for line in ax.lines)


def test_names_at_the_ends_of_lines_do_not_lie_on_each_other():
    lines = {name: [3.0, 1.0, 0.01 * k] for k, name in enumerate("abcd")}
    (ax,) = curves(X, lines, "x", "y").axes
    ax.figure.figure.draw_without_rendering()
    boxes = [t.get_window_extent().intervaly for t in ax.texts]
    boxes.sort(key=lambda box: box[0])
    assert all(a[1] <= b[0] + 1 for a, b in zip(boxes, boxes[1:]))


def test_only_as_many_numbers_stand_below_as_have_room():
    x = range(20, 201, 20)
    (ax,) = curves(x, {"": list(x)}, "x", "y").axes
    shown = [t.get_text() for t in ax.get_xticklabels()]
    assert shown == ["40", "80", "120", "160", "200"]


@pytest.mark.parametrize(
    "value, text",
    [(0.001, "0.001"), (1000, "1000"), (1e8, "10⁸"), (1e-4, "10⁻⁴")],
)
def test_powers_of_ten_are_written_out_or_raised(value, text):
    assert power(value) == text


@pytest.mark.parametrize("ids", [[1], [1, 2, 3]])
def test_strip_refuses_ids_that_do_not_fit(ids):
    with pytest.raises(ValueError, match=f"2 tokens but {len(ids)} ids"):
        token_strip(["a", "b"], ids)


@pytest.mark.parametrize(
    "figure", [curves(X, LINES, "x", "y"), token_strip(["a", " b"], [1, 2])]
)
def test_svg_has_no_bitmap_and_keeps_its_words(figure):
    svg = to_svg(figure)
    assert "<image" not in svg
    assert {"a", "b"} <= {
        text.get_text().strip().lstrip("·")
        for text in BeautifulSoup(svg, "html.parser")("text")
    }
