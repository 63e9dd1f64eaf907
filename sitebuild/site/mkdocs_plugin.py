"""Connect the build to MkDocs: a plugin that hands its events on.

Whoever updates MkDocs or a plugin looks here first: it uses private names of
theirs, and says why.
"""

import logging
import os
import re
import sys
from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from jinja2 import FileSystemBytecodeCache
from mkdocs.exceptions import Abort
from mkdocs.plugins import BasePlugin, CombinedEvent, event_priority

from sitebuild.files import ignored
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import (
    CONFIG,
    ORIGINAL,
    folder,
    navigation_texts,
    tag,
)
from sitebuild.runner.block_tests import missing_torch
from sitebuild.site import search_index
from sitebuild.site.build import build, refuse
from sitebuild.site.live_server import LiveServer
from sitebuild.site.rendering import Rendering, language_of

PLUGINS = ("i18n", "material/search", "mkdocs-jupyter")
SITE = re.compile(r"https?://[\w.:\[\]-]+(/[^\s/?#\"'<>\\]+)*/")
# Without a name and password, which pages would show.
REPOSITORY = re.compile(
    r"https://github\.com(/[\w.-]+){2}"
    r"|https?://(?!github\.com)[\w.-]+(:\d+)?(/[\w.-]+){2,}"
)
# The names of what the theme's switch does, in the order of mkdocs.yml.
MODES = "light-mode", "dark-mode", "system-mode"


class SitePlugin(BasePlugin):
    """One build, or all those of a server: MkDocs keeps the object for both."""

    def on_startup(self, command: str, dirty: bool) -> None:
        """Refuse what no build can do, before MkDocs reads anything."""
        self.command, self.dirty = command, dirty
        preview = bool(os.environ.get("PREVIEW"))
        serving = command == "serve"
        if preview and not serving:
            raise Abort(
                "PREVIEW is for `make preview`: a build runs all blocks"
            )
        if not logging.getLogger("mkdocs").isEnabledFor(logging.WARNING):
            raise Abort("strict mode cannot see warnings with -q: leave it out")
        refuse("" if preview else missing_torch())
        self.server = LiveServer(preview) if serving else None
        self.running = ExitStack()  # holds the build until it is rendered
        try:
            self.temporary = TemporaryDirectory()
        except FileNotFoundError as error:
            raise Abort(f"{error.strerror}; name one in TMPDIR") from None
        self.rendering: Rendering | None = None
        # What the search has of each page, by language and address.
        self.entries = defaultdict[str, dict[str, list]](dict)
        quiet()

    @event_priority(100)  # before i18n, which builds each language by itself
    def on_config(self, config):
        i18n = config.plugins.get("i18n")
        if not (i18n and i18n.building):
            self.begin(config)
        return config

    def begin(self, config) -> None:
        """Begin a build, or a rendering for the server."""
        refuse(*refused(config, self.command, self.dirty))
        root = Path(config.config_file_path).parent.resolve()
        config.docs_dir = str(root / "docs")  # as the project names it
        config.exclude_docs += ignored(root)
        config.repo_url = repository(config.repo_url) or None
        if self.server:
            self.rendering = self.server.render(root)
        else:
            site = Path(config.site_dir).resolve()
            self.rendering = self.running.enter_context(build(root, site))
            # `gh-deploy` reads it when all is done.
            self.running.callback(setattr, config, "site_dir", config.site_dir)
            config.site_dir = str(self.rendering.folder)
        name_languages(config, self.rendering.project)
        jupyter = config.plugins["mkdocs-jupyter"].config
        jupyter["cache_dir"] = self.temporary.name  # for the next language
        config.extra["preview"] = bool(self.server and self.server.preview)
        if config.repo_url:  # alone, MkDocs would take the path for an address
            config.edit_uri = "edit/main/docs/"

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
        if self.server:
            self.server.choose(files, self.rendering)
        return files

    on_files = CombinedEvent(_drop_files, _choose_files)

    def on_nav(self, nav, config, files):
        """Keep the titles in the navigation of pages not made again."""
        for page in nav.pages if self.server else []:
            page.markdown, page.meta = "", self.rendering.source(page.file).meta
        return nav

    @event_priority(100)  # before mkdocs-jupyter, which takes what ends so
    def on_pre_page(self, page, config, files):
        folder = Path(self.temporary.name)
        self.rendering.notebook_of_code(page, config, folder)
        return page

    def on_page_read_source(self, page, config) -> str:
        return self.rendering.markdown(page, config)

    def on_page_content(self, html: str, page, config, files) -> str:
        return self.rendering.content(page, config, files, html)

    def on_page_context(self, context, page, config, nav):
        """Keep a page's entries for the search, and give its HTML back."""
        entries = config.plugins["material/search"].search_index.entries
        language = language_of(config)
        self.entries[language][page.url] = [*entries]
        entries.clear()
        return context | self.rendering.context(page, config)

    def on_env(self, env, config, files):
        # The 404 page links to first pages, not to the last page made.
        vars(config.extra).pop("alternate", None)
        self.rendering.extend(env, config)
        cache = FileSystemBytecodeCache(self.temporary.name)
        env.bytecode_cache = cache  # also for the next language or build
        return env

    def on_post_page(self, output: str, page, config) -> str:
        return self.rendering.take(page, config, output)

    def on_post_template(self, output: str, template_name: str, config) -> str:
        if template_name != "404.html":
            return output
        return self.rendering.not_found(config, template_name, output)

    @event_priority(-200)  # after i18n, whose event builds the other languages
    def on_post_build(self, config) -> None:
        if config.plugins["i18n"].building:
            return
        site, project = Path(config.site_dir), self.rendering.project
        search_index.write(site, project, self.entries)
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


