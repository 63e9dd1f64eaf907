"""One section or entry in one language: its name, its texts, its history."""

import re
from collections.abc import Iterator
from itertools import chain, takewhile
from pathlib import Path

import yaml

from proof.files import read_text, read_yaml
from proof.history import git
from proof.pages.entries import FIELDS, key_lines
from proof.pages.page import Page, Passage
from proof.pages.reduced import fingerprint, pieces, reduce
from proof.pages.settings import LANGUAGE, ORIGINAL, translations
from proof.pages.states import State, entry_states, entry_words, page_states

# As commands print it, as a path with a line, or as an address of the site.
NAME = (
    rf"(?:[^\s#]*?/)?(?P<language>{LANGUAGE})/"
    r"(?:(?P<file>[a-z0-9-]+(?:\.yml)?)(?:\.md)?)?/?"
    r"(?::(?P<line>\d+))?(?:#(?P<id>[a-z0-9-]+))?"
)
Pieces = list[tuple[int, str]]  # lines, and what is said there, reduced


class Refused(Exception):
    """What was asked for cannot be done; the message says why."""


class Unit:
    """A section `pt/mask#why` or an entry `pt/errata.yml#1`, or all of them.

    Without a part after the `#` it is a whole page or file.
    """

    def __init__(self, root: Path, name: str):
        match = re.fullmatch(NAME, name.replace("\\", "/").rstrip(":"))
        if not match:
            raise Refused(f"{name}: write it as pt/index#trust")
        self.root = root
        self.language, self.file = match["language"], match["file"] or "index"
        self.id = match["id"] or ""
        if self.language not in (ORIGINAL, *translations(root)):
            raise Refused(f"{name}: '{self.language}' is no language here")
        if self.file.endswith(".yml") and not self.is_data:
            raise Refused(f"{name}: {self.file} is not translated")
        paths = self.path_in(ORIGINAL), self.path
        if not any((root / path).is_file() for path in paths):
            raise Refused(f"{name}: there is no {self.path_in(ORIGINAL)}")
        if match["line"] and not self.id:
            self.id = self.id_at(int(match["line"]))

    @property
    def name(self) -> str:
        """Return its name, as commands print it."""
        part = f"#{self.id}" if self.id else ""
        return f"{self.language}/{self.file}{part}"

    @property
    def starts(self) -> dict[str, int]:
        """Return the lines where its page or file has sections or entries."""
        if self.is_data:
            return key_lines(self.root, self.path)
        page = self.page()
        return {h.id: h.line for h in page.headings} if page else {}

    @property
    def line(self) -> int:
        """Return the line where it stands; 0 if it is not there yet."""
        return self.starts.get(self.id, 0)

    def id_at(self, line: int) -> str:
        """Return what stands in a line; above everything, what is first."""
        found = self.starts
        above = [id for id, start in found.items() if start <= line]
        return (above or [*found, ""])[-1 if above else 0]

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
        return said(self.pieces(ORIGINAL))

    def pieces(self, language: str, text: str | None = None) -> Pieces:
        """Return what it says in a language, piece by piece, with lines.

        Of an older text of its file, if one is given; of none, nothing.
        """
        path = self.path_in(language)
        if not self.is_data:
            known = text is not None or (self.root / path).is_file()
            page = Page(self.root, path, text) if known else None
            for found in page.passages if page else ():
                if found.heading.id == self.id:
                    return pieces(page, found)
            return []
        text = read_text(self.root, path)[0] if text is None else text
        try:
            entries = {
                str(key): entry for key, entry in read_yaml(text).items()
            }
            entry = entries[self.id]
            whole = entry_words(self.file, entry)
        except (yaml.YAMLError, AttributeError, KeyError):
            return []
        line = key_lines(self.root, path).get(self.id, 1)
        fields = FIELDS[self.file] if whole else ()
        return [(line, reduce(str(entry[field]))) for field in fields]

    def is_untouched(self) -> bool:
        """Tell whether git knows its words as they are when it got its mark."""
        path, mark, then = self.path, self.state().made_from, ""
        for text in versions(self.root, path):
            made_from, words = self.marked_in(text)
            if made_from != mark:
                break
            then = words
        now = self.marked_in(read_text(self.root, path)[0])[1]
        first = self.elsewhere(mark.partition("-")[0], self.language)
        return then == now if then else now in map(said, first)

    def is_unknown(self, made_from: str) -> bool:
        """Tell whether git knows all its originals, and none with this mark."""
        shallow = git(self.root, "rev-parse", "--is-shallow-repository")
        known = any(True for _ in self.older())
        return (
            shallow.strip() == "false" and known and not self.made_of(made_from)
        )

    def marked_in(self, text: str) -> tuple[str, str]:
        """Return mark and words of a translation in a text of its file."""
        if self.is_data:
            try:
                entry = (read_yaml(text) or {}).get(self.id) or {}
                mark = str(entry.get("from") or "").partition(" ")[0]
            except (yaml.YAMLError, AttributeError):  # as it was once
                mark = ""
        else:
            headings = Page(self.root, self.path, text).headings
            mark = "".join(h.made_from for h in headings if h.id == self.id)
        return mark, said(self.pieces(self.language, text))

    def older(self) -> Iterator[Pieces]:
        """Yield the originals that git knows, newest first."""
        for text in versions(self.root, self.path_in(ORIGINAL)):
            if found := self.pieces(ORIGINAL, text):
                yield found

    def made_of(self, mark: str) -> Pieces:
        """Return the original of a mark, if git knows it."""
        wanted = mark.partition("-")[0]
        known = chain(self.older(), self.elsewhere(wanted, ORIGINAL))
        return next((p for p in known if fingerprint(said(p)) == wanted), [])

    def elsewhere(self, mark: str, language: str) -> Iterator[Pieces]:
        """Yield what stood in a language where a mark was first."""
        commit, *files = self.first_marked(mark)
        for file in files:
            path = f"docs/{language}/{Path(file).name}"
            page = Page(self.root, path, git(self.root, "show", commit + path))
            yield from (pieces(page, part) for part in page.passages)

    def first_marked(self, mark: str) -> list[str]:
        """Return the first commit with a mark, as `…:`, and its files of it.

        Empty names where git knows none.
        """
        asked = "log", "--reverse", "--format=%H:", "--name-only", f"-S{mark}"
        log = git(self.root, *asked, "--", f"docs/{self.language}/*.md")
        commit, _, rest = log.partition("\n")
        files = takewhile(lambda line: ":" not in line, rest.split("\n"))
        return [commit, *filter(None, files)]


def said(found: Pieces) -> str:
    """Return what pieces say, as one text."""
    return " ".join(text for _, text in found)


def passage(page: Page, name: str) -> Passage:
    """Return the passage of a page below the heading with this id."""
    for found in page.passages:
        if found.heading.id == name:
            return found
    raise Refused(f"{page.path} has no section '{name}'")


def lines_of(page: Page, found: Passage) -> list[str]:
    """Return the lines of a passage."""
    return page.lines[found.heading.line - 1 : found.end]


def top_of(page: Page) -> list[str]:
    """Return what stands above its text, as its translation begins with it.

    Since when a page is there only the original says.
    """
    above = page.lines[: page.start]
    return [line for line in above if not line.startswith("since:")]


def versions(root: Path, path: str) -> Iterator[str]:
    """Yield the texts of a file that git knows, newest first."""
    log = git(root, "log", "--follow", "--name-only", "--format=%H", "--", path)
    for commit, name in zip(log.split()[::2], log.split()[1::2]):
        yield git(root, "show", f"{commit}:{name}")
