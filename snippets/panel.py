"""Where the cells of a heatmap stand, and the tokens around them."""

import math
from collections.abc import Sequence
from typing import NamedTuple

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import SubFigure

Tokens = Sequence[str]
WIDTH, SIZE, LETTER = 342, 14, 8.7  # a phone's; points
ROW, CELL, BAR, GAP = 30, 36, 10, 8
STEEP = math.radians(55)


class Layout(NamedTuple):
    """Where the cells of a panel stand, in points."""

    left: float
    top: float
    cell: tuple[float, float]  # width, height
    turned: bool  # whether the words along the top are
    sizes: tuple[int, int]  # cells across and down

    @property
    def bottom(self) -> float:
        """Where the cells end."""
        return self.top + self.cell[1] * self.sizes[1]

    @property
    def height(self) -> float:
        """Of all, with a scale below the cells."""
        return self.bottom + BAR + 2.5 * GAP


def lay_out(
    queries: Tokens, keys: Tokens, digits: bool, titled: bool
) -> Layout:
    """Make room for the tokens; what is left is for the cells."""
    left = GAP + LETTER * max(map(len, queries))
    longest = LETTER * max(map(len, keys))
    cell = (WIDTH - left - 2) / len(keys)
    turned = longest > cell - 2
    if turned:  # the last words lean out on the right
        lean = LETTER * max(map(len, keys[-2:])) * math.cos(STEEP)
        cell -= max(0, lean - cell / 2) / len(keys)
    rise = longest * math.sin(STEEP) if turned else SIZE
    top = rise + 1.5 * GAP + 1.5 * SIZE * titled
    square = min(cell, CELL)
    shape = (cell, ROW) if digits else (square, square)
    return Layout(left, top, shape, turned, (len(keys), len(queries)))


def add_axes(place: SubFigure, layout: Layout) -> Axes:
    """Add the axes of a panel."""
    left, height = layout.left, layout.height
    width = layout.cell[0] * layout.sizes[0]
    depth = layout.bottom - layout.top
    low = height - layout.bottom
    return place.add_axes(
        (left / WIDTH, low / height, width / WIDTH, depth / height)
    )


def name_tokens(ax: Axes, queries: Tokens, keys: Tokens, turned: bool) -> None:
    """Write the tokens down the side and along the top."""
    ax.set_yticks([i + 0.5 for i in range(len(queries))], queries, size=SIZE)
    ax.set_xticks([j + 0.5 for j in range(len(keys))], keys, size=SIZE)
    ax.invert_yaxis()
    ax.xaxis.tick_top()
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    if turned:
        turn = {"rotation": math.degrees(STEEP), "rotation_mode": "anchor"}
        plt.setp(ax.get_xticklabels(), ha="left", va="center", **turn)