def quiet() -> None:
    """Silence log lines that are untrue or useless here.

    With `--dirty` MkDocs warns of wrong links, but here each page knows its
    files. mkdocs-jupyter names a temporary file for each page, and i18n each
    setting that a language has of its own.
    """
    i18n, jupyter = "mkdocs_static_i18n.reconfigure", "mkdocs_jupyter"
    for name in (f"plugins.{i18n}", f"plugins.{jupyter}", "mkdocs-jupyter"):
        logging.getLogger(f"mkdocs.{name}").setLevel(logging.WARNING)
    logging.getLogger("mkdocs.commands.build").addFilter(
        lambda record: "'dirty' build" not in record.getMessage()
    )


def name_languages(config, project: Project) -> None:
    """Give i18n the site's names and the theme's switches in each language.

    i18n takes them from mkdocs.yml, which has them in English only. Of the
    language switch it would link first pages from the root of the host, where
    the site need not be, and name each language by its folder.
    """
    titles = navigation_texts(project.words[ORIGINAL])
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


def repository(url: str | None) -> str:
    """Return the address of a repository without what a clone adds to it."""
    return (url or "").rstrip("/").removesuffix(".git").rstrip("/")


def refused(config, command: str, dirty: bool) -> Iterator[str]:
    """Yield what a command or the settings ask for and no build can give.

    A schema checks the settings file (`sitebuild.checks.data_files`); these
    values may also come from the command line and from the environment.
    """
    if Path(config.config_file_path or "-").name != CONFIG:
        yield f"all settings are read from {CONFIG}: name that with -f, or none"
    if not config.use_directory_urls:
        yield "each page is a folder's index: leave --no-directory-urls out"
    for name in PLUGINS:
        if name not in config.plugins:
            yield f"{CONFIG} does not name the plugin {name}; add it"
    if not SITE.fullmatch(config.site_url or ""):
        yield (
            f"SITE_URL is `{config.site_url or ''}`; write the site's address "
            "as https://example.org/course/, or leave it out"
        )
    named = repository(config.repo_url)
    if named and not REPOSITORY.fullmatch(named):
        yield (
            "REPO_URL is no address of a repository that pages can link to; "
            "write it as https://github.com/owner/name, or leave it out"
        )
    if command != "serve":
        context = click.get_current_context(silent=True)
        if context and context.info_name == "serve":
            yield "only a finished site is published: leave --clean out"
        if dirty:
            yield "a build makes the whole site anew: leave --dirty out"
