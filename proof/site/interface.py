"""What the site says of itself, in each language (its words.yml)."""

import re
from collections.abc import Iterator
from pathlib import Path

from proof.pages.entries import key_lines, path_of, read_all, read_entries
from proof.pages.page import ORIGINAL
from proof.pages.passages import Editorial, entry_states
from proof.problem import Problem

FILE = "words.yml"
# Titles go into the page's head as they are, other texts into notebooks.
UNSAFE = re.compile(r'[<>&"{}]|\]\(')
PLACE = re.compile(r"\{[a-z]+\}")


def read(root: Path, language: str) -> dict[str, str]:
    """Key -> text; in the original's words where a translation does not do."""
    mine, originals = (
        read_entries(root, code, FILE) for code in (language, ORIGINAL)
    )
    texts = {key: entry["text"] for key, entry in originals.items()}
    for key, original in texts.items():
        text = mine.get(key, {}).get("text") or ""
        if text and places(text) == places(original):
            texts[key] = text
    return texts


def places(text: str) -> list[str]:
    """What is filled in."""
    return sorted(PLACE.findall(text))


def problems(root: Path) -> Iterator[Problem]:
    """Each key has a text in the original; what is filled in is the same."""
    data, same = read_all(root, FILE), Editorial(root)
    for language, entries in data.items():
        path = path_of(language, FILE)
        lines = key_lines(root, path)
        states = entry_states(root, language, FILE, same)
        old = {s.id for s in states if s.status in ("outdated", "orphaned")}
        for key, entry in entries.items():
            text = str(entry.get("text") or "")
            original = str(data[ORIGINAL].get(key, {}).get("text") or "")
            if UNSAFE.search(PLACE.sub("", text)):
                reason = (
                    f"'{key}' has a sign of markup in '{language}'; write "
                    "plain text without < > & ]( or double quotation marks, "
                    "and in braces nothing but a name"
                )
                yield Problem(path, lines[key], reason)
            if language == ORIGINAL and not text:
                reason = f"'{key}' has no text in '{ORIGINAL}'; add it"
                yield Problem(path, lines[key], reason)
            elif text and places(text) != places(original) and key not in old:
                reason = (
                    f"'{key}' has {', '.join(places(text)) or 'nothing'} to "
                    f"fill in in '{language}', not what '{ORIGINAL}' has; "
                    "keep what stands in braces"
                )
                yield Problem(path, lines[key], reason)


def palette(words: dict[str, str], modes: list[dict]) -> list[dict]:
    """The theme's modes, each with the name of its switch to the next."""
    names = ("light-mode", "dark-mode", "system-mode")
    return [
        {**mode, "toggle": {**mode["toggle"], "name": words[name]}}
        for mode, name in zip(modes, names)
    ]
