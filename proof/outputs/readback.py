"""Whether a figure says what its own table says.

A recorded picture is read back by the ends of its own scale or its own ticks:
colours and digits of cells, points of curves, tips of arrows, heights of bars.
Each is compared with the table that was recorded with it; so two readers, one
of the picture and one of the table, are told the same, and where blocks train,
which no two machines do alike, nothing is left free.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from proof.outputs import axes, planes
from proof.outputs.axes import SVG, Unlike, apart

DIGITS = re.compile(r"-?\d\.\d\d|·")  # as a heatmap writes into its cells
ZERO = "·"  # in a cell whose value is exactly 0
COLOURS = "var(--weight)", "var(--minus)"  # of what is above and below zero
SHARE = 0.002  # of a scale: a step of its colours, and a rounding
ROUNDING = 0.0051  # of two digits and of the table's four
BETWEEN = " … "  # the edges of a bar, as its row is named
PLANE = ["x", "y"]


class Table(NamedTuple):
    """What one table says: a caption, names, and a value for each two."""

    title: str
    corner: str
    columns: list[str]
    rows: list[str]
    values: list[list[float]]


def unlike(svg: str, table: str) -> Iterator[str]:
    """Yield a sentence if a figure and its table do not tell the same."""
    try:
        check_picture(svg, table)
    except Unlike as error:
        yield f"the picture is not what its table says: {error}"
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        yield f"picture and table cannot be compared: {error}"


def check_picture(svg: str, table: str) -> None:
    """Raise Unlike if a figure and its table do not tell the same."""
    panels = list(ElementTree.fromstring(f"<figure>{svg}</figure>"))
    tables = read_tables(table)
    if not tables:
        check_words(panels)
    elif panels[0].find("*[@class='cells']") is not None:
        for panel, one in zip(panels, tables, strict=True):
            check_heatmap(panel, one)
    elif tables[0].columns == PLANE:
        for panel, one in zip(panels, tables, strict=True):
            planes.check_plane(panel, one.rows, one.values)
    elif BETWEEN in tables[0].rows[0]:
        (panel,) = panels
        edges = [[*map(float, r.split(BETWEEN))] for r in tables[0].rows]
        heights = [[row[0] for row in one.values] for one in tables]
        planes.check_bars(panel, edges, heights)
    else:
        (panel,), (one,) = panels, tables
        names = one.corner, one.columns, one.rows
        axes.check_curves(panel, *names, one.values)


def read_tables(text: str) -> list[Table]:
    """Return what the tables of a figure say."""
    return [*map(read_table, ElementTree.fromstring(f"<p>{text}</p>"))]


def read_table(table) -> Table:
    caption, head = table.find("caption"), [*table.find("thead/tr")]
    rows = [*table.find("tbody")]
    return Table(
        "" if caption is None else caption.text,
        *(head[0].text or "", [cell.text or "" for cell in head[1:]]),
        [row.find("th").text for row in rows],
        [[float(cell.text) for cell in row.findall("td")] for row in rows],
    )


def check_words(panels: list) -> None:
    """Let what has no table hold words in boxes alone: it shows no values."""
    for mark in (mark for panel in panels for mark in panel.iter()):
        if mark.tag not in {f"{SVG}{tag}" for tag in ("svg", "rect", "text")}:
            raise Unlike(f"a {mark.tag.removeprefix(SVG)} shows no value of it")


def check_heatmap(panel, table: Table) -> None:
    """Compare each cell's colour and digits, and names, with the table's."""
    values = [value for row in table.values for value in row]
    *texts, low, high = [text.text or "" for text in panel.iter(f"{SVG}text")]
    cells, keys, queries = (
        panel.find(f"*[@class='{name}']")
        for name in ("cells", "keys", "queries")
    )
    for names, group in ((table.columns, keys), (table.rows, queries)):
        if [n.strip() for n in names] != [text.text or "" for text in group]:
            raise Unlike(f"its names are not {', '.join(names)}")
    if table.title and table.title not in texts:
        raise Unlike(f"{table.title} is not its title")
    if len(cells) != len(values):
        raise Unlike(f"{len(cells)} cells stand for {len(values)} values")
    end, signed = float(high), float(low) < 0
    for number, (cell, value) in enumerate(zip(cells, values), start=1):
        shown = end * share(cell, cells, signed)
        if apart(shown, value, SHARE * end):
            raise Unlike(
                f"cell {number} has the colour of {shown:.2f}, its value is "
                f"{value:.4f}"
            )
    check_digits([t.strip() for t in texts], values)


def check_digits(texts: list[str], values: list[float]) -> None:
    """Compare what is written into cells with their values."""
    digits = [text for text in texts if DIGITS.fullmatch(text)]
    if {*digits} == {ZERO}:  # no digits, and dots alone
        values = [value for value in values if not value]
    if digits and len(digits) != len(values):
        raise Unlike(f"{len(digits)} numbers stand in {len(values)} cells")
    for number, (text, value) in enumerate(zip(digits, values), start=1):
        if apart(float(text.replace(ZERO, "0")), value, ROUNDING):
            raise Unlike(f"cell {number} says {text}, its value is {value:.4f}")


def share(cell, cells, signed: bool) -> float:
    """Return how much of its colour a cell has, below 0 of the other one."""
    opacity = float(cell.get("fill-opacity", "1"))
    colour = cell.get("fill", cells.get("fill"))
    if opacity and colour not in COLOURS[: 1 + signed]:
        raise Unlike(f"the colour {colour} is not in its scale")
    return -opacity if colour == COLOURS[1] else opacity
