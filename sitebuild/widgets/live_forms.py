"""Let readers compute attention with their own numbers, and try trained models.

An author marks the place of a form. The playground starts with numbers that a
block of its page printed; playground.js builds the rest and computes. When a
reader first uses the form of a model, live.js loads its script and its
parameters. Before, the recording stands on the page.
"""

import math
import re
from ast import literal_eval
from html import escape
from json import dumps

from sitebuild.pages.output_types import PARAMETERS, TEXT, from_json
from sitebuild.pages.page import Page
from sitebuild.pages.project import WIDGETS, Project
from sitebuild.pages.site_config import HOME, tag
from sitebuild.widgets.attention_arcs import recorded, weights

PRINTED = re.compile(r"^(\S.*?)\s+tensor\((\[[^()]+\])\)", re.M)
# Of queries, keys and values, and what mixes the heads; as blocks print them.
MATRICES = "W_query W_key W_value W_out".split(), "W_Q W_K W_V W_O".split()
TEMPERATURES = 0, 1, 2, 4  # to draw words with
LETTERS = "computer"  # that a reader finds in the form
TYPED = 'autocapitalize="none" spellcheck="false"'
TABLE = (
    '<table class="percents" hidden><caption>{}</caption><thead{}></thead>'
    "<tbody{}></tbody></table>"
)
# What the scripts say, by its key in words.yml.
SAID = {
    "playground": "all-numbers causal changed-most context context-vector "
    "divisor embeddings head hide link link-made link-odd looks-most "
    "looks-nowhere matrices new-token not-a-name not-a-number numbers output "
    "plane-both plane-embeddings plane-values remove reset row-of score scores "
    "token token-name tokens value weight weights",
    "translator": "writes next-word not-next too-long force as-it-does "
    "looks-at looked-at",
    "reverser": "writes-letters not-a-letter count-letters head-mass head-off",
}


def start(project: Project, page: Page) -> dict:
    """Return the state that a playground starts with, from what is recorded.

    Its tokens have D numbers each. `heads` holds for each head its matrices of
    queries, keys and values with D rows; it is empty where these are the
    tokens' vectors themselves. Without tokens there is no form.
    """
    settings = project.widget("playground").get(page.name, {})
    text = page.files.text(TEXT.path(page.name, settings.get("block", "")))
    printed = {name: literal_eval(x) for name, x in PRINTED.findall(text)}
    names = next((n for n in MATRICES if {*n[:3]} <= {*printed}), [])
    matrices = [printed[name] for name in names[:3]]
    of_heads = [m if isinstance(m[0][0], list) else [m] for m in matrices]
    heads = [*zip(*of_heads)]
    return {
        "tokens": [
            {"name": name, "x": x, "hidden": False}
            for name, x in printed.items()
            if not isinstance(x[0], list)
        ],
        "names": names,
        "heads": heads,
        "W_out": printed.get(names[-1]) if names else None,
        "divisor": math.sqrt(len(heads[0][0][0]) if heads else 1),
        "causal": settings.get("causal", False),
        "query": 0,
    }


def playground(project: Project, page: Page, language: str) -> str:
    """Return a form, with all that its script needs to build it."""
    state, text = start(project, page), project.words[language]
    if not state["tokens"]:
        return ""
    inside = f"<noscript>{text['needs-script']}</noscript>"
    given = {"start": data(state)}
    return form("playground", "playground", given, text, language, inside)


