"""One section or entry in one language: its name, its texts, its history."""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from proof.files import read_text, read_yaml
from proof.history import git
from proof.pages.entries import FIELDS, read_entries
from proof.pages.page import Page, Passage
from proof.pages.reduced import fingerprint, reduced
from proof.pages.settings import LANGUAGE, ORIGINAL, languages
from proof.pages.states import State, entry_states, entry_words, page_states

NAME = (
    rf"(?P<language>{LANGUAGE})/(?P<file>[a-z0-9-]+(?:\.yml)?)"
    r"(?:#(?P<id>[a-z0-9-]+))?"
)


class Refused(Exception):
    """What was asked for cannot be done; the message says why."""


class Unit:
    """A section `pt/mask#why` or an entry `pt/terms.yml#mask`, or all of them.

    Without a part after the `#` it is a whole page or file.
    """

    def __init__(self, root: Path, name: str):
        match = re.fullmatch(NAME, name)
        if not match:
            raise Refused(f"{name}: write it as pt/index#trust")
        self.root, self.name = root, name
        self.language, self.file, id = match.groups()
        self.id = id or ""
        if self.language not in languages(root):
            raise Refused(f"{name}: '{self.language}' is no language here")
        if self.file.endswith(".yml") and not self.is_data:
            raise Refused(f"{name}: {self.file} is not translated")
        if not (root / self.path_in(ORIGINAL)).is_file():
            raise Refused(f"{name}: there is no {self.path_in(ORIGINAL)}")

    @property
    def is_data(self) -> bool:
        """Tell whether it is of a file of entries, not of a page."""
        return self.file in FIELDS

    @property
    def path(self) -> str:
        """Return the path of its page or file."""
        return self.path_in(self.language)

    def path_in(self, language: str) -> str:
        """Return the path of the page or file in a language."""
        kind = "" if self.is_data else ".md"
        return f"docs/{language}/{self.file}{kind}"

    def part(self, name: str) -> "Unit":
        """Return the section or entry of that name in this page or file."""
        return Unit(self.root, f"{self.language}/{self.file}#{name}")

    def page(self, language: str = "") -> Page | None:
        """Read the page in its language or another, if there is one."""
        path = self.path_in(language or self.language)
        exists = (self.root / path).is_file()
        return Page(self.root, path) if exists else None

    def states(self) -> list[State]:
        """Return the states of its page's sections, or its file's entries."""
        if self.is_data:
            return entry_states(self.root, self.language, self.file)
        return page_states(self.page(ORIGINAL), self.page())

    def state(self) -> State:
        """Return its own state."""
        for state in self.states():
            if state.id == self.id:
                return state
        raise Refused(f"{self.name}: there is no such section or entry")

    def original_text(self) -> str:
        """Return the reduced original."""
        if self.is_data:
            entries = read_entries(self.root, ORIGINAL, self.file)
            return entry_words(self.file, entries[self.id])
        original = self.page(ORIGINAL)
        return reduced(original, passage(original, self.id))

    def written(self, language: str) -> list[str]:
        """Return the lines of a language as they are written."""
        if self.is_data:
            entries = read_entries(self.root, language, self.file)
            entry = entries.get(self.id, {})
            return [f"{f}: {entry.get(f, '')}" for f in FIELDS[self.file]]
        page = self.page(language)
        if page is None or self.id not in {h.id for h in page.headings}:
            return ["(nothing)"]
        return lines_of(page, passage(page, self.id))

    def is_untouched(self) -> bool:
        """Tell whether git knows its words as they are when it got its mark."""
        path, mark, then = self.path, self.state().made_from, ""
        for text in versions(self.root, path):
            made_from, words = self.marked_in(text)
            if made_from != mark:
                break
            then = words
        return then == self.marked_in(read_text(self.root, path)[0])[1]

    def is_unknown(self, made_from: str) -> bool:
        """Tell whether git knows all its originals, and none with this mark."""
        shallow = git(self.root, "rev-parse", "--is-shallow-repository")
        words = made_from.partition("-")[0]
        known = any(True for _ in self.older_texts())
        return shallow.strip() == "false" and known and not self.text_of(words)

    def marked_in(self, text: str) -> tuple[str, str]:
        """Return mark and words of a translation in a text of its file."""
        if self.is_data:
            entry = (read_yaml(text) or {}).get(self.id) or {}
            mark = str(entry.get("from") or "").partition(" ")[0]
            return mark, entry_words(self.file, entry)
        page = Page(self.root, self.path, text)
        for found in page.passages:
            if found.heading.id == self.id:
                return found.heading.made_from, reduced(page, found)
        return "", ""

    def older_texts(self) -> Iterator[str]:
        """Yield the reduced originals that git knows, newest first."""
        for text in versions(self.root, self.path_in(ORIGINAL)):
            if found := self.text_in(text):
                yield found

    def text_in(self, older: str) -> str:
        """Return the reduced original in an older text of its file, if any."""
        if self.is_data:
            try:
                entries = {str(k): e for k, e in read_yaml(older).items()}
                return entry_words(self.file, entries[self.id])
            except (yaml.YAMLError, AttributeError, KeyError):
                return ""
        page = Page(self.root, self.path_in(ORIGINAL), older)
        for found in page.passages:
            if found.heading.id == self.id:
                return reduced(page, found)
        return ""

    def text_of(self, wanted: str) -> str:
        """Return the reduced original of a fingerprint, if git knows it."""
        texts = self.older_texts()
        return next((t for t in texts if fingerprint(t) == wanted), "")


def passage(page: Page, name: str) -> Passage:
    """Return the passage of a page below the heading with this id."""
    for found in page.passages:
        if found.heading.id == name:
            return found
    raise Refused(f"{page.path} has no section '{name}'")


def lines_of(page: Page, found: Passage) -> list[str]:
    """Return the lines of a passage."""
    return page.lines[found.heading.line - 1 : found.end]


def versions(root: Path, path: str) -> Iterator[str]:
    """Yield the texts of a file that git knows, newest first."""
    log = git(root, "log", "--follow", "--name-only", "--format=%H", "--", path)
    for commit, name in zip(log.split()[::2], log.split()[1::2]):
        yield git(root, "show", f"{commit}:{name}")
