"""What the site says of itself, in each language (docs/interface.yml)."""

import re
from collections.abc import Iterator
from pathlib import Path

from proof.pages.page import ORIGINAL
from proof.pages.passages import key_line, read_entries
from proof.pages.sections import Problem

PATH = "docs/interface.yml"
# Titles go into the page's head as they are, other texts into notebooks.
UNSAFE = re.compile(r'[<>&"{}]|\]\(')
PLACE = re.compile(r"\{[a-z]+\}")


def read(root: Path, language: str) -> dict[str, str]:
    """Key -> text; in the original's words where there is no translation."""
    return {
        key: (
            (entry.get(language) or {}).get("text") or entry[ORIGINAL]["text"]
        )
        for key, entry in read_entries(root, PATH).items()
    }


def problems(root: Path) -> Iterator[Problem]:
    """Each key has a text in the original; what is filled in is the same."""
    data = read_entries(root, PATH)
    lines = (root / PATH).read_text("utf-8").splitlines() if data else []
    for key, entry in data.items():
        original = str((entry.get(ORIGINAL) or {}).get("text") or "")
        if not original:
            reason = f"'{key}' has no text in '{ORIGINAL}'; add it"
            yield Problem(PATH, key_line(lines, key), reason)
        for language, words in entry.items():
            text = str((words or {}).get("text") or "")
            places = sorted(PLACE.findall(text))
            if UNSAFE.search(PLACE.sub("", text)):
                yield Problem(
                    PATH,
                    key_line(lines, key),
                    f"'{key}' has a sign of markup in '{language}'; write "
                    "plain text without < > & ]( or double quotation marks, "
                    "and in braces nothing but a name",
                )
            if text and places != sorted(PLACE.findall(original)):
                yield Problem(
                    PATH,
                    key_line(lines, key),
                    f"'{key}' has {', '.join(places) or 'nothing'} to fill in "
                    f"in '{language}', not what '{ORIGINAL}' has; keep what "
                    "stands in braces",
                )


def languages_of(config, root: Path) -> None:
    """Give the site's names and switches to each language of the build.

    `config` is MkDocs'; the navigation calls the first page `Home`.
    """
    for language in config.plugins["i18n"].config.languages:
        words = read(root, language.locale)
        language.site_name = words["site-name"]
        language.site_description = words["site-description"]
        language.nav_translations = {"Home": words["home"]}
        language.theme = {"palette": palette(words, config.theme["palette"])}


def palette(words: dict[str, str], modes: list[dict]) -> list[dict]:
    """The theme's modes, each with the name of its switch to the next."""
    names = ("light-mode", "dark-mode", "system-mode")
    return [
        {**mode, "toggle": {**mode["toggle"], "name": words[name]}}
        for mode, name in zip(modes, names)
    ]
