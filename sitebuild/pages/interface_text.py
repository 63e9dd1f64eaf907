"""The words of the interface in each language (docs/<language>/words.yml)."""

import re
from pathlib import Path

from sitebuild.files import read_data
from sitebuild.pages.site_config import ORIGINAL, path_of

FILE = "words.yml"
FILLED = r"\{[a-z]+\}"  # what a build puts into a text
PART = "part-"  # begins the key of a title in the navigation
TO_OTHERS = "offer", "not-found", "not-found-home"  # keys


def read(root: Path, language: str) -> dict[str, str]:
    """Return the texts by key, in English where the language has none.

    While an author edits, what is filled in may differ: then also in English.
    """
    originals, mine = (
        read_data(root, path_of(code, FILE)) for code in (ORIGINAL, language)
    )
    fit = {
        key: text
        for key, text in mine.items()
        if filled_in(text) == filled_in(originals.get(key, ""))
    }
    return originals | fit


def filled_in(text: str) -> list[str]:
    """Return the names in braces, which a page replaces, in any order."""
    return sorted(re.findall(FILLED, text))


def for_others(words: dict[str, dict[str, str]]) -> dict[str, dict[str, str]]:
    """Return the words of the languages that have some for others' readers."""
    originals = words[ORIGINAL]
    return {
        language: mine
        for language, mine in words.items()
        if language == ORIGINAL
        or all(mine[key] != originals[key] for key in TO_OTHERS)
    }


def in_navigation(words: dict[str, str]) -> dict[str, str]:
    """Return what the navigation says beside titles of pages, by its key."""
    return {k: w for k, w in words.items() if k == "home" or k.startswith(PART)}


def palette(words: dict[str, str], modes: list[dict]) -> list[dict]:
    """Return the theme's modes, each with a name for its switch."""
    names = ("light-mode", "dark-mode", "system-mode")
    return [
        {**mode, "toggle": {**mode["toggle"], "name": words[name]}}
        for mode, name in zip(modes, names)
    ]
