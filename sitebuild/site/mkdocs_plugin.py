"""Connect the build to MkDocs: a plugin that answers its events.

Whoever updates MkDocs or a plugin looks here first: it uses private names of
theirs, and says why.
"""

import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from jinja2 import FileSystemBytecodeCache
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority
from mkdocs.utils import write_file

from sitebuild.files import ignored, write
from sitebuild.i18n.notices import HEADING
from sitebuild.pages.page import Page, expand_includes
from sitebuild.pages.project import Project, View
from sitebuild.pages.quotes import curly
from sitebuild.pages.site_config import ORIGINAL, address, folder, tag
from sitebuild.site import (
    lab_cells,
    notebooks,
    page_html,
    role_colours,
    search_index,
    theme_styles,
)
from sitebuild.site.build import build, refuse
from sitebuild.site.csp import protect
from sitebuild.site.live_server import LiveServer, with_originals
from sitebuild.widgets import page_facts, practice

SITE = re.compile(r"https?://[\w.:\[\]-]+(/[^\s/?#\"'<>\\]+)*/")
# Without a name and password, which pages would show.
REPOSITORY = re.compile(
    r"(https://github\.com(/[\w.-]+){2}"
    r"|https?://(?!github\.com)[\w.-]+(:\d+)?(/[\w.-]+){2,})/?"
)
# The names of what the theme's switch does, in the order of mkdocs.yml.
MODES = "light-mode", "dark-mode", "system-mode"
LOGO = "docs/assets/logo.svg"
TITLE = 'data-md-component="header-topic"'  # of the page, in the header
ALTERNATE = '<link rel="alternate"[^>]*>'
# HTML has `autocomplete` for text alone.
NO_TEXT = re.compile('(<input class="md-toggle"[^>]*) autocomplete="off"')


def language_of(config) -> str:
    """Return the language being built, which i18n gives to templates only."""
    return config.plugins["i18n"].current_language


