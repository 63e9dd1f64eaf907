"""Draw curves over the same numbers."""

from collections.abc import Mapping, Sequence

from matplotlib.figure import Figure

from snippets.panels import panels

HEIGHT, APART = 230, 0.11  # points; of the height, from name to name
PLACE = {"xycoords": ("data", "axes fraction"), "va": "center"}
PLACE |= {"xytext": (8, 0), "textcoords": "offset points"}


def curves(
    x: Sequence[float],
    lines: Mapping[str, Sequence[float]],
    x_label: str,
    y_label: str,
    log: str = "",
) -> Figure:
    """Draw up to four lines over the same x, each with its name at its end.

    x N numbers, lines N numbers each, by name; log names the axes with a
    logarithmic scale: "", "x", "y" or "xy".
    """
    figure, (ax,) = panels([""], HEIGHT)
    for name, y in lines.items():
        ax.plot(x, y, label=name, markevery=(len(x) + 19) // 20, clip_on=False)
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
        ax.get_ylim()  # settles the scale
        scale = ax.transScale + ax.transLimits
        ends = [scale.transform(line.get_xydata()[-1])[1] for line in ax.lines]
        free = 0.0  # above the names so far
        for end, line in sorted(zip(ends, ax.lines), key=lambda pair: pair[0]):
            at = x[-1], max(end, free)
            free = at[1] + APART
            ax.annotate(line.get_label(), at, color=line.get_color(), **PLACE)
    return figure
