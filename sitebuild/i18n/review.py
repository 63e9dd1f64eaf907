"""Show a translation beside its original, and mark what a person has read."""

import re
import shutil
import sys
from collections.abc import Iterator
from datetime import date
from itertools import zip_longest
from pathlib import Path
from textwrap import wrap

from sitebuild.i18n.translator import (
    Refused,
    Say,
    described,
    mark,
    original_path,
    refuse_incomplete,
)
from sitebuild.pages.project import Project
from sitebuild.pages.staleness import State, sections

# A line of prose goes on in the next one, a list or a table does not.
GOES_ON = r"\n *(?=[^\W\d_])"


def review(
    project: Project, states: list[State], say: Say, confirmed: bool
) -> Iterator[str]:
    """Show sections and ask whether they are right; mark those that are.

    `confirmed` tells that the answer is yes. Raises Refused for a section that
    is not current, and where nobody can be asked.
    """
    if not (confirmed or sys.stdin.isatty()):
        raise Refused(say("review-where"))
    width = shutil.get_terminal_size().columns
    for state in states:
        refuse_incomplete(state, say)
        if state.status != "current":
            raise Refused(described(state, say))
        path = original_path(state)
        original = project.originals[Path(path).stem]
        (page,) = [page for page in project.written if page.path == state.path]
        texts = [sections(p)[state.id].text for p in (original, page)]
        yield described(state, say)
        yield from columns(*texts, width)
        if not confirmed:
            try:
                answer = input(say("review-ask", yes=say("review-yes")))
            except (EOFError, KeyboardInterrupt):  # the rest another day
                return
        if confirmed or answer.strip().lower() == say("review-yes"):
            mark(project.root, state, f" read={date.today()}")
            yield say("review-done", name=state.name)


def columns(left: str, right: str, width: int) -> Iterator[str]:
    """Yield the lines of two texts side by side, paragraph by paragraph."""
    column = (width - 3) // 2
    texts = unwrapped(left).split("\n\n"), unwrapped(right).split("\n\n")
    for pair in zip_longest(*texts, fillvalue=""):
        cells = [
            [line for part in text.split("\n") for line in wrap(part, column)]
            for text in pair
        ]
        for mine, theirs in zip_longest(*cells, fillvalue=""):
            yield f"{mine:{column}} │ {theirs}"
        yield ""


def unwrapped(text: str) -> str:
    """Return Markdown with each paragraph of prose in one line."""
    return re.sub(GOES_ON, " ", text)
