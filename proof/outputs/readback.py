"""Whether a figure says what its own table says.

Where blocks train, two runs draw two pictures, so a recorded picture is not
compared with another one: its colours, digits and lines are read back by the
ends of its own scale and its own ticks, and compared with the table that was
recorded with it.
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from math import log, log10
from typing import NamedTuple
from xml.etree import ElementTree

from bs4 import BeautifulSoup

RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
DIGITS = re.compile(r"-?\d\.\d\d|·")  # as a heatmap writes into its cells
ZERO = "·"  # there, where a value is exactly 0
COLOURS = "var(--weight)", "var(--minus)"  # of what is above and below zero
SHARE = 0.002  # of a scale: a step of its colours, and a rounding
PLACE = 0.15  # of a pixel: two roundings to a tenth
ROUNDING = 0.0051  # of two digits and of the table's four


class Unlike(ValueError):
    """A picture that does not show the values of its table."""


def check_picture(svg: str, table: str) -> None:
    """Raise Unlike if a figure and its table do not tell the same."""
    root = ElementTree.fromstring(f"<figure>{svg}</figure>")
    soup = BeautifulSoup(table, "html.parser")
    tables = [read_table(part) for part in soup.find_all("table")]
    if root.find(".//*[@class='cells']") is not None:
        for panel, (_, rows) in zip(root, tables, strict=True):
            check_heatmap(panel, [value for row in rows for value in row])
    elif len(tables) == 1:
        check_curves(root[0], *tables[0])
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


def check_heatmap(panel, values: list[float]) -> None:
    """Compare each cell's colour and digits with the table's value."""
    *texts, low, high = [text.text or "" for text in panel.iter(f"{SVG}text")]
    end, signed = float(high), float(low) < 0
    cells = panel.find(".//*[@class='cells']")
    if len(cells) != len(values):
        raise Unlike(f"{len(cells)} cells stand for {len(values)} values")
    for number, (cell, value) in enumerate(zip(cells, values), start=1):
        shown = end * share(cell, cells, signed)
        if abs(shown - value) > SHARE * end:
            raise Unlike(
                f"cell {number} has the colour of {shown:.2f}, its value is "
                f"{value:.4f}"
            )
    signs = [text for text in map(str.strip, texts) if DIGITS.fullmatch(text)]
    if {*signs} == {ZERO}:  # no digits, and dots alone
        values = [value for value in values if not value][: len(signs)]
    for number, (text, value) in enumerate(zip(signs, values), start=1):
        said = float(text.replace(ZERO, "0"))
        if len(signs) != len(values) or abs(said - value) > ROUNDING:
            raise Unlike(f"cell {number} says {text}, its value is {value:.4f}")


def share(cell, cells, signed: bool) -> float:
    """Return how much of its colour a cell has, below 0 of the other one."""
    opacity = float(cell.get("fill-opacity", "1"))
    colour = cell.get("fill", cells.get("fill"))
    if opacity and colour not in COLOURS[: 1 + signed]:
        raise Unlike(f"the colour {colour} is not in its scale")
    return -opacity if colour == COLOURS[1] else opacity


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
        if path.get("fill") == "none" and path.get("stroke", "")[:3] == "var"
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
    (a, start), *_, (b, end) = found
    positive = all(value > 0 for value, _ in found)
    powers = axis and positive and all(log10(v) % 1 == 0 for v, _ in found)
    for scale in [float] * (not powers) + [log10] * positive:
        unit = (end - start) / (scale(b) - scale(a))
        tried = Axis(start - scale(a) * unit, unit, scale is log10)
        if all(abs(tried.place(v) - place) < 2 * PLACE for v, place in found):
            return tried
    raise Unlike("its ticks are neither even nor logarithmic")


def value_of(label) -> float:
    """Return the number at a tick, which may be a power of ten."""
    text = "".join(label.itertext()).strip().replace("\u2212", "-")
    if power := re.fullmatch("10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+)", text):
        return 10.0 ** int(power[1].translate(RAISED))
    if not NUMBER.fullmatch(text):
        raise Unlike(f"its tick `{text}` is no number")
    return float(text)


def unlike(svg: str, table: str) -> Iterator[str]:
    """Yield a sentence if a figure and its table do not tell the same."""
    try:
        check_picture(svg, table)
    except Unlike as error:
        yield f"the picture is not what its table says: {error}"
