"""Build the site: load, check, run, render, compare and publish."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from mkdocs.exceptions import Abort

from sitebuild.files import Unreadable
from sitebuild.pages.project import Project
from sitebuild.runner.block_tests import BlockTests
from sitebuild.site.publish import partial_folder, publish
from sitebuild.site.verify import Rendering, differences, summary
from sitebuild.widgets.registry import problems

log = logging.getLogger("mkdocs.sitebuild")


@contextmanager
def build(root: Path, site: Path) -> Iterator[Rendering]:
    """Build a whole site that shows what ran, or leave the last one.

    Yields what MkDocs is to render and where to, and goes on when it has.
    Raises Abort with all that is wrong.
    """
    try:
        with partial_folder(site) as folder:
            project = Project(root)
            refuse(*problems(project))
            log.info("Running all blocks, which takes minutes if most changed")
            refuse(*BlockTests(project).run())
            log.info("Rendering the pages")
            rendering = Rendering(project, folder)
            yield rendering
            log.info("Comparing the pages with what ran")
            refuse(*differences(rendering))
            publish(folder, site)
    except (Unreadable, OSError) as error:  # a full disk, above all
        raise Abort(f"{error}; nothing was published") from None
    log.info(summary(project, ran=True))


def refuse(*faults: object) -> None:
    """Raise Abort with all faults, if there are any."""
    if told := [str(fault) for fault in faults if fault]:
        raise Abort("\n".join(told))
