"""Exercises whose answer is a few numbers, with fields to answer in.

`answers.yml` in a chapter's folder names such exercises: the block whose
recording has the answer, those words of it, and how far off a number may be:

    by-hand:  # the exercise with the heading exercise-by-hand
      cell: run-by-hand
      says: "11.192"
      within: 0.01

The page has nothing more: the build puts the fields above the hint, answers.js
compares. Without a script there is the folded solution, as ever.
"""

import re
from base64 import b64encode
from collections.abc import Iterator
from html import escape
from json import dumps

from sitebuild.checks import page_check
from sitebuild.files import key_lines, read_data
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import rewrite
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import tag
from sitebuild.problem import Problem
from sitebuild.widgets.exercises import part
from sitebuild.widgets.predictions import recorded, says

FILE = "answers.yml"
EXERCISE = "exercise-"  # what the id of its heading begins with
NUMBER = re.compile(r"-?\b\d+(?:\.\d+)?")
MOST = 6  # fields
# What a form says, as `answer-…` in words.yml.
SAID = ("right", "some", "wrong", "unread")


@page_check(finds="answer that its recording does not say")
def answers(page: Page) -> Iterator[Problem]:
    """An exercise on the page has the answer that its solution prints."""
    path = page.chapter_file(FILE)
    lines = key_lines(page.root, path)
    for name, answer in read_data(page.root, path).items():
        if reason := fault(page, name, answer):
            yield Problem(path, lines[name], f"`{name}` {reason}")


def fault(page: Page, name: str, answer: dict) -> str:
    """Say what is wrong with an answer, if anything."""
    inside, _ = part(page, EXERCISE + name)
    if not inside:
        return f"is no exercise: {page.path} has no heading `{EXERCISE}{name}`"
    blocks = [b.section.name for b in page.blocks if b.line in inside]
    if answer["cell"] not in blocks:
        return f"is not solved by '{answer['cell']}' on {page.path}; correct it"
    if not 1 <= (count := len(NUMBER.findall(answer["says"]))) <= MOST:
        return f"has {count} numbers; write 1 to {MOST} of them in `says`"
    if not says(recorded(page, answer["cell"]), answer["says"]):
        return (
            f"says `{answer['says']}`, the recording of '{answer['cell']}' "
            "does not; correct it"
        )
    return ""


def fields(project: Project, page: Page, language: str) -> dict[str, str]:
    """Return a form for each exercise that has one, by its name."""
    words = {k: escape(w) for k, w in project.words[language].items()}
    return {
        name: form(answer, words, language)
        for name, answer in project.data(page.chapter_file(FILE)).items()
        if not fault(page, name, answer)
    }


def form(answer: dict, words: dict[str, str], language: str) -> str:
    """Return a form; its answer is not in clear, to be found by trying."""
    numbers = NUMBER.findall(answer["says"])
    kept = dumps([[*map(float, numbers)], answer.get("within", 0)])
    said = "".join(f' data-{key}="{words[f"answer-{key}"]}"' for key in SAID)
    count = len(numbers)
    called = words["answer-place" if count > 1 else "answer-own"]
    inputs = "".join(
        '<input type="text" size="7" maxlength="12" '
        f'aria-label="{called.format(place=place, count=count)}">'
        for place, _ in enumerate(numbers, start=1)
    )
    return (
        f'<form class="answer" lang="{tag(language)}" autocomplete="off" '
        "data-search-exclude hidden "
        f'data-kept="{b64encode(kept.encode()).decode()}"{said}><fieldset>'
        f"<legend>{words['answer-own']}</legend>{inputs}"
        f'<button type="submit">{words["answer-check"]}</button></fieldset>'
        "<output></output></form>"
    )


@rewrite(fields, form=True)
def put(html: str, forms: dict[str, str]) -> str:
    """Put each form above the hint of its exercise."""
    for name, text in forms.items():
        heading = rf'<h\d[^>]* id="{EXERCISE}{name}"[^>]*>'
        task = rf'{heading}(?:(?!<h\d).)*?(?=<details class="tip">)'
        found = re.search(task, html, re.S)
        if found:
            end = found.end()
            html = f"{html[:end]}{text}\n{html[end:]}"
    return html
