"""Draw arcs between the words of two sentences, by recorded weights.

An author marks the place of a sentence and its translation. Readers pick a
word: arcs, as thick as the weights, lead to the words that it looks at, or
from those that look at it. Words are radio buttons, and the style sheet shows
what belongs to the one that is picked, so no JavaScript is needed.
"""

import math
from collections.abc import Iterable, Sequence
from html import escape

from sitebuild.pages.output_types import TABLE, Kind, Table, read_tables
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import tag

WIDTH = 8  # pixels, of an arc of weight 1
LEAST, MOST = 0.001, 3  # the least weight that is named, and how many are
SIZE = 100  # of the drawing, which is stretched to its room
Words = list[tuple[str, str]]  # of a sentence: HTML, and its language


def recorded(project: Project, kind: Kind, block: str) -> str:
    """Return what a page/block recorded of a kind; empty if nothing."""
    return project.files.text(kind.path(*block.partition("/")[::2]))


def weights(project: Project, block: str) -> Table | None:
    """Return the last table of weights that a page/block recorded, if any.

    Its rows are words that look, its columns those that are looked at.
    """
    text = recorded(project, TABLE, block)
    return read_tables(text)[-1] if text else None


def looks(project: Project, page: Page, language: str) -> str:
    """Return both sentences, keys above queries; empty without weights."""
    settings, text = project.widget("looks"), project.words[language]
    table = weights(project, settings.get("weights", ""))
    if not table:
        return ""
    columns, rows = table.columns, table.rows
    keys = [(escape(word), tag(settings["columns"])) for word in columns]
    queries = [(escape(word), tag(settings["rows"])) for word in rows]
    arcs = [
        [
            arc(weight, (i + 0.5) / len(rows), (k + 0.5) / len(columns))
            for k, weight in enumerate(row)
        ]
        for i, row in enumerate(table.values)
    ]
    matrices = table.values, [*map(percents, table.values)], arcs
    turned = [[*zip(*matrix)] for matrix in matrices]
    return (
        '<fieldset class="looks" data-search-exclude>'
        f"<legend>{text['looks']}</legend><div>{drawing(sum(arcs, []))}"
        f"{sentence('keys', keys, queries, text['looked-at'], turned)}"
        f"{sentence('queries', queries, keys, text['looks-at'], matrices)}"
        "</div></fieldset>"
    )


def sentence(
    name: str, words: Words, others: Words, template: str, matrices: Sequence
) -> str:
    """Return a sentence as a row of words, each with what it shows.

    The matrices hold weights, percents and arcs, with a row for each of
    `words` and a column for each of `others`. The first query that looks
    elsewhere than at its own place is picked: it tells most.
    """
    quoted = '“<span lang="{1}">{0}</span>”'.format
    names = [quoted(*other) for other in others]
    away = (i for i, row in enumerate(matrices[0]) if row.index(max(row)) != i)
    picked = next(away, 0) if name == "queries" else None
    items = ""
    for i, (word, shares, whole, arcs) in enumerate(zip(words, *matrices)):
        ranked = sorted(zip(shares, names), reverse=True)[:MOST]
        listed = ", ".join(
            f"{other} ({share:.4f})"
            for k, (share, other) in enumerate(ranked)
            if share >= LEAST or not k
        )
        text = template.format(word=quoted(*word), others=listed)
        ends = "".join(f"<b>{f'{n}%' if n else ''}</b>" for n in whole)
        id = f"look-{name}-{i}"
        items += (
            f'<label lang="{word[1]}"><input type="radio" name="look"'
            f' aria-describedby="{id}"{" checked" if i == picked else ""}>'
            f"{word[0]}</label><div>{drawing(arcs)}"
            f'<div aria-hidden="true">{ends}</div>'
            f'<p id="{id}">{text}</p></div>'
        )
    return f'<div class="{name}">{items}</div>'


def arc(weight: float, x: float, y: float) -> str:
    """Return an arc from a query, below, to a key; none if it is not seen."""
    width, half = f"{WIDTH * weight:.1f}", SIZE // 2
    start, end = f"{SIZE * x:.4g}", f"{SIZE * y:.4g}"
    curve = f"M{start} {SIZE}C{start} {half} {end} {half} {end} 0"
    path = f'<path d="{curve}" stroke-width="{width}"/>'
    return path if float(width) else ""


def drawing(arcs: Iterable[str]) -> str:
    """Return a drawing of arcs, which is as large as its room."""
    return (
        f'<svg viewBox="0 0 {SIZE} {SIZE}" preserveAspectRatio="none" '
        f'aria-hidden="true"><g>{"".join(arcs)}</g></svg>'
    )


def percents(shares: list[float]) -> list[int]:
    """Round shares to whole percents that add up, by the largest remainder.

    Shares of 1 together give 100; of equal remainders the first is raised.
    `percents` in looks.js does the same.
    """
    exact = [100 * share for share in shares]
    whole = [math.floor(number) for number in exact]
    missing = math.floor(sum(exact) + 0.5) - sum(whole)
    places = range(len(shares))
    for k in sorted(places, key=lambda k: whole[k] - exact[k])[:missing]:
        whole[k] += 1
    return whole
