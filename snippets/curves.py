"""Draw curves over the same numbers."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from snippets.panels import panels

HEIGHT, ROW = 230, 20  # points: without a legend, of a row of it


def curves(
    x: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    x_label: str,
    y_label: str,
    log: str = "",
) -> Figure:
    """Draw up to four lines over the same x, with a legend above them.

    x N numbers, lines N numbers each, by name; log names the axes with a
    logarithmic scale: "", "x", "y" or "xy". Labels are symbols or names from
    code, so that the picture suits every language.
    Raises ValueError if a line has not as many numbers as x.
    """
    figure, (ax,) = panels([""], HEIGHT + ROW * len(lines))
    for name, y in lines.items():
        ax.plot(x, y, label=name, clip_on=False)
    ax.set(xlabel=x_label, ylabel=y_label)
    if "x" in log:
        ax.set_xscale("log")
        every_second = list(x)[::-2]
        ax.set_xticks(every_second, [f"{value:g}" for value in every_second])
        ax.minorticks_off()
    if "y" in log:
        ax.set_yscale("log")
        ax.yaxis.set_major_formatter("{x:g}")
    if len(lines) > 1:
        ax.figure.legend(loc="outside upper left")
        figure.get_layout_engine().set(h_pad=0.1)  # inches, below it
    return figure
