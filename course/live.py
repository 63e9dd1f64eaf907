"""A trained model that computes in the page, with what a reader gives it.

An author marks the place of the form. live.js loads the script of the form,
the model's and its parameters when a reader first uses it; until then, and
without JavaScript, what a recording shows stands there.
"""

from collections.abc import Iterator
from html import escape

from course import looks
from proof.checks import page_check
from proof.outputs.kinds import PARAMETERS
from proof.pages.page import Page
from proof.pages.places import data, place
from proof.problem import Problem
from proof.site.edition import Edition

COMMENT = "<!-- translator -->"
# The block that exports the model, and temperatures to draw words with.
BLOCK = "lab-translate", "export"
TEMPERATURES = 0, 1, 2, 4
# What the script says, in the page's language.
SAID = ("writes", "next-word", "not-next", "too-long", "force", "as-it-does")
SAID += ("looks-at", "looked-at")


@page_check(finds="translator without parameters")
def stored(page: Page) -> Iterator[Problem]:
    """A form has a model to compute with."""
    path = PARAMETERS.path(*BLOCK)
    for line in page.marked(COMMENT):
        if not page.files.exists(path):
            yield page.problem(
                line,
                f"there is no {path}, which this form computes with; run "
                "`make record` or name another block in course/live.py",
            )


@place(COMMENT, form=True)
def translator(edition: Edition, page: Page, language: str) -> str:
    """Return the form in a language; the words that look stand above it."""
    found = looks.weights(edition.files, *looks.BLOCK)
    if not found:
        return ""
    words = edition.words[language]
    text = {key: escape(word) for key, word in words.items()}
    said = data({key: words[key] for key in SAID})
    english = escape(" ".join(found.keys))
    opened = "" if page.name == "index" else " open"
    return (
        f'<form class="live" lang="{language}" data-model="translator" '
        f'data-words="{said}" data-failed="{text["not-loaded"]}" '
        f'autocomplete="off" data-search-exclude><details{opened}>'
        f"<summary>{text['write-own']}</summary>"
        f"<noscript>{text['needs-model']}</noscript><fieldset disabled>"
        f'<label>{text["own-sentence"]} <input type="text" name="english" '
        f'value="{english}" lang="{looks.KEYS}" maxlength="120" '
        'autocapitalize="none" spellcheck="false"></label><output></output>'
        f'<div class="next" role="group" aria-label="{text["next-words"]}">'
        f'</div>{changes(text)}</fieldset><table class="percents" hidden>'
        f"<caption>{text['percents']}</caption><thead></thead><tbody></tbody>"
        "</table></details></form>"
    )


def changes(text: dict[str, str]) -> str:
    """Return what a reader can change of the model."""
    word, free = text["force"].format(word="…"), text["as-it-does"]
    temperatures = "".join(
        f'<label><input type="radio" name="temperature" value="{value}"'
        f"{'' if value else ' checked'}> {value or text['best-word']}</label>"
        for value in TEMPERATURES
    )
    return (
        f'<label class="force"><span>{word}</span> <select name="forced">'
        f'<option value="">{free}</option></select></label>'
        f"<fieldset><legend>{text['temperature']}</legend>{temperatures}"
        f'<button type="button" name="again" disabled>{text["draw-again"]}'
        "</button></fieldset>"
    )
