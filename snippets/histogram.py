"""The one way histograms are drawn here: one above the other, to compare."""

from collections.abc import Mapping

import matplotlib.pyplot as plt
import torch
from matplotlib.figure import Figure
from torch import Tensor

from snippets.curves import SIZE, STYLES

WIDTH, HEIGHT, ROOM = 342, 110, 36  # points


def histograms(
    samples: Mapping[str, Tensor], edges: list[float], label: str
) -> Figure:
    """Draw what share of each sample falls between which two edges.

    samples are numbers in any shape, by name; edges rise, and all panels have
    the same; label names the numbers, with a symbol or a name from code.
    Raises ValueError if a number lies outside the edges, a sample is empty or
    there are too many.
    """
    if not 1 <= len(samples) <= len(STYLES):
        raise ValueError(f"{len(samples)} samples: draw 1 to {len(STYLES)}")
    shares = {n: shares_between(x, edges) for n, x in samples.items()}
    size = (WIDTH / 72, (HEIGHT * len(samples) + ROOM) / 72)
    figure = plt.figure(figsize=size, layout="constrained")
    axes = figure.subfigures().subplots(
        len(samples), sharex=True, sharey=True, squeeze=False
    )
    for ax, style, (name, heights) in zip(axes.flat, STYLES, shares.items()):
        colour = style["color"]
        ax.stairs(heights, edges, fill=True, color=colour, label=name)
        ax.set_title(name, size=SIZE, x=0, ha="left", color=colour)
        ax.tick_params(labelsize=SIZE)
        ax.locator_params(axis="y", nbins=3)
        ax.spines[["top", "right"]].set_visible(False)
    axes[-1, 0].set_xlabel(label, size=SIZE, loc="right")
    plt.close(figure)  # or a notebook would draw it a second time
    return figure


def shares_between(numbers: Tensor, edges: list[float]) -> list[float]:
    """Return the share of the numbers between each two edges; sum 1."""
    values = numbers.detach().cpu().double().flatten()
    if not len(values):
        raise ValueError("a sample without numbers has no shares")
    if not ((values >= edges[0]) & (values <= edges[-1])).all():
        raise ValueError(f"values must be from {edges[0]:g} to {edges[-1]:g}")
    counts = torch.histogram(values, torch.tensor(edges, dtype=values.dtype))
    return (counts.hist / len(values)).tolist()
