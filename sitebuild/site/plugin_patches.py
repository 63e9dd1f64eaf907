"""Work around private APIs of MkDocs and its plugins, all in one place.

Each function says why. Whoever updates MkDocs or a plugin looks here first.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.exceptions import Abort

from sitebuild.pages.project import Project
from sitebuild.pages.site_config import (
    ORIGINAL,
    folder,
    navigation_texts,
    tag,
)

NOTEBOOK = ".ipynb"  # mkdocs-jupyter takes the files that end so
# The names of what the theme's switch does, in the order of mkdocs.yml.
MODES = "light-mode", "dark-mode", "system-mode"


def quiet() -> None:
    """Silence log lines that are untrue or useless here.

    With `--dirty` MkDocs warns of wrong links, but here each page knows its
    files. mkdocs-jupyter names a temporary file for each page, and i18n each
    setting that a language has of its own.
    """
    for name in ("plugins.mkdocs_static_i18n.reconfigure", "mkdocs-jupyter"):
        logging.getLogger(f"mkdocs.{name}").setLevel(logging.WARNING)
    logging.getLogger("mkdocs.commands.build").addFilter(
        lambda record: "'dirty' build" not in record.getMessage()
    )


def language_of(config) -> str:
    """Return the language being built, which i18n gives to templates only."""
    return config.plugins["i18n"].current_language


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


def name_alternates(files) -> None:
    """Name the languages of pages by their tags, as the switch does."""
    for file in files.documentation_pages():
        others = file.alternates.items()
        file.alternates = {tag(code): other for code, other in others}


def forget_page(config) -> None:
    """Forget the links of the last page: the 404 page links to first pages."""
    vars(config.extra).pop("alternate", None)


def as_notebook(file) -> None:
    """Let mkdocs-jupyter take a page: it looks at the name of the file."""
    file.abs_src_path += NOTEBOOK


def replace_render(page, render: Callable) -> None:
    """Render a page by a function of its HTML and of a notebook converter.

    mkdocs-jupyter has replaced the page's method, reads the notebook from a
    file and makes a table of contents of its own; the page keeps that of its
    Markdown. Raises Abort if the plugin is missing.
    """
    plugin, source = page.render, page.file.abs_src_path.removesuffix(NOTEBOOK)

    def rendered(config, files) -> None:
        if "mkdocs-jupyter" not in config.plugins:
            raise Abort(
                "mkdocs.yml does not name the plugin mkdocs-jupyter; add it"
            )

        def convert(notebook: str) -> str:
            with TemporaryDirectory() as temporary:
                file = Path(temporary, f"page{NOTEBOOK}")
                file.write_text(notebook, "utf-8")
                page.file.abs_src_path = str(file)
                plugin(config, files)
            return page.content

        type(page).render(page, config, files)
        contents = page.toc
        page.content = render(page.content, convert)
        page.toc, page.file.abs_src_path = contents, source

    page.render = rendered
