"""Words that look at each other, drawn from recorded weights.

An author marks the place of a sentence and its translation, of which each word
can be picked: arcs, as thick as the weights, lead to the words that it looks
at, or from those that look at it. Without a script: words are radio buttons,
and the style sheet shows what belongs to the one that is chosen.
"""

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from bs4 import BeautifulSoup

from proof.checks import page_check
from proof.files import Files
from proof.outputs.kinds import TABLE
from proof.outputs.readback import read_table
from proof.pages.page import Page
from proof.pages.places import place
from proof.problem import Problem
from proof.site.edition import Edition

COMMENT = "<!-- looks -->"
# The block whose last table is shown: rows look at columns.
BLOCK = "lab-translate", "learned-heatmap"
QUERIES, KEYS = "pt", "en"  # the languages of rows and of columns
WIDTH = 8  # pixels, of an arc of weight 1
LEAST, MOST = 0.001, 3  # a weight that is named, and how many are
SIZE = 100  # of the drawing, which is stretched to the room it has


class Weights(NamedTuple):
    """Words that look, words that are looked at, and how much: by row."""

    queries: list[str]
    keys: list[str]
    rows: list[list[float]]


class Word(NamedTuple):
    """A word to pick: what is said of it, and what of the drawing it is."""

    text: str
    said: str
    shares: list[float]  # of each word of the other sentence
    arcs: list[str]


def weights(files: Files, page: str, block: str) -> Weights | None:
    """Return the last table of weights that a block recorded, if it did."""
    path = TABLE.path(page, block)
    if not files.exists(path):
        return None
    soup = BeautifulSoup(files.text(path), "html.parser")
    table = soup.find_all("table")[-1]
    heads = (
        [cell.get_text() for cell in table.find_all("th", scope=scope)]
        for scope in ("row", "col")
    )
    return Weights(*heads, read_table(table)[1])


@page_check(finds="words that look at no weights")
def recorded(page: Page) -> Iterator[Problem]:
    """What words look at is recorded: weights, which add up to 1."""
    path = TABLE.path(*BLOCK)
    for line, mark in page.placeholders:
        if mark != COMMENT:
            continue
        found = weights(page.files, *BLOCK)
        if not found or any(abs(sum(row) - 1) > 0.01 for row in found.rows):
            yield page.problem(
                line,
                f"{path} has no rows of weights that add up to 1, to be drawn "
                "here; name another block in course/looks.py",
            )


@place(COMMENT, form=True)
def looks(edition: Edition, page: Page, language: str) -> str:
    """Return two sentences whose words can be picked."""
    found = weights(edition.files, *BLOCK)
    if not found:
        return ""
    words = edition.words[language]
    queries, keys, rows = found
    heads = [marked(key, KEYS) for key in keys]
    names = [marked(query, QUERIES) for query in queries]
    above = [
        Word(
            key,
            sentence(words["looked-at"], heads[k], names, column),
            column,
            [arc(found, i, k) for i, _ in enumerate(queries)],
        )
        for k, (key, *column) in enumerate(zip(keys, *rows))
    ]
    below = [
        Word(
            query,
            sentence(words["looks-at"], names[i], heads, row),
            row,
            [arc(found, i, k) for k, _ in enumerate(keys)],
        )
        for i, (query, row) in enumerate(zip(queries, rows))
    ]
    # One that does not look at its own place says most.
    first = next((i for i, r in enumerate(rows) if r.index(max(r)) != i), 0)
    every = drawing([arc for word in below for arc in word.arcs])
    return (
        '<fieldset class="looks" dir="ltr" data-search-exclude>'
        f"<legend>{escape(words['looks'])}</legend><div>{every}"
        f"{line('keys', KEYS, above)}{line('queries', QUERIES, below, first)}"
        "</div></fieldset>"
    )


def marked(word: str, language: str) -> str:
    """Return a word in quotation marks, as HTML that says its language."""
    return f'“<span lang="{language}">{escape(word)}</span>”'


def sentence(
    said: str, word: str, others: list[str], shares: list[float]
) -> str:
    """Say whom a word looks at, or who looks at it, and how much."""
    ranked = sorted(zip(shares, others), reverse=True)
    named = [pair for pair in ranked if pair[0] >= LEAST][:MOST] or ranked[:1]
    listed = ", ".join(f"{other} ({share:.4f})" for share, other in named)
    return escape(said).format(word=word, others=listed)


def arc(found: Weights, query: int, key: int) -> str:
    """Return an arc from a query, below, to a key; none if it is not seen."""
    width = f"{WIDTH * found.rows[query][key]:.1f}"
    if not float(width):
        return ""
    x, y = (
        f"{SIZE * (number + 0.5) / len(tokens):.4g}"
        for number, tokens in ((query, found.queries), (key, found.keys))
    )
    half = SIZE // 2
    curve = f"M{x} {SIZE}C{x} {half} {y} {half} {y} 0"
    return f'<path d="{curve}" stroke-width="{width}"/>'


def drawing(arcs: list[str]) -> str:
    """Return a drawing of arcs, which is as large as its room."""
    return (
        f'<svg viewBox="0 0 {SIZE} {SIZE}" preserveAspectRatio="none" '
        f'aria-hidden="true"><g>{"".join(arcs)}</g></svg>'
    )


def line(name: str, language: str, words: list[Word], chosen: int = -1) -> str:
    """Return a sentence as a row of words, each with what it shows."""
    items = ""
    for number, word in enumerate(words):
        key = f"look-{name}-{number}"
        checked = " checked" if number == chosen else ""
        percents = [int(100 * share) for share in word.shares]
        shares = "".join(f"<b>{f'{n}%' if n else ''}</b>" for n in percents)
        items += (
            f'<label lang="{language}"><input type="radio" name="look"'
            f' aria-describedby="{key}"{checked}>{escape(word.text)}</label>'
            f'<div>{drawing(word.arcs)}<div aria-hidden="true">{shares}</div>'
            f'<p id="{key}">{word.said}</p></div>'
        )
    return f'<div class="{name}">{items}</div>'
