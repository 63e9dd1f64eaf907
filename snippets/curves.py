"""The one way curves are drawn here."""

import math
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from snippets.colours import INK, MINUS, QUIET, WEIGHT

# Markers and dashes say the same without colour.
STYLES = (
    {"color": WEIGHT, "marker": "o", "linestyle": "-"},
    {"color": MINUS, "marker": "s", "linestyle": "--"},
    {"color": INK, "marker": "^", "linestyle": "-."},
    {"color": QUIET, "marker": "D", "linestyle": ":"},
)
WIDTH, HEIGHT, SIZE, LETTER = 342, 240, 14, 8.4  # a phone's; points
PLOT = 175, 170  # about, across and up, of the axes
RAISED = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def curves(
    x: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    x_label: str,
    y_label: str,
    log: str = "",
) -> Figure:
    """Draw up to four lines over the same x, each with its name at its end.

    x N numbers, lines N numbers each, by name; log names the axes with a
    logarithmic scale: "", "x", "y" or "xy". Labels are symbols or names from
    code, so that the picture suits every language.
    Raises ValueError if there are too many lines or a length differs.
    """
    if not 1 <= len(lines) <= len(STYLES):
        raise ValueError(f"{len(lines)} lines: draw 1 to {len(STYLES)}")
    if wrong := [name for name, y in lines.items() if len(y) != len(x)]:
        raise ValueError(f"{wrong} have not {len(x)} values, as x has")
    size = WIDTH / 72, HEIGHT / 72
    figure = plt.figure(figsize=size, layout="constrained")
    ax = figure.subfigures().subplots()
    for (name, y), style in zip(lines.items(), STYLES):
        look = {"markersize": 6, "linewidth": 2, "clip_on": False}
        ax.plot(x, y, label=name, **look, **style)
    set_scales(ax, log, [value for y in lines.values() for value in y])
    set_ticks(ax, x)
    ax.set_xlabel(x_label, size=SIZE, loc="right")
    ax.set_ylabel(y_label, size=SIZE, rotation=0, ha="left", va="bottom")
    finish(ax, ends=len(lines) > 1)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure


def finish(ax: Axes, ends: bool) -> None:
    """Set the label of y above its axis, and names at the ends of lines."""
    ax.yaxis.set_label_coords(0, 1.03)
    ax.figure.get_layout_engine().set(rect=(0, 0, 0.97, 0.9))
    ax.spines[["top", "right"]].set_visible(False)
    if ends:
        name_ends(ax)


def set_scales(ax: Axes, log: str, values: Sequence[float]) -> None:
    """Set the scales of both axes, with room for two labels on a log y.

    There only powers of ten have a label.
    """
    ax.set_xscale("log" if "x" in log else "linear")
    ax.set_yscale("log" if "y" in log else "linear")
    if "y" not in log:
        ax.locator_params(axis="y", nbins=5)
        return
    low, high = math.log10(min(values)), math.log10(max(values))
    if math.floor(high) <= math.ceil(low):
        low = math.floor(low)
        ax.set_ylim(10.0**low, 10.0 ** max(math.ceil(high), low + 1))
    ax.yaxis.set_major_formatter(lambda value, _: power(value))


def power(value: float) -> str:
    """Write a power of ten."""
    if 0.001 <= value <= 1000:
        return f"{value:g}"
    return "10" + f"{math.log10(value):.0f}".translate(RAISED)


def set_ticks(ax: Axes, x: Sequence[float]) -> None:
    """Write as many of the x values as have room."""
    names = [f"{value:g}" for value in x]
    room = PLOT[0] / (LETTER * (max(map(len, names)) + 1))
    kept = range(len(x) - 1, -1, -math.ceil(len(x) / room))
    ax.set_xticks([x[k] for k in kept][::-1], [names[k] for k in kept][::-1])
    ax.minorticks_off()
    ax.tick_params(labelsize=SIZE)


def name_ends(ax: Axes) -> None:
    """Write each line's name at its end, none over another one."""
    ends = ax.transScale.transform([(1, y) for y in ax.get_ylim()])[:, 1]
    places = []
    for line in ax.lines:
        end = line.get_xydata()[-1]
        y = ax.transScale.transform(end)[1] - ends[0]
        places.append((y / (ends[1] - ends[0]) * PLOT[1], line, end))
    above = -math.inf
    for place, line, end in sorted(places, key=lambda found: found[0]):
        name = line.get_label().replace(" / ", " /\n")
        half = (name.count("\n") + 1) * SIZE * 0.6
        at = max(place, above + half)
        above = at + half
        ax.annotate(
            name,
            end,
            (10, at - place),
            textcoords="offset points",
            va="center",
            size=SIZE,
            color=line.get_color(),
        )
