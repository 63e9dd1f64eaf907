"""One rendering by MkDocs: what it asks for pages, and what it made of them."""

from functools import partial
from pathlib import Path
from typing import NamedTuple

from mkdocs.utils import write_file

from sitebuild.files import paths
from sitebuild.pages import interface_text
from sitebuild.pages.glossary_terms import PAGE as GLOSSARY
from sitebuild.pages.page import Page
from sitebuild.pages.project import RECORDED, Project
from sitebuild.pages.resolve import resolved
from sitebuild.pages.site_config import (
    CONFIG,
    ORIGINAL,
    address,
    folder,
    path_of,
    tag,
)
from sitebuild.site import (
    html_utils,
    lab_cells,
    notebooks,
    page_footer,
    page_html,
    plugin_patches,
    role_colours,
)
from sitebuild.site.csp import protect
from sitebuild.site.plugin_patches import language_of
from sitebuild.site.search_index import with_text

TEMPLATES = "docs/assets/theme/**/*.html"
LOGO = "docs/assets/logo.svg"
TITLE = 'data-md-component="header-topic"'  # of the page, in the header
ALTERNATE = '<link rel="alternate"', ">"


class Rendered(NamedTuple):
    """A page in a language of the site, as it is published, and its file."""

    page: Page
    language: str
    html: str
    file: Path


