"""The one way heatmaps are drawn here."""

import math
from itertools import repeat

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.colors import LinearSegmentedColormap, to_rgba
from matplotlib.figure import Figure, SubFigure
from torch import Tensor

from snippets.colours import DIGITS, MINUS, PAPER, QUIET, WEIGHT
from snippets.panel import (
    BAR,
    GAP,
    SIZE,
    WIDTH,
    Layout,
    Tokens,
    add_axes,
    lay_out,
    name_tokens,
)

Scale = tuple[float, float]  # lowest and highest value
# From paper to a colour: of weights, and of values with a sign.
SHARES = LinearSegmentedColormap.from_list(
    "shares", [to_rgba(WEIGHT, 0), WEIGHT], N=1001
)
SIGNED = LinearSegmentedColormap.from_list(
    "signed",
    [(0, MINUS), (0.5, to_rgba(MINUS, 0)), (0.5, to_rgba(WEIGHT, 0))]
    + [(1, WEIGHT)],
    N=2001,
)
SOME, MUCH = 0.54, 0.69  # from which share on the digits have another colour
NAMELESS = repeat("")
MIDDLE = "center_baseline"  # of the letters above the line


def heatmap(
    weights: Tensor,
    queries: Tokens,
    keys: Tokens | None = None,
    titles: Tokens = (),
    scale: Scale | None = None,
    digits: bool = True,
) -> Figure:
    """Draw attention weights, one panel per leading index, one scale for all.

    weights (T, S) or (panels, T, S); queries T tokens down the side, keys S
    tokens along the top (default: the queries). The scale goes from 0 to the
    largest weight, rounded up to 0.05, or as given; one for values with a
    sign goes as far below 0. A dot stands for exactly 0, as a mask makes it.
    Raises ValueError if a value is off the scale, the tokens do not fit or
    there is nothing to draw.
    """
    keys = queries if keys is None else keys
    panels = to_panels(weights)
    low, high = scale or (0, ceiling(panels))
    check_panels(panels, (len(queries), len(keys)), low, high)
    layout = lay_out(queries, keys, digits, bool(titles))
    across, down = min(len(panels), 2), (len(panels) + 1) // 2
    size = across * WIDTH / 72, down * layout.height / 72
    figure = plt.figure(figsize=size)
    places = figure.subfigures(down, across, squeeze=False).flat
    for place, panel, title in zip(places, panels, titles or NAMELESS):
        ax = add_axes(place, layout)
        ax.set_title(title, size=SIZE, x=0, ha="left")
        draw_panel(ax, panel, (low, high), digits)
        name_tokens(ax, queries, keys, layout.turned)
        draw_scale(place, (low, high), layout)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure


def to_panels(weights: Tensor) -> Tensor:
    """Return weights as (panels, T, S) in float64 on the CPU."""
    if not weights.numel():
        raise ValueError(f"weights {tuple(weights.shape)}: nothing to draw")
    # The CPU first: not every device has float64.
    return weights.detach().cpu().double().reshape(-1, *weights.shape[-2:])


def check_panels(
    panels: Tensor, sizes: tuple[int, int], low: float, high: float
) -> None:
    """Raise ValueError if panels (count, T, S) cannot be drawn."""
    if panels.shape[1:] != sizes:
        raise ValueError(
            f"weights {tuple(panels.shape[1:])} do not fit "
            f"{sizes[0]} queries and {sizes[1]} keys"
        )
    if low not in (0, -high):
        raise ValueError(f"a scale goes from 0 or {-high:g}, not {low:g}")
    if not low <= panels.min() <= panels.max() <= high:  # nor is NaN
        raise ValueError(f"values must be numbers from {low:g} to {high:g}")


def ceiling(weights: Tensor) -> float:
    """The end of a scale for weights: the largest, rounded up to 0.05."""
    largest = weights.nan_to_num().max().item()
    return max(1, math.ceil(largest * 20 - 1e-9)) / 20


def draw_panel(ax: Axes, panel: Tensor, scale: Scale, digits: bool) -> None:
    """Fill one axes with coloured cells; panel (T, S)."""
    low, high = scale
    for i, row in enumerate(panel.tolist()):
        for j, value in enumerate(row):
            text, colour = f"{value:.2f}", ink(value / high)
            if value == 0 and low == 0:
                text, colour = "·", QUIET
            if digits or text == "·":
                middle = {"ha": "center", "va": MIDDLE, "size": SIZE}
                ax.text(j + 0.5, i + 0.5, text, color=colour, **middle)
    colours = SIGNED if low else SHARES
    style = {"edgecolors": PAPER, "linewidth": 1, "clip_on": False}
    ax.pcolormesh(panel, cmap=colours, vmin=low, vmax=high, **style)


def draw_scale(place: SubFigure, scale: Scale, layout: Layout) -> None:
    """Draw the scale in steps, with both ends marked."""
    (low, high), height = scale, layout.height
    steps = [low + (high - low) * k / 8 for k in range(9)]
    bar = place.add_axes(
        (layout.left / WIDTH, 1.5 * GAP / height, 0.5, BAR / height),
        label="<colorbar>",
    )
    colours = SIGNED if low else SHARES
    bar.pcolormesh([steps], cmap=colours, vmin=low, vmax=high, clip_on=False)
    bar.axis("off")
    ends = {"va": MIDDLE, "size": SIZE}
    bar.text(-0.3, 0.5, f"{low:g}", ha="right", **ends)
    bar.text(9.3, 0.5, f"{high:g}", ha="left", **ends)


def ink(share: float) -> str:
    """Return the colour of digits on a share of the colour, 0 to 1."""
    return DIGITS[(share >= SOME) + (share >= MUCH)]
