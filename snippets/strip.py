"""Tokens as a strip of boxes."""

from collections.abc import Iterator, Sequence

import matplotlib.pyplot as plt
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import FancyBboxPatch

from snippets.colours import QUIET

LETTER, PADDING, GAP, SIZE = 8.6, 14, 6, 14  # points
WIDTH, ROW, BOX = 342, 62, 30  # of a phone; of a row, and its boxes
ROUND = "round,pad=0,rounding_size=5"


def token_strip(tokens: Sequence[str], ids: Sequence[int] = ()) -> Figure:
    """Draw one box for each token, a leading space as `·`, ids below.

    Raises ValueError if there are ids but not one for each token.
    """
    if ids and len(ids) != len(tokens):
        raise ValueError(f"{len(tokens)} tokens but {len(ids)} ids")
    shown = [token.replace(" ", "·") for token in tokens]
    below = [str(i) for i in ids] or [""] * len(tokens)
    boxes = list(places(shown, below))
    height = ROW * (1 + boxes[-1][1])
    figure = plt.figure(figsize=(WIDTH / 72, height / 72))
    ax = figure.subfigures().add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, WIDTH), ylim=(height, 0))
    ax.axis("off")
    for token, number, (left, row, width) in zip(shown, below, boxes):
        corner = left, row * ROW + 2
        style = {"facecolor": to_rgba(QUIET, 0.12), "edgecolor": QUIET}
        box = FancyBboxPatch(corner, width, BOX, boxstyle=ROUND, **style)
        ax.add_patch(box)
        middle = {"x": left + width / 2, "ha": "center", "va": "center"}
        ax.text(y=corner[1] + BOX / 2, s=token, size=SIZE, **middle)
        ax.text(y=corner[1] + BOX + 12, s=number, size=SIZE, **middle)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure


def places(
    shown: Sequence[str], below: Sequence[str]
) -> Iterator[tuple[float, int, float]]:
    """Yield where each box starts, in which row, and how wide it is."""
    left, row = 1.0, 0
    for pair in zip(shown, below):
        width = LETTER * max(map(len, pair)) + PADDING
        if left + width > WIDTH and left > 1:
            left, row = 1.0, row + 1
        yield left, row, width
        left += width + GAP
