"""The one way heatmaps are drawn here."""

import math
from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure
from torch import Tensor

Tokens = Sequence[str]
Scale = tuple[float, float]  # lowest and highest value
COLOURS = plt.get_cmap("cividis")  # perceptually uniform, colour-blind safe
DARK, LIGHT = "#010101", "#ffffff"  # pure black would follow the theme
CELL, PLAIN_CELL, GAP, LETTER = 0.5, 0.24, 0.3, 0.085  # inches
SIZE = 11.5  # points


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
    largest weight, rounded up to 0.05, or as given, for other values. Panels
    stand two abreast; without digits their cells are small.
    Raises ValueError if a value is off the scale or the tokens do not fit.
    """
    keys = queries if keys is None else keys
    panels = weights.detach().double().cpu().reshape(-1, *weights.shape[-2:])
    low, high = scale or (0, ceiling(panels))
    check_panels(panels, (len(queries), len(keys)), low, high)
    figure, axes, bar = lay_out(
        len(panels), queries, keys, digits, bool(titles)
    )
    for panel, ax, title in zip(panels, axes, titles or [""] * len(axes)):
        mesh = draw_panel(ax, panel, (low, high), keys, digits)
        ax.set_title(title)
    rows = [i + 0.5 for i in range(len(queries))]
    for ax in axes[::2]:
        ax.set_yticks(rows, queries, size=SIZE)
    draw_scale(figure, mesh, bar)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure


def check_panels(
    panels: Tensor, sizes: tuple[int, int], low: float, high: float
) -> None:
    """Raise ValueError if panels (count, T, S) cannot be drawn."""
    if panels.shape[1:] != sizes:
        raise ValueError(
            f"weights {tuple(panels.shape[1:])} do not fit "
            f"{sizes[0]} queries and {sizes[1]} keys"
        )
    if not low <= panels.min() <= panels.max() <= high:  # nor is NaN
        raise ValueError(f"values must be numbers from {low:g} to {high:g}")


def ceiling(weights: Tensor) -> float:
    """The end of a scale for weights: the largest, rounded up to 0.05."""
    largest = weights.nan_to_num().max().item()
    return max(1, math.ceil(largest * 20 - 1e-9)) / 20


def lay_out(
    count: int, queries: Tokens, keys: Tokens, digits: bool, titled: bool
) -> tuple[Figure, list[Axes], Axes]:
    """Panels two abreast and a colour bar, cells square and of one size."""
    left = 0.15 + LETTER * max(map(len, queries))
    cell = CELL if digits else PLAIN_CELL
    rise = 0.9 if steep(keys, digits) else 0.7
    top = 0.15 + rise * LETTER * max(map(len, keys)) + 0.3 * titled
    width, height = cell * len(keys), cell * len(queries)
    across, down = min(count, 2), (count + 1) // 2
    bar = left + across * (width + GAP)
    row = top + height + GAP
    whole = bar + 0.65, down * row - GAP + 0.1
    figure = plt.figure(figsize=whole)

    def place(x: float, k: int, w: float) -> Axes:
        y = 0.1 + (down - 1 - k) * row
        return figure.add_axes(
            (x / whole[0], y / whole[1], w / whole[0], height / whole[1])
        )

    places = [(left + k % 2 * (width + GAP), k // 2) for k in range(count)]
    return figure, [place(*xy, width) for xy in places], place(bar, 0, 0.15)


def draw_panel(
    ax: Axes, panel: Tensor, scale: Scale, keys: Tokens, digits: bool
) -> QuadMesh:
    """Fill one axes with coloured cells; panel (T, S)."""
    if digits:
        draw_digits(ax, panel, scale)
    mesh = ax.pcolormesh(panel, cmap=COLOURS, clip_on=False)
    mesh.set_clim(scale)
    ax.set_xticks([j + 0.5 for j in range(len(keys))], keys)
    ax.set_yticks([])
    ax.invert_yaxis()
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    turn = 60 if steep(keys, digits) else 40
    plt.setp(ax.get_xticklabels(), rotation=turn, ha="left", size=SIZE)
    ax.spines[:].set_visible(False)
    return mesh


def steep(keys: Tokens, digits: bool) -> bool:
    """Whether words stand above narrow columns, where they would overlap."""
    return not digits and max(map(len, keys)) > 2


def draw_digits(ax: Axes, panel: Tensor, scale: Scale) -> None:
    """Write each value into its cell; panel (T, S)."""
    low, high = scale
    for i, row in enumerate(panel.tolist()):
        for j, value in enumerate(row):
            ax.text(
                *(j + 0.5, i + 0.5, f"{value:.2f}"),
                **{"ha": "center", "va": "center", "size": SIZE},
                color=ink((value - low) / (high - low)),
            )


def draw_scale(figure: Figure, mesh: QuadMesh, ax: Axes) -> None:
    """The colour bar: vector steps, with both ends marked."""
    low, high = mesh.get_clim()
    steps = [low + (high - low) * k / 32 for k in range(33)]
    bar = figure.colorbar(mesh, cax=ax, boundaries=steps, ticks=[low, high])
    bar.ax.set_yticklabels([f"{low:g}", f"{high:g}"], size=SIZE)
    bar.ax.tick_params(length=0)
    bar.outline.set_visible(False)
    bar.solids.set(edgecolor="face", clip_on=False)  # no seams


def ink(share: float) -> str:
    """Text colour that reads on the cell colour of share, 0 to 1 (WCAG)."""
    red, green, blue = (c**2.2 for c in COLOURS(share)[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return DARK if luminance > 0.18 else LIGHT
