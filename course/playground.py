"""A form that computes attention while its reader changes the numbers.

An author marks the place of the form. It starts with numbers that a block of
the page printed; playground-game.js builds, computes and shows the rest.
"""

import math
import re
from ast import literal_eval
from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from proof.checks import page_check
from proof.outputs.kinds import TEXT
from proof.pages.page import Page
from proof.pages.places import data, place
from proof.pages.settings import tag
from proof.problem import Problem
from proof.site.edition import Edition

COMMENT = "<!-- playground -->"


class Block(NamedTuple):
    """Whose output a form starts with, and whether with a causal mask."""

    name: str
    causal: bool = False


BLOCKS = {
    "simplified-attention": Block("hello-data"),
    "self-attention": Block("three-matrices"),
    "causal-attention": Block("numbers", causal=True),
    "multi-head-attention": Block("by-hand-numbers"),
}
PRINTED = re.compile(
    r"^(?P<name>\S.*?)\s+tensor\((?P<numbers>\[[^()]*\])\)", re.MULTILINE
)
TOKENS = 8  # more do not fit on a phone
# Of queries, keys and values, and what mixes the heads; as blocks print them.
MATRICES = (
    ("W_query", "W_key", "W_value", "W_out"),
    ("W_Q", "W_K", "W_V", "W_O"),
)
# What the form says, by its key in words.yml.
WORDS = """
    all-numbers causal changed-most context context-vector divisor
    embeddings head hide link link-made link-odd looks-most looks-nowhere
    matrices new-token not-a-name not-a-number numbers output plane-both
    plane-embeddings plane-values remove reset row-of score scores token
    token-name tokens value weight weights
""".split()


def start(page: Page) -> dict:
    """Return the state that a form starts with, from what a block printed.

    Its tokens have D numbers each. `heads` holds for each head its matrices of
    queries, keys and values with D rows; it is empty where these are the
    tokens' vectors themselves. Without tokens, no form is known here.
    """
    block = BLOCKS.get(page.name, Block(""))
    path = TEXT.path(page.name, block.name)
    shown = path in {include.path for include in page.recordings}
    printed = {
        match["name"]: literal_eval(match["numbers"])
        for match in PRINTED.finditer(page.files.text(path) if shown else "")
    }
    vectors = {k: v for k, v in printed.items() if depth(v) == 1}
    names = next((n for n in MATRICES if {*n[:3]} <= {*printed}), ())
    of_heads = [printed[name] for name in names[:3]]
    of_heads = [m if depth(m) == 3 else [m] for m in of_heads]  # of one head
    heads = [*zip(*of_heads)]
    d_k = len(heads[0][0][0]) if heads else 1
    return {
        "tokens": [
            {"name": name, "x": vector, "hidden": False}
            for name, vector in [*vectors.items()][:TOKENS]
        ],
        "names": names,
        "heads": heads,
        "W_out": printed.get(names[-1]) if names else None,
        "divisor": math.sqrt(d_k),
        "causal": block.causal,
        "query": 0,
    }


def depth(numbers: list) -> int:
    first = numbers[0] if numbers else 0.0
    return 1 + depth(first) if isinstance(first, list) else 1


@page_check(finds="playground with nothing to start with")
def playgrounds(page: Page) -> Iterator[Problem]:
    """A form has numbers to start with."""
    for line in page.marked(COMMENT):
        if not start(page)["tokens"]:
            yield page.problem(
                line,
                "there is nothing that a playground could start with here; "
                "name a block of this page in course/playground.py, or remove "
                "this line",
            )


@place(COMMENT, form=True)
def form(edition: Edition, page: Page, language: str) -> str:
    """Return the form, with all that its script needs to build it."""
    state = start(page)
    if not state["tokens"]:
        return ""
    words = edition.words[language]
    return (
        f'<form class="playground" lang="{tag(language)}" autocomplete="off" '
        f'data-start="{data(state)}" '
        f'data-words="{data({key: words[key] for key in WORDS})}" '
        f"data-search-exclude><noscript>{escape(words['needs-script'])}"
        "</noscript></form>"
    )
