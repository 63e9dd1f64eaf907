"""Draw diagrams of boxes, arrows and formulas, at the size they are shown."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import matplotlib.pyplot as plt
import numpy as np
from matplotlib import patches
from matplotlib.colors import to_rgba
from matplotlib.path import Path

from snippets.colours import ROLES

PHONE, LAPTOP = 342, 640  # pixels: the width of a drawing on each
WORDS, FORMULA = 15, 18  # pixels: the sizes of labels
LINE, RADIUS, GAP = 1.5, 6, 2  # pixels: of all lines
DASHES = 0, (3, 2.5)  # pixels
HEAD = "->,head_length=7,head_width=3.5"  # pixels: of an arrow
INK = "#000000"  # becomes the text colour of the page
PART = "part-"  # begins the class of a part that a step of a page lights
# The colour of an edge, and its share inside; inputs and results are grey.
GREYS = {"plain": 0, "soft": 0.1, "middle": 0.26, "dark": 0.45}
FILLS = {name: (ROLES["quiet"], share) for name, share in GREYS.items()}
FILLS |= {r: (ROLES[r], 0.16) for r in ("query", "key", "value", "weight")}
FILLS["ink"] = INK, 0
ATTENTION = ("MHA", "GQA", "mask MHA", "softmax")  # steps that give weights
At = Sequence[float]  # a place: x, y


class Node(NamedTuple):
    """What arrows join: a centre and a size, or a mere point."""

    x: float
    y: float
    width: float = 0
    height: float = 0
    is_round: bool = False

    def edge(self, other: Node) -> At:
        """Return where an arrow from or to another node touches this one."""
        right, down = other.x - self.x, other.y - self.y
        across, below = self.width / 2 + GAP, self.height / 2 + GAP
        if not self.width:
            return self.x, self.y
        if self.is_round:
            share = across / math.hypot(right, down)
            return self.x + share * right, self.y + share * down
        if abs(down) > below:
            return self.x, self.y + math.copysign(below, down)
        return self.x + math.copysign(across, right), self.y


def spread(count: int, width: float, margin: float = 30) -> list[float]:
    """Return `count` places, evenly spaced over a width."""
    return np.linspace(margin, width - margin, count).tolist()


class Canvas:
    """A drawing of so many pixels; positions are centres, from top left.

    Labels may hold formulas between dollars, such as `$W_q$`.
    """

    def __init__(self, width: float, height: float):
        size = width / 72, height / 72
        self.figure = plt.figure(figsize=size, layout="none")
        self.ax = self.figure.add_axes((0, 0, 1, 1))
        self.ax.set(xlim=(0, width), ylim=(height, 0))
        self.ax.axis("off")
        self.name: str | None = None  # class of the part that is drawn
        plt.close(self.figure)

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Make one part of all that is drawn inside `with`; steps light it."""
        self.name = PART + name
        yield
        self.name = None

    def text(self, at: At, label: str, side: str = "center") -> None:
        """Write a label in the middle of a place, or from its left or right."""
        size = FORMULA if "$" in label else WORDS
        text = self.ax.text(at[0], at[1] + 0.33 * size, label, ha=side)
        text.set(size=size, color=INK, math_fontfamily="stix", gid=self.name)

    def draw(self, shape: patches.Patch, fill: str = "ink") -> None:
        """Draw a shape in the colour of a fill, with its share inside."""
        colour, share = FILLS[fill]
        inside = to_rgba(colour, share) if share else "none"
        shape.set(edgecolor=colour, facecolor=inside, linewidth=LINE)
        shape.set(joinstyle="round", gid=self.name)
        self.ax.add_patch(shape)

    def box(
        self,
        at: At,
        label: str = "",
        width: float = 56,
        height: float = 32,
        fill: str = "plain",
        dashed: bool = False,
        radius: float = RADIUS,
    ) -> Node:
        """Draw a box with a label inside; of a large radius it is a disc."""
        radius = min(radius, width / 2, height / 2)
        corner = at[0] - width / 2, at[1] - height / 2
        style = f"round,pad=0,rounding_size={radius}"
        look = {"boxstyle": style, "linestyle": DASHES if dashed else "-"}
        self.draw(patches.FancyBboxPatch(corner, width, height, **look), fill)
        if label:
            self.text(at, label)
        return Node(*at[:2], width, height, 2 * radius == width == height)

    def chip(
        self, at: At, token: str, width: float = 38, fill: str = "soft"
    ) -> Node:
        """Draw a token, with the thin line that it has on pages."""
        node = self.box(at, token, width, 30, fill, radius=15)
        self.ax.patches[-1].set(linewidth=1)
        return node

    def plus(self, at: At) -> Node:
        """Draw the sign of an addition."""
        return self.box(at, "$+$", 22, 22, radius=11)

    def diamond(self, at: At, label: str = "") -> Node:
        """Draw a context vector: a hollow diamond, its name on the right."""
        x, y, r = *at, 9
        self.draw(patches.RegularPolygon(at, 4, radius=r))
        self.text((x + r + 6, y), label, "left")
        return Node(x, y, 2 * r, 2 * r, True)

    def grid(
        self,
        at: At,
        fills: Sequence[Sequence[str]],
        width: float,
        height: float = 0,
        labels: Sequence[Sequence[object]] = (),
    ) -> Node:
        """Draw a matrix of cells around a centre; cells may have labels."""
        height = height or width
        rows, columns = len(fills), len(fills[0])
        for i, row in enumerate(fills):
            y = at[1] + (i - (rows - 1) / 2) * height
            for j, fill in enumerate(row):
                x = at[0] + (j - (columns - 1) / 2) * width
                label = str(labels[i][j]) if labels else ""
                self.box((x, y), label, width - 3, height - 3, fill, radius=0)
        return Node(*at[:2], columns * width, rows * height)

    def arrow(self, *stops: At, head: bool = True, fill: str = "ink") -> None:
        """Draw an arrow from a node through points to a node, or a line."""
        first, *between, last = (Node(*stop) for stop in stops)
        after, before = (*between, last)[0], (first, *between)[-1]
        corners = [node[:2] for node in between]
        path = Path([first.edge(after), *corners, last.edge(before)])
        style = HEAD if head else "-"
        self.draw(patches.FancyArrowPatch(path=path, arrowstyle=style), fill)

    def tower(
        self,
        x: float,
        bottom: float,
        labels: Sequence[str],
        step: float = 50,
        width: float = 104,
        dashed: Sequence[str] = (),
    ) -> list[Node]:
        """Draw steps one above the other, joined by arrows; "+" adds."""
        nodes: list[Node] = []
        for k, label in enumerate(labels):
            at = x, bottom - k * step
            if label == "+":
                nodes.append(self.plus(at))
            else:
                fill = "weight" if label in ATTENTION else "soft"
                maybe = label in dashed
                look = {"fill": "plain" if maybe else fill, "dashed": maybe}
                nodes.append(self.box(at, label, width, **look))
            if k:
                self.arrow(*nodes[-2:])
        return nodes

    def around(self, first: Node, plus: Node, right: float) -> None:
        """Lead a residual connection around a step into the addition."""
        y, side = first.y + first.height / 2 + 10, first.x + right
        self.arrow((first.x, y), (side, y), (side, plus.y), plus)
