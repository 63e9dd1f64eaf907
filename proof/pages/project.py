"""A project: its pages and files, each read once, and its course's modules."""

import importlib
import re
import tomllib
from functools import cache, cached_property, partial
from pathlib import Path
from types import ModuleType

from proof.files import Files, key_lines, known_to_git, read_data
from proof.pages.compose import compose, with_sorted_terms
from proof.pages.page import Page, read_pages
from proof.pages.places import ACTIONS, CHANGES, FOOT, Place
from proof.pages.settings import ORIGINAL, languages, translations
from proof.pages.states import State, page_states
from proof.pages.terms import PAGE, Term, refused, terms_of
from proof.problem import Problem, Unreadable


class Project:
    """What checks and a build ask of a project.

    `written` are the pages as their files hold them, `pages` as readers see
    them. `data` gives what a data file holds. Of translations only the page at
    a path, if one is given.
    """

    def __init__(self, root: Path, path: str = ""):
        known_to_git.cache_clear()
        self.root = root
        self.written = read_pages(root, path)
        self.files = self.written[0].files if self.written else Files(root)
        self.data = cache(partial(read_data, root))
        self.key_lines = cache(partial(key_lines, root))

    def entry_problem(self, path: str, key: str, message: str) -> Problem:
        """Return a problem at the line where a data file has an entry."""
        return Problem(path, self.key_lines(path)[key], message)

    @cached_property
    def originals(self) -> dict[str, Page]:
        """Return the pages of the original, by their names."""
        return {p.name: p for p in self.written if p.language == ORIGINAL}

    @cached_property
    def translated(self) -> list[tuple[Page, Page]]:
        """Return each translated page, with its original."""
        return [
            (page, self.originals[page.name])
            for page in self.written
            if page.language != ORIGINAL and page.name in self.originals
        ]

    @cached_property
    def page_states(self) -> dict[str, list[State]]:
        """Tell what became of each page in each language, by its path."""
        written = {page.path: page for page in self.written}
        names = dict.fromkeys(page.name for page in self.written)
        pairs = {
            f"docs/{language}/{name}.md": self.originals.get(name)
            for language in translations(self.root)
            for name in names
        }
        return {
            path: page_states(original, written.get(path))
            for path, original in pairs.items()
            if original or path in written
        }

    @cached_property
    def by_path(self) -> dict[str, Page]:
        """Return the pages as readers see them, by their paths.

        What is not translated is in them in the original.
        """
        found = {page.path: page for page in self.written} | {
            page.path: compose(original, page, self.page_states[page.path])
            for page, original in self.translated
            if original.headings
        }
        return {
            path: with_sorted_terms(page) if page.name == PAGE else page
            for path, page in found.items()
        }

    @property
    def pages(self) -> list[Page]:
        """Return the pages as readers see them."""
        return list(self.by_path.values())

    @cached_property
    def terms(self) -> dict[str, list[Term]]:
        """Return the terms of the glossary by language, as readers see them."""
        found = {}
        for language in languages(self.root):
            paths = (f"docs/{c}/{PAGE}.md" for c in (language, ORIGINAL))
            pages = [self.by_path[p] for p in paths if p in self.by_path]
            found[language] = terms_of(pages[0]) if pages else []
        return found

    @cached_property
    def refused(self) -> dict[str, dict[str, str]]:
        """Return the refused variants of terms by language: what to write."""
        known = {
            page.language: page for page in self.written if page.name == PAGE
        }
        return {
            language: refused(known[language]) if language in known else {}
            for language in languages(self.root)
        }

    @cached_property
    def settings(self) -> dict:
        """Return what pyproject.toml says in `[tool.proof]`."""
        file = self.root / "pyproject.toml"
        text = file.read_text("utf-8") if file.is_file() else ""
        try:
            return tomllib.loads(text).get("tool", {}).get("proof", {})
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", f"{error} line 1")[1]
            reason = f"this is no TOML that is read ({error}); correct it"
            raise Unreadable(Problem(file.name, int(line), reason)) from None

    @cached_property
    def course(self) -> list[ModuleType]:
        """Return what only this project has: modules of checks and places."""
        names = self.settings.get("course", [])
        return list(map(importlib.import_module, names))

    @property
    def places(self) -> list[Place]:
        """Return the places of the course."""
        return declared(self.course, Place)

    @property
    def comments(self) -> set[str]:
        """Return all comments that mark a place on a page."""
        of_course = {place.comment for place in self.places}
        return {CHANGES} | of_course - {ACTIONS, FOOT}


def declared(modules: list[ModuleType], kind: type) -> list:
    """Return what modules declare of a kind, in the order in which they do."""
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, kind)
    ]
