"""Load a project: its pages, data files, translation states and git dates."""

import re
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from sitebuild.files import Files, git, ignored, last_changes, paths
from sitebuild.pages.glossary_terms import PAGE, Term, refused, terms_of
from sitebuild.pages.page import Page
from sitebuild.pages.site_config import (
    CONFIG,
    HOME,
    ORIGINAL,
    PART,
    WORDS,
    languages,
    path_of,
)
from sitebuild.pages.staleness import (
    State,
    compose,
    page_states,
    with_sorted_terms,
)

RECORDED = "docs/recorded.json"  # versions, device and date of each recording
MEASURED_WITH = {"machine", "threads"}  # further keys of chapters that measure
ROLES = "docs/roles.yml"  # signs and names with the colour of a role
WIDGETS = "docs/widgets.yml"  # which block's recording a widget starts with
CITATION = "CITATION.cff"


class Project:
    """The pages of all languages and the data that belongs to them.

    `written` are the pages as their files hold them, `pages` as readers see
    them: with English in the place of sections that are not translated.
    """

    def __init__(self, root: Path):
        ignored.cache_clear()
        self.root, self.files = root, Files(root)
        self.data = self.files.data
        self.languages = languages(root)
        self.written = [
            Page(root, path, files=self.files)
            for code in sorted(self.languages)
            for path in paths(root, f"docs/{code}/*.md")
        ]
        english = [page for page in self.written if page.language == ORIGINAL]
        self.originals = {page.name: page for page in english}

    @cached_property
    def page_states(self) -> dict[str, list[State]]:
        """Return the states of all translated sections, by path.

        Pages stand in the order in which they are read.
        """
        written, states = {page.path: page for page in self.written}, {}
        read = [name for names in self.parts.values() for name in names]
        names = dict.fromkeys([*read, *(page.name for page in self.written)])
        for language in self.languages[1:]:
            for name in names:
                path = path_of(language, f"{name}.md")
                original = self.originals.get(name)
                states[path] = page_states(path, original, written.get(path))
        return states

    @cached_property
    def by_path(self) -> dict[str, Page]:
        """Return the pages as readers see them, by path."""
        pages = {}
        for page in self.written:
            path, original = page.path, self.originals.get(page.name, page)
            if original is not page and original.headings:
                page = compose(original, page, self.page_states[path])
            is_glossary = page.name == PAGE
            pages[path] = with_sorted_terms(page) if is_glossary else page
        return pages

    @property
    def pages(self) -> list[Page]:
        """Return the pages as readers see them."""
        return list(self.by_path.values())

    def page(self, name: str, language: str) -> Page | None:
        """Return a page in a language, or in English where it has none."""
        original = self.by_path.get(path_of(ORIGINAL, f"{name}.md"))
        return self.by_path.get(path_of(language, f"{name}.md"), original)

    def states(self, page: Page, language: str) -> list[State]:
        """Return the states of a page's sections; none for English."""
        return self.page_states.get(path_of(language, f"{page.name}.md"), [])

    def is_in(self, name: str, language: str) -> bool:
        """Tell whether at least one section of a page is in a language."""
        states = self.states(self.originals[name], language)
        return language == ORIGINAL or any(state.shown for state in states)

    @cached_property
    def terms(self) -> dict[str, list[Term]]:
        """Return the glossary's terms by language, as readers see them."""
        glossaries = {c: self.page(PAGE, c) for c in self.languages}
        return {c: terms_of(p) if p else [] for c, p in glossaries.items()}

    @cached_property
    def refused(self) -> dict[str, dict[str, str]]:
        """Return what to write instead of variants that a glossary refuses."""
        return {p.language: refused(p) for p in self.written if p.name == PAGE}

    @cached_property
    def words(self) -> dict[str, dict[str, str]]:
        """Return the interface's texts: language -> key -> text, or English."""
        english = self.data(path_of(ORIGINAL, WORDS))
        own = {c: self.data(path_of(c, WORDS)) for c in self.languages}
        return {code: english | texts for code, texts in own.items()}

    def say(self, language: str, key: str, **values: object) -> str:
        """Return a text of the interface, English where a language has none.

        Each name in braces becomes the value of that name.
        """
        text = str(self.words.get(language, self.words[ORIGINAL]).get(key, key))
        filled = {f"{{{name}}}": str(value) for name, value in values.items()}
        return re.sub(r"\{\w+\}", lambda m: filled.get(m[0], m[0]), text)

    @property
    def repository(self) -> str:
        """Return REPO_URL without what a clone adds; empty without any."""
        url = self.data(CONFIG).get("repo_url") or ""
        return url.rstrip("/").removesuffix(".git")

    @property
    def settings(self) -> dict:
        """Return what mkdocs.yml says in `extra`."""
        return self.data(CONFIG).get("extra") or {}

    @cached_property
    def parts(self) -> dict[str, list[str]]:
        """Return the page names in each part of the navigation, by title."""
        named: dict[str, list[str]] = {}
        for part in self.data(CONFIG).get("nav") or []:
            for title, pages in part.items() if isinstance(part, dict) else ():
                files = [
                    p if isinstance(p, str) else [*p.values()][0] for p in pages
                ]
                named[title] = [file.removesuffix(".md") for file in files]
        return named

    @property
    def titles_of_parts(self) -> dict[str, str]:
        """Return the navigation's English titles that no page has, by key."""
        texts = self.words[ORIGINAL].items()
        return {k: t for k, t in texts if k == "home" or k.startswith(PART)}

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Return the chapter numbers of the pages that are read in order.

        Those in the first part, which has the home page, get 0; it has none,
        nor have those to look up.
        """
        numbers, number = {}, 0
        for title, names in self.parts.items():
            if title != self.settings.get("looked-up"):
                for name in names:
                    number += HOME not in names
                    numbers[name] = number
        numbers.pop(HOME, None)
        return numbers

    @property
    def recorded(self) -> dict[str, dict[str, str]]:
        """Return versions, device and date of each chapter's recordings."""
        return self.data(RECORDED)

    @cached_property
    def changed(self) -> dict[str, str]:
        """Return the date of the last commit of each file below docs."""
        return last_changes(self.root)

    @cached_property
    def version(self) -> str:
        """Return the version to cite, with its commit where git knows it."""
        version = self.data(CITATION).get("version", "")
        log = "log", "-1", "--abbrev=10", "--format= (%h)", "--", "."
        return f"{version}{git(self.root, *log).rstrip()}"

    def widget(self, name: str) -> dict:
        """Return the entry of a widget in docs/widgets.yml."""
        return self.data(WIDGETS).get(name) or {}


class View(NamedTuple):
    """A page in a language of the site; English where it is not translated."""

    project: Project
    page: Page
    language: str  # of the site

    @property
    def words(self) -> dict[str, str]:
        """Return the interface's texts in the language of the site."""
        return self.project.words[self.language]

    @property
    def states(self) -> list[State]:
        """Return the states of the page's sections; none for English."""
        return self.project.states(self.page, self.language)
