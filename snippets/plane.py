"""Draw vectors as arrows and points in the plane."""

from collections.abc import Sequence

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from snippets.colours import QUIET
from snippets.panels import panels

HEIGHT, NEAR = 270, 14  # points: of a panel; from a tip to its name
ORIGIN = 0.0, 0.0
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
    ax: Axes,
    name: str,
    tip: Vector,
    tail: Vector = ORIGIN,
    colour: str = QUIET,
) -> None:
    """Draw the vector from `tail` to `tip`, with its name at the tip."""
    (x, y), (a, b) = map(float, tip), map(float, tail)
    scale = {"angles": "xy", "scale_units": "xy", "scale": 1, "width": 0.012}
    ax.quiver(a, b, x - a, y - b, color=colour, label=name, **scale)
    ax.update_datalim([(a, b), (x, y)])
    ax.autoscale_view()
    write(ax, name, (x, y), (a, b))


def point(ax: Axes, name: str, at: Vector, colour: str = QUIET) -> None:
    """Draw a point with its name beside it."""
    x, y = map(float, at)
    ax.scatter(x, y, s=50, color=colour, label=name)
    write(ax, name, (x, y), ORIGIN)


def shadow(ax: Axes, of: Vector, on: Vector, colour: str = QUIET) -> None:
    """Draw the shadow that a vector casts on the line of another one.

    Its length, times that of `on`, is the dot product of the two; where it
    points away from `on`, the product is negative.
    """
    (x, y), (a, b) = map(float, of), map(float, on)
    share = (x * a + y * b) / (a * a + b * b)
    foot = share * a, share * b
    ax.plot([0, foot[0]], [0, foot[1]], "-", color=colour, linewidth=7)
    ax.plot([x, foot[0]], [y, foot[1]], "--", color=colour)


def write(ax: Axes, name: str, at: Vector, away: Vector) -> None:
    """Write a name beside a place, on the side that is away from another."""
    (x, y), (a, b) = at, away
    length = max(abs(x - a), abs(y - b)) or 1
    right, up = (x - a) / length, (y - b) / length or 1
    ax.annotate(
        name,
        at,
        (NEAR / 2 * right, NEAR * up),
        textcoords="offset points",
        ha="center" if abs(right) < 0.5 else "left" if right > 0 else "right",
        va="center",
    )
