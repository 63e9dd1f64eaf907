"""Whether a figure says what its own table says.

Where blocks train, two runs draw two pictures, so a recorded picture is not
compared with another one: its colours, digits and lines are read back by its
own colour bar and its own ticks, and compared with the table that was recorded
with it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import log, log10
from typing import NamedTuple
from xml.etree import ElementTree

from bs4 import BeautifulSoup

SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DIGITS = re.compile(r"-?\d\.\d\d")  # as a heatmap writes them into its cells
COLOUR = 1 / 32  # of the scale: a step of the bar that tells it
PLACE = 0.15  # of a pixel: two roundings to a tenth
ROUNDING = 0.0051  # of two digits and of the table's four


class Unlike(ValueError):
    """A picture that does not show the values of its table."""


def check_picture(svg: str, table: str) -> None:
    """Raise Unlike if a figure and its table do not tell the same."""
    root = ElementTree.fromstring(svg)
    soup = BeautifulSoup(table, "html.parser")
    tables = [read_table(part) for part in soup.find_all("table")]
    cells = [g for g in root.iter(f"{SVG}g") if g.get("class") == "cells"]
    if cells:
        check_heatmap(root, cells, [rows for _, rows in tables])
    elif len(tables) == 1:
        check_curves(root, *tables[0])
    else:
        raise Unlike("it has neither cells nor curves that could be read back")


def read_table(table) -> tuple[list[float], list[list[float]]]:
    """Return the numbers that name rows (0 for a word), and their values."""
    names, rows = [], []
    for row in table.tbody.find_all("tr"):
        name = row.th.get_text()
        names.append(float(name) if NUMBER.fullmatch(name) else 0.0)
        rows.append([float(cell.get_text()) for cell in row.find_all("td")])
    return names, rows


def check_heatmap(root, cells: list, tables: list[list[list[float]]]) -> None:
    """Compare each cell's colour and digits with the table's value."""
    *texts, low, high = [text.text or "" for text in root.iter(f"{SVG}text")]
    low, high = float(low), float(high)  # the ends of the colour bar
    ramp = [
        rgb(path.get("fill"))
        for path in root.findall(f"{SVG}path")
        if path.get("fill") == path.get("stroke") != "currentColor"
    ]
    values = [value for rows in tables for row in rows for value in row]
    fills = [path.get("fill") for group in cells for path in group]
    if len(fills) != len(values):
        raise Unlike(f"{len(fills)} cells stand for {len(values)} values")
    for number, (fill, value) in enumerate(zip(fills, values), start=1):
        shown = low + (high - low) * along(ramp, rgb(fill))
        if abs(shown - value) > COLOUR * (high - low):
            raise Unlike(
                f"cell {number} has the colour of {shown:.2f}, its value is "
                f"{value:.4f}"
            )
    digits = [text for text in map(str.strip, texts) if DIGITS.fullmatch(text)]
    for number, (text, value) in enumerate(zip(digits, values), start=1):
        if len(digits) != len(values) or abs(float(text) - value) > ROUNDING:
            raise Unlike(f"cell {number} says {text}, its value is {value:.4f}")


def rgb(colour: str) -> tuple[int, ...]:
    return tuple(bytes.fromhex(colour[1:]))


def along(ramp: list[tuple[int, ...]], colour: tuple[int, ...]) -> float:
    """Return a colour's place on a ramp, from 0 to 1; raise Unlike if none."""
    found = []
    for k, (start, end) in enumerate(pairwise(ramp)):
        way = [b - a for a, b in zip(start, end)]
        gone = [c - a for a, c in zip(start, colour)]
        share = sum(w * g for w, g in zip(way, gone)) / sum(w * w for w in way)
        share = min(1.5, max(-0.5, share))  # the ends are half a step further
        off = max(abs(g - share * w) for w, g in zip(way, gone))
        found.append((off, (k + 0.5 + share) / len(ramp)))
    off, place = min(found)
    if off > 12:  # at its end a colour map may bend
        raise Unlike(f"the colour {colour} is not in its colour bar")
    return place


class Axis(NamedTuple):
    """Where a value lies: at `start` + `unit` * it, or * its logarithm."""

    start: float
    unit: float
    log: bool

    def place(self, value: float) -> float:
        return self.start + self.unit * (log10(value) if self.log else value)

    def unseen(self, value: float) -> float:
        """Return how many pixels a table's four decimals may hide."""
        return abs(self.unit) * 0.00005 / (value * log(10) if self.log else 1)


def check_curves(root, names: list[float], rows: list[list[float]]) -> None:
    """Compare each line's points and markers with the table's values."""
    paths = list(root.iter(f"{SVG}path"))
    across, up = ticks(root, "M0 0L0 3.5", 0), ticks(root, "M0 0L-3.5 0", 1)
    lines = [
        (k, path)
        for k, path in enumerate(paths)
        if path.get("fill") == "none" and path.get("stroke", "")[:1] == "#"
    ]
    for column, (k, path) in zip(range(len(rows[0])), lines, strict=False):
        points = numbers(path.get("d"))
        marks = [
            numbers(m.get("transform")) for m in paths[k + 1 :][: len(rows)]
        ]
        values = [(name, row[column]) for name, row in zip(names, rows)]
        drawn = list(zip(points[::2], points[1::2]))
        for what in (drawn, [tuple(mark) for mark in marks]):
            if len(what) != len(values) or any(
                abs(x - across.place(name)) > PLACE
                or abs(y - up.place(value)) > PLACE + up.unseen(value)
                for (x, y), (name, value) in zip(what, values)
            ):
                raise Unlike(f"line {column + 1} is not drawn as its values")


def numbers(text: str | None) -> list[float]:
    return [float(number) for number in NUMBER.findall(text or "")]


def ticks(root, mark: str, axis: int) -> Axis:
    """Return the scale of an axis, even or logarithmic, told by its ticks."""
    found = [
        (value_of(label), numbers(path.get("transform"))[axis])
        for path, label in pairwise(root)
        if path.get("d") == mark
    ]
    powers = axis and root.find(f"{SVG}g/{SVG}text/{SVG}tspan") is not None
    (a, start), *_, (b, end) = found
    positive = all(value > 0 for value, _ in found)
    for scale in [float] * (not powers) + [log10] * positive:
        unit = (end - start) / (scale(b) - scale(a))
        tried = Axis(start - scale(a) * unit, unit, scale is log10)
        if all(abs(tried.place(v) - place) < 2 * PLACE for v, place in found):
            return tried
    raise Unlike("its ticks are neither even nor logarithmic")


def value_of(label) -> float:
    """Return the number at a tick; a power of ten is set in pieces."""
    text = "".join("".join(label.itertext()).split()).replace("\u2212", "-")
    if label.tag == f"{SVG}g" and (power := re.fullmatch(r"10(-?\d+)", text)):
        return 10.0 ** int(power[1])
    if not NUMBER.fullmatch(text):
        raise Unlike(f"its tick `{text}` is no number")
    return float(text)


def unlike(svg: str, table: str) -> Iterator[str]:
    """Yield a sentence if a figure and its table do not tell the same."""
    try:
        check_picture(svg, table)
    except Unlike as error:
        yield f"the picture is not what its table says: {error}"
