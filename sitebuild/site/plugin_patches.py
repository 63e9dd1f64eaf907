"""What is asked of other plugins beyond what they offer, all in one place.

Each function says why. Whoever updates MkDocs or a plugin looks here first.
"""

import logging
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory

from mkdocs.exceptions import Abort

from sitebuild.files import is_litter
from sitebuild.pages import interface_text
from sitebuild.pages.site_config import ORIGINAL, folder, languages, tag

NOTEBOOK = ".ipynb"  # a file of this kind is mkdocs-jupyter's


def quiet() -> None:
    """Silence lines that are not true here, or of no use.

    With `--dirty` MkDocs warns of wrong links: here, each page knows what it is
    made of. mkdocs-jupyter names a temporary file for each page, and i18n each
    setting that a language has of its own.
    """
    i18n = "mkdocs.plugins.mkdocs_static_i18n.reconfigure"
    logging.getLogger(i18n).setLevel(logging.WARNING)
    logging.getLogger("mkdocs.commands.build").addFilter(
        lambda record: "'dirty' build" not in record.getMessage()
    )
    logging.getLogger("mkdocs.mkdocs-jupyter").setLevel(logging.WARNING)


def reload(server) -> None:
    """Let browsers load their page again, without a build.

    MkDocs tells them of builds alone. If one is being made, they will anyway.
    """
    with server._epoch_cond:
        if server._visible_epoch == server._wanted_epoch:
            server._wanted_epoch += 1
            server._visible_epoch += 1
            server._epoch_cond.notify_all()


def hears_warnings() -> bool:
    """Tell whether strict mode can: with -q, MkDocs' log drops them unseen."""
    return logging.getLogger("mkdocs").isEnabledFor(logging.WARNING)


def language_of(config) -> str:
    """Return the language being built, which i18n tells to templates only."""
    return config.plugins["i18n"].current_language


def is_nested(config) -> bool:
    """Tell whether this build is one that i18n starts within the first."""
    return config.plugins["i18n"].building


def name_languages(config, root: Path) -> None:
    """Give i18n the site's names and switches in each language.

    It takes them from mkdocs.yml, which has them in none but the original.
    """
    titles = interface_text.in_navigation(interface_text.read(root, ORIGINAL))
    config.extra["tags"] = {code: tag(code) for code in languages(root)}
    for language in config.plugins["i18n"].config.languages:
        words = interface_text.read(root, language.locale)
        language.site_name = words["site-name"]
        language.site_description = words["site-description"]
        language.nav_translations = {t: words[k] for k, t in titles.items()}
        palette = interface_text.palette(words, config.theme["palette"])
        language.theme = {"palette": palette}


def let_search(config, index: bool) -> None:
    """Let the search index pages, or not.

    In a later build while serving it would index all pages again, and those of
    each language twice. A page that is rendered has its search field
    nevertheless.
    """
    config.plugins["material/search"].config.enabled = index


def forget_search(config) -> None:
    """Empty what i18n adds the index of each language to.

    It would double in each build, since the index is not made again.
    """
    config.plugins["i18n"].search_entries.clear()
    config.plugins["material/search"].search_index.entries.clear()


def correct_switch(config) -> None:
    """Correct the switch of languages: links to first pages, tags of languages.

    i18n gives the first page's links from the host's root, where the site need
    not be, and names each language by its folder.
    """
    extra = config.extra  # the site's are an item, the last page's a field
    for other in getattr(extra, "alternate", extra.get("alternate", [])):
        if other["link"].startswith("/"):
            other["link"] = folder(other["lang"]) or "."
        other["lang"] = tag(other["lang"])


def forget_page(config) -> None:
    """Forget the links of the last page: the 404 page leads to first pages."""
    vars(config.extra).pop("alternate", None)


def drop_excluded(files, root: Path) -> None:
    """Leave out files that are not published, as most recordings, and litter.

    i18n looks for each file in each language, for each other language. The
    theme's files may lie below the project, too, where git ignores them.
    """
    for file in list(files):
        source = Path(file.abs_src_path or "")  # none where MkDocs makes it
        source = source.parent.resolve() / source.name
        ours = source.is_relative_to(root / "docs")
        if file.inclusion.is_excluded() or ours and is_litter(root, source):
            files.remove(file)


def remake(file, changed: Callable[[], bool]) -> None:
    """Let MkDocs ask this whether a page is to be made again.

    It compares times of files, but a page is made of more than its file.
    """
    file.is_modified = changed


def as_notebook(file) -> None:
    """Let mkdocs-jupyter take a page: it goes by the name of its file."""
    file.abs_src_path += NOTEBOOK


def replace_render(page, render: Callable) -> None:
    """Render a page by `render`, which gets what makes HTML of a notebook.

    mkdocs-jupyter has put its own method in the place of the page's. It reads
    the notebook from a file and makes a table of contents of its own: here,
    those of the page's Markdown stay. Aborts if it is not there.
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
            page.toc = contents
            page.file.abs_src_path = source
            return page.content

        type(page).render(page, config, files)
        contents = page.toc
        page.content = render(page.content, convert)

    page.render = rendered
