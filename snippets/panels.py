"""Make a figure of panels that a page can stack on a phone."""

from collections.abc import Sequence

import matplotlib.pyplot as plt
from matplotlib.axes import Axes
from matplotlib.figure import Figure

WIDTH = 342  # points: a phone's


def panels(titles: Sequence[str], height: float) -> tuple[Figure, list[Axes]]:
    """Return a figure with one panel for each title, two abreast.

    height of a panel, in points. Each panel is a subfigure with one axes; the
    style is that of snippets/plots.mplstyle.
    """
    plt.style.use("snippets.plots")
    across, down = min(2, len(titles)), (len(titles) + 1) // 2
    figure = plt.figure(figsize=(across * WIDTH / 72, down * height / 72))
    grid, axes = figure.add_gridspec(down, across), []
    for place, title in enumerate(titles):
        axes.append(figure.add_subfigure(grid[place]).subplots())
        axes[-1].set_title(title)
    plt.close(figure)  # or a notebook would draw it a second time
    return figure, axes
