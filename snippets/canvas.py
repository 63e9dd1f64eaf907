"""Draw diagrams of boxes, arrows and symbols."""

from collections.abc import Iterator
from contextlib import contextmanager

import matplotlib.pyplot as plt
from matplotlib.artist import Artist
from matplotlib.colors import to_rgba
from matplotlib.figure import Figure
from matplotlib.patches import FancyArrowPatch, FancyBboxPatch

from snippets import colours

INK = "#000000"  # becomes the page's text colour
PLAIN = "none"  # for boxes without a role, as SOFT and OTHER
SOFT, OTHER = colours.QUIET, colours.MINUS
QUERY, KEY, VALUE = colours.QUERY, colours.KEY, colours.VALUE
WEIGHT, PAPER = colours.WEIGHT, colours.PAPER
PART = "part-"  # begins the class of a part that a step of a page lights
CELL = 0.62  # inches: wider boxes hide the lines below them
TINT = 0.16  # opacity of a box's colour inside its edge
PHONE, SIZE = 342, 14  # points: a phone's width, and the size of texts on it
Point = tuple[float, float]


class Canvas:
    """A drawing area of width x height inches, its origin bottom left.

    All positions are centres, in inches. Labels may hold mathtext between
    dollars, such as `$W_q$`.
    """

    def __init__(self, width: float, height: float):
        size = width, height
        self.figure: Figure = plt.figure(figsize=size, layout="none")
        self.ax = self.figure.add_axes((0, 0, 1, 1))
        self.ax.set(xlim=(0, width), ylim=(0, height))
        self.ax.axis("off")
        self.size = SIZE * max(1, width * 72 / PHONE)  # phones scale it down
        self.name = ""  # class of the part that is being drawn
        plt.close(self.figure)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Make one part of all that is drawn inside `with`; steps light it."""
        self.name = PART + name
        yield
        self.name = ""

    def add(self, artist: Artist) -> None:
        """Assign an artist to the part that is being drawn."""
        artist.set_gid(self.name or None)

    def text(self, at: Point, label: str, color: str = INK) -> None:
        """Write a text, centred."""
        style = {"size": self.size, "ha": "center", "va": "center"}
        self.add(self.ax.text(*at, label, color=color, **style))

    def box(
        self,
        at: Point,
        label: str = "",
        width: float = 0.8,
        height: float = 0.36,
        fill: str = PLAIN,
        dashed: bool = False,
    ) -> None:
        """Draw a rounded box with a label inside."""
        corner = at[0] - width / 2, at[1] - height / 2
        style = {"boxstyle": "round,pad=0,rounding_size=0.05"}
        edge = {
            "edgecolor": INK if fill == PLAIN else fill,
            "linewidth": 1.5,
            "linestyle": (0, (4, 3)) if dashed else "-",
        }
        colours = [PLAIN if fill == PLAIN else to_rgba(fill, TINT)]
        if fill != PLAIN and (label or width > CELL):  # hide what is below
            colours.insert(0, PAPER)
        for colour in colours:
            look = {"facecolor": colour, **style, **edge}
            box = FancyBboxPatch(corner, width, height, **look)
            self.add(self.ax.add_patch(box))
        if label:
            self.text(at, label)

    def arrow(
        self, start: Point, end: Point, bend: float = 0, head: bool = True
    ) -> None:
        """Draw an arrow; `bend` curves it, `head=False` draws a plain line."""
        arrow = FancyArrowPatch(
            start,
            end,
            arrowstyle="-|>" if head else "-",
            connectionstyle=f"arc3,rad={bend}",
            mutation_scale=12,
            shrinkA=0,
            shrinkB=0,
            linewidth=1.5,
            color=INK,
        )
        self.add(self.ax.add_patch(arrow))

    def path(self, *points: Point) -> None:
        """Draw an arrow with corners through the points."""
        for start, end in zip(points[:-2], points[1:-1]):
            self.arrow(start, end, head=False)
        self.arrow(points[-2], points[-1])

    def circle(self, at: Point, label: str, fill: str = PLAIN) -> None:
        """Draw a small box for a sign, as for an addition."""
        self.box(at, label, width=0.26, height=0.26, fill=fill)