class Rendering:
    """A project's pages on their way through MkDocs.

    `folder` is where a build puts them; there is none while serving.
    """

    def __init__(self, project: Project, folder: Path | None = None):
        self.project, self.folder = project, folder
        self.roles = role_colours.read(project)
        self.rendered: list[Rendered] = []
        self.not_found_pages: dict[str, str] = {}  # by language
        self.contents: dict[str, str] = {}  # by address, while being indexed
        self.own: tuple[str, ...] = ()  # how addresses of ours start

    def source(self, file, config) -> Page:
        """The page that a file of MkDocs is, as the scanner read it."""
        path = Path(config.docs_dir, file.src_uri)
        path = path.relative_to(self.project.root)
        return self.project.by_path[path.as_posix()]

    def sources(self, path: str, language: str) -> list[str]:
        """Return the paths of the files that a page is made of."""
        page, own = (
            self.project.by_path[path],
            (interface_text.FILE, f"{GLOSSARY}.md"),
        )
        written = [
            path_of(code, f"{page.name}.md") for code in self.project.words
        ]
        shown = [each.path for each in (*page.includes, *page.recordings)]
        shared = [CONFIG, RECORDED, *(path_of(language, file) for file in own)]
        templates = paths(self.project.root, TEMPLATES)
        return [*written, *shown, *shared, *templates]

    def is_older(self, file, config) -> bool:
        """Tell whether a page is older than a file that it is made of."""
        path, language = self.source(file, config).path, language_of(config)
        made, root = Path(file.abs_dest_path), self.project.root
        known = map(root.joinpath, self.sources(path, language))
        times = [each.stat().st_mtime for each in known if each.is_file()]
        return not made.is_file() or made.stat().st_mtime < max(times)

    def markdown(self, page, config) -> str:
        """The text that MkDocs renders; of a page in cells, also how."""
        source = self.source(page.file, config)
        if source.in_cells:
            render = partial(self.numbered, source, config)
            plugin_patches.replace_render(page, render)
        return resolved(source)

    def numbered(self, source: Page, config, html: str, convert) -> str:
        """Make numbered cells of a page's blocks."""
        words = self.project.words[language_of(config)]
        html = self.filled(source, config, html)
        marked = partial(role_colours.with_names, roles=self.roles)
        return lab_cells.rendered(source, words, html, convert, marked)

    def filled(self, source: Page, config, html: str) -> str:
        language = language_of(config)
        return page_html.filled(
            self.project, self.roles, source.path, language, html
        )

    def content(self, page, config, html: str) -> str:
        """A page's HTML from what Markdown made, with formulas to search."""
        source = self.source(page.file, config)
        if not source.in_cells:
            html = self.filled(source, config, html)
        language = language_of(config)
        html = page_html.alone(html)
        html = role_colours.with_key(
            html, source, self.project, self.roles, language
        )
        self.contents[page.url] = html
        return with_text(html)

    def context(self, page, config) -> dict:
        """What the templates are told of a page.

        One that is not translated is the original at another address.
        """
        source, project = self.source(page.file, config), self.project
        language = language_of(config)
        name = notebooks.file_name(source)
        told = {
            "formulas": bool(source.formulas),
            "notebook": name,
            "colab": notebooks.colab(config.repo_url, page.url + name),
        }
        told["spoken"] = tag(source.language)
        if project.is_in(source.name, language):
            told["alternates"] = self.alternates(source.name)
        else:
            url = page.url.removeprefix(folder(language))
            page.canonical_url = f"{config.site_url}{url}"
        page.content = self.contents.pop(page.url)  # it has been indexed
        own = page.canonical_url, config.repo_url
        return told | page_footer.context(project, source, language, *own)

    def alternates(self, name: str) -> dict[str, str]:
        """Return the addresses of a page by the languages that have it."""
        return {
            language: address(name, language)
            for language in self.project.words
            if self.project.is_in(name, language)
        }

    def sitemap(self) -> list[dict[str, str]]:
        """Return the alternates of each page, in the order of addresses."""
        names = sorted({page.name for page in self.project.written})
        return [self.alternates(name) for name in names]

    def number(self, page) -> int:
        """The number of a chapter in the navigation; of other pages, 0."""
        return self.project.numbers.get(Path(page.file.src_uri).stem, 0)

    def extend(self, env, config) -> None:
        """Give the templates of a language what they fill in."""
        words, language = self.project.words, language_of(config)
        colab = notebooks.colab(config.repo_url, "")
        own = config.site_url, config.repo_url, colab
        self.own = tuple(address for address in own if address)
        env.filters["without_alternates"] = lambda html: html_utils.without(
            html, *ALTERNATE
        )
        env.filters["number"] = self.number
        env.filters["tag"] = tag
        env.filters["spoken"] = lambda page: tag(
            self.source(page.file, config).language
        )
        env.globals |= {
            "interface": words[language],
            "interfaces": interface_text.for_others(words),
            "logo": self.project.files.text(LOGO),
            "folder": folder(language),
            "folders": {code: folder(code) for code in words},
            "sitemap": self.sitemap(),
        }

    def finished(self, html: str, language: str, ids: list[str]) -> str:
        """A whole page as it is published; ids are those not translated."""
        for id in ids:  # in the table of contents
            link = f'<a href="#{id}" class="md-nav__link"'
            html = html.replace(link, f'{link} lang="{ORIGINAL}"')
        html = page_html.finished(html, self.project.words[language])
        # The server puts a script of its own into pages, to load them again.
        return protect(html) if self.folder else html

    def take(self, page, config, html: str) -> Rendered:
        """Take in a page as MkDocs rendered it."""
        source = self.source(page.file, config)
        language = language_of(config)
        states = self.project.states(source, language)
        ids = [state.id for state in states if not state.shown]
        if source.headings[0].id in ids:
            html = html.replace(TITLE, f'{TITLE} lang="{ORIGINAL}"', 1)
        rendered = Rendered(
            source,
            language,
            self.finished(html, language, ids),
            Path(page.file.abs_dest_path),
        )
        self.rendered.append(rendered)
        return rendered

    def not_found(self, config, name: str, html: str) -> str:
        """Write a language's page for what is not found; give the top's."""
        top = Path(config.site_dir, name)
        language = language_of(config)
        self.not_found_pages[language] = self.finished(html, language, [])
        mine = top.parent / folder(language) / name
        write_file(self.not_found_pages[language].encode(), str(mine))
        return top.read_text("utf-8")
