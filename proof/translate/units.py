"""One passage or entry in one language: by its name, its texts, its history."""

import re
import subprocess
from pathlib import Path

import yaml

from proof.pages.page import ORIGINAL, Page, Passage
from proof.pages.passages import (
    DATA,
    Editorial,
    State,
    data_states,
    entry_text,
    fingerprint,
    languages,
    page_states,
    read_entries,
    reduced,
)
from proof.pages.sections import read_yaml


class Refused(Exception):
    """What was asked for cannot be done; the message says why."""


class Unit:
    """One passage of a page or entry of a data file, in one language."""

    def __init__(self, root: Path, name: str):
        match = re.fullmatch(
            r"(?P<language>[a-z]{2})/(?P<file>[a-z0-9-]+(?:\.yml)?)"
            r"(?:#(?P<id>[a-z0-9-]+))?",
            name,
        )
        if not match:
            raise Refused(f"{name}: write it as pt/causal-attention#mask")
        self.root, self.name, self.id = root, name, match["id"] or ""
        self.language, self.file = match["language"], match["file"]
        if self.language != ORIGINAL and self.language not in languages(root):
            raise Refused(f"{name}: there is no folder docs/{self.language}")
        self.is_data = self.file.endswith(".yml")
        original = (
            f"docs/{self.file}"
            if self.is_data
            else f"docs/{ORIGINAL}/{self.file}.md"
        )
        if not (root / original).is_file():
            raise Refused(f"{name}: there is no {original}")
        self.path = (
            original if self.is_data else f"docs/{self.language}/{self.file}.md"
        )
        if self.is_data and self.path not in DATA:
            raise Refused(f"{name}: {self.path} is not translated")
        self.original = None if self.is_data else Page(root, original)

    @property
    def page(self) -> Page | None:
        """The translated page, if there is one."""
        exists = (self.root / self.path).is_file()
        return Page(self.root, self.path) if exists else None

    def states(self) -> list[State]:
        same = Editorial(self.root)
        if self.is_data:
            return data_states(self.root, self.path, self.language, same)
        return page_states(self.original, self.page, same)

    def state(self) -> State:
        for state in self.states():
            if state.id == self.id:
                return state
        raise Refused(f"{self.name}: there is no such section or entry")

    def original_text(self) -> str:
        """The reduced original."""
        if self.is_data:
            entries = read_entries(self.root, self.path)
            entry = {str(k): e for k, e in entries.items()}[self.id]
            return entry_text(entry[ORIGINAL], DATA[self.path])
        return reduced(self.original, passage(self.original, self.id))


def passage(page: Page, name: str) -> Passage:
    """The passage of a page below the heading with this id."""
    for found in page.passages:
        if found.heading.id == name:
            return found
    raise Refused(f"{page.path} has no section '{name}'")


def raw(unit: Unit, language: str) -> list[str]:
    """A passage or entry as it is written in one language."""
    if unit.is_data:
        entries = read_entries(unit.root, unit.path)
        entry = {str(k): e for k, e in entries.items()}[unit.id]
        words = entry.get(language) or {}
        return [f"{f}: {words.get(f, '')}" for f in DATA[unit.path]]
    page = unit.original if language == ORIGINAL else unit.page
    if page is None or unit.id not in {h.id for h in page.headings}:
        return ["(nothing)"]
    found = passage(page, unit.id)
    return page.lines[found.heading.line - 1 : found.end]


def older_text(unit: Unit, wanted: str) -> str | None:
    """The reduced original with this fingerprint, from git's history."""
    path = unit.path if unit.is_data else unit.original.path
    for commit in git(unit.root, "log", "--format=%H", "--", path).split():
        old = git(unit.root, "show", f"{commit}:./{path}")
        text = text_in(unit, path, old)
        if text is not None and fingerprint(text) == wanted:
            return text
    return None


def text_in(unit: Unit, path: str, old: str) -> str | None:
    """The unit's reduced original in an older text of its file."""
    if unit.is_data:
        try:
            data = read_yaml(old)
            entries = data.get("errata", data)
            entry = {str(k): e for k, e in entries.items()}[unit.id]
            return entry_text(entry[ORIGINAL], DATA[path])
        except (yaml.YAMLError, AttributeError, KeyError, TypeError):
            return None
    page = Page(unit.root, path, old)
    for found in page.passages:
        if found.heading.id == unit.id:
            return reduced(page, found)
    return None


def git(root: Path, *command: str) -> str:
    """What git prints; nothing where there is no git or no history."""
    try:
        result = subprocess.run(
            ["git", "-C", str(root), *command],
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:
        return ""
    return result.stdout if result.returncode == 0 else ""
