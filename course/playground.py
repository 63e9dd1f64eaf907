"""A form that computes attention while its reader changes the numbers.

An author marks the place of the form. It starts with numbers that a block of
the page printed; playground.js names its fields, computes and shows.
"""

import math
import re
from ast import literal_eval
from collections.abc import Iterator
from html import escape

from proof.checks import page_check
from proof.outputs.kinds import TEXT
from proof.pages.page import Page
from proof.pages.places import place
from proof.problem import Problem
from proof.site.edition import Edition

COMMENT = "<!-- playground -->"
# The block of each page whose output the form starts with.
BLOCKS = {
    "simplified-attention": "hello-data",
    "self-attention": "three-matrices",
}
PRINTED = re.compile(r"(?P<name>\S+)\s+tensor\((?P<numbers>\[[^()]*\])\)")
TOKENS = 3  # more do not fit on a phone
MATRICES = ("W_query", "W_key", "W_value")  # as blocks print them

Matrix = list[list[float]]


def start(page: Page) -> tuple[dict[str, list[float]], dict[str, Matrix]]:
    """Return the vectors of tokens and the matrices that a block printed.

    The vectors have D numbers each, the matrices D rows: of queries, of keys
    and of values. Both are empty where no form is known, matrices also where
    queries, keys and values are the vectors themselves.
    """
    path = TEXT.path(page.name, BLOCKS.get(page.name, ""))
    shown = path in {include.path for include in page.recordings}
    printed = {
        match["name"]: literal_eval(match["numbers"])
        for match in PRINTED.finditer(page.files.text(path) if shown else "")
    }
    tokens = [k for k, v in printed.items() if not isinstance(v[0], list)]
    trained = all(name in printed for name in MATRICES)
    matrices = {name: printed[name] for name in MATRICES if trained}
    return {token: printed[token] for token in tokens[:TOKENS]}, matrices


@page_check(finds="playground with nothing to start with")
def playgrounds(page: Page) -> Iterator[Problem]:
    """A form has numbers to start with, and stands once on its page."""
    lines = [line for line, mark in page.placeholders if mark == COMMENT]
    if lines and not start(page)[0]:
        yield page.problem(
            lines[0],
            "there is nothing that a playground could start with here; name "
            "a block of this page in course/playground.py, or remove this line",
        )
    for line in lines[1:]:
        yield page.problem(line, "this is a second playground; remove it")


@place(COMMENT, form=True)
def form(edition: Edition, page: Page, language: str) -> str:
    """Return the form in a language, with room for results."""
    vectors, matrices = start(page)
    if not vectors:
        return ""
    words = edition.words[language]
    words = {key: escape(text) for key, text in words.items()}
    x, tokens = [*vectors.values()], [*map(escape, vectors)]
    queries = matrices.get("W_query", x)
    values = matrices.get("W_value", x)
    embeddings = table(
        "x",
        words["embeddings"],
        [*counted(x[0]), words["hide"]],
        tokens,
        [[*map(field, row), '<input type="checkbox">'] for row in x],
    )
    folded = "".join(
        table(
            "matrix",
            escape(name),
            counted(rows[0]),
            counted(rows),
            [[*map(field, row)] for row in rows],
        )
        for name, rows in matrices.items()
    )
    if matrices:
        summary = f"<summary>{words['matrices']}</summary>"
        folded = f"<details>{summary}<div>{folded}</div></details>"
    results = "".join(
        table(name, words[name], heads, tokens, [[""] * len(heads)] * len(x))
        for name, heads in (
            ("scores", tokens),
            ("weights", tokens),
            ("context", counted(values[0])),
        )
    )
    return (
        f'<form class="playground" lang="{language}" autocomplete="off" '
        f"data-search-exclude><noscript>{words['needs-script']}</noscript>"
        f"<fieldset disabled>{embeddings}<div>"
        f"<fieldset><legend>{words['divisor']}</legend>"
        f"{divisors(len(queries[0]), scaled=bool(matrices))}</fieldset>"
        f'<label><input type="checkbox" name="causal"> {words["causal"]}'
        f'</label><button type="reset">{words["reset"]}</button></div>'
        f'{folded}</fieldset><output data-most="{words["looks-most"]}" '
        f'data-none="{words["looks-nowhere"]}" '
        f'data-invalid="{words["not-a-number"]}"></output>'
        f"<div>{results}</div></form>"
    )


def divisors(d_k: int, scaled: bool) -> str:
    """Return what scores may be divided by; the root of d_k if scaled."""
    choices = {"0.1": 0.1, "1": 1, f"√{d_k}": math.sqrt(d_k)}
    first = f"√{d_k}" if scaled else "1"
    return "".join(
        f'<label><input type="radio" name="divisor" value="{value}"'
        f"{' checked' if name == first else ''}> {name}</label>"
        for name, value in choices.items()
    )


def counted(items: list) -> list[str]:
    return [str(k) for k, _ in enumerate(items, start=1)]


def field(value: float) -> str:
    return f'<input type="number" value="{value:g}">'


def table(
    name: str,
    caption: str,
    columns: list[str],
    rows: list[str],
    cells: list[list[str]],
) -> str:
    """Return a table with a head for each row and column."""
    head = "".join(f"<th>{column}</th>" for column in columns)
    body = "".join(
        f"<tr><th>{row}</th>{''.join(f'<td>{cell}</td>' for cell in line)}</tr>"
        for row, line in zip(rows, cells)
    )
    return (
        f'<table class="{name}"><caption>{caption}</caption><thead><tr>'
        f"<td></td>{head}</tr></thead><tbody>{body}</tbody></table>"
    )
