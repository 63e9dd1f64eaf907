"""Draw diagrams of boxes, arrows and formulas, at the size they are shown."""

from __future__ import annotations

import cmath
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

import matplotlib.pyplot as plt
from matplotlib.artist import Artist
from matplotlib.colors import to_rgba
from matplotlib.patches import FancyBboxPatch, PathPatch
from matplotlib.path import Path

from snippets.colours import ROLES

PHONE, LAPTOP = 342, 640  # pixels: the width of a drawing on each
WORDS, FORMULA = 15, 18  # pixels: the sizes of labels
LINE, RADIUS, HEAD, GAP = 1.5, 6, 8, 2  # pixels: of all lines
INK = "#000000"  # becomes the text colour of the page
PART = "part-"  # begins the class of a part that a step of a page lights
# The colour of an edge, and its share inside; inputs and results are grey.
GREYS = {"plain": 0, "soft": 0.1, "middle": 0.26, "dark": 0.45}
FILLS = {name: (ROLES["quiet"], share) for name, share in GREYS.items()}
FILLS |= {r: (ROLES[r], 0.16) for r in ("query", "key", "value", "weight")}
FILLS["ink"] = INK, 0
ATTENTION = ("MHA", "mask MHA", "softmax")  # steps that give weights
At = Sequence[float]  # a place: x, y


class Node(NamedTuple):
    """What arrows join: a centre and a size, or a mere point."""

    x: float
    y: float
    width: float = 0
    height: float = 0
    is_round: bool = False

    def edge(self, other: Node) -> complex:
        """Return where an arrow from or to another node touches this one."""
        centre, far = complex(self.x, self.y), complex(other.x, other.y)
        if not self.width:
            return centre
        right, down = self.width / 2 + GAP, self.height / 2 + GAP
        if self.is_round:
            return centre + right * (far - centre) / abs(far - centre)
        if abs(other.y - self.y) > down:
            return centre + (down if other.y > self.y else -down) * 1j
        return centre + (right if other.x > self.x else -right)


def spread(count: int, width: float, margin: float = 30) -> list[float]:
    """Return `count` places, evenly spaced over a width."""
    step = (width - 2 * margin) / (count - 1)
    return [margin + step * k for k in range(count)]


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

    def text(self, at: At, label: str, side: str = "center") -> None:
        """Write a label in the middle of a place, or from its left or right."""
        size = FORMULA if "$" in label else WORDS
        text = self.ax.text(at[0], at[1] + 0.33 * size, label, ha=side)
        text.set(size=size, color=INK, math_fontfamily="stix")
        self.add(text)

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
        """Draw a box with a label inside."""
        colour, share = FILLS[fill]
        radius = min(radius, width / 2, height / 2)
        patch = FancyBboxPatch(
            (at[0] - width / 2, at[1] - height / 2),
            width,
            height,
            boxstyle=f"round,pad=0,rounding_size={radius}",
            facecolor=to_rgba(colour, share) if share else "none",
            edgecolor=colour,
            linewidth=LINE,
            linestyle=(0, (3, 2.5)) if dashed else "-",
        )
        self.add(self.ax.add_patch(patch))
        if label:
            self.text(at, label)
        return Node(*at[:2], width, height)

    def chip(
        self, at: At, token: str, width: float = 38, fill: str = "soft"
    ) -> Node:
        """Draw a token."""
        return self.box(at, token, width, 30, fill, radius=15)

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
        size = len(fills[0]) * width, len(fills) * height
        left, top = at[0] - size[0] / 2 + 1.5, at[1] - size[1] / 2 + 1.5
        cells: dict[str, list] = {}
        for i, row in enumerate(fills):
            for j, fill in enumerate(row):
                x, y = left + j * width, top + i * height
                right, low = x + width - 3, y + height - 3
                corners = [(x, y), (right, y), (right, low), (x, low)]
                cells.setdefault(fill, []).append(corners)
                if labels:
                    middle = (x + right) / 2, (y + low) / 2
                    self.text(middle, str(labels[i][j]))
        for fill, corners in cells.items():
            self.lines(*corners, closed=True, fill=fill)
        return Node(*at[:2], *size)

    def lines(
        self, *lines: list[At], closed: bool = False, fill: str = "ink"
    ) -> None:
        """Draw lines, each through points; those that are closed, filled."""
        colour, share = FILLS[fill]
        paths = [Path([*line, line[0]], closed=True) for line in lines]
        paths = paths if closed else [*map(Path, lines)]
        self.draw(Path.make_compound_path(*paths), colour, share * closed)

    def draw(self, path: Path, colour: str = INK, share: float = 0) -> None:
        """Draw a path in a colour, with a share of it inside."""
        patch = PathPatch(path, joinstyle="round", linewidth=LINE)
        patch.set(edgecolor=colour)
        patch.set(facecolor=to_rgba(colour, share) if share else "none")
        self.add(self.ax.add_patch(patch))

    def arrow(self, *stops: At, head: bool = True) -> None:
        """Draw an arrow from a node through points to a node, or a line."""
        nodes = [Node(*stop) for stop in stops]
        first, last = nodes[0].edge(nodes[1]), nodes[-1].edge(nodes[-2])
        places = [first, *(complex(n.x, n.y) for n in nodes[1:-1]), last]
        points, codes = [first], [Path.MOVETO]
        for before, corner, after in zip(places, places[1:], places[2:]):
            ends = (before - corner), (after - corner)
            start, end = (corner + RADIUS * e / abs(e) for e in ends)
            points += [start, corner, end]
            codes += [Path.LINETO, Path.CURVE3, Path.CURVE3]
        points.append(last)
        codes.append(Path.LINETO)
        if head:
            back = cmath.rect(HEAD, cmath.phase(places[-2] - last))
            sides = [
                last + back * cmath.rect(1, turn) for turn in (0.45, -0.45)
            ]
            points += [sides[0], last, sides[1]]
            codes += [Path.MOVETO, Path.LINETO, Path.LINETO]
        self.draw(Path([(p.real, p.imag) for p in points], codes))

    def plus(self, at: At) -> Node:
        """Draw the sign of an addition."""
        x, y = at
        self.box(at, "", 22, 22, radius=11)
        self.lines([(x - 5, y), (x + 5, y)], [(x, y - 5), (x, y + 5)])
        return Node(x, y, 22, 22, True)

    def diamond(self, at: At, label: str = "") -> Node:
        """Draw a context vector: a hollow diamond, its name on the right."""
        x, y, r = *at, 9
        corners = [(x - r, y), (x, y - r), (x + r, y), (x, y + r)]
        self.lines(corners, closed=True)
        if label:
            self.text((x + r + 6, y), label, "left")
        return Node(x, y, 2 * r, 2 * r, True)

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
            fill = "weight" if label in ATTENTION else "soft"
            fill = "plain" if label in dashed else fill
            look = {"width": width, "fill": fill, "dashed": label in dashed}
            if label == "+":
                nodes.append(self.plus(at))
            elif label == r"$\vdots$":
                self.text(at, label)
                nodes.append(Node(*at, 10, 20))
            else:
                nodes.append(self.box(at, label, **look))
            if k:
                self.arrow(*nodes[-2:])
        return nodes

    def around(self, first: Node, plus: Node, right: float) -> None:
        """Lead a residual connection around a step into the addition."""
        y, side = first.y + first.height / 2 + 10, first.x + right
        self.arrow((first.x, y), (side, y), (side, plus.y), plus)
