"""A form that computes attention while its reader changes the numbers.

An author marks the place of the form. It starts with numbers that a block of
the page printed; playground-game.js builds, computes and shows the rest.
"""

import math
import re
from ast import literal_eval
from collections.abc import Iterator
from html import escape

from sitebuild.checks import check
from sitebuild.pages.output_types import TEXT
from sitebuild.pages.page import Page, marked_lines
from sitebuild.pages.placeholders import data, place
from sitebuild.pages.project import WIDGETS, Project
from sitebuild.pages.site_config import tag
from sitebuild.problem import Problem

COMMENT = "<!-- playground -->"
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


def start(project: Project, page: Page) -> dict:
    """Return the state that a form starts with, from what a block printed.

    Its tokens have D numbers each. `heads` holds for each head its matrices of
    queries, keys and values with D rows; it is empty where these are the
    tokens' vectors themselves. Without tokens, no form is known here.
    """
    given = project.widget("playground").get(page.name, {})
    path = TEXT.path(page.name, given.get("block", ""))
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
        "causal": given.get("causal", False),
        "query": 0,
    }


def depth(numbers: list) -> int:
    first = numbers[0] if numbers else 0.0
    return 1 + depth(first) if isinstance(first, list) else 1


@check(finds="playground with nothing to start with")
def playgrounds(project: Project) -> Iterator[Problem]:
    """Find playgrounds without numbers to start with."""
    for page in project.pages:
        for line in marked_lines(page, COMMENT):
            if not start(project, page)["tokens"]:
                yield page.problem(
                    line,
                    "there is nothing that a playground could start with "
                    f"here; name a block of this page in {WIDGETS}, or remove "
                    "this line",
                )


@place(COMMENT, form=True)
def form(project: Project, page: Page, language: str) -> str:
    """Return the form, with all that its script needs to build it."""
    state = start(project, page)
    if not state["tokens"]:
        return ""
    words = project.words[language]
    return (
        f'<form class="playground" lang="{tag(language)}" autocomplete="off" '
        f'data-start="{data(state)}" '
        f'data-words="{data({key: words[key] for key in WORDS})}" '
        f"data-search-exclude><noscript>{escape(words['needs-script'])}"
        "</noscript></form>"
    )
