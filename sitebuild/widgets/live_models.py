"""Let readers try trained models, which compute in the page.

An author marks the place of a form. When a reader first uses it, live.js loads
its script, model and parameters. Before, the recording stands on the page.
"""

from html import escape

from sitebuild.pages.output_types import PARAMETERS, read_script
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import data, place
from sitebuild.pages.project import WIDGETS, Project
from sitebuild.pages.site_config import HOME, tag
from sitebuild.widgets.attention_arcs import weights

TRANSLATOR, REVERSER = "{{ translator }}", "{{ reverser }}"
TEMPERATURES = 0, 1, 2, 4  # to draw words with
LETTERS = "computer"  # that a reader finds in the form
TABLE = (
    '<table class="percents" hidden><caption>{}</caption><thead{}></thead>'
    "<tbody{}></tbody></table>"
)
# What the scripts say, by its key in words.yml.
SAID = {
    "translator": "writes next-word not-next too-long force as-it-does "
    "looks-at looked-at",
    "reverser": "writes-letters not-a-letter count-letters head-mass head-off",
}


def parameters(project: Project, model: str) -> str:
    """Return what a block recorded for a model to compute with, if it did."""
    block = str(project.data(WIDGETS).get(model, ""))
    return project.files.text(PARAMETERS.path(*block.partition("/")[::2]))


@place(TRANSLATOR, form=True)
def translator(project: Project, page: Page, language: str) -> str:
    """Return a form for a sentence; empty without weights and parameters."""
    settings, text = project.widget("looks"), escaped(project, language)
    table = weights(project.files, settings.get("weights", ""))
    if not (table and parameters(project, "translator")):
        return ""
    english = escape(" ".join(table.columns))
    spoken = [f' lang="{tag(settings[key])}"' for key in ("columns", "rows")]
    labels = {n: n or text["best-word"] for n in TEMPERATURES}
    table = TABLE.format(text["percents"], *spoken)
    inside = (
        f'<fieldset disabled><label>{text["own-sentence"]} <input type="text" '
        f'name="english" value="{english}"{spoken[0]} maxlength="120" '
        'autocapitalize="none" spellcheck="false"></label><output></output>'
        f'<div class="next" role="group" aria-label="{text["next-words"]}">'
        f'</div><label class="force"><span>{text["force"].format(word="…")}'
        '</span> <select name="forced">'
        f'<option value="">{text["as-it-does"]}</option></select></label>'
        f"<fieldset><legend>{text['temperature']}</legend>"
        f"{radios('temperature', labels)}"
        f'<button type="button" name="again" disabled>{text["draw-again"]}'
        f"</button></fieldset></fieldset>{table}"
    )
    return form("translator", project, page, language, inside)


@place(REVERSER, form=True)
def reverser(project: Project, page: Page, language: str) -> str:
    """Return a form for as many letters as the model takes, if it is there."""
    script = parameters(project, "reverser")
    if not script:
        return ""
    text, facts = escaped(project, language), read_script(script).facts
    heads = facts["heads"]
    last, trained = len(facts["steps"]) - 1, facts["steps"][-1]
    parts = [("part", text["the-positions"]), ("part", text["the-division"])]
    parts += [("head", f"{text['head']} {h + 1}") for h in range(heads)]
    boxes = "".join(
        f'<label><input type="checkbox" name="{name}" checked> {label}</label>'
        for name, label in parts
    )
    ways = {way: text[f"{way}-weights"] for way in ("own", "even", "pattern")}
    tables = TABLE.format("", "", "") * heads
    label = text["own-letters"].format(count=facts["length"])
    inside = (
        f"<fieldset disabled><label>{label} "
        f'<input type="text" name="letters" value="{LETTERS}" maxlength="40" '
        'autocapitalize="none" spellcheck="false"></label>'
        f'<label>{text["training-steps"]} <b aria-hidden="true">{trained}</b>'
        f'<input type="range" name="step" max="{last}" value="{last}" '
        f'aria-valuetext="{trained}"></label>'
        f"<fieldset><legend>{text['model-parts']}</legend>{boxes}</fieldset>"
        f"<fieldset><legend>{text['weights']}:</legend>"
        f"{radios('weights', ways)}</fieldset><output></output></fieldset>"
        f'<div class="heads">{tables}</div>'
    )
    return form("reverser", project, page, language, inside)


def form(
    model: str, project: Project, page: Page, language: str, inside: str
) -> str:
    """Return the form of a model; only the first page shows it folded."""
    text, words = escaped(project, language), project.words[language]
    spoken = data({key: words[key] for key in SAID[model].split()})
    return (
        f'<form class="live" lang="{tag(language)}" data-model="{model}" '
        f'data-words="{spoken}" data-failed="{text["not-loaded"]}" '
        'autocomplete="off" data-search-exclude>'
        f"<details{'' if page.name == HOME else ' open'}>"
        f"<summary>{text[f'use-{model}']}</summary>"
        f"<noscript>{text['needs-model']}</noscript>{inside}</details></form>"
    )


def escaped(project: Project, language: str) -> dict[str, str]:
    """Return the words of the interface as HTML."""
    return {k: escape(text) for k, text in project.words[language].items()}


def radios(name: str, labels: dict) -> str:
    """Return radio buttons by their values, the first one chosen."""
    return "".join(
        f'<label><input type="radio" name="{name}" value="{value}"'
        f"{'' if place else ' checked'}> {label}</label>"
        for place, (value, label) in enumerate(labels.items())
    )
