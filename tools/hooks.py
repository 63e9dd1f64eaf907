"""MkDocs' events, each a call or two."""

import logging
import os
import shutil
import sys
import threading
from pathlib import Path
from tempfile import mkdtemp

import click
from mkdocs.exceptions import Abort
from mkdocs.plugins import event_priority

from tools import gates
from tools.verify import Verification, missing_torch

log = logging.getLogger("mkdocs.hooks.verify")


class Build:
    """What one `mkdocs` process is doing."""

    serving = False
    preview = bool(os.environ.get("PREVIEW"))
    verification: Verification | None = None
    site: Path | None = None  # where a finished build goes
    partial: Path | None = None  # where it is rendered


def on_startup(command: str, dirty: bool) -> None:
    Build.serving = command == "serve"
    if Build.preview and not Build.serving:
        raise Abort("PREVIEW is for `make preview`: a build runs all blocks")
    if not logging.getLogger("mkdocs").isEnabledFor(logging.WARNING):
        raise Abort("strict mode cannot see warnings with -q: leave it out")


def on_config(config):
    if config.plugins["i18n"].building:  # a language's nested build
        return config
    root = Path(config.config_file_path).parent
    if problems := gates.check(root):
        raise Abort("\n".join(map(str, problems)))
    if not Build.preview and (sentence := missing_torch()):
        raise Abort(sentence)
    if Build.verification:  # of the build before this one
        Build.verification.cancel()
    Build.verification = Verification(root)
    if not Build.preview:
        log.info("Running all blocks beside the rendering")
        Build.verification.start()
    if not Build.serving:
        Build.site = Path(config.site_dir).resolve()
        Build.partial = partial_folder(Build.site)
        config.site_dir = str(Build.partial)
    config.extra["preview"] = Build.preview
    return config


def on_page_content(html: str, page, config, files) -> str:
    return Build.verification.reference.fill(html, source_of(page, config))


def source_of(page, config) -> str:
    """A page's path in the project."""
    path = Path(config.docs_dir, page.file.src_uri)
    return path.relative_to(Build.verification.root).as_posix()


def on_post_page(output: str, page, config) -> str:
    Build.verification.add(source_of(page, config), output)
    return output


@event_priority(-200)  # after i18n, whose event builds the other languages
def on_post_build(config) -> None:
    if Build.serving and not config.plugins["i18n"].building:
        threading.Thread(target=tell, args=[Build.verification]).start()


def tell(verification: Verification) -> None:
    """While serving, faults are told and the site stays up."""
    failures = verification.finish()
    if verification.cancelled:
        return
    # Not logged: strict mode would count them against a build in progress.
    for failure in failures:
        click.secho(failure, fg="red", err=True)
    if not failures:
        log.info(verification.summary())


def on_shutdown() -> None:
    verification = Build.verification
    if verification is None:
        return
    if Build.serving or sys.exc_info()[0]:  # has failed or was interrupted
        verification.cancel()
        discard(Build.partial)
        return
    try:
        log.info("Waiting for the block tests")
        if failures := verification.finish():
            raise Abort("\n".join(failures))
        publish(Build.partial, Build.site)
        log.info(verification.summary())
    finally:
        verification.cancel()
        discard(Build.partial)


def partial_folder(site: Path) -> Path:
    """A new folder beside the site; Abort if the site cannot be replaced."""
    if site.exists() and not site.is_dir():
        raise Abort(f"{site} is a file: choose a folder with --site-dir")
    if site.is_dir():
        kept = [file.name for file in site.iterdir() if file.name[0] == "."]
        if kept:
            raise Abort(
                f"{site} holds {kept[0]}, which a build would remove: choose "
                "another folder with --site-dir"
            )
    site.parent.mkdir(parents=True, exist_ok=True)
    return Path(mkdtemp(prefix=f".{site.name}.new.", dir=site.parent))


def publish(partial: Path, site: Path) -> None:
    """Put the finished site in place of the last one."""
    partial.chmod(0o755)  # mkdtemp makes folders private
    old = partial.with_name(f"{partial.name}.old")
    try:
        if site.exists():
            site.rename(old)
        partial.rename(site)
    except OSError as error:
        if old.exists() and not site.exists():
            old.rename(site)
        raise Abort(f"{site} cannot be replaced: {error.strerror}") from None
    discard(old)


def discard(folder: Path | None) -> None:
    if folder and folder.exists():
        shutil.rmtree(folder)
