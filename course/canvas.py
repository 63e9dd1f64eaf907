"""What diagrams are made of: boxes, arrows and symbols."""

import matplotlib.pyplot as plt
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

INK = "#000000"  # becomes the page's text colour
DARK = "#010101"  # stays dark: text on a filled box
PLAIN, BLUE, YELLOW = "none", "#c9e2f5", "#fbe0a6"
GREEN, RED, VIOLET = "#d5ecc2", "#f6cfd8", "#ddd3f0"
SIZE = 12  # points
Point = tuple[float, float]


class Canvas:
    """A drawing area of width x height inches, its origin bottom left.

    All positions are centres, in inches. Labels may hold mathtext between
    dollars, such as `$W_q$`.
    """

    def __init__(self, width: float, height: float):
        self.figure: Figure = plt.figure(figsize=(width, height))
        self.ax = self.figure.add_axes((0, 0, 1, 1))
        self.ax.set(xlim=(0, width), ylim=(0, height))
        self.ax.axis("off")
        plt.close(self.figure)

    def text(self, at: Point, label: str, size: float = SIZE, color=INK):
        """Write a symbol, centred."""
        self.ax.text(
            *at, label, size=size, color=color, ha="center", va="center"
        )

    def box(
        self,
        at: Point,
        label: str = "",
        width: float = 0.8,
        height: float = 0.36,
        fill: str = PLAIN,
        dashed: bool = False,
        size: float = SIZE,
    ) -> None:
        """Draw a rounded box with a label inside."""
        x, y = at
        self.ax.add_patch(
            FancyBboxPatch(
                (x - width / 2, y - height / 2),
                width,
                height,
                boxstyle="round,pad=0,rounding_size=0.05",
                facecolor=fill,
                edgecolor=INK,
                linewidth=1,
                linestyle=(0, (4, 3)) if dashed else "-",
            )
        )
        if label:
            self.text(at, label, size, INK if fill == PLAIN else DARK)

    def arrow(
        self, start: Point, end: Point, bend: float = 0, head: bool = True
    ) -> None:
        """Draw an arrow; bend curves it, head=False leaves a plain line."""
        self.ax.add_patch(
            FancyArrowPatch(
                start,
                end,
                arrowstyle="-|>" if head else "-",
                connectionstyle=f"arc3,rad={bend}",
                mutation_scale=9,
                shrinkA=0,
                shrinkB=0,
                linewidth=1,
                color=INK,
            )
        )

    def path(self, *points: Point) -> None:
        """Draw an arrow with corners."""
        for start, end in zip(points[:-2], points[1:-1]):
            self.arrow(start, end, head=False)
        self.arrow(points[-2], points[-1])

    def circle(self, at: Point, label: str, fill: str = PLAIN) -> None:
        """Draw a small round box, as for an addition."""
        self.box(at, label, width=0.26, height=0.26, fill=fill)
