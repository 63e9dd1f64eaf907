"""Load a project: its pages, data files, translation states and git dates."""

import re
import tomllib
from functools import cache, cached_property, partial
from pathlib import Path

from sitebuild.files import (
    Files,
    git,
    key_lines,
    known_to_git,
    last_changes,
    read_data,
)
from sitebuild.pages import interface_text
from sitebuild.pages.glossary_terms import PAGE, Term, refused, terms_of
from sitebuild.pages.page import Page, read_pages
from sitebuild.pages.site_config import (
    ORIGINAL,
    chapter_numbers,
    languages,
    translations,
)
from sitebuild.pages.staleness import (
    State,
    compose,
    page_states,
    with_sorted_terms,
)
from sitebuild.problem import Problem, Unreadable

RECORDED = "docs/recorded.json"  # versions, device and date of each recording
MEASURED_WITH = {"machine", "threads"}  # further keys of chapters that measure
ROLES = "docs/roles.yml"  # signs and names with the colour of a role
WIDGETS = "docs/widgets.yml"  # which block's recording a widget starts with
CITATION = "CITATION.cff"
LAST_COMMIT = "log -1 --abbrev=10 --format=%h -- .".split()


class Project:
    """The pages of all languages and what belongs to them, each read once.

    `written` are the pages as their files hold them, `pages` as readers see
    them: sections that are not translated stand there in English. With a
    path, only that page is read of the translations.
    """

    def __init__(self, root: Path, path: str = ""):
        known_to_git.cache_clear()
        self.root = root
        self.written = read_pages(root, path)
        self.files = self.written[0].files if self.written else Files(root)
        self.data = cache(partial(read_data, root))
        self.key_lines = cache(partial(key_lines, root))

    def entry_problem(self, path: str, key: str, message: str) -> Problem:
        """Return a problem at the line where a data file has a key."""
        return Problem(path, self.key_lines(path)[key], message)

    @cached_property
    def originals(self) -> dict[str, Page]:
        """Return the English pages by name."""
        return {p.name: p for p in self.written if p.language == ORIGINAL}

    @cached_property
    def translated(self) -> list[tuple[Page, Page]]:
        """Return each translated page with its original."""
        return [
            (page, self.originals[page.name])
            for page in self.written
            if page.language != ORIGINAL and page.name in self.originals
        ]

    @cached_property
    def page_states(self) -> dict[str, list[State]]:
        """Return the state of each section of each translation, by path."""
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
        """Return the pages as readers see them, by path."""
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

    def page(self, name: str, language: str) -> Page:
        """Return a page in a language, or in English where it has none."""
        paths = (f"docs/{code}/{name}.md" for code in (language, ORIGINAL))
        return next(self.by_path[p] for p in paths if p in self.by_path)

    def titles(self, language: str) -> dict[str, str]:
        """Return the titles of all pages by name, English where missing."""
        return {
            page.name: page.meta.get("title", page.name)
            for code in (ORIGINAL, language)
            for page in self.pages
            if page.language == code
        }

    def states(self, page: Page, language: str) -> list[State]:
        """Return the states of a page's sections; none for English."""
        if language == ORIGINAL:
            return []
        return self.page_states[f"docs/{language}/{page.name}.md"]

    def is_in(self, name: str, language: str) -> bool:
        """Tell whether at least one section of a page is in a language."""
        path = f"docs/{language}/{name}.md"
        states = self.page_states.get(path, [])
        begun = language == ORIGINAL or any(state.shown for state in states)
        return begun and any(page.path == path for page in self.written)

    @cached_property
    def terms(self) -> dict[str, list[Term]]:
        """Return the glossary's terms by language, as readers see them."""
        found = {}
        for language in languages(self.root):
            paths = (f"docs/{c}/{PAGE}.md" for c in (language, ORIGINAL))
            pages = [self.by_path[p] for p in paths if p in self.by_path]
            found[language] = terms_of(pages[0]) if pages else []
        return found

    @cached_property
    def refused(self) -> dict[str, dict[str, str]]:
        """Return, by language, what to write instead of refused variants."""
        known = {p.language: p for p in self.written if p.name == PAGE}
        return {
            language: refused(known[language]) if language in known else {}
            for language in languages(self.root)
        }

    @cached_property
    def words(self) -> dict[str, dict[str, str]]:
        """Return the texts of the interface: language -> key -> text."""
        return {
            language: interface_text.read(self.root, language)
            for language in languages(self.root)
        }

    @cached_property
    def settings(self) -> dict:
        """Return the table `[tool.sitebuild]` of pyproject.toml."""
        file = self.root / "pyproject.toml"
        text = file.read_text("utf-8") if file.is_file() else ""
        try:
            return tomllib.loads(text).get("tool", {}).get("sitebuild", {})
        except tomllib.TOMLDecodeError as error:
            line = re.search(r"line (\d+)", f"{error} line 1")[1]
            reason = f"this is no TOML that is read ({error}); correct it"
            raise Unreadable(Problem(file.name, int(line), reason)) from None

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Return the chapter numbers of pages; see `chapter_numbers`."""
        return chapter_numbers(self.root, self.settings.get("looked-up", ""))

    @cached_property
    def recorded(self) -> dict[str, dict[str, str]]:
        """Return versions, device and date of each chapter's recordings."""
        return read_data(self.root, RECORDED)

    @cached_property
    def changed(self) -> dict[str, str]:
        """Return the date of the last commit of each file below docs."""
        return last_changes(self.root)

    @cached_property
    def version(self) -> str:
        """Return the version to cite, with its commit where git knows it."""
        told = read_data(self.root, CITATION).get("version", "")
        commit = git(self.root, *LAST_COMMIT).strip()
        return f"{told} ({commit})" if told and commit else told or commit

    def widget(self, name: str) -> dict:
        """Return what docs/widgets.yml says of a widget."""
        return self.data(WIDGETS).get(name) or {}
