"""The edition of a project that its site is: pages and data, read once."""

from functools import cache, cached_property

from proof.blocks.recordings import MADE, read_made
from proof.files import paths
from proof.pages.page import Page
from proof.pages.places import Place, Rewrite
from proof.pages.project import Project, declared
from proof.pages.reading import minutes
from proof.pages.settings import CONFIG, ORIGINAL, languages, path_of
from proof.pages.states import State
from proof.pages.terms import PAGE as GLOSSARY
from proof.site import colophon, orientation, places, roles, wording

TEMPLATES = "docs/assets/theme"


class Edition:
    """A project as readers get it, in all its languages.

    `written` are the pages as they are in its folders, `pages` as readers see
    them: what is not translated is in them in the original.
    """

    def __init__(self, project: Project):
        self.project = project
        self.root, self.files = project.root, project.files
        self.written = {page.path: page for page in project.written}
        self.pages = project.by_path
        self.data, self.settings = project.data, project.settings
        self.terms, self.refused = project.terms, project.refused
        self.made = read_made(self.root)
        self.changed = colophon.last_changes(self.root)
        self.version = orientation.version(self.root)
        looked_up = self.settings.get("looked-up", "")
        self.numbers = orientation.numbers(self.root, looked_up)
        self.words = {  # of the interface: language -> key -> text
            language: wording.read(self.root, language)
            for language in languages(self.root)
        }
        self.roles = roles.read(project)
        self.places = declared([places, *project.course], Place)
        self.rewrites = declared(project.course, Rewrite)
        self.listed = cache(self._listed)  # many pages ask for it

    def page(self, name: str, language: str) -> Page:
        """Give a page in a language, or in the original where it has none."""
        paths = (f"docs/{code}/{name}.md" for code in (language, ORIGINAL))
        return next(self.pages[path] for path in paths if path in self.pages)

    def is_in(self, name: str, language: str) -> bool:
        """Tell whether a page, or a section of it, is in a language."""
        path = f"docs/{language}/{name}.md"
        states = self.project.page_states.get(path, [])
        begun = language == ORIGINAL or any(state.shown for state in states)
        return begun and path in self.written

    def states(self, page: Page, language: str) -> list[State]:
        """Tell the state of each passage of a page that is shown."""
        if language == ORIGINAL:
            return []
        return self.project.page_states[f"docs/{language}/{page.name}.md"]

    def sources(self, path: str, language: str) -> list[str]:
        """Return the paths of the files that a page is made of."""
        page, own = self.pages[path], (wording.FILE, f"{GLOSSARY}.md")
        written = [path_of(code, f"{page.name}.md") for code in self.words]
        shown = [each.path for each in (*page.includes, *page.recordings)]
        shared = [CONFIG, MADE, *(path_of(language, file) for file in own)]
        return [*written, *shown, *shared, *self.templates]

    @cached_property
    def templates(self) -> list[str]:
        """Return the paths of the site's own templates."""
        return paths(self.root, f"{TEMPLATES}/**/*.html")

    def _listed(self, language: str) -> list[tuple[str, str, int]]:
        """Give what other pages say of each: title, description, minutes."""
        pages = [self.page(name, language) for name in self.titles(language)]
        return [
            (p.meta.get("title", ""), p.meta.get("description", ""), minutes(p))
            for p in pages
        ]

    def titles(self, language: str) -> dict[str, str]:
        """Give the titles of a language's pages, by the pages' names."""
        return {
            page.name: page.meta.get("title", page.name)
            for code in (ORIGINAL, language)  # where there is no translation
            for page in self.pages.values()
            if page.language == code
        }
