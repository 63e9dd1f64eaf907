"""Render pages by MkDocs: what it asks for each page, and what it returns."""

import re
from functools import partial
from pathlib import Path
from typing import NamedTuple

from mkdocs.utils import write_file

from sitebuild.files import write
from sitebuild.pages.includes import expand_includes
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import (
    ORIGINAL,
    address,
    folder,
    tag,
)
from sitebuild.site import (
    lab_cells,
    notebooks,
    page_html,
    role_colours,
)
from sitebuild.site.csp import protect
from sitebuild.site.search_index import with_text
from sitebuild.widgets import page_facts, practice

LOGO = "docs/assets/logo.svg"
TITLE = 'data-md-component="header-topic"'  # of the page, in the header
ALTERNATE = '<link rel="alternate"[^>]*>'


def language_of(config) -> str:
    """Return the language being built, which i18n gives to templates only."""
    return config.plugins["i18n"].current_language


class Rendered(NamedTuple):
    """A page in a language of the site, as it is published."""

    page: Page
    language: str
    html: str


class Rendering:
    """A project's pages on their way through MkDocs.

    A build puts them into `folder`; a server has none, and makes no notebooks.
    """

    def __init__(self, project: Project, folder: Path | None = None):
        self.project, self.folder = project, folder
        self.roles = role_colours.read(project)
        self.rendered: list[Rendered] = []
        self.not_found_pages: dict[str, str] = {}  # by language
        self.contents: dict[str, str] = {}  # by address, until it is indexed
        self.own: tuple[str, ...] = ()  # how addresses of this site start

    def source(self, file) -> Page:
        """Return the page of a file of MkDocs, as readers see it."""
        return self.project.by_path[f"docs/{file.src_uri}"]

    def notebook_of_code(self, page, config, folder: Path) -> None:
        """Let mkdocs-jupyter render a page in cells: it asks for a notebook."""
        source = self.source(page.file)
        if source.in_cells:
            file = folder / f"{source.name}.ipynb"
            file.write_text(lab_cells.notebook_of_code(source), "utf-8")
            page.file.abs_src_path = str(file)

    def markdown(self, page, config) -> str:
        """Return the Markdown that MkDocs renders."""
        source = self.source(page.file)
        title = self.project.words[source.language]["prediction-answer"]
        return expand_includes(source, practice.answering(source), title)

    def content(self, page, config, files, html: str) -> str:
        """Return a page's HTML from what Markdown made, for the search.

        In place of a page in cells, the plugin has rendered its notebook. The
        search gets formulas as text; `context` puts the HTML back.
        """
        source, language = self.source(page.file), language_of(config)
        if source.in_cells:
            type(page).render(page, config, files)
            words = self.project.words[language]
            html = lab_cells.with_prose(source, html, page.content, words)
        about = self.project, self.roles, source.path, language
        html = page_html.filled(*about, html)
        html = role_colours.with_key(html, self.project, self.roles, language)
        self.contents[page.url] = html
        return with_text(html)

    def context(self, page, config) -> dict:
        """Return what the templates need to know of a page.

        A page that is not translated is the original at another address.
        """
        source, language = self.source(page.file), language_of(config)
        name = notebooks.file_name(source) if self.folder else ""
        told = {
            "formulas": bool(source.formulas),
            "notebook": name,
            "colab": notebooks.colab(config.repo_url, page.url + name),
            "spoken": tag(source.language),
        }
        if self.project.is_in(source.name, language):
            told["alternates"] = self.alternates(source.name)
        else:
            url = page.url.removeprefix(folder(language))
            page.canonical_url = f"{config.site_url}{url}"
        page.content = self.contents.pop(page.url)
        own = page.canonical_url, config.repo_url
        return told | page_facts.context(self.project, source, language, *own)

    def alternates(self, name: str) -> dict[str, str]:
        """Return the addresses of a page by the languages that have it."""
        return {
            language: address(name, language)
            for language in self.project.words
            if self.project.is_in(name, language)
        }

    def extend(self, env, config) -> None:
        """Give the templates of a language their filters and texts."""
        words, language = self.project.words, language_of(config)
        colab = notebooks.colab(config.repo_url, "")
        self.own = tuple(
            filter(None, (config.site_url, config.repo_url, colab))
        )
        env.filters |= {
            "without_alternates": partial(re.sub, ALTERNATE, ""),
            "number": lambda page: self.project.numbers.get(
                Path(page.file.src_uri).stem, 0
            ),
            "tag": tag,
            "spoken": lambda page: tag(self.source(page.file).language),
        }
        env.globals |= {
            "interface": words[language],
            "interfaces": {  # only these address readers of other languages
                code: own
                for code, own in words.items()
                if code == ORIGINAL or own["offer"] != words[ORIGINAL]["offer"]
            },
            "logo": self.project.files.text(LOGO),
            "folder": folder(language),
            "folders": {code: folder(code) for code in words},
            "sitemap": [*map(self.alternates, sorted(self.project.originals))],
        }

    def finished(self, html: str, language: str, missing: list[str]) -> str:
        """Return a whole page as it is published.

        `missing` are the ids of sections that are shown in the original.
        """
        for id in missing:  # in the table of contents
            link = f'<a href="#{id}" class="md-nav__link"'
            html = html.replace(link, f'{link} lang="{ORIGINAL}"')
        html = page_html.finished(html, self.project.words[language])
        # The server puts a script of its own into pages, to load them again.
        return protect(html) if self.folder else html

    def take(self, page, config, html: str) -> str:
        """Return a page as it is published, and write its notebook."""
        source, language = self.source(page.file), language_of(config)
        states = self.project.states(source, language)
        missing = [state.id for state in states if not state.shown]
        if source.headings[0].id in missing:
            html = html.replace(TITLE, f'{TITLE} lang="{ORIGINAL}"', 1)
        html = self.finished(html, language, missing)
        self.rendered.append(Rendered(source, language, html))
        if self.folder and (name := notebooks.file_name(source)):
            about = self.project, source.path, language, config.site_url
            file = Path(page.file.abs_dest_path).with_name(name)
            write(file, notebooks.notebook(*about))
        return html

    def not_found(self, config, name: str, html: str) -> str:
        """Write a language's 404 page; return the one at the site's top."""
        top, language = Path(config.site_dir, name), language_of(config)
        self.not_found_pages[language] = self.finished(html, language, [])
        mine = top.parent / folder(language) / name
        write_file(self.not_found_pages[language].encode(), str(mine))
        return top.read_text("utf-8")
