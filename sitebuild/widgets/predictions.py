"""Let readers predict what a block gives; its recording knows the answer.

`predictions.yml` in a chapter's folder names, for each question, the block
(another page's as page/block) and what its recording would say for each choice.
A page asks in a box `predict-NAME`: the choices as a numbered list, and in a
fold below it a note on each. Notebooks show this box. The site makes a card of
it, where each choice opens its own note, without JavaScript too.
"""

import re
from collections.abc import Iterator
from html import escape

from sitebuild.checks import page_check
from sitebuild.files import key_lines, read_data
from sitebuild.pages.inert_markdown import PREDICTION
from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import Box, Page
from sitebuild.pages.project import Project
from sitebuild.problem import Problem

FILE = "predictions.yml"
BOLD = re.compile(r"[^.]*\.\s*\*\*")  # begins the note on the right choice
# In HTML, what may stand within a part of a question, and the whole question.
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
BLOCK = re.compile(r"<(?:p|div|ul|ol)\b")


@page_check(finds="prediction that its recording does not answer")
def predictions(page: Page) -> Iterator[Problem]:
    """Refuse questions whose recording does not say just one of the choices."""
    path = page.chapter_file(FILE)
    declared, lines = read_data(page.root, path), key_lines(page.root, path)
    asked = [box for box in page.boxes if box.name]
    for box in asked:
        if (name := box.name.removeprefix(PREDICTION)) not in declared:
            reason = f"{path} declares no `{name}`; add or correct it"
            yield page.problem(box.line, reason)
    for name, answer in declared.items():
        boxes = [box for box in asked if box.name == PREDICTION + name]
        if len(boxes) == 1:
            yield from faults(page, boxes[0], answer)
        else:
            reason = f"`{name}` is asked {len(boxes)} times on {page.path}; "
            reason += f"ask it in one box `{PREDICTION}…`"
            yield Problem(path, lines[name], reason)


def faults(page: Page, box: Box, answer: dict) -> Iterator[Problem]:
    """Yield what is wrong with one question."""
    cell, number = answer["cell"], len(answer["choices"])
    inside = [e for e in page.elements if box.line < e.line <= box.end]
    folds = [e.line for e in inside if e.kind == "box" and e.marks == "???"]
    items = [e.line for e in inside if e.kind == "item" and e.marks == "."]
    notes = [line for line in items if folds and line > folds[0]]
    if (len(folds), len(notes), len(items)) != (1, number, 2 * number):
        reason = f"a prediction has its {number} choices as a numbered list, "
        reason += "then one `???` box with a numbered note on each"
        yield page.problem(box.line, reason)
        return
    paths = recordings(page, cell)
    shown = [b.line for b in page.blocks if b.section.name == cell]
    shown += [i.line for i in page.includes if i.path in paths]
    if max(shown, default=0) < box.line:
        reason = f"'{cell}' answers and is not below; move one of them"
        yield page.problem(box.line, reason)
    right = verdicts(page, answer)
    if sum(right) != 1:
        reason = f"the recording of '{cell}' says {sum(right)} of the choices, "
        reason += "and one is to be right; record it, or correct them"
        yield page.problem(box.line, reason)
        return
    place = right.index(True)
    if [bool(BOLD.match(page.lines[line - 1])) for line in notes] != right:
        reason = f"of the notes this one, number {place + 1}, is to begin in "
        reason += "bold, and no other: the recording says so"
        yield page.problem(notes[place], reason)


def verdicts(page: Page, answer: dict) -> list[bool]:
    """Tell for each choice whether the recording says it."""
    text = recorded(page, answer["cell"])
    return [says(text, choice) for choice in answer["choices"]]


def recordings(page: Page, cell: str) -> list[str]:
    """Return where a block's recordings may be, of this page or page/block."""
    chapter, _, block = cell.rpartition("/")
    return [kind.path(chapter or page.name, block) for kind in KINDS.values()]


def recorded(page: Page, cell: str) -> str:
    """Return the text of all recordings of a block."""
    return "\n".join(map(page.files.text, recordings(page, cell)))


def says(text: str, choice: str) -> bool:
    """Tell whether a text has these words, not as part of a longer number."""
    words = r"\s+".join(map(re.escape, choice.split()))
    return bool(re.search(rf"(?<![\w.])(?<!-(?=\d)){words}(?!\w|\.\d)", text))


def labels(project: Project, page: Page, language: str) -> dict[str, list]:
    """Return class and words of each choice, by the names of the questions."""
    words = project.words[language]
    kinds = [(k, escape(words[f"choice-{k}"])) for k in ("wrong", "right")]
    return {
        name: [kinds[is_right] for is_right in answered]
        for name, answer in project.data(page.chapter_file(FILE)).items()
        if sum(answered := verdicts(page, answer)) == 1
    }


def with_cards(html: str, labels: dict[str, list]) -> str:
    """Return a page's HTML with its questions as cards."""
    return ASKED.sub(lambda box: card(box, labels.get(box["name"], [])), html)


def card(box: re.Match, labels: list[tuple[str, str]]) -> str:
    """Return a question as a card; as it is if its lists do not fit."""
    choices, notes = ITEM.findall(box["choices"]), ITEM.findall(box["notes"])
    if not len(choices) == len(notes) == len(labels):
        return box[0]
    items = ""
    for choice, note, (kind, words) in zip(choices, notes, labels):
        verdict = f'<span class="verdict" data-search-exclude>{words}</span> '
        note = note if BLOCK.search(note) else f"<p>{note}</p>"
        opening = "<p>" if note.startswith("<p>") else ""
        items += (
            f'<li><details class="{kind}">'
            f"<summary>{re.sub('</?p>', '', choice)}</summary>\n"
            f"<div>{opening}{verdict}{note.removeprefix(opening)}</div>"
            "</details></li>\n"
        )
    name = PREDICTION + box["name"]
    shown = box["shown"] and f"\n{box['fold']}\n{box['shown']}</details>"
    return (
        f'<div class="predict" role="group" aria-labelledby="{name}">\n'
        f'<p class="admonition-title" id="{name}">{box["question"]}<ol>\n'
        f"{items}</ol>{shown}\n</div>"
    )
