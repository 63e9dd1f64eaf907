"""What the site says of itself has a text for each key, of words alone."""

import re
from collections.abc import Iterator

from proof.checks import check
from proof.checks.copied import FILLED
from proof.pages.entries import path_of
from proof.pages.project import Project
from proof.pages.settings import CONFIG, ORIGINAL, parts, read
from proof.problem import Problem

FILE = "words.yml"
PART = "part-"  # begins the key of a title in the navigation
# Titles go into the page's head as they are, other texts into notebooks.
MARKUP = (*'<>&"{}', "](")


@check(finds="word of the interface that fills in less")
def words(project: Project) -> Iterator[Problem]:
    """Each key has a text in the original; what is filled in is the same."""
    data = project.entries(FILE)
    for language, entries in data.items():
        path = path_of(language, FILE)
        states = project.entry_states.get(path, [])
        old = {s.id for s in states if s.status in ("outdated", "orphaned")}
        for key, entry in entries.items():
            text = str(entry.get("text") or "")
            original = str(data[ORIGINAL].get(key, {}).get("text") or "")
            compared = original if text and key not in old else text
            for fault in faults(text, compared, language):
                yield project.entry_problem(path, key, f"'{key}' has {fault}")


@check(finds="part of the navigation that no language names")
def parts_named(project: Project) -> Iterator[Problem]:
    """The settings call the site and its parts as the words of the site do."""
    entries = project.entries(FILE)[ORIGINAL]
    for key, said in read(project.root)[0].items():
        shown = entries.get(key.replace("_", "-"), {}).get("text")
        if key in ("site_name", "site_description") and said != shown:
            reason = f"`{key}` is not what pages show, `{shown}`; write that"
            yield Problem(CONFIG, 1, f"{reason}, or change docs/en/{FILE}")
    named = {e.get("text") for k, e in entries.items() if k.startswith(PART)}
    for title in parts(project.root):
        if title not in named:
            path = path_of(ORIGINAL, FILE)
            reason = f"no `{PART}…` of {path} says '{title}', as a part of"
            yield Problem(CONFIG, 1, f"{reason} `nav` does; add or correct it")


def faults(text: str, original: str, language: str) -> Iterator[str]:
    """Yield what is wrong with a text, and with what is filled into it."""
    plain = re.sub(FILLED, "", text)
    if any(sign in plain for sign in MARKUP):
        yield (
            f"a sign of markup in '{language}'; write plain text without "
            "< > & ]( or double quotation marks, and in braces nothing but a "
            "name"
        )
    if language == ORIGINAL and not text:
        yield f"no text in '{language}'; add it"
    if filled_in(text) != filled_in(original):
        yield (
            f"{', '.join(filled_in(text)) or 'nothing'} to fill in in "
            f"'{language}', not what '{ORIGINAL}' has; keep what stands in "
            "braces"
        )


def filled_in(text: str) -> list[str]:
    """Return what a text leaves to be filled in, in any order."""
    return sorted(re.findall(FILLED, text))
