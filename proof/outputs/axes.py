"""Pictures with axes, read back: their ticks, and curves."""

import re
from itertools import pairwise
from math import log, log10
from typing import NamedTuple

RAISED = str.maketrans("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789")
SVG = "{http://www.w3.org/2000/svg}"
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")
MARKS = "M0 0L0 3.5", "M0 0L-3.5 0"  # of ticks, across and up
PLACE = 0.15  # of a pixel: two roundings to a tenth
BELOW, LINE = 1.5, 17  # pixels: the middle of a text; to the next line


class Unlike(ValueError):
    """A picture that does not show the values of its table."""


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


def apart(a: float, b: float, most: float) -> bool:
    """Tell whether two numbers are not near each other; NaN never is."""
    return not abs(a - b) <= most


def numbers(text: str | None) -> list[float]:
    return [float(number) for number in NUMBER.findall(text or "")]


def points(path) -> list[tuple[float, float]]:
    """Return the points that a path names."""
    found = numbers(path.get("d"))
    return list(zip(found[::2], found[1::2], strict=True))


def place(mark) -> tuple[float, float]:
    """Return where a text or a marker stands."""
    x, y = float(mark.get("x", 0)), float(mark.get("y", 0))
    moved = mark.get("transform", "").startswith("translate")
    right, down = numbers(mark.get("transform")) if moved else (0, 0)
    return x + right, y + down


def is_text(mark) -> bool:
    return mark.tag == f"{SVG}text"


def is_line(mark) -> bool:
    return mark.get("fill") == "none" and mark.get("stroke", "")[:3] == "var"


def ticks(marks: list, axis: int, bare: float | None = None) -> Axis:
    """Return the scale of an axis, even or logarithmic, told by its ticks.

    Each has its label beside it; `bare` is the value of one that has none.
    """
    found = []
    for tick, label in pairwise([*marks, None]):
        if tick.get("d") == MARKS[axis]:
            at = place(tick)
            if label is not None and is_text(label):
                if apart(place(label)[axis], at[axis], BELOW):
                    raise Unlike("a label does not stand beside its tick")
                found.append((value_of(label), at[axis]))
            elif bare is not None:
                found.append((bare, at[axis]))
    (a, start), *_, (b, end) = found
    positive = all(value > 0 for value, _ in found)
    powers = axis and positive and all(log10(v) % 1 == 0 for v, _ in found)
    for scale in [float] * (not powers) + [log10] * positive:
        unit = (end - start) / (scale(b) - scale(a))
        tried = Axis(start - scale(a) * unit, unit, scale is log10)
        if not any(apart(tried.place(v), at, 2 * PLACE) for v, at in found):
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


def check_curves(
    panel,
    label: str,
    columns: list[str],
    rows: list[str],
    values: list[list[float]],
) -> None:
    """Compare each line's points, markers and name with the table's."""
    marks = list(panel)
    across, up = ticks(marks, 0), ticks(marks, 1)
    starts = [k for k, mark in enumerate(marks) if is_line(mark)]
    for number, k in zip(range(len(columns)), starts, strict=True):
        line, *markers = marks[k : k + 1 + len(rows)]
        wanted = [(float(r), v[number]) for r, v in zip(rows, values)]
        for shown in (points(line), [place(marker) for marker in markers]):
            if len(shown) != len(wanted) or any(
                apart(x, across.place(name), PLACE)
                or apart(y, up.place(value), PLACE + up.unseen(value))
                for (x, y), (name, value) in zip(shown, wanted)
            ):
                raise Unlike(f"line {number + 1} is not drawn as its values")
        if {m.get("fill") for m in markers} != {line.get("stroke")}:
            raise Unlike(f"line {number + 1} has markers of another colour")
    lines = [marks[k] for k in starts]
    drawn = len(lines) * (1 + len(rows))
    drawn += check_names(marks, lines, columns) if len(lines) > 1 else 0
    check_frame(marks, label, drawn)


def check_frame(marks: list, label: str, drawn: int) -> None:
    """Compare the axes with their ticks; there is no more than is drawn."""
    across, up = ([m for m in marks if m.get("d") == d] for d in MARKS)
    upright, level = (
        m for m in marks if m.get("stroke") == "currentColor" and m.get("fill")
    )
    left = {x for x, _ in [*points(upright), *map(place, up)]}
    base = {y for _, y in [*points(level), *map(place, across)]}
    if len(left) + len(base) != 2:
        raise Unlike("its axes do not stand at their ticks")
    texts = [(m.text, place(m)[1]) for m in marks if is_text(m)]
    if not any(text == label and y > max(base) for text, y in texts):
        raise Unlike(f"no axis has the name {label} below it")
    if len(marks) != drawn + 2 * len(up + across) + 4:
        raise Unlike("it draws what is neither an axis nor a line of its table")


def check_names(marks: list, lines: list, columns: list[str]) -> int:
    """Compare the names at the ends of lines: colours, and who is above.

    Returns how many texts these are: a name may have two lines.
    """
    found, count = [], 0
    for name, line in zip(columns, lines):
        colour, end = line.get("stroke"), points(line)[-1]
        said = [m for m in marks if is_text(m) and m.get("fill") == colour]
        count += len(said)
        if " ".join(text.text for text in said) != name:
            raise Unlike(f"no line has the name {name} in its colour")
        middle = sum(place(text)[1] for text in said) / len(said)
        if place(said[0])[0] < end[0] or apart(
            end[1], middle, LINE * (1 + len(lines))
        ):
            raise Unlike(f"{name} does not stand at the end of its line")
        found.append((end[1], middle))
    for (a, above), (b, below) in pairwise(sorted(found)):
        if apart(a, b, PLACE) and above >= below:
            raise Unlike("the names of its lines stand in another order")
    return count
