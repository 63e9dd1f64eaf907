"""The one way curves are drawn here."""

import math
from collections.abc import Mapping, Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

# Both can be told apart by the colour-blind and read on light and on dark;
# markers and dashes say the same without colour.
STYLES = (
    {"color": "#0a7fc2", "marker": "o", "linestyle": "-"},
    {"color": "#d2600a", "marker": "s", "linestyle": "--"},
    {"color": "#1f9a76", "marker": "^", "linestyle": "-."},
    {"color": "#c05a9a", "marker": "D", "linestyle": ":"},
)


def set_scales(ax: Axes, log: str, values: Sequence[float]) -> None:
    """Set the scales of both axes, with room for two labels on a log y.

    There only powers of ten have a label.
    """
    ax.set_xscale("log" if "x" in log else "linear")
    ax.set_yscale("log" if "y" in log else "linear")
    if "y" not in log:
        return
    low, high = math.log10(min(values)), math.log10(max(values))
    if math.floor(high) <= math.ceil(low):
        low = math.floor(low)
        ax.set_ylim(10.0**low, 10.0 ** max(math.ceil(high), low + 1))


def curves(
    x: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    x_label: str,
    y_label: str,
    log: str = "",
) -> Figure:
    """Draw up to four lines over the same x, each with its name.

    x N numbers, lines N numbers each, by name; log names the axes with a
    logarithmic scale: "", "x", "y" or "xy". Labels are symbols or names from
    code, so that the picture suits every language.
    Raises ValueError if there are too many lines or a length differs.
    """
    if not 1 <= len(lines) <= len(STYLES):
        raise ValueError(f"{len(lines)} lines: draw 1 to {len(STYLES)}")
    if wrong := [name for name, y in lines.items() if len(y) != len(x)]:
        raise ValueError(f"{wrong} have not {len(x)} values, as x has")
    figure = plt.figure(figsize=(5.2, 3.2), layout="constrained")
    ax = figure.add_subplot()
    for (name, y), style in zip(lines.items(), STYLES):
        ax.plot(x, y, label=name, markersize=5, clip_on=False, **style)
    set_scales(ax, log, [value for y in lines.values() for value in y])
    ax.set_xticks(x, [f"{value:g}" for value in x])
    ax.set_xticks([], minor=True)
    ax.set(xlabel=x_label, ylabel=y_label)
    ax.spines[["top", "right"]].set_visible(False)
    if len(lines) > 1:
        ax.legend(frameon=False)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure
