"""Put fields for a few numbers below exercises, checked against a recording.

`answers.yml` in a chapter's folder names the block whose recording has the
answer to an exercise, the words of it, and how far off a number may be:

    by-hand:  # the exercise with the heading exercise-by-hand
      cell: run-by-hand
      says: "11.192"
      within: 0.01

The build puts the fields above the hint, and answers.js compares. Readers
without JavaScript have the folded solution.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from json import dumps

from sitebuild.checks import page_check
from sitebuild.files import key_lines, read_data
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import tag
from sitebuild.problem import Problem
from sitebuild.widgets.predictions import recorded, says

FILE = "answers.yml"
EXERCISE = "exercise-"  # begins the id of an exercise's heading
NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?")
VERDICTS = ("right", "some", "wrong", "unread")  # `answer-…` in words.yml


@page_check(finds="answer that its recording does not say")
def answers(page: Page) -> Iterator[Problem]:
    """Refuse answers that the solution of their exercise does not print."""
    path = page.chapter_file(FILE)
    lines = key_lines(page.root, path)
    for name, answer in read_data(page.root, path).items():
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
        yield Problem(path, lines[name], f"`{name}` {reason}")


def forms(project: Project, page: Page, language: str) -> dict[str, str]:
    """Return the form of each exercise that has an answer, by its name."""
    words = {key: escape(text) for key, text in project.words[language].items()}
    answers = project.data(page.chapter_file(FILE))
    return {name: form(answers[name], words, language) for name in answers}


def form(answer: dict, words: dict[str, str], language: str) -> str:
    """Return a form, with its answer encoded: nobody sees it by chance."""
    numbers = [*map(float, NUMBER.findall(answer["says"]))]
    solution = dumps([numbers, answer.get("within", 0)]).encode()
    verdicts = "".join(f' data-{v}="{words[f"answer-{v}"]}"' for v in VERDICTS)
    label = words["answer-place" if len(numbers) > 1 else "answer-own"]
    inputs = "".join(
        '<input type="text" size="7" maxlength="12" '
        f'aria-label="{label.format(place=place, count=len(numbers))}">'
        for place in range(1, len(numbers) + 1)
    )
    return (
        f'<form class="answer" lang="{tag(language)}" autocomplete="off" '
        "data-search-exclude hidden "
        f'data-kept="{b64encode(solution).decode()}"{verdicts}><fieldset>'
        f"<legend>{words['answer-own']}</legend>{inputs}"
        f'<button type="submit">{words["answer-check"]}</button></fieldset>'
        "<output></output></form>"
    )


def with_forms(html: str, forms: dict[str, str]) -> str:
    """Return a page's HTML with each form above the hint of its exercise."""
    for name, form in forms.items():
        task = rf'<h\d[^>]* id="{EXERCISE}{name}"(?:(?!<h\d).)*?'
        if match := re.search(f'{task}(?=<details class="tip">)', html, re.S):
            html = f"{html[: match.end()]}{form}\n{html[match.end() :]}"
    return html
