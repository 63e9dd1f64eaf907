"""Draw vectors as arrows and points in the plane."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from torch import Tensor

from snippets.colours import INK, KEY, PAPER, QUERY, QUIET, VALUE, WEIGHT
from snippets.panels import panels

HEIGHT, NEAR = 270, 14  # points: of a panel; from a tip to its name
STRING = 14  # points: the width of a weight of 1
DIAMOND = {"facecolor": PAPER, "edgecolor": INK, "linewidth": 1.5}  # hollow
Vector = Sequence[float]  # two numbers, or a tensor of two


def plane(titles: Sequence[str] = ("",)) -> tuple[Figure, list[Axes]]:
    """Return a figure with one empty plane for each title, two abreast.

    Right angles are right angles, and all panels have the same scale.
    """
    figure, axes = panels(titles, HEIGHT)
    for ax in axes:
        ax.set_aspect("equal")
        ax.margins(0.15)
        ax.spines[:].set_visible(False)
        ax.axhline(color=QUIET, linewidth=1, zorder=0)
        ax.axvline(color=QUIET, linewidth=1, zorder=0)
        ax.locator_params(integer=True, nbins=5)
    for ax in axes[1:]:
        ax.sharex(axes[0])
        ax.sharey(axes[0])
    return figure, axes


def arrow(
    ax: Axes, name: str, tip: Vector, tail: Vector = (0, 0), colour: str = QUIET
) -> None:
    """Draw the vector from `tail` to `tip`, with its name at the tip."""
    (x, y), (a, b) = map(float, tip), map(float, tail)
    scale = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.012}
    ax.quiver(a, b, x - a, y - b, color=colour, label=name, **scale)
    ax.update_datalim([(a, b), (x, y)])
    ax.autoscale_view()
    write(ax, name, (x, y), (a, b))


def point(
    ax: Axes, name: str, at: Vector, colour: str = QUIET, mark: str = "o"
) -> None:
    """Draw a point with its name; the mark "D" is that of context vectors."""
    x, y = map(float, at)
    look = {"color": colour} if mark == "o" else DIAMOND
    ax.scatter(x, y, s=60, label=name, marker=mark, zorder=3, **look)
    write(ax, name, (x, y))


def shadow(ax: Axes, of: Vector, on: Vector, colour: str = QUIET) -> None:
    """Draw the shadow that a vector casts on the line of another one.

    Its length, times that of `on`, is the dot product of the two; where it
    points away from `on`, the product is negative.
    """
    (x, y), (a, b) = map(float, of), map(float, on)
    share = (x * a + y * b) / (a * a + b * b)
    foot = share * a, share * b
    ax.plot([0, foot[0]], [0, foot[1]], "-", color=colour, lw=7, zorder=0.5)
    ax.plot([x, foot[0]], [y, foot[1]], "--", color=colour)


def mixture(
    names: Sequence[str], q: Tensor, k: Tensor, v: Tensor, weights: Tensor
) -> Figure:
    """Draw a query's scores as shadows, and z on strings to the values.

    q (2,), k and v (S, 2), weights (S,). A string is as thick as its weight.
    """
    z = weights @ v
    steps = "the query is compared with each key", "the values are mixed"
    figure, (left, right) = plane(steps)
    for name, key, value, weight in zip(names, k, v, weights):
        shadow(left, key, q, colour=KEY)
        arrow(left, name, key, colour=KEY)
        right.plot(*zip(z, value), "-", color=WEIGHT, linewidth=STRING * weight)
        point(right, name, value, colour=VALUE)
    is_key = bool((k == q).all(dim=-1).any())  # and has its name already
    arrow(left, "" if is_key else "q", q, colour=QUERY)
    point(right, "z", z, mark="D")
    left.set(xticks=[], yticks=[])  # shared by both
    return figure


def write(ax: Axes, name: str, at: Vector, away: Vector = (0, 0)) -> None:
    """Write a name beside a place, on the side that is away from another."""
    (x, y), (a, b) = at, away
    length = max(abs(x - a), abs(y - b)) or 1
    right, up = (x - a) / length, (y - b) / length or 1
    side = "center" if abs(right) < 0.5 else "left" if right > 0 else "right"
    shift, unit = (NEAR / 2 * right, NEAR * up), "offset points"
    ax.annotate(name, at, shift, textcoords=unit, ha=side, va="center")
