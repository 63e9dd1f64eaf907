"""MkDocs' events, each a call or two."""

import logging
import os
import re
import subprocess
import sys
import threading
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import click
from jinja2 import BytecodeCache
from mkdocs.exceptions import Abort
from mkdocs.plugins import event_priority
from mkdocs.utils import write_file

from proof.blocks.recordings import write
from proof.checks import gates
from proof.pages.page import Page, read_pages
from proof.site import cells, finish, interface, notebooks, offline
from proof.site.addresses import alternates, card_path, folder, sitemap
from proof.site.policy import protect
from proof.site.publish import (
    discard,
    partial_folder,
    publish,
    tidy,
    unwritable,
)
from proof.site.reference import compact, valid
from proof.site.search import split, with_formulas, with_text
from proof.site.verify import Verification, missing_torch

log = logging.getLogger("mkdocs.hooks.verify")
NOTEBOOK = ".ipynb"  # a file of this kind is mkdocs-jupyter's
ALTERNATE = re.compile(r'\s*<link rel="alternate"[^>]*>')


class Templates(BytecodeCache):
    """Compiled templates, kept in memory."""

    def __init__(self):
        self.compiled: dict[str, tuple[str, object]] = {}

    def load_bytecode(self, bucket) -> None:
        checksum, code = self.compiled.get(bucket.key, ("", None))
        if checksum == bucket.checksum:
            bucket.code = code

    def dump_bytecode(self, bucket) -> None:
        self.compiled[bucket.key] = bucket.checksum, bucket.code


class Build:
    """What one `mkdocs` process is doing."""

    serving = False
    again = False  # whether this is a later build while serving
    preview = bool(os.environ.get("PREVIEW"))
    verification: Verification | None = None
    # While serving: what each page is made of now, and was when it was shown.
    made_of: dict[str, str] = {}
    shown: dict[str, str] = {}
    notebooks: dict[Path, tuple[str, str]] = {}  # to be written: page, language
    templates = Templates()
    site_url = ""
    site: Path | None = None  # where a finished build goes
    partial: Path | None = None  # where it is rendered


def on_startup(command: str, dirty: bool) -> None:
    Build.serving = command == "serve"
    # It is not true of us: `Build.shown` knows what each page is made of.
    logging.getLogger("mkdocs.commands.build").addFilter(
        lambda record: "'dirty' build" not in record.getMessage()
    )
    if Build.preview and not Build.serving:
        raise Abort("PREVIEW is for `make preview`: a build runs all blocks")
    # It names a temporary file for each page.
    logging.getLogger("mkdocs.mkdocs-jupyter").setLevel(logging.WARNING)
    if not logging.getLogger("mkdocs").isEnabledFor(logging.WARNING):
        raise Abort("strict mode cannot see warnings with -q: leave it out")


@event_priority(100)  # before the search
def on_config(config):
    nested = config.plugins["i18n"].building  # of one more language
    if not nested:
        Build.again = Build.serving and bool(Build.shown)
    search(config, enabled=not Build.again)
    if nested:
        return config
    if Build.again:
        forget_search(config)
    root = Path(config.config_file_path).resolve().parent
    if not Build.serving:
        Build.site = Path(config.site_dir).resolve()
        if sentence := tidy(Build.site):
            log.info(sentence)
    if not Build.preview and (sentence := missing_torch()):
        raise Abort(sentence)
    if Build.verification:  # of the build before this one
        Build.verification.cancel()
    Build.verification = Verification(root)
    if not Build.serving:
        Build.verification.prepare()
    Build.verification.written = pages = read_pages(root)
    # While serving, other faults are told beside the page (see `tell`).
    gate = gates.refused if Build.serving else gates.check
    if problems := gate(root, pages):
        raise Abort("\n".join(map(str, problems)))
    interface.languages_of(config, root)
    if not Build.serving:
        log.info("Running all blocks beside the rendering")
        Build.verification.start()
        Build.site_url = config.site_url
        Build.partial = partial_folder(Build.site)
        config.site_dir = str(Build.partial)
    config.extra["preview"] = Build.preview
    if config.repo_url:  # alone, MkDocs would take the path for an address
        config.edit_uri = "edit/main/docs/"
    return config


