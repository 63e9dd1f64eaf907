"""Check the words of the interface: docs/<language>/words.yml."""

import re
from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.pages.interface_text import FILE, FILLED, PART, filled_in
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import (
    CONFIG,
    ORIGINAL,
    languages,
    parts,
    path_of,
    read,
)
from sitebuild.problem import Problem

# Titles go into the page's head as they are, other texts into notebooks.
MARKUP = (*'<>&"{}', "](")


@check(finds="word of the interface that fills in less")
def words(project: Project) -> Iterator[Problem]:
    """Texts have no markup, and the keys and names in braces of English."""
    originals = project.data(path_of(ORIGINAL, FILE))
    for language in languages(project.root):
        path = path_of(language, FILE)
        for key, text in project.data(path).items():
            for fault in faults(text, originals.get(key)):
                yield project.entry_problem(path, key, f"`{key}` {fault}")


@check(finds="part of the navigation that no language names")
def parts_named(project: Project) -> Iterator[Problem]:
    """The settings call the site and its parts as the words of the site do."""
    path = path_of(ORIGINAL, FILE)
    texts = project.data(path)
    for key, said in read(project.root)[0].items():
        shown = texts.get(key.replace("_", "-"))
        if key in ("site_name", "site_description") and said != shown:
            reason = f"`{key}` is not what pages show, `{shown}`; write that"
            yield Problem(CONFIG, 1, f"{reason}, or change {path}")
    named = {text for key, text in texts.items() if key.startswith(PART)}
    for title in parts(project.root):
        if title not in named:
            reason = f"no `{PART}…` of {path} says '{title}', as a part of"
            yield Problem(CONFIG, 1, f"{reason} `nav` does; add or correct it")


def faults(text: str, original: str | None) -> Iterator[str]:
    """Yield what is wrong with a text, given that of its key in English."""
    if any(sign in re.sub(FILLED, "", text) for sign in MARKUP):
        yield (
            "has a sign of markup; write plain text without < > & ]( or double "
            "quotation marks, and in braces nothing but a name"
        )
    if original is None:
        yield f"is no key of {path_of(ORIGINAL, FILE)}; remove or rename it"
    elif filled_in(text) != filled_in(original):
        names = ", ".join(filled_in(original)) or "no name"
        yield (
            f"has other names in braces than the English; write {names}, or "
            "give an English text that has changed a new key"
        )
