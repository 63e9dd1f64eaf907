"""Words that look at each other, drawn from recorded weights.

An author marks the place of a sentence and its translation, of which each word
can be picked: arcs, as thick as the weights, lead to the words that it looks
at, or from those that look at it. Without a script: words are radio buttons,
and the style sheet shows what belongs to the one that is chosen.
"""

import math
from collections.abc import Iterable, Iterator
from html import escape

from sitebuild.checks import check
from sitebuild.files import Files
from sitebuild.pages.output_types import TABLE
from sitebuild.pages.page import Page, marked_lines
from sitebuild.pages.placeholders import place
from sitebuild.pages.project import WIDGETS, Project
from sitebuild.pages.site_config import tag
from sitebuild.pages.tables import Table, read_tables
from sitebuild.problem import Problem

COMMENT = "<!-- looks -->"
WIDTH = 8  # pixels, of an arc of weight 1
LEAST, MOST = 0.001, 3  # a weight that is named, and how many are
SIZE = 100  # of the drawing, which is stretched to the room it has


def weights(files: Files, block: str) -> Table | None:
    """Return the last table of weights that a page/block recorded, if any.

    Its rows are words that look, its columns those that are looked at.
    """
    path = TABLE.path(*block.partition("/")[::2])
    return read_tables(files.text(path))[-1] if files.exists(path) else None


@check(finds="words that look at no weights")
def recorded(project: Project) -> Iterator[Problem]:
    """Find arcs without recorded rows of weights that add up to 1."""
    block = project.widget("looks").get("weights", "")
    found = weights(project.files, block)
    if found and all(abs(sum(row) - 1) <= 0.01 for row in found.values):
        return
    for page in project.pages:
        for line in marked_lines(page, COMMENT):
            yield page.problem(
                line,
                f"'{block}' has no rows of weights that add up to 1, to be "
                f"drawn here; name another block in {WIDGETS}",
            )


@place(COMMENT, form=True)
def looks(project: Project, page: Page, language: str) -> str:
    """Return two sentences whose words can be picked."""
    given = project.widget("looks")
    found = weights(project.files, given.get("weights", ""))
    if not found:
        return ""
    spoken = given["columns"], given["rows"]  # of keys and of queries
    across = [list(column) for column in zip(*found.values)]
    turned = Table("", "", found.rows, found.columns, across)
    arcs = [
        [arc(found, i, k) for k, _ in enumerate(found.columns)]
        for i, _ in enumerate(found.rows)
    ]
    words = project.words[language]
    whole = [percents(row) for row in found.values]
    above = line(
        "keys",
        spoken,
        words["looked-at"],
        turned,
        zip(zip(*arcs), zip(*whole)),
    )
    below = line(
        "queries",
        spoken[::-1],
        words["looks-at"],
        found,
        zip(arcs, whole),
    )
    return (
        '<fieldset class="looks" data-search-exclude>'
        f"<legend>{escape(words['looks'])}</legend>"
        f"<div>{drawing(sum(arcs, []))}{above}{below}</div>"
        "</fieldset>"
    )


def line(
    name: str,
    languages: tuple[str, str],
    said: str,
    found: Table,
    shown: Iterable[tuple[Iterable[str], Iterable[int]]],
) -> str:
    """Return a sentence as a row of words, each with what it shows.

    `languages` are those of the words and of what these look at; `shown` has
    the arcs and the percents of each word.
    Of the words that look, one is chosen that looks elsewhere than at its own
    place: it says most.
    """
    language, other = languages
    others = [marked(word, other) for word in found.columns]
    away = [i for i, row in enumerate(found.values) if row.index(max(row)) != i]
    chosen = next(iter(away), 0) if name == "queries" else None
    items = ""
    for i, (word, row, (arcs, whole)) in enumerate(
        zip(found.rows, found.values, shown)
    ):
        key = f"look-{name}-{i}"
        text = sentence(said, marked(word, language), others, row)
        items += (
            f'<label lang="{tag(language)}"><input type="radio" name="look"'
            f' aria-describedby="{key}"{" checked" if i == chosen else ""}>'
            f"{escape(word)}</label><div>{drawing(arcs)}{ends(whole)}"
            f'<p id="{key}">{text}</p></div>'
        )
    return f'<div class="{name}">{items}</div>'


def percents(shares: list[float]) -> list[int]:
    """Round shares to whole percents that add up, by the largest remainder.

    Shares of 1 together give 100; of equal remainders the first is raised.
    `attention.percents` in form.js does the same. Raises ValueError for what
    is no number from 0 on.
    """
    if not all(0 <= share < math.inf for share in shares):
        raise ValueError(f"shares are finite numbers from 0 on, not {shares}")
    exact = [100 * share for share in shares]
    whole = [math.floor(number) for number in exact]
    missing = math.floor(sum(exact) + 0.5) - sum(whole)
    places = range(len(shares))
    for k in sorted(places, key=lambda k: whole[k] - exact[k])[:missing]:
        whole[k] += 1
    return whole


def ends(whole: Iterable[int]) -> str:
    """Return what stands at the ends of arcs."""
    ends = "".join(f"<b>{f'{n}%' if n else ''}</b>" for n in whole)
    return f'<div aria-hidden="true">{ends}</div>'


def marked(word: str, language: str) -> str:
    """Return a word in quotation marks, as HTML that says its language."""
    return f'“<span lang="{tag(language)}">{escape(word)}</span>”'


def sentence(
    said: str, word: str, others: list[str], shares: list[float]
) -> str:
    """Say whom a word looks at, or who looks at it, and how much."""
    ranked = sorted(zip(shares, others), reverse=True)
    named = [pair for pair in ranked if pair[0] >= LEAST][:MOST] or ranked[:1]
    listed = ", ".join(f"{other} ({share:.4f})" for share, other in named)
    return escape(said).format(word=word, others=listed)


def arc(found: Table, query: int, key: int) -> str:
    """Return an arc from a query, below, to a key; none if it is not seen."""
    width = f"{WIDTH * found.values[query][key]:.1f}"
    if not float(width):
        return ""
    x, y = (
        f"{SIZE * (number + 0.5) / len(tokens):.4g}"
        for number, tokens in ((query, found.rows), (key, found.columns))
    )
    half = SIZE // 2
    curve = f"M{x} {SIZE}C{x} {half} {y} {half} {y} 0"
    return f'<path d="{curve}" stroke-width="{width}"/>'


def drawing(arcs: Iterable[str]) -> str:
    """Return a drawing of arcs, which is as large as its room."""
    return (
        f'<svg viewBox="0 0 {SIZE} {SIZE}" preserveAspectRatio="none" '
        f'aria-hidden="true"><g>{"".join(arcs)}</g></svg>'
    )
