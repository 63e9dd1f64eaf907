"""Draw attention weights as a heatmap."""

import math
from bisect import bisect
from collections.abc import Sequence

import numpy as np
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure
from torch import Tensor

from snippets.colours import DIGITS, MINUS, PAPER, QUIET, WEIGHT
from snippets.panels import WIDTH, panels

MIX = LinearSegmentedColormap.from_list
# From paper to a colour: of weights, and of values with a sign.
SHARES = MIX("shares", [to_rgba(WEIGHT, 0), WEIGHT], N=1001)
BELOW = [(0, MINUS), (0.5, to_rgba(MINUS, 0))]
ABOVE = [(0.5, to_rgba(WEIGHT, 0)), (1, WEIGHT)]
SIGNED = MIX("signed", BELOW + ABOVE, N=1001)
TURNS = 0.54, 0.69  # shares of the colour where digits change theirs


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
    largest weight, rounded up to 0.05, or as given; one for values with a
    sign goes as far below 0. A dot stands for exactly 0, as a mask makes it.
    Raises ValueError if a value is off the scale or the tokens do not fit.
    """
    keys = queries if keys is None else keys
    sizes = len(queries), len(keys)
    if weights.shape[-2:] != sizes:
        raise ValueError(f"weights {tuple(weights.shape)} do not fit {sizes}")
    # The CPU first: not every device has float64.
    maps = weights.detach().cpu().double().reshape(-1, *sizes)
    largest = maps.nan_to_num().max().item()
    end = max(1, math.ceil(largest * 20 - 1e-9)) / 20
    low, high = scale or (0, end)
    if low not in (0, -high) or not low <= maps.min() <= maps.max() <= high:
        raise ValueError(
            f"values must be numbers from {low:g} to {high:g}, and a scale "
            "must go from 0, or as far below it as above"
        )
    height = WIDTH * sizes[0] / sizes[1] + 60
    figure, axes = panels(titles or [""] * len(maps), height)
    look = {"vmin": low, "vmax": high, "cmap": SIGNED if low else SHARES}
    below = {"location": "bottom", "shrink": 0.5, "ticks": [low, high]}
    below |= {"boundaries": np.linspace(low, high, 9), "format": "{x:g}"}
    turned = {}
    if max(map(len, keys)) > 2:
        turned = {"rotation": 45, "rotation_mode": "anchor", "ha": "left"}
    for ax, values in zip(axes, maps.numpy()):
        mesh = ax.pcolormesh(values, edgecolors=PAPER, linewidth=1, **look)
        for i, row in enumerate(values):
            for j, value in enumerate(row):
                style = {"ha": "center", "va": "center_baseline"}
                if value == low == 0:
                    ax.text(j + 0.5, i + 0.5, "·", color=QUIET, **style)
                elif digits:
                    style["color"] = DIGITS[bisect(TURNS, value / high)]
                    ax.text(j + 0.5, i + 0.5, f"{value:.2f}", **style)
        ax.set_aspect("equal")
        ax.invert_yaxis()
        ax.xaxis.tick_top()
        ax.set_xticks([j + 0.5 for j in range(sizes[1])], keys, **turned)
        ax.set_yticks([i + 0.5 for i in range(sizes[0])], queries)
        bar = ax.figure.colorbar(mesh, **below)
        for part in (ax, bar.ax):
            part.tick_params(length=0, labelcolor="black")
            part.spines[:].set_visible(False)
    return figure
