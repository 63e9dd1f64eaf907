"""What the site says of itself has a text for each key, of words alone."""

import re
from collections.abc import Iterator

from proof.checks import check
from proof.pages.entries import path_of
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.problem import Problem

FILE = "words.yml"
# Titles go into the page's head as they are, other texts into notebooks.
MARKUP = (*'<>&"{}', "](")
FILLED = r"\{[a-z]+\}"


@check(finds="word of the interface that fills in less")
def words(project: Project) -> Iterator[Problem]:
    """Each key has a text in the original; what is filled in is the same."""
    texts = {
        (language, key): str(entry.get("text") or "")
        for language, entries in project.entries(FILE).items()
        for key, entry in entries.items()
    }
    not_compared = {
        (path, state.id)
        for path, states in project.entry_states.items()
        for state in states
        if state.status in ("outdated", "orphaned")
    }
    for (language, key), text in texts.items():
        path, original = path_of(language, FILE), texts.get((ORIGINAL, key), "")
        plain = re.sub(FILLED, "", text)
        if any(sign in plain for sign in MARKUP):
            yield project.entry_problem(
                path,
                key,
                f"'{key}' has a sign of markup in '{language}'; write plain "
                "text without < > & ]( or double quotation marks, and in "
                "braces nothing but a name",
            )
        if language == ORIGINAL and not text:
            reason = f"'{key}' has no text in '{ORIGINAL}'; add it"
            yield project.entry_problem(path, key, reason)
        elif not text or (path, key) in not_compared:
            continue
        elif filled_in(text) != filled_in(original):
            yield project.entry_problem(
                path,
                key,
                f"'{key}' has {', '.join(filled_in(text)) or 'nothing'} to "
                f"fill in in '{language}', not what '{ORIGINAL}' has; keep "
                "what stands in braces",
            )


def filled_in(text: str) -> list[str]:
    """Return what a text leaves to be filled in, in any order."""
    return sorted(re.findall(FILLED, text))
