"""Draw attention weights as a heatmap."""

from bisect import bisect
from collections.abc import Sequence

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from torch import Tensor

from snippets.colours import DIGITS, MINUS, PAPER, QUIET, WEIGHT
from snippets.panels import WIDTH, panels

TURNS = 0.6, 0.8  # shares of the colour where digits change theirs
# From paper to a colour, above and below 0.
SHADES = [MINUS, to_rgba(MINUS, 0), to_rgba(WEIGHT, 0), WEIGHT]
SHADES = [*zip((0, 0.5, 0.5, 1), SHADES)]
SIGNED = LinearSegmentedColormap.from_list("signed", SHADES, N=2001)


def heatmap(
    weights: Tensor,
    queries: Sequence[str],
    keys: Sequence[str] | None = None,
    titles: Sequence[str] = (),
    scale: tuple[float, float] | None = None,
    digits: bool = True,
) -> Figure:
    """Draw attention weights, one panel per leading index, one scale for all.

    weights (T, S) or (panels, T, S); queries T tokens down the side, keys S
    tokens along the top (default: the queries). The scale goes from 0 to the
    largest weight, rounded up to 0.05, or as given. A dot stands for exactly 0.
    """
    maps = weights.detach().cpu()
    largest = np.ceil(maps.nan_to_num().max().item() * 20 - 1e-9) / 20
    low, high = scale or (0, max(0.05, largest))
    if not low <= maps.min() <= maps.max() <= high:
        raise ValueError(f"values must be numbers from {low:g} to {high:g}")
    keys, (rows, columns) = keys or queries, maps.shape[-2:]
    maps, height = maps.view(-1, rows, columns), WIDTH * rows / columns + 60
    look = {"vmin": -high, "vmax": high, "cmap": SIGNED, "edgecolors": PAPER}
    middle = {"ha": "center", "va": "center_baseline"}
    below = {"location": "bottom", "shrink": 0.5, "format": "{x:g}"}
    below |= {"ticks": [low, high], "boundaries": np.linspace(low, high, 9)}
    turned = {"rotation": 45, "rotation_mode": "anchor", "ha": "left"}
    turned = turned if max(map(len, keys)) > 2 else {}
    figure, axes = panels(titles or [""] * len(maps), height)
    for ax, values in zip(axes, maps.tolist()):
        cells = ax.pcolormesh(values, linewidth=1, **look)
        for (i, j), value in np.ndenumerate(values):
            text = f"{value:.2f}" if digits else ""
            colour = DIGITS[bisect(TURNS, value / high)]
            if value == low == 0:
                text, colour = "·", QUIET
            ax.text(j + 0.5, i + 0.5, text, color=colour, **middle)
        ax.set(aspect="equal", ylim=(rows, 0))
        ax.xaxis.tick_top()
        ax.set_xticks(np.arange(columns) + 0.5, keys, **turned)
        ax.set_yticks(np.arange(rows) + 0.5, queries)
        bar = ax.figure.colorbar(cells, **below)
        for part in (ax, bar.ax):
            part.tick_params(length=0, labelcolor="black")
            part.spines[:].set_visible(False)
    return figure