class SitePlugin(BasePlugin):
    """One build, or all those of a server: MkDocs keeps the object for both."""

    def on_startup(self, command: str, dirty: bool) -> None:
        """Make what lasts as long as the command."""
        preview = bool(os.environ.get("PREVIEW"))
        self.server = LiveServer(preview) if command == "serve" else None
        self.running = ExitStack()  # holds the build until it is rendered
        self.temporary = TemporaryDirectory()
        # By address: what is shown, and what the search has been given.
        self.contents: dict[str, str] = {}
        self.indexed: dict[str, str] = {}
        # What the search has of each page, by language and address.
        self.entries = defaultdict[str, dict[str, list]](dict)

    @event_priority(100)  # before i18n, which builds each language by itself
    def on_config(self, config):
        if not config.plugins["i18n"].building:
            self.begin(config)
        return config

    def begin(self, config) -> None:
        """Begin a build, or a rendering for the server."""
        refuse(*refused(config))
        root = Path(config.config_file_path).parent.resolve()
        config.docs_dir = str(root / "docs")  # as the project names it
        config.exclude_docs += ignored(root)
        if self.server:
            self.rendering = self.server.render(root)
        else:
            site = Path(config.site_dir).resolve()
            self.rendering = self.running.enter_context(build(root, site))
            # `gh-deploy` reads it when all is done.
            self.running.callback(setattr, config, "site_dir", config.site_dir)
            config.site_dir = str(self.rendering.folder)
        self.project = self.rendering.project
        config.repo_url = self.project.repository or None
        self.roles = role_colours.read(self.project)
        colab = notebooks.colab(config.repo_url, "")
        own = config.site_url, config.repo_url, colab
        self.rendering.own = tuple(filter(None, own))
        name_languages(config, self.project)
        jupyter = config.plugins["mkdocs-jupyter"].config
        jupyter["cache_dir"] = self.temporary.name  # for the next language
        config.extra["preview"] = bool(self.server and self.server.preview)
        if config.repo_url:  # alone, MkDocs would take the path for an address
            config.edit_uri = "edit/main/docs/"

    def source(self, file) -> Page:
        """Return the page of a file of MkDocs, as readers see it."""
        return self.project.by_path[f"docs/{file.src_uri}"]

    def view(self, page, config) -> View:
        """Return what MkDocs makes now: a page in a language of the site."""
        return View(self.project, self.source(page.file), language_of(config))

    @event_priority(100)  # before i18n, which would look at excluded ones
    def _drop_files(self, files, config):
        for file in list(files):
            if file.inclusion.is_excluded():
                files.remove(file)
        return files

    @event_priority(-200)  # after i18n, which makes the languages' files
    def _choose_files(self, files, config):
        for file in files.documentation_pages():  # by tags, as the switch does
            others = file.alternates.items()
            file.alternates = {tag(code): other for code, other in others}
            file.is_modified = lambda: True  # so --dirty leaves no page out
        return files

    on_files = CombinedEvent(_drop_files, _choose_files)

    @event_priority(100)  # before mkdocs-jupyter, which takes what ends so
    def on_pre_page(self, page, config, files):
        """Let mkdocs-jupyter render a page in cells: it asks for a notebook."""
        source = self.source(page.file)
        if source.in_cells:
            file = Path(self.temporary.name, f"{source.name}.ipynb")
            notebook = lab_cells.notebook_of_code(self.view(page, config))
            file.write_text(notebook, "utf-8")
            page.file.abs_src_path = str(file)
        elif self.server:
            page.render = partial(self.server.make, page)
        return page

    def on_page_read_source(self, page, config) -> str:
        source = self.source(page.file)
        title = self.project.words[source.language]["prediction-answer"]
        return expand_includes(source, practice.answering(source), title)

    def on_page_content(self, html: str, page, config, files) -> str:
        """Return a page's HTML from what Markdown made, for the search.

        In place of a page in cells, the plugin has rendered its notebook. The
        search gets formulas as text; `on_page_context` puts the HTML back.
        """
        view = self.view(page, config)
        page.meta |= view.page.meta
        if view.page.in_cells:
            type(page).render(page, config, files)
            html = lab_cells.with_prose(view, html, page.content)
        name_sections(page.toc, curly(html))
        html = page_html.filled(view, self.roles, html)
        html = role_colours.with_key(html, view, self.roles)
        self.contents[page.url] = html
        text, given = search_index.with_text(html), self.indexed.get(page.url)
        self.indexed[page.url] = text
        return text if text != given else ""  # a server need not ask again

    def on_page_context(self, context, page, config, nav):
        """Keep a page's entries for the search, and give its HTML back.

        A page that is not translated is the original at another address.
        """
        _, source, language = view = self.view(page, config)
        entries = config.plugins["material/search"].search_index.entries
        if page.content:
            self.entries[language][page.url] = [*entries]
        entries.clear()
        name = notebooks.file_name(source) if self.rendering.folder else ""
        told = {
            "formulas": bool(source.formulas),
            "notebook": name,
            "colab": notebooks.colab(config.repo_url, page.url + name),
            "spoken": tag(source.language),
            "alternates": self.alternates(source.name),
        }
        if language not in told["alternates"]:
            told["alternates"] = {}
            url = page.url.removeprefix(folder(language))
            page.canonical_url = f"{config.site_url}{url}"
        page.content = self.contents.pop(page.url)
        own = page.canonical_url, config.repo_url
        return context | told | page_facts.context(view, *own)

    def alternates(self, name: str) -> dict[str, str]:
        """Return the addresses of a page by the languages that have it."""
        codes = self.project.languages
        found = [code for code in codes if self.project.is_in(name, code)]
        return {code: address(name, code) for code in found}

    def on_env(self, env, config, files):
        """Give the templates of a language their filters and texts."""
        # The 404 page links to first pages, not to the last page made.
        vars(config.extra).pop("alternate", None)
        words, language = self.project.words, language_of(config)
        numbers = self.project.numbers
        env.filters |= {
            "without_alternates": partial(re.sub, ALTERNATE, ""),
            "number": lambda page: numbers.get(self.source(page.file).name, 0),
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
        cache = FileSystemBytecodeCache(self.temporary.name)
        env.bytecode_cache = cache  # also for the next language or build
        return env

    def on_post_page(self, output: str, page, config) -> str:
        """Return a page as it is published, and write its notebook."""
        _, source, language = view = self.view(page, config)
        missing = [state.id for state in view.states if not state.shown]
        if source.headings[0].id in missing:
            output = output.replace(TITLE, f'{TITLE} lang="{ORIGINAL}"', 1)
        for id in missing:  # in the table of contents
            link = f'<a href="#{id}" class="md-nav__link"'
            output = output.replace(link, f'{link} lang="{ORIGINAL}"')
        output = self.finished(output)
        self.rendering.rendered.append((view, output))
        name = notebooks.file_name(source)
        if self.rendering.folder and name:
            file = Path(page.file.abs_dest_path).with_name(name)
            write(file, notebooks.notebook(view, config.site_url))
        if self.server and self.server.preview:
            return with_originals(output, view)
        return output

    def finished(self, html: str) -> str:
        """Return a whole page as it is published."""
        html = theme_styles.link_once(NO_TEXT.sub(r"\1", html))
        # The server puts a script of its own into pages, to load them again.
        return protect(html) if self.rendering.folder else html

    def on_post_template(self, output: str, template_name: str, config) -> str:
        """Write a language's 404 page; return the one at the site's top."""
        if template_name != "404.html":
            return output
        top = Path(config.site_dir, template_name)
        language = language_of(config)
        html = self.finished(output)
        self.rendering.not_found_pages[language] = html
        own = top.parent / folder(language) / top.name
        write_file(html.encode(), str(own))
        return top.read_text("utf-8")

    @event_priority(-200)  # after i18n, whose event builds the other languages
    def on_post_build(self, config) -> None:
        if config.plugins["i18n"].building:
            return
        search_index.write(Path(config.site_dir), self.project, self.entries)
        theme_styles.join(Path(config.site_dir), config.extra_css)
        if self.server:
            self.server.check(self.rendering)

    @event_priority(-200)  # after those that ask for what it builds by
    def on_serve(self, server, config, builder):
        self.server.watch(server)
        return server

    def on_shutdown(self) -> None:
        """Compare and publish, or clean up after whatever has failed.

        MkDocs calls this even then: strict mode has counted the warnings.
        """
        self.temporary.cleanup()
        if self.server:
            self.server.stop()
        self.running.__exit__(*sys.exc_info())


def name_languages(config, project: Project) -> None:
    """Give i18n the site's names and the theme's switches in each language.

    i18n takes them from mkdocs.yml, which has them in English only. Of the
    language switch it would link first pages from the root of the host, where
    the site need not be, and name each language by its folder.
    """
    titles = project.titles_of_parts
    i18n, switch = config.plugins["i18n"], []
    for language in i18n.config.languages:
        if not language.build:
            continue
        words, code = project.words[language.locale], language.locale
        language.site_name = words["site-name"]
        language.site_description = words["site-description"]
        language.nav_translations = {t: words[k] for k, t in titles.items()}
        modes = zip(config.theme["palette"], MODES)
        palette = [
            {**mode, "toggle": {**mode["toggle"], "name": words[key]}}
            for mode, key in modes
        ]
        language.theme = {"palette": palette}
        link = folder(code) or "."
        switch.append({"name": language.name, "link": link, "lang": tag(code)})
    config.extra["tags"] = {code: tag(code) for code in project.words}
    if len(switch) > 1:
        config.extra["alternate"] = switch


def name_sections(contents, html: str) -> None:
    """Give a table of contents the headings of HTML, with their formulas.

    MkDocs gives it their mere text.
    """
    headings = {id: heading for heading, _, id in HEADING.findall(html)}
    for entry in contents:
        entry.title = re.sub("^<h[^>]*>|</h.>$", "", headings[entry.id])
        name_sections(entry.children, html)


def refused(config) -> Iterator[str]:
    """Yield what a command or the environment asks for and no build gives."""
    if not config.use_directory_urls:
        yield "each page is a folder's index: leave --no-directory-urls out"
    if not SITE.fullmatch(config.site_url or ""):
        yield (
            f"SITE_URL is `{config.site_url or ''}`; write the site's address "
            "as https://example.org/course/, or leave it out"
        )
    if config.repo_url and not REPOSITORY.fullmatch(config.repo_url):
        yield (
            "REPO_URL is no address of a repository that pages can link to; "
            "write it as https://github.com/owner/name, or leave it out"
        )
