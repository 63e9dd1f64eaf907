"""Draw arcs between the words of two sentences, by recorded weights.

An author marks the place of a sentence and its translation. Readers pick a
word: arcs, as thick as the weights, lead to the words that it looks at, or
from those that look at it. Words are radio buttons, and the style sheet shows
what belongs to the one that is picked, so no JavaScript is needed.
"""

import math

from sitebuild.pages.output_types import TABLE, Kind, Table, read_tables
from sitebuild.pages.project import Project, View

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


def looks(view: View) -> dict:
    """Return all pairs of words by both sentences; empty without weights."""
    settings = view.project.widget("looks")
    table = weights(view.project, settings.get("weights", ""))
    if not table:
        return {}
    pairs = [
        [
            {
                "queries": query,
                "keys": table.columns[k],
                "weight": weight,
                "percent": percent,
                "width": f"{WIDTH * weight:.1f}",
                "start": f"{100 * (i + 0.5) / len(table.rows):.4g}",
                "end": f"{100 * (k + 0.5) / len(table.columns):.4g}",
            }
            for k, (weight, percent) in enumerate(zip(row, percents(row)))
        ]
        for i, (query, row) in enumerate(zip(table.rows, table.values))
    ]
    # The first query that looks elsewhere than at its own place tells most.
    away = (i for i, r in enumerate(table.values) if r.index(max(r)) != i)
    spoken = {"keys": settings["columns"], "queries": settings["rows"]}
    by_key = [*zip(*pairs)]
    return {
        "by": {"keys": by_key, "queries": pairs},
        "spoken": spoken,
        "picked": next(away, 0),
    }


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
