"""What readers predict before they see: answered by a recording, not by us.

`predictions.yml` in a chapter's folder names, for each question, the block
whose recording answers it (or another page's, as page/block) and what the
recording would say for each choice. A page asks in a box `predict-NAME`: the
choices as a numbered list, and in a fold below it a note on each of them.
"""

import re
from collections.abc import Iterator

from sitebuild.checks import page_check
from sitebuild.checks.markup import PREDICTION
from sitebuild.files import key_lines, read_data
from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import Box, Page
from sitebuild.problem import Problem
from sitebuild.widgets.exercises import is_chapter

FILE = "predictions.yml"
FEWEST, MOST = 3, 5  # of a chapter


@page_check(finds="prediction that its recording does not answer")
def predictions(page: Page) -> Iterator[Problem]:
    """Each question has choices, of which its recording says just one."""
    path = page.chapter_file(FILE)
    declared = read_data(page.root, path)
    asked = [box for box in page.boxes if box.name]
    for box in asked:
        if box.name.removeprefix(PREDICTION) not in declared:
            reason = f"{path} declares no `{box.name.removeprefix(PREDICTION)}`"
            yield page.problem(box.line, f"{reason}; add or correct it")
    lines = key_lines(page.root, path)
    for name, answer in declared.items():
        line = lines[name]
        boxes = [box for box in asked if box.name == PREDICTION + name]
        if len(boxes) != 1:
            reason = f"`{name}` is asked {len(boxes)} times on {page.path}"
            yield Problem(
                path, line, f"{reason}; ask it in one box `{PREDICTION}…`"
            )
            continue
        for number, message in faults(page, boxes[0], answer):
            yield page.problem(number, message)


def faults(page: Page, box: Box, answer: dict) -> Iterator[tuple[int, str]]:
    """Yield line and words of what is wrong with one question."""
    choices = answer["choices"]
    inside = [e for e in page.elements if box.line < e.line <= box.end]
    folds = [e.line for e in inside if e.kind == "box" and e.marks == "???"]
    items = [e for e in inside if e.kind == "item" and e.marks == "."]
    above = [e for e in items if folds and e.line < folds[0]]
    notes = items[len(above) :]
    if len(folds) != 1 or not len(above) == len(notes) == len(choices):
        yield (
            box.line,
            f"a prediction has its {len(choices)} choices as a numbered list, "
            "then one `???` box with a numbered note on each",
        )
        return
    cell = answer["cell"]
    if not any(line > box.line for line in shown(page, cell)):
        yield box.line, f"'{cell}' answers and is not below; move one of them"
    true = right(page, answer)
    if len(true) != 1:
        yield (
            box.line,
            f"the recording of '{cell}' says {len(true)} of the "
            "choices, and one is to be right; record it, or correct them",
        )
        return
    texts = [page.lines[n.line - 1].partition(".")[2] for n in notes]
    bold = [k for k, t in enumerate(texts) if t.lstrip().startswith("**")]
    if bold != true:
        yield (
            notes[true[0]].line,
            f"of the notes this one, number {true[0] + 1}, is to begin in "
            "bold, and no other: the recording says so",
        )


def right(page: Page, answer: dict) -> list[int]:
    """Return the places of the choices that the recording says: just one."""
    said = recorded(page, answer["cell"])
    choices = enumerate(answer["choices"])
    return [place for place, choice in choices if says(said, choice)]


def stem(page: Page, cell: str) -> str:
    """Return the path of a block's recordings, up to their suffix."""
    return f"docs/outputs/{cell if '/' in cell else f'{page.name}/{cell}'}."


def shown(page: Page, cell: str) -> list[int]:
    """Return the lines in which a page shows a block, or its recording."""
    blocks = [b.line for b in page.blocks if b.section.name == cell]
    begin = stem(page, cell)
    return blocks + [i.line for i in page.includes if i.path.startswith(begin)]


def recorded(page: Page, cell: str) -> str:
    """Return all that is recorded of a block."""
    paths = [stem(page, cell) + suffix for suffix in KINDS]
    return "\n".join(map(page.files.text, paths))


def says(said: str, choice: str) -> bool:
    """Tell whether a recording has these words, and no longer number."""
    words = r"\s+".join(map(re.escape, choice.split()))
    return bool(re.search(rf"(?<![\w.])(?<!-(?=\d)){words}(?!\w|\.\d)", said))


@page_check(finds="chapter without predictions")
def count(page: Page) -> Iterator[Problem]:
    """A chapter lets its readers predict, a few times."""
    asked = sum(bool(box.name) for box in page.boxes)
    if is_chapter(page) and not FEWEST <= asked <= MOST:
        yield page.problem(
            1,
            f"a chapter asks for {FEWEST} to {MOST} predictions, this one for "
            f"{asked}",
        )
