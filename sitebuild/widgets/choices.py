"""The choices of a prediction as a card: each opens, and says right or wrong.

Pages ask in a box, which notebooks show (`sitebuild.widgets.predictions`).
On the site each choice is a fold of its own, with its note inside: it opens by
click or key without a script. The recording knows which one is right.
"""

import re
from html import escape

from sitebuild.checks.markup import PREDICTION
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import rewrite
from sitebuild.pages.project import Project
from sitebuild.widgets.predictions import FILE, right

WITHIN = r"(?:(?!<details|<div class=\"admonition).)*?"
ASKED = re.compile(
    rf'<div class="admonition question {PREDICTION}(?P<name>[a-z0-9-]+)">\s*'
    rf'<p class="admonition-title">(?P<question>{WITHIN}</p>{WITHIN})'
    rf"<ol>(?P<choices>{WITHIN})</ol>\s*"
    rf'(?P<fold><details class="success">\s*<summary>{WITHIN}</summary>)\s*'
    rf"(?P<shown>{WITHIN})<ol>(?P<notes>{WITHIN})</ol>\s*</details>\s*</div>",
    re.S,
)
ITEM = re.compile(r"<li>\s*(.*?)\s*</li>", re.S)
PARAGRAPH, BLOCK = re.compile("</?p>"), re.compile("<(?:p|div|ul|ol)\\b")


def verdicts(project: Project, page: Page, language: str) -> dict:
    """Return what is said of each choice, by the names of the questions."""
    words = project.words[language]
    found = {}
    for name, answer in project.data(page.chapter_file(FILE)).items():
        if len(true := right(page, answer)) == 1:
            kinds = ["wrong"] * len(answer["choices"])
            kinds[true[0]] = "right"
            found[name] = [(kind, words[f"choice-{kind}"]) for kind in kinds]
    return found


@rewrite(verdicts)
def cards(html: str, said: dict) -> str:
    """Make a card of each question that its recording answers."""
    return ASKED.sub(lambda box: card(box, said.get(box["name"], [])), html)


def card(box: re.Match, said: list[tuple[str, str]]) -> str:
    """Return a card; the box as it is if its lists are not as they should."""
    choices, notes = (ITEM.findall(box[part]) for part in ("choices", "notes"))
    if not len(choices) == len(notes) == len(said):
        return box[0]
    name = PREDICTION + box["name"]
    items = "\n".join(
        f'<li><details class="{kind}">'
        f"<summary>{PARAGRAPH.sub('', choice)}</summary>\n"
        f"<div>{with_verdict(note, word)}</div></details></li>"
        for choice, note, (kind, word) in zip(choices, notes, said)
    )
    shown = box["shown"] and f"\n{box['fold']}\n{box['shown']}</details>"
    return (
        f'<div class="predict" role="group" aria-labelledby="{name}">\n'
        f'<p class="admonition-title" id="{name}">{box["question"]}<ol>\n'
        f"{items}\n</ol>{shown}\n</div>"
    )


def with_verdict(note: str, word: str) -> str:
    """Put right or wrong before a note, in its first paragraph."""
    said = f'<span class="verdict" data-search-exclude>{escape(word)}</span> '
    if not BLOCK.search(note):
        note = f"<p>{note}</p>"
    begin = "<p>" if note.startswith("<p>") else ""
    return begin + said + note.removeprefix(begin)
