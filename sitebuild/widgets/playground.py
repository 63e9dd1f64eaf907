"""Compute attention in a form while its reader changes the numbers.

An author marks the place of the form, which starts with numbers that a block
of the page printed. playground-game.js builds, computes and shows the rest.
"""

import math
import re
from ast import literal_eval
from html import escape

from sitebuild.pages.output_types import TEXT
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import data, place
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import tag

COMMENT = "{{ playground }}"
PRINTED = re.compile(
    r"^(?P<name>\S.*?)\s+tensor\((?P<numbers>\[[^()]+\])\)", re.MULTILINE
)
# Of queries, keys and values, and what mixes the heads; as blocks print them.
MATRICES = "W_query W_key W_value W_out".split(), "W_Q W_K W_V W_O".split()
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
    tokens' vectors themselves. Without tokens there is no form.
    """
    settings = project.widget("playground").get(page.name, {})
    path = TEXT.path(page.name, settings.get("block", ""))
    shown = path in {include.path for include in page.recordings}
    printed = {
        match["name"]: literal_eval(match["numbers"])
        for match in PRINTED.finditer(page.files.text(path) if shown else "")
    }
    vectors = [n for n, x in printed.items() if not isinstance(x[0], list)]
    names = next((n for n in MATRICES if {*n[:3]} <= {*printed}), [])
    matrices = [printed[name] for name in names[:3]]
    of_heads = [m if isinstance(m[0][0], list) else [m] for m in matrices]
    heads = [*zip(*of_heads)]
    return {
        "tokens": [
            {"name": name, "x": printed[name], "hidden": False}
            for name in vectors
        ],
        "names": names,
        "heads": heads,
        "W_out": printed.get(names[-1]) if names else None,
        "divisor": math.sqrt(len(heads[0][0][0]) if heads else 1),
        "causal": settings.get("causal", False),
        "query": 0,
    }


@place(COMMENT, form=True)
def form(project: Project, page: Page, language: str) -> str:
    """Return the form, with all that its script needs to build it."""
    state, words = start(project, page), project.words[language]
    if not state["tokens"]:
        return ""
    return (
        f'<form class="playground" lang="{tag(language)}" autocomplete="off" '
        f'data-start="{data(state)}" '
        f'data-words="{data({key: words[key] for key in WORDS})}" '
        f"data-search-exclude><noscript>{escape(words['needs-script'])}"
        "</noscript></form>"
    )