def translator(project: Project, page: Page, language: str) -> str:
    """Return a form for a sentence; empty without weights and parameters."""
    settings, text = project.widget("looks"), project.words[language]
    table = weights(project, settings.get("weights", ""))
    block = project.data(WIDGETS).get("translator", "")
    if not (table and recorded(project, PARAMETERS, block)):
        return ""
    english = escape(" ".join(table.columns))
    spoken = [f' lang="{tag(settings[key])}"' for key in ("columns", "rows")]
    labels = {n: n or text["best-word"] for n in TEMPERATURES}
    inside = (
        f'<fieldset disabled><label>{text["own-sentence"]} <input type="text" '
        f'name="english" value="{english}"{spoken[0]} maxlength="120" {TYPED}>'
        '</label><output></output><div class="next" role="group" '
        f'aria-label="{text["next-words"]}"></div><label class="force"><span>'
        f'{text["force"].format(word="…")}</span> <select name="forced">'
        f'<option value="">{text["as-it-does"]}</option></select></label>'
        f"{choices('temperature', labels, text['temperature'])}"
        f'<button type="button" name="again" disabled>{text["draw-again"]}'
        "</button></fieldset></fieldset>"
        f"{TABLE.format(text['percents'], *spoken)}"
    )
    return folded("translator", page, text, language, inside)


def reverser(project: Project, page: Page, language: str) -> str:
    """Return a form for as many letters as the model takes, if it is there."""
    block = project.data(WIDGETS).get("reverser", "")
    stored = recorded(project, PARAMETERS, block)
    if not stored:
        return ""
    text, facts = project.words[language], from_json(stored).facts
    heads = facts["heads"]
    last, trained = len(facts["steps"]) - 1, facts["steps"][-1]
    parts = [("part", text["the-positions"]), ("part", text["the-division"])]
    parts += [("head", f"{text['head']} {h + 1}") for h in range(heads)]
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" checked> {label}</label>'
        for name, label in parts
    )
    ways = {way: text[f"{way}-weights"] for way in ("own", "even", "pattern")}
    label = text["own-letters"].format(count=facts["length"])
    inside = (
        f"<fieldset disabled><label>{label} "
        f'<input type="text" name="letters" value="{LETTERS}" maxlength="40" '
        f"{TYPED}></label><label>{text['training-steps']} "
        f'<b aria-hidden="true">{trained}</b><input type="range" name="step" '
        f'max="{last}" value="{last}" aria-valuetext="{trained}"></label>'
        f"<fieldset><legend>{text['model-parts']}</legend>{boxes}</fieldset>"
        f"{choices('weights', ways, text['weights'] + ':')}</fieldset>"
        '<output></output></fieldset><div class="heads">'
        f"{TABLE.format('', '', '') * heads}</div>"
    )
    return folded("reverser", page, text, language, inside)


def choices(name: str, labels: dict, legend: str) -> str:
    """Begin a set of radio buttons by their values, the first one chosen."""
    buttons = "".join(
        f'<label><input type="radio" name="{name}" value="{value}"'
        f"{'' if place else ' checked'}> {label}</label>"
        for place, (value, label) in enumerate(labels.items())
    )
    return f"<fieldset><legend>{legend}</legend>{buttons}"


def folded(
    model: str, page: Page, text: dict[str, str], language: str, inside: str
) -> str:
    """Return the form of a model; only the first page shows it folded."""
    inside = (
        f"<details{'' if page.name == HOME else ' open'}>"
        f"<summary>{text[f'use-{model}']}</summary>"
        f"<noscript>{text['needs-model']}</noscript>{inside}</details>"
    )
    given = {"model": model, "failed": text["not-loaded"]}
    return form("live", model, given, text, language, inside)


def form(
    kind: str,
    name: str,
    given: dict[str, str],
    text: dict[str, str],
    language: str,
    inside: str,
) -> str:
    """Return a form with what its script needs: the words to say, and more."""
    given["words"] = data({key: text[key] for key in SAID[name].split()})
    attributes = "".join(f' data-{k}="{value}"' for k, value in given.items())
    return (
        f'<form class="{kind}" lang="{tag(language)}" autocomplete="off"'
        f"{attributes} data-search-exclude>{inside}</form>"
    )


def data(value: object) -> str:
    """Return a value as JSON for an attribute that a script reads."""
    return escape(dumps(value, ensure_ascii=False, separators=(",", ":")))
