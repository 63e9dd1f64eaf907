"""Draw arcs between the words of two sentences, by recorded weights.

Readers pick a word: arcs, as thick as the weights, lead to the words that it
looks at, and a bar shows its shares. Words are radio buttons, and the style
sheet shows what belongs to the one that is picked, so no JavaScript is needed.
"""

import math
from itertools import accumulate

from sitebuild.pages.output_types import TABLE, Kind, Table, read_tables
from sitebuild.pages.project import Project

WIDTH = 8  # pixels, of an arc of weight 1


def recorded(project: Project, kind: Kind, block: str) -> str:
    """Return what a page/block recorded of a kind; empty if nothing."""
    return project.files.text(kind.path(*block.partition("/")[::2]))


def weights(project: Project, block: str) -> Table | None:
    """Return the last table of weights that a page/block recorded, if any.

    Its rows are words that look, its columns those that are looked at.
    """
    text = recorded(project, TABLE, block)
    return read_tables(text)[-1] if text else None


def looks(table: Table, settings: dict) -> dict:
    """Return each word that looks, with all words that it looks at.

    Settings name the languages of rows and columns, and may name the row that
    is picked, else the one whose look is shared most.
    """
    most = [max(row) for row in table.values]
    return {
        "looks": [
            (query, middle(i, len(table.rows)), pairs(table.columns, row))
            for i, (query, row) in enumerate(zip(table.rows, table.values))
        ],
        "keys": table.columns,
        "spoken": settings,
        "picked": settings.get("picked", most.index(min(most))),
    }


def middle(place: int, count: int) -> str:
    """Return the middle of one of so many equal rows, in percents."""
    return f"{100 * (place + 0.5) / count:.4g}"


def pairs(keys: list[str], row: list[float]) -> list[dict]:
    """Return for each key the weight of a row, and how it is drawn."""
    shares = percents(row)
    return [
        {
            "key": key,
            "weight": row[k],
            "percent": shares[k],
            "left": left,
            "width": f"{WIDTH * row[k]:.1f}",
            "end": middle(k, len(keys)),
        }
        for k, (key, left) in enumerate(
            zip(keys, accumulate(shares, initial=0))
        )
    ]


def percents(shares: list[float]) -> list[int]:
    """Round shares to whole percents that add up, by the largest remainder.

    Shares of 1 together give 100; of equal remainders the first is raised.
    `percents` in number.js does the same.
    """
    exact = [100 * share for share in shares]
    whole = [math.floor(number) for number in exact]
    missing = math.floor(sum(exact) + 0.5) - sum(whole)
    places = range(len(shares))
    for k in sorted(places, key=lambda k: whole[k] - exact[k])[:missing]:
        whole[k] += 1
    return whole