@event_priority(-200)  # after i18n, which makes the languages' files
def on_files(files, config):
    """While serving, a page is made again when what it is made of changed."""
    if Build.serving:
        reference = Build.verification.reference
        for file in files.documentation_pages():
            path, address = path_of(file, config), file.dest_uri
            Build.made_of[address] = reference.digest(path, language_of(config))
            file.is_modified = partial(changed, address)
    return files


def changed(address: str) -> bool:
    return Build.shown.get(address) != Build.made_of[address]


def on_nav(nav, config, files):
    """Pages that are not made again keep their titles in the navigation."""
    for page in nav.pages if Build.serving else []:
        source = Build.verification.reference.pages[path_of(page.file, config)]
        page.markdown, page.meta = "", source.meta
    return nav


@event_priority(100)  # before mkdocs-jupyter, which takes what ends so
def on_pre_page(page, config, files):
    if source_of(page.file, config).in_cells:
        page.file.abs_src_path += NOTEBOOK
    return page


def on_page_read_source(page, config) -> str:
    source = source_of(page.file, config)
    if source.in_cells:
        page.render = partial(render_cells, page, page.render)
    return source.text


def render_cells(page, plugin, config, files) -> None:
    """Render a page whose blocks are the cells of a notebook.

    Its Markdown is rendered as that of all pages; mkdocs-jupyter, by whose
    method the page's own was replaced, gets the notebook with the HTML.
    """

    def convert(notebook: str) -> str:
        toc = page.toc
        with TemporaryDirectory() as folder:
            page.file.abs_src_path = str(Path(folder, f"page{NOTEBOOK}"))
            Path(page.file.abs_src_path).write_text(notebook, "utf-8")
            plugin(config, files)
        page.toc = toc
        page.file.abs_src_path = source
        return page.content

    source = page.file.abs_src_path.removesuffix(NOTEBOOK)
    if "mkdocs-jupyter" not in config.plugins:
        raise Abort(
            "mkdocs.yml does not name the plugin mkdocs-jupyter; add it"
        )
    type(page).render(page, config, files)
    reference = Build.verification.reference
    words = reference.words[language_of(config)]
    content = filled(page.content, page, config)
    page.content = cells.rendered(
        source_of(page.file, config), words, content, convert
    )


def filled(html: str, page, config) -> str:
    reference = Build.verification.reference
    path, language = path_of(page.file, config), language_of(config)
    return reference.fill(html, path, language)


def on_page_content(html: str, page, config, files) -> str:
    if not source_of(page.file, config).in_cells:
        html = filled(html, page, config)
    return with_text(html)


def search(config, enabled: bool) -> None:
    """Let the search index pages, or not.

    In a later build it would index all pages again, and those of each language
    twice. A page that is rendered has its search field nevertheless.
    """
    config.plugins["material/search"].config.enabled = enabled


def forget_search(config) -> None:
    """Empty what i18n adds the index of each language to.

    It would double in each build, since the index is not made again.
    """
    config.plugins["i18n"].search_entries.clear()
    config.plugins["material/search"].search_index.entries.clear()


def on_page_context(context, page, config, nav):
    """A page that is not translated is the original at another address."""
    search(config, enabled=True)
    page.content = with_formulas(page.content)  # it has been indexed
    for other in getattr(config.extra, "alternate", []):
        if other["link"].startswith("/"):  # of the first page
            other["link"] = folder(other["lang"]) or "."
    reference = Build.verification.reference
    path, language = path_of(page.file, config), language_of(config)
    context["formulas"] = bool(reference.pages[path].formulas)
    name = notebooks.file_name(reference.pages[path])
    context["notebook"] = name
    context["colab"] = notebooks.colab(config.repo_url, page.url + name)
    if not Build.serving:
        context["card"] = card_path(reference.pages[path])
        if Path(path).stem == "index":
            context["offline"] = f"{offline.NAME}.zip"
    if Path(path).parent.name != language:
        url = page.url.removeprefix(folder(language))
        page.canonical_url = f"{config.site_url}{url}"
    else:
        context["alternates"] = alternates(reference, Path(path).stem)
    return context


