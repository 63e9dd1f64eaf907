"""What the site says of itself, in each language (its words.yml)."""

from pathlib import Path

from proof.checks.words import FILE, filled_in
from proof.pages.entries import read_entries
from proof.pages.page import ORIGINAL


def read(root: Path, language: str) -> dict[str, str]:
    """Key -> text; in the original's words where a translation does not do."""
    mine, originals = (
        read_entries(root, code, FILE) for code in (language, ORIGINAL)
    )
    texts = {key: entry["text"] for key, entry in originals.items()}
    for key, original in texts.items():
        text = mine.get(key, {}).get("text") or ""
        if text and filled_in(text) == filled_in(original):
            texts[key] = text
    return texts


def palette(words: dict[str, str], modes: list[dict]) -> list[dict]:
    """The theme's modes, each with the name of its switch to the next."""
    names = ("light-mode", "dark-mode", "system-mode")
    return [
        {**mode, "toggle": {**mode["toggle"], "name": words[name]}}
        for mode, name in zip(modes, names)
    ]
