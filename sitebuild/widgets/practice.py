"""Let readers answer on the page: predictions before a block, and exercises.

Recordings know the answers. In a chapter's folder, `predictions.yml` names for
each question the block and what its recording would say for each choice. A page
asks in a box `predict-NAME`: the choices as a numbered list, and in a fold
below it a note on each. Notebooks show this box. The site makes a card of it,
where each choice opens its own note, without JavaScript too.

`answers.yml` names the block whose recording has the answer to an exercise, the
words of it, and how far off a number may be:

    by-hand:  # the exercise with the heading exercise-by-hand
      cell: run-by-hand
      says: "11.192"
      within: 0.01

The build puts fields above the hint of the exercise, and answers.js compares.
Readers without JavaScript have the folded solution.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from json import dumps

from markupsafe import Markup

from sitebuild.files import Problem
from sitebuild.pages.inert_markdown import PREDICTION
from sitebuild.pages.markdown_parser import Element
from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import Page, last_line
from sitebuild.pages.project import View
from sitebuild.widgets import fill

PREDICTIONS, ANSWERS = "predictions.yml", "answers.yml"
EXERCISE = "exercise-"  # begins the id of an exercise's heading
NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?")
# In HTML, an exercise's heading and what stands above its hint.
HINT = re.compile(
    rf'<h\d[^>]* id="{EXERCISE}([\w-]+)"(?:(?!<h\d).)*?'
    '(?=<details class="tip">)',
    re.S,
)
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
ITEM = re.compile(r"<li>\s*(?:<p>)?(.*?)(?:</p>)?\s*</li>", re.S)


def predictions(page: Page) -> Iterator[Problem]:
    """Refuse questions whose recording does not say just one of the choices."""
    path = page.chapter_file(PREDICTIONS)
    declared = page.files.data(path)
    asked = [(box, *box.words[1:]) for box in page.boxes if box.words[1:]]
    for box, name in asked:
        if name.removeprefix(PREDICTION) not in declared:
            name = name.removeprefix(PREDICTION)
            reason = f"{path} declares no `{name}`; add or correct it"
            yield page.problem(box.line, reason)
    for name, answer in declared.items():
        boxes = [box for box, asks in asked if asks == PREDICTION + name]
        if len(boxes) == 1:
            yield from faults(page, boxes[0], answer)
        else:
            reason = f"`{name}` is asked {len(boxes)} times on {page.path}; "
            reason += f"ask it in one box `{PREDICTION}…`"
            yield Problem(path, declared.line(name), reason)


def faults(page: Page, box: Element, answer: dict) -> Iterator[Problem]:
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
    shown = [b.line for b in page.blocks if b.section.name == cell]
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


def answering(page: Page) -> set[tuple[int, int]]:
    """Return the first and last line of what answers each question of a page.

    That is the block that answers, its output, and the text about it.
    """
    declared = page.files.data(page.chapter_file(PREDICTIONS))
    found, elements = set(), []  # those that no other one holds
    for element in page.elements:
        if not elements or element.line > elements[-1].end:
            elements.append(element)
    for box in page.boxes:
        name = "".join(box.words[1:]).removeprefix(PREDICTION)
        if name not in declared:
            continue
        cell = declared[name]["cell"]
        block = next(
            b
            for b in page.blocks
            if b.section.name == cell and b.line > box.line
        )
        below = [e for e in elements if e.end >= block.line]
        own = last_line(page, block)
        ends = (e for e in below[1:] if e.line > own and begins(page, e))
        last = next(ends, None)
        end = last.line - 1 if last else len(page.lines)
        found.add((below[0].line, end))
    return found


def begins(page: Page, element: Element) -> bool:
    """Tell whether an element begins something new, so that a fold ends."""
    is_widget = page.lines[element.line - 1].startswith("{{")
    return is_widget or element.kind in {"heading", "box", "fence", "picture"}


def answers(page: Page) -> Iterator[Problem]:
    """Refuse answers that the solution of their exercise does not print."""
    path = page.chapter_file(ANSWERS)
    declared = page.files.data(path)
    for name, answer in declared.items():
        id, cell, text = EXERCISE + name, answer["cell"], answer["says"]
        inside = page.by_id.get(id, ())
        solved = [b.section.name for b in page.blocks if b.line in inside]
        if not inside:
            reason = f"is no exercise: {page.path} has no heading `{id}`"
        elif cell not in solved:
            reason = f"is not solved by '{cell}' on {page.path}; correct it"
        elif not NUMBER.search(text):
            reason = "has no number; write at least one in `says`"
        elif not says(recorded(page, cell), text):
            reason = f"says `{text}`, the recording of '{cell}' does not"
            reason += "; correct it"
        else:
            continue
        yield Problem(path, declared.line(name), f"`{name}` {reason}")


def verdicts(page: Page, answer: dict) -> list[bool]:
    """Tell for each choice whether the recording says it."""
    text = recorded(page, answer["cell"])
    return [says(text, choice) for choice in answer["choices"]]


def recorded(page: Page, cell: str) -> str:
    """Return the text of all recordings of a block."""
    paths = (kind.path(page.name, cell) for kind in KINDS.values())
    return "\n".join(map(page.files.text, paths))


def says(text: str, choice: str) -> bool:
    """Tell whether a text has these words, not as part of a longer number."""
    words = r"\s+".join(map(re.escape, choice.split()))
    return bool(re.search(rf"(?<![\w.])(?<!-(?=\d)){words}(?!\w|\.\d)", text))


def with_cards(html: str, view: View) -> str:
    """Return a page's HTML with its questions as cards."""
    page = view.page
    declared = page.files.data(page.chapter_file(PREDICTIONS))

    def card(box: re.Match) -> str:
        if not (answer := declared.get(box["name"])):
            return box[0]
        found = {key: Markup(text) for key, text in box.groupdict().items()}
        choices, notes = (
            map(Markup, ITEM.findall(box[key])) for key in ("choices", "notes")
        )
        items = zip(choices, notes, verdicts(page, answer))
        return fill("prediction", view, box=found, items=[*items])

    return ASKED.sub(card, html)


def forms(view: View) -> dict[str, str]:
    """Return the form of each exercise that has an answer, by its name."""
    filled, page = {}, view.page
    for name, answer in page.files.data(page.chapter_file(ANSWERS)).items():
        numbers = [*map(float, NUMBER.findall(answer["says"]))]
        solution = dumps([numbers, answer.get("within", 0)]).encode()
        values = {"count": len(numbers), "kept": b64encode(solution).decode()}
        filled[name] = fill("answer", view, **values)
    return filled


def with_forms(html: str, forms: dict[str, str]) -> str:
    """Return a page's HTML with each form above the hint of its exercise."""
    return HINT.sub(lambda task: task[0] + forms.get(task[1], ""), html)
