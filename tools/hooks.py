"""MkDocs' events, each a call or two."""

import logging
import os
import shutil
import sys
import threading
from pathlib import Path

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


def on_config(config):
    if config.plugins["i18n"].building:  # a language's nested build
        return config
    root = Path(config.config_file_path).parent
    problems = gates.check(root)
    if problems:
        raise Abort("\n".join(map(str, problems)))
    config.extra["preview"] = Build.preview
    if not Build.preview:
        if sentence := missing_torch():
            raise Abort(sentence)
        if Build.verification:
            Build.verification.cancel()
        Build.verification = Verification(root)
        Build.verification.start()
        log.info("Running all blocks beside the rendering")
    if not Build.serving:
        Build.site = Path(config.site_dir)
        Build.partial = Build.site.with_name(f".{Build.site.name}.new")
        config.site_dir = str(Build.partial)
    return config


def on_post_page(output: str, page, config) -> str:
    if Build.verification:
        path = Path(config.docs_dir, page.file.src_uri)
        root = Path(config.config_file_path).parent
        Build.verification.add(path.relative_to(root).as_posix(), output)
    return output


@event_priority(-200)  # after i18n, whose event builds the other languages
def on_post_build(config) -> None:
    if config.plugins["i18n"].building:
        return
    if Build.serving and Build.verification:
        threading.Thread(target=tell, args=[Build.verification]).start()


def tell(verification: Verification) -> None:
    """While serving, faults are told and the site stays up."""
    failures = verification.finish()
    if verification.cancelled:
        return
    for failure in failures:
        log.error(failure)
    if not failures:
        log.info(verification.summary())


def on_shutdown() -> None:
    verification = Build.verification
    if verification is None:
        return
    if Build.serving:
        verification.cancel()
        return
    try:
        if sys.exc_info()[0]:  # the build has failed or was interrupted
            verification.cancel()
            return
        log.info("Waiting for the block tests")
        if failures := verification.finish():
            raise Abort("\n".join(failures))
        log.info(verification.summary())
        shutil.rmtree(Build.site, ignore_errors=True)
        Build.partial.rename(Build.site)
    finally:
        shutil.rmtree(Build.partial, ignore_errors=True)
