"""Draw tokens as a strip of boxes."""

from collections.abc import Sequence

from matplotlib.colors import to_rgba
from matplotlib.figure import Figure

from snippets.colours import QUIET
from snippets.panels import panels

ROW, ACROSS = 62, 4  # points; boxes in a row


def token_strip(tokens: Sequence[str], ids: Sequence[int] = ()) -> Figure:
    """Draw one box for each token, a leading space as `·`, ids below.

    Raises ValueError if there are ids but not one for each token.
    """
    if ids and len(ids) != len(tokens):
        raise ValueError(f"{len(tokens)} tokens but {len(ids)} ids")
    rows = (len(tokens) + ACROSS - 1) // ACROSS
    figure, (ax,) = panels([""], ROW * rows)
    ax.set(xlim=(0, ACROSS), ylim=(rows, 0))
    ax.axis("off")
    look = {"facecolor": to_rgba(QUIET, 0.12), "edgecolor": QUIET}
    box, middle = (
        {"boxstyle": "round", **look},
        {"ha": "center", "va": "center"},
    )
    for k, token in enumerate(tokens):
        x, y = k % ACROSS + 0.5, k // ACROSS
        ax.text(x, y + 0.3, token.replace(" ", "·"), bbox=box, **middle)
        if ids:
            ax.text(x, y + 0.8, ids[k], **middle)
    return figure
