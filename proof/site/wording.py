"""What the site says of itself, in each language (its words.yml)."""

from pathlib import Path

from proof.checks.words import FILE, PART, filled_in
from proof.pages.entries import read_entries
from proof.pages.settings import ORIGINAL

TO_OTHERS = "offer", "not-found", "not-found-home"  # keys


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
