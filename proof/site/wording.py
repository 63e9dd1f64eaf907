"""What the site says of itself, in each language (its words.yml)."""

from pathlib import Path

from proof.checks.words import FILE, PART, filled_in
from proof.pages.entries import read_entries
from proof.pages.settings import ORIGINAL


def read(root: Path, language: str) -> dict[str, str]:
    """Return the texts by key; the original's where a translation fails."""
    mine, originals = (
        read_entries(root, code, FILE) for code in (language, ORIGINAL)
    )
    texts = {key: entry["text"] for key, entry in originals.items()}
    for key, original in texts.items():
        text = mine.get(key, {}).get("text") or ""
        if text and filled_in(text) == filled_in(original):
            texts[key] = text
    return texts


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