def on_env(env, config, files):
    reference = Build.verification.reference
    env.filters["without_alternates"] = partial(ALTERNATE.sub, "")
    env.globals |= {
        "interface": reference.words[language_of(config)],
        "interfaces": reference.words,
        "folder": folder(language_of(config)),
        "folders": {code: folder(code) for code in reference.words},
        "sitemap": sitemap(reference),
    }
    if Build.serving:  # the theme's templates are compiled once
        env.bytecode_cache = Build.templates
    return env


def path_of(file, config) -> str:
    """A page's path in the project."""
    path = Path(config.docs_dir, file.src_uri)
    return path.relative_to(Build.verification.root).as_posix()


def source_of(file, config) -> Page:
    """The page that a file is, as the scanner read it."""
    return Build.verification.reference.pages[path_of(file, config)]


def language_of(config) -> str:
    """The language that is being built."""
    return config.plugins["i18n"].current_language


def on_post_page(output: str, page, config) -> str:
    search(config, enabled=not Build.again)
    output = finished(output)
    reference = Build.verification.reference
    path, language = path_of(page.file, config), language_of(config)
    Build.verification.add(path, output, language)
    if name := notebooks.file_name(reference.pages[path]):
        file = Path(page.file.abs_dest_path).with_name(name)
        Build.notebooks[file] = path, language
    if Build.serving:
        Build.shown[page.file.dest_uri] = Build.made_of[page.file.dest_uri]
    return output


def on_post_template(output: str, template_name: str, config) -> str:
    """Each language has a page for what is not found; the top's is English."""
    if template_name != "404.html":
        return output
    top = Path(config.site_dir, template_name)
    mine = top.parent / folder(language_of(config)) / template_name
    write_file(finished(output).encode(), str(mine))
    return top.read_text("utf-8")


def finished(html: str) -> str:
    """A whole page as it is published."""
    html = compact(valid(html))
    # The server puts a script of its own into pages, to load them again.
    return html if Build.serving else protect(html)


@event_priority(-200)  # after i18n, whose event builds the other languages
def on_post_build(config) -> None:
    if config.plugins["i18n"].building:
        return
    if not Build.again:
        split(Path(config.site_dir), list(Build.verification.reference.words))
    if Build.serving:
        what = Build.verification, config.site_url
        threading.Thread(target=tell, args=what).start()


def write_notebooks(verification: Verification, site_url: str) -> None:
    """The notebooks of the pages that were rendered."""
    while Build.notebooks and not verification.cancelled:
        file, (path, language) = Build.notebooks.popitem()
        reference = verification.reference
        write(file, notebooks.notebook(reference, path, language, site_url))


def tell(verification: Verification, site_url: str) -> None:
    """While serving, the page is shown first, then its faults are told."""
    write_notebooks(verification, site_url)
    if not (Build.preview or verification.cancelled):
        verification.start()
    # A process of its own: a thread would hold up the next build.
    command = [sys.executable, "-m", "proof.checks.gates"]
    check = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    failures = [check.stdout] if check.returncode else []
    failures += verification.finish()
    if verification.cancelled:
        return
    # Not logged: strict mode would count them against a build in progress.
    for failure in failures:
        click.secho(failure, fg="red", err=True)
    if not failures:
        log.info(verification.summary())


def on_build_error(error: Exception, **_) -> None:
    if sentence := unwritable(error):
        raise Abort(sentence)


def on_shutdown() -> None:
    verification = Build.verification
    if verification is None:
        return
    if Build.serving or sys.exc_info()[0]:  # has failed or was interrupted
        verification.cancel()
        discard(Build.partial)
        return
    try:
        log.info("Finishing the pages beside the block tests")
        from proof.site import cards  # draws, which a preview has no need to

        write_notebooks(verification, Build.site_url)
        cards.draw_all(verification.reference, Build.partial)
        finish.hash_names(Build.partial)
        offline.pack(Build.partial)
        finish.compress(Build.partial)
        log.info("Waiting for the block tests")
        if failures := verification.finish():
            raise Abort("\n".join(failures))
        publish(Build.partial, Build.site)
        log.info(verification.summary())
    except OSError as error:
        on_build_error(error)
        raise
    finally:
        verification.cancel()
        discard(Build.partial)
