"""Work around private APIs of MkDocs and its plugins, all in one place.

Each function says why. Whoever updates MkDocs or a plugin looks here first.
"""

import logging
from pathlib import Path

from sitebuild.files import is_litter
from sitebuild.pages.site_config import (
    ORIGINAL,
    folder,
    interface_texts,
    languages,
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


def reload(server) -> None:
    """Let browsers load their page again, which MkDocs does after builds only.

    While a build is going on, they will anyway.
    """
    with server._epoch_cond:
        if server._visible_epoch == server._wanted_epoch:
            server._wanted_epoch += 1
            server._visible_epoch += 1
            server._epoch_cond.notify_all()


def hears_warnings() -> bool:
    """Tell whether strict mode sees warnings: with -q, MkDocs drops them."""
    return logging.getLogger("mkdocs").isEnabledFor(logging.WARNING)


def language_of(config) -> str:
    """Return the language being built, which i18n gives to templates only."""
    return config.plugins["i18n"].current_language


def is_nested(config) -> bool:
    """Tell whether i18n has started this build within the first one."""
    return config.plugins["i18n"].building


def name_languages(config, root: Path) -> None:
    """Give i18n the site's names and the theme's switches in each language.

    i18n takes them from mkdocs.yml, which has them in English only.
    """
    titles = navigation_texts(interface_texts(root, ORIGINAL))
    config.extra["tags"] = {code: tag(code) for code in languages(root)}
    for language in config.plugins["i18n"].config.languages:
        words = interface_texts(root, language.locale)
        language.site_name = words["site-name"]
        language.site_description = words["site-description"]
        language.nav_translations = {t: words[k] for k, t in titles.items()}
        modes = zip(config.theme["palette"], MODES)
        palette = [
            {**mode, "toggle": {**mode["toggle"], "name": words[key]}}
            for mode, key in modes
        ]
        language.theme = {"palette": palette}


def let_search(config, index: bool) -> None:
    """Let the search index pages, or not.

    While serving, a later build would index all pages again, and the pages of
    each language twice. A page still needs its search field while it renders.
    """
    config.plugins["material/search"].config.enabled = index


def forget_search(config) -> None:
    """Empty the entries that i18n keeps: they would double in each build."""
    config.plugins["i18n"].search_entries.clear()
    config.plugins["material/search"].search_index.entries.clear()


def correct_switch(config) -> None:
    """Correct the language switch: links to first pages, language tags.

    i18n links first pages from the root of the host, where the site need not
    be, and names each language by its folder.
    """
    extra = config.extra  # the site's are an item, the last page's a field
    for other in getattr(extra, "alternate", extra.get("alternate", [])):
        if other["link"].startswith("/"):
            other["link"] = folder(other["lang"]) or "."
        other["lang"] = tag(other["lang"])


def forget_page(config) -> None:
    """Forget the links of the last page: the 404 page links to first pages."""
    vars(config.extra).pop("alternate", None)


def drop_excluded(files, root: Path) -> None:
    """Leave out files that are not published, such as most recordings.

    i18n would look for each of them in each language. The theme's files may
    lie below the project, too, where git ignores them.
    """
    for file in list(files):
        source = Path(file.abs_src_path or "")  # none where MkDocs makes it
        source = source.parent.resolve() / source.name
        ours = source.is_relative_to(root / "docs")
        if file.inclusion.is_excluded() or ours and is_litter(root, source):
            files.remove(file)
