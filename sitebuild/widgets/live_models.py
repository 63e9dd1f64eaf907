"""Trained models that compute in the page, with what a reader gives them.

An author marks the place of a form. live.js loads the script of the form, its
model's and its parameters when a reader first uses it; until then, and without
JavaScript, what was recorded stands on the page.
"""

from collections.abc import Iterator
from html import escape

from sitebuild.checks import check
from sitebuild.pages.model_weights import read_script
from sitebuild.pages.output_types import PARAMETERS
from sitebuild.pages.page import Page, marked_lines
from sitebuild.pages.placeholders import data, place
from sitebuild.pages.project import WIDGETS, Project
from sitebuild.pages.site_config import tag
from sitebuild.problem import Problem
from sitebuild.widgets.attention_arcs import weights

TRANSLATOR, REVERSER = "<!-- translator -->", "<!-- reverser -->"
MODELS = {TRANSLATOR: "translator", REVERSER: "reverser"}  # in WIDGETS
TEMPERATURES = 0, 1, 2, 4  # to draw words with
LETTERS = "computer"  # that a reader finds there, of the block `words`
PARTS = "positions", "division"  # that it can do without
WAYS = "own", "even", "pattern"  # to weigh
TABLE = (
    '<table class="percents" hidden><caption>{}</caption><thead{}></thead>'
    "<tbody{}></tbody></table>"
)
# What the scripts say, in the page's language.
SAID = ("writes", "next-word", "not-next", "too-long", "force", "as-it-does")
SAID += ("looks-at", "looked-at")
SAID_OF_LETTERS = ("writes-letters", "not-a-letter", "count-letters")
SAID_OF_LETTERS += ("head-mass", "head-off")


@check(finds="translator without parameters")
def stored(project: Project) -> Iterator[Problem]:
    """Find forms whose model has no recorded parameters."""
    for mark, name in MODELS.items():
        path = parameters(project, name)
        if not project.files.exists(path):
            for page in project.pages:
                for line in marked_lines(page, mark):
                    yield page.problem(
                        line,
                        f"there is no {path}, which this form computes with; "
                        f"run `make record` or name another block in {WIDGETS}",
                    )


def parameters(project: Project, name: str) -> str:
    """Return the path of the parameters that a model computes with."""
    block = str(project.data(WIDGETS).get(name, ""))
    return PARAMETERS.path(*block.partition("/")[::2])


@place(TRANSLATOR, form=True)
def translator(project: Project, page: Page, language: str) -> str:
    """Return the form in a language; the words that look stand above it."""
    given = project.widget("looks")
    found = weights(project.files, given.get("weights", ""))
    if not found:
        return ""
    words = project.words[language]
    text = {key: escape(word) for key, word in words.items()}
    english = escape(" ".join(found.columns))
    fields = (
        f'<label>{text["own-sentence"]} <input type="text" name="english" '
        f'value="{english}" lang="{tag(given["columns"])}" maxlength="120" '
        'autocapitalize="none" spellcheck="false"></label><output></output>'
        f'<div class="next" role="group" aria-label="{text["next-words"]}">'
        f"</div>{changes(text)}"
    )
    table = TABLE.format(
        text["percents"],
        *(
            f' lang="{tag(spoken)}"'
            for spoken in (given["columns"], given["rows"])
        ),
    )
    said = {key: words[key] for key in SAID}
    return frame(page, language, text, "translator", said, fields, table)


def frame(
    page: Page,
    language: str,
    text: dict[str, str],
    name: str,
    said: dict[str, str],
    fields: str,
    shown: str,
) -> str:
    """Return a form of fields and, below them, what its model shows."""
    opened = "" if page.name == "index" else " open"
    words = data(said)
    return (
        f'<form class="live" lang="{tag(language)}" data-model="{name}" '
        f'data-words="{words}" data-failed="{text["not-loaded"]}" '
        f'autocomplete="off" data-search-exclude><details{opened}>'
        f"<summary>{text[f'use-{name}']}</summary>"
        f"<noscript>{text['needs-model']}</noscript>"
        f"<fieldset disabled>{fields}</fieldset>{shown}</details></form>"
    )


def changes(text: dict[str, str]) -> str:
    """Return what a reader can change of the translator."""
    word, free = text["force"].format(word="…"), text["as-it-does"]
    labels = {n: n or text["best-word"] for n in TEMPERATURES}
    return (
        f'<label class="force"><span>{word}</span> <select name="forced">'
        f'<option value="">{free}</option></select></label>'
        f"<fieldset><legend>{text['temperature']}</legend>"
        f"{radios('temperature', labels)}"
        f'<button type="button" name="again" disabled>{text["draw-again"]}'
        "</button></fieldset>"
    )


def radios(name: str, labels: dict) -> str:
    """Return radio buttons by their values, the first one chosen."""
    checked = " checked", *[""] * (len(labels) - 1)
    return "".join(
        f'<label><input type="radio" name="{name}" value="{value}"{chosen}> '
        f"{label}</label>"
        for (value, label), chosen in zip(labels.items(), checked)
    )


@place(REVERSER, form=True)
def reverser(project: Project, page: Page, language: str) -> str:
    """Return the form for letters, as many as the model takes."""
    path = parameters(project, "reverser")
    if not project.files.exists(path):
        return ""
    facts = read_script(project.files.text(path)).facts
    words = project.words[language]
    text = {key: escape(word) for key, word in words.items()}
    last, trained = len(facts["steps"]) - 1, facts["steps"][-1]
    fields = (
        f"<label>{text['own-letters'].format(count=facts['length'])} "
        f'<input type="text" name="letters" value="{LETTERS}" maxlength="40" '
        'autocapitalize="none" spellcheck="false"></label>'
        f'<label>{text["training-steps"]} <b aria-hidden="true">{trained}</b>'
        f'<input type="range" name="step" max="{last}" value="{last}" '
        f'aria-valuetext="{trained}"></label>{switches(text, facts["heads"])}'
        "<output></output>"
    )
    tables = TABLE.format("", "", "") * facts["heads"]
    shown = f'<div class="heads">{tables}</div>'
    said = {key: words[key] for key in SAID_OF_LETTERS}
    return frame(page, language, text, "reverser", said, fields, shown)


def switches(text: dict[str, str], heads: int) -> str:
    """Return what a reader can take from the model, and put in its place."""
    parts = [("part", text[f"the-{name}"]) for name in PARTS]
    parts += [("head", f"{text['head']} {h + 1}") for h in range(heads)]
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" checked> {label}</label>'
        for name, label in parts
    )
    weights = {way: text[f"{way}-weights"] for way in WAYS}
    return (
        f"<fieldset><legend>{text['model-parts']}</legend>{boxes}</fieldset>"
        f"<fieldset><legend>{text['weights']}:</legend>"
        f"{radios('weights', weights)}</fieldset>"
    )
