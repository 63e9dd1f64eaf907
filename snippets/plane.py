"""The one way vectors are drawn here: arrows and points in the plane."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Circle, FancyArrowPatch

from snippets.colours import QUIET

PLAIN = QUIET  # of what has no role
WIDTH, HEIGHT, ACROSS = 342, 270, 2  # points, of a phone; panels
SIZE, NEAR, HEAD = 14, 14, 16  # points
DASHES = {"linestyle": (0, (4, 3)), "arrowstyle": "-", "linewidth": 1.5}
ORIGIN = (0.0, 0.0)
Vector = Sequence[float]  # two numbers, or a tensor of two


def plane(titles: Sequence[str] = ("",)) -> tuple[Figure, list[Axes]]:
    """Return a figure with one empty plane for each title, two abreast.

    Right angles are right angles, and all panels have the same scale.
    """
    across, down = min(ACROSS, len(titles)), -(-len(titles) // ACROSS)
    size = (WIDTH * across / 72, HEIGHT * down / 72)
    figure = plt.figure(figsize=size, layout="constrained")
    places = figure.subfigures(down, across, squeeze=False).flat
    axes = [place.subplots() for place, _ in zip(places, titles)]
    for ax, title in zip(axes, titles):
        ax.set_title(title, size=SIZE)
        ax.set_aspect("equal", adjustable="box")
        ax.margins(0.18)
        ax.spines[["top", "right"]].set_visible(False)
        ax.spines[["left", "bottom"]].set(position="zero", color=PLAIN)
        ax.locator_params(integer=True, nbins=5)
        ax.yaxis.set_major_formatter(lambda y, _: f"{y:g}" if y else "")
        ax.tick_params(color=PLAIN, labelcolor=PLAIN, labelsize=SIZE)
    for ax in axes[1:]:
        ax.sharex(axes[0])
        ax.sharey(axes[0])
    plt.close(figure)  # or a notebook would draw it a second time
    return figure, axes


def arrow(
    ax: Axes,
    name: str,
    tip: Vector,
    tail: Vector = ORIGIN,
    colour: str = PLAIN,
) -> None:
    """Draw the vector from `tail` to `tip`, with its name at the tip."""
    join(ax, name, tail, tip, colour, arrowstyle="-|>", linewidth=2.5)
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
    join(ax, "_shadow", ORIGIN, foot, colour, arrowstyle="-", linewidth=7)
    dashed(ax, of, foot, colour)


def point(ax: Axes, name: str, at: Vector, colour: str = PLAIN) -> None:
    """Draw a point with its name beside it."""
    ax.scatter(*numbers(at), s=50, color=colour, label=name)
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
    right, up = (x - a) / length, (y - b) / length or 1
    side = "center" if abs(right) < 0.5 else "left" if right > 0 else "right"
    ax.annotate(
        name,
        (x, y),
        (NEAR / 2 * right, NEAR * up),
        textcoords="offset points",
        ha=side,
        va="center",
        size=SIZE,
    )


def numbers(vector: Vector) -> tuple[float, float]:
    """Return the two numbers of a vector; raise ValueError if not two."""
    if len(vector) != 2:
        raise ValueError(f"{len(vector)} numbers; in the plane a vector has 2")
    x, y = map(float, vector)
    return x, y
