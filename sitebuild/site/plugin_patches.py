"""Work around private APIs of MkDocs and its plugins, all in one place.

Each function says why. Whoever updates MkDocs or a plugin looks here first.
"""

import logging

from sitebuild.pages.project import Project
from sitebuild.pages.site_config import (
    ORIGINAL,
    folder,
    navigation_texts,
    tag,
)

# The names of what the theme's switch does, in the order of mkdocs.yml.
MODES = "light-mode", "dark-mode", "system-mode"


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
