"""What the site says of itself has a text for each key, of words alone."""

import re
from collections.abc import Iterator

from proof.checks import check
from proof.pages.entries import key_lines, path_of, read_all
from proof.pages.page import ORIGINAL
from proof.pages.passages import Editorial, entry_states
from proof.pages.project import Project
from proof.problem import Problem

FILE = "words.yml"
# Titles go into the page's head as they are, other texts into notebooks.
UNSAFE = re.compile(r'[<>&"{}]|\]\(')
FILLED = re.compile(r"\{[a-z]+\}")


@check(finds="word of the interface that fills in less")
def words(project: Project) -> Iterator[Problem]:
    """Each key has a text in the original; what is filled in is the same."""
    root = project.root
    data, same = read_all(root, FILE), Editorial(root)
    for language, entries in data.items():
        path = path_of(language, FILE)
        lines = key_lines(root, path)
        states = entry_states(root, language, FILE, same)
        old = {s.id for s in states if s.status in ("outdated", "orphaned")}
        for key, entry in entries.items():
            text = str(entry.get("text") or "")
            original = str(data[ORIGINAL].get(key, {}).get("text") or "")
            if UNSAFE.search(FILLED.sub("", text)):
                reason = (
                    f"'{key}' has a sign of markup in '{language}'; write "
                    "plain text without < > & ]( or double quotation marks, "
                    "and in braces nothing but a name"
                )
                yield Problem(path, lines[key], reason)
            if language == ORIGINAL and not text:
                reason = f"'{key}' has no text in '{ORIGINAL}'; add it"
                yield Problem(path, lines[key], reason)
            elif (
                text
                and filled_in(text) != filled_in(original)
                and key not in old
            ):
                reason = (
                    f"'{key}' has {', '.join(filled_in(text)) or 'nothing'} to "
                    f"fill in in '{language}', not what '{ORIGINAL}' has; "
                    "keep what stands in braces"
                )
                yield Problem(path, lines[key], reason)


def filled_in(text: str) -> list[str]:
    """What is filled in."""
    return sorted(FILLED.findall(text))
