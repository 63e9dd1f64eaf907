"""Read the tables that stand with a figure, for those who do not see it."""

from typing import NamedTuple
from xml.etree import ElementTree


class Table(NamedTuple):
    """What one table says: a caption, names, and a value for each two."""

    title: str
    corner: str
    columns: list[str]
    rows: list[str]
    values: list[list[float]]


def read_tables(text: str) -> list[Table]:
    """Return the tables of a figure's recording."""
    return [*map(read_table, ElementTree.fromstring(f"<p>{text}</p>"))]


def read_table(table: ElementTree.Element) -> Table:
    """Return a `<table>` with one row of column names and one row name each."""
    caption, head = table.find("caption"), [*table.find("thead/tr")]
    rows = [*table.find("tbody")]
    return Table(
        "" if caption is None else caption.text,
        *(head[0].text or "", [cell.text or "" for cell in head[1:]]),
        [row.find("th").text for row in rows],
        [[float(cell.text) for cell in row.findall("td")] for row in rows],
    )
