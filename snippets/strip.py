"""Tokens as a strip of coloured boxes."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle

FILLS = ("#c9e2f5", "#fbe0a6", "#d5ecc2", "#f6cfd8", "#ddd3f0")
INK = "#010101"  # pure black would follow the theme
LETTER, PADDING, GAP, SIZE = 0.115, 0.2, 0.05, 13  # inches, points


def token_strip(tokens: Sequence[str], ids: Sequence[int] = ()) -> Figure:
    """Draw one box for each token, a leading space as `·`, ids below.

    Raises ValueError if there are ids but not one for each token.
    """
    if ids and len(ids) != len(tokens):
        raise ValueError(f"{len(tokens)} tokens but {len(ids)} ids")
    shown = [token.replace(" ", "·") for token in tokens]
    below = [str(i) for i in ids] or [""] * len(tokens)
    longest = [max(map(len, pair)) for pair in zip(shown, below)]
    widths = [LETTER * count + PADDING for count in longest]
    figure = plt.figure(figsize=(sum(widths) + GAP * len(widths), 0.8))
    ax = figure.add_axes((0, 0, 1, 1))
    ax.set(xlim=(0, figure.get_figwidth()), ylim=(0, 0.8))
    ax.axis("off")
    left = GAP / 2
    for k, (token, width) in enumerate(zip(shown, widths)):
        fill = FILLS[k % len(FILLS)]
        ax.add_patch(Rectangle((left, 0.35), width, 0.4, facecolor=fill))
        middle = {"x": left + width / 2, "ha": "center", "va": "center"}
        ax.text(y=0.55, s=token, color=INK, size=SIZE, **middle)
        ax.text(y=0.15, s=below[k], size=SIZE, **middle)
        left += width + GAP
    plt.close(figure)  # or a notebook would draw it a second time
    return figure
