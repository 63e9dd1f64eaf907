"""The one way heatmaps are drawn here."""

import math
from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.collections import QuadMesh
from matplotlib.figure import Figure
from torch import Tensor

COLOURS = plt.get_cmap("cividis")  # perceptually uniform, colour-blind safe
DARK, LIGHT = "#010101", "#ffffff"  # pure black would follow the theme
CELL, GAP, LETTER = 0.5, 0.3, 0.085  # inches
SIZE = 11.5  # points


def heatmap(
    weights: Tensor,
    queries: Sequence[str],
    keys: Sequence[str] | None = None,
    titles: Sequence[str] = (),
) -> Figure:
    """Draw attention weights, one panel per leading index, one scale for all.

    weights (T, S) or (panels, T, S), not negative; queries T tokens down the
    side, keys S tokens along the top (default: the queries). The scale goes
    from 0 to the largest weight, rounded up to 0.05.
    Raises ValueError if a weight is negative or the tokens do not fit.
    """
    keys = queries if keys is None else keys
    panels = weights.detach().double().cpu().reshape(-1, *weights.shape[-2:])
    if panels.shape[1:] != (len(queries), len(keys)):
        raise ValueError(
            f"weights {tuple(weights.shape)} do not fit "
            f"{len(queries)} queries and {len(keys)} keys"
        )
    if not panels.min() >= 0:  # NaN is refused too
        raise ValueError("weights must be numbers >= 0")
    end = max(1, math.ceil(panels.max().item() * 20 - 1e-9)) / 20
    figure, axes, bar = lay_out(len(panels), queries, keys, bool(titles))
    for panel, ax, title in zip(panels, axes, titles or [""] * len(axes)):
        mesh = draw_panel(ax, panel, end, keys)
        ax.set_title(title)
    rows = [i + 0.5 for i in range(len(queries))]
    axes[0].set_yticks(rows, queries, size=SIZE)
    draw_scale(figure, mesh, bar, end)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure


def lay_out(
    count: int, queries: Sequence[str], keys: Sequence[str], titled: bool
) -> tuple[Figure, list[Axes], Axes]:
    """Panels in a row and a colour bar, cells square and of one size."""
    left = 0.15 + LETTER * max(map(len, queries))
    top = 0.15 + 0.7 * LETTER * max(map(len, keys)) + 0.3 * titled
    width, height = CELL * len(keys), CELL * len(queries)
    whole = left + count * (width + GAP) + 0.65, top + height + 0.1
    figure = plt.figure(figsize=whole)

    def place(x: float, w: float) -> Axes:
        return figure.add_axes(
            (x / whole[0], 0.1 / whole[1], w / whole[0], height / whole[1])
        )

    panels = [place(left + k * (width + GAP), width) for k in range(count)]
    return figure, panels, place(left + count * (width + GAP), 0.15)


def draw_panel(
    ax: Axes, panel: Tensor, end: float, keys: Sequence[str]
) -> QuadMesh:
    """Fill one axes with coloured cells and their values; panel (T, S)."""
    mesh = ax.pcolormesh(panel, cmap=COLOURS, vmin=0, vmax=end, clip_on=False)
    for i, row in enumerate(panel.tolist()):
        for j, value in enumerate(row):
            ax.text(
                *(j + 0.5, i + 0.5, f"{value:.2f}"),
                **{"ha": "center", "va": "center", "size": SIZE},
                color=ink(value / end),
            )
    ax.set_xticks([j + 0.5 for j in range(len(keys))], keys)
    ax.set_yticks([])
    ax.invert_yaxis()
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    plt.setp(ax.get_xticklabels(), rotation=40, ha="left", size=SIZE)
    ax.spines[:].set_visible(False)
    return mesh


def draw_scale(figure: Figure, mesh: QuadMesh, ax: Axes, end: float) -> None:
    """The colour bar: vector steps, with 0 and the end marked."""
    steps = [end * k / 32 for k in range(33)]
    bar = figure.colorbar(mesh, cax=ax, boundaries=steps, ticks=[0, end])
    bar.ax.set_yticklabels(["0", f"{end:g}"], size=SIZE)
    bar.ax.tick_params(length=0)
    bar.outline.set_visible(False)
    bar.solids.set(edgecolor="face", clip_on=False)  # no seams


def ink(share: float) -> str:
    """Text colour that reads on the cell colour of share, 0 to 1 (WCAG)."""
    red, green, blue = (c**2.2 for c in COLOURS(share)[:3])
    luminance = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    return DARK if luminance > 0.18 else LIGHT
