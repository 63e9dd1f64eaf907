"""The one way vectors are drawn here: arrows and points in the plane."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch

# One colour a role, each to be read on light and on dark.
PLAIN, QUERY, KEY, VALUE = "#7a7a86", "#d2600a", "#0a7fc2", "#1f9a76"
CONTEXT = "#c05a9a"
SIDE, ACROSS, SIZE, NEAR, HEAD = 2.6, 2, 11.5, 12, 14  # inches, panels, points
DASHES = {"linestyle": (0, (4, 3)), "arrowstyle": "-", "linewidth": 1.2}
ORIGIN = (0.0, 0.0)
Vector = Sequence[float]  # two numbers, or a tensor of two


def plane(titles: Sequence[str] = ("",)) -> tuple[Figure, list[Axes]]:
    """Return a figure with one empty plane for each title, two abreast.

    Right angles are right angles, and all panels have the same scale.
    """
    across, down = min(ACROSS, len(titles)), -(-len(titles) // ACROSS)
    size = (SIDE * max(across, 1.5), (SIDE + 0.3) * down)
    figure = plt.figure(figsize=size, layout="constrained")
    panels = figure.subplots(
        down, across, squeeze=False, sharex=True, sharey=True
    )
    axes = list(panels.flat)
    for ax in axes[len(titles) :]:
        ax.remove()
    for ax, title in zip(axes, titles):
        ax.set_title(title, size=SIZE)
        ax.set_aspect("equal", adjustable="box")
        ax.margins(0.15)
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set(position="zero", color=PLAIN)
        ax.locator_params(integer=True, nbins=5)
        ax.yaxis.set_major_formatter(lambda y, _: f"{y:g}" if y else "")
        ax.tick_params(color=PLAIN, labelleft=True, labelbottom=True)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure, axes[: len(titles)]


def arrow(
    ax: Axes,
    name: str,
    tip: Vector,
    tail: Vector = ORIGIN,
    colour: str = PLAIN,
) -> None:
    """Draw the vector from `tail` to `tip`, with its name at the tip."""
    join(ax, name, tail, tip, colour, arrowstyle="-|>", linewidth=2)
    write(ax, name, tip, tail)


def dashed(ax: Axes, start: Vector, end: Vector, colour: str = PLAIN) -> None:
    """Draw a dashed line, say the edge of a triangle."""
    join(ax, "_dashed", start, end, colour, **DASHES)


def shadow(ax: Axes, of: Vector, on: Vector, colour: str = PLAIN) -> None:
    """Draw the shadow that a vector casts on the line of another one.

    Its length, times that of `on`, is the dot product of the two; where it
    points away from `on`, the product is negative.
    """
    (x, y), (a, b) = numbers(of), numbers(on)
    share = (x * a + y * b) / (a * a + b * b)
    foot = (share * a, share * b)
    join(ax, "_shadow", ORIGIN, foot, colour, arrowstyle="-", linewidth=6)
    dashed(ax, of, foot, colour)


def point(ax: Axes, name: str, at: Vector, colour: str = PLAIN) -> None:
    """Draw a point with its name beside it."""
    ax.scatter(*numbers(at), color=colour, label=name)
    write(ax, name, at, ORIGIN)


def circle(ax: Axes, radius: float = 1.0) -> None:
    """Draw a circle around the origin."""
    ax.add_patch(Circle(ORIGIN, radius, fill=False, color=PLAIN))
    ax.update_datalim([(-radius, -radius), (radius, radius)])
    ax.autoscale_view()


def join(
    ax: Axes, name: str, start: Vector, end: Vector, colour: str, **style
) -> None:
    """Add a line or an arrow, and make room for it."""
    ends = numbers(start), numbers(end)
    line = FancyArrowPatch(
        *ends,
        label=name,
        color=colour,
        shrinkA=0,
        shrinkB=0,
        mutation_scale=HEAD,
        **style,
    )
    ax.add_patch(line)
    ax.update_datalim(ends)
    ax.autoscale_view()


def write(ax: Axes, name: str, at: Vector, away: Vector) -> None:
    """Write a name beside a place, on the side that is away from another."""
    (x, y), (a, b) = numbers(at), numbers(away)
    length = max(abs(x - a), abs(y - b)) or 1
    shift = NEAR * (x - a) / length, NEAR * (y - b) / length or NEAR
    ax.annotate(
        name,
        (x, y),
        shift,
        textcoords="offset points",
        ha="center",
        va="center",
        size=SIZE,
    )


def numbers(vector: Vector) -> tuple[float, float]:
    """Return the two numbers of a vector; raise ValueError if not two."""
    if len(vector) != 2:
        raise ValueError(f"{len(vector)} numbers; in the plane a vector has 2")
    x, y = map(float, vector)
    return x, y
