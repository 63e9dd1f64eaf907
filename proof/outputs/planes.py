"""Pictures with axes, read back: arrows and points in the plane, and bars."""

from itertools import pairwise

from proof.outputs.axes import (
    PLACE,
    Axis,
    Unlike,
    apart,
    is_text,
    place,
    points,
    ticks,
)

NEAR = 25  # pixels: how far a name is from its tip


def check_plane(panel, names: list[str], ends: list[list[float]]) -> None:
    """Compare the tip of each arrow, from its tail, and each point."""
    marks = list(panel)
    across, up = ticks(marks, 0), ticks(marks, 1, bare=0)
    if apart(across.unit, -up.unit, 0.01 * across.unit):
        raise Unlike("it is wider than high, or higher than wide")
    origin = across.place(0), up.place(0)
    shown = [
        vector(line, head) for line, head in pairwise(marks) if is_arrow(head)
    ]
    shown += [(origin, place(m)) for m in marks if is_point(m)]
    if len(shown) != len(names):
        raise Unlike(f"{len(shown)} vectors stand for {len(names)}")
    texts = [mark for mark in marks if is_text(mark)]
    for name, (x, y), (tail, tip) in zip(names, ends, shown):
        if apart(tip[0] - tail[0], across.unit * x, 3 * PLACE) or apart(
            tip[1] - tail[1], up.unit * y, 3 * PLACE
        ):
            raise Unlike(f"{name} does not end where its table says")
        if not any(near(text, name, tip) for text in texts):
            raise Unlike(f"the name {name} does not stand beside its tip")


def near(text, name: str, tip: tuple[float, ...]) -> bool:
    """Tell whether a text is the name of what ends at a tip."""
    off = zip(place(text), tip)
    return text.text == name and not any(apart(a, b, NEAR) for a, b in off)


def is_arrow(mark) -> bool:
    """Tell whether this is the head of an arrow: a triangle with an edge."""
    path = mark.get("d", "")
    return path.endswith("z") and path.count("L") == 2 and "Q" not in path


def is_point(mark) -> bool:
    return "C" in mark.get("d", "") and bool(mark.get("transform"))


def vector(line, head) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """Return tail and tip: half way between them lies the line's control.

    The line itself ends within the head, whose point is there too.
    """
    (x, y), (a, b), end = points(line)
    if points(head)[1] != end:
        raise Unlike("the head of an arrow is not at its end")
    return (x, y), (2 * a - x, 2 * b - y)


def check_bars(
    panel, edges: list[list[float]], heights: list[list[float]]
) -> None:
    """Compare the bars of histograms, one above the other, with the table's."""
    marks = list(panel)
    across = ticks(marks, 0)
    starts = [k for k, m in enumerate(marks) if is_bars(m)]
    ends = [*starts[1:], len(marks)]
    for start, end, values in zip(starts, ends, heights, strict=True):
        up = ticks(marks[start:end], 1)
        drawn, wanted = points(marks[start]), outline(edges, values, across, up)
        if len(drawn) != len(wanted) or any(
            apart(x, a, PLACE) or apart(y, b, PLACE + up.unseen(1))
            for (x, y), (a, b) in zip(drawn, wanted)
        ):
            raise Unlike("a bar is not as high as its value")


def is_bars(mark) -> bool:
    return mark.get("fill", "")[:3] == "var" and "M" in mark.get("d", "")


def outline(
    edges: list[list[float]], values: list[float], across: Axis, up: Axis
) -> list[tuple[float, float]]:
    """Return where bars begin and end, from the axis and back to it."""
    tops = [
        (across.place(edge), up.place(value))
        for pair, value in zip(edges, values)
        for edge in pair
    ]
    base = up.place(0)
    return [(tops[0][0], base), *tops, (tops[-1][0], base)]
