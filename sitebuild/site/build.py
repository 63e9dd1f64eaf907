"""What a build is, and what is done while serving, each told in its order.

MkDocs renders the pages and calls `sitebuild.site.mkdocs_plugin` meanwhile.
"""

import logging
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread

from mkdocs.exceptions import Abort

from sitebuild.pages.project import Project
from sitebuild.runner import run_cache
from sitebuild.runner.block_tests import MEMORY, BlockTests, missing_torch
from sitebuild.site import plugin_patches
from sitebuild.site.finish import finish, say_recalled, write_notebook
from sitebuild.site.linkcheck import broken
from sitebuild.site.live_faults import Faults, hold
from sitebuild.site.publish import (
    partial_folder,
    publish,
    tidy,
    told_if_refused,
)
from sitebuild.site.rendering import Rendered, Rendering
from sitebuild.site.verify import differences, not_run, summary
from sitebuild.widgets.registry import problems

log = logging.getLogger("mkdocs.sitebuild")


@contextmanager
def build(root: Path, site: Path, address: str) -> Iterator[Rendering]:
    """Make a whole site that shows what ran, or leave the last one as it was.

    Yields what MkDocs is to render and where to, and goes on when it has. Its
    public address is in the notebooks. Raises Abort with all that is wrong.
    """
    refuse(missing_torch())
    with told_if_refused(), BlockTests(root) as tests:
        say(tidy(site))
        project = Project(root)
        refuse(*problems(project))
        say("Running all blocks")
        if tests.recalling:
            say("\n".join(run_cache.damaged(root / MEMORY)))
        tests.start()
        result = tests.wait()
        refuse(*result.failures)
        with partial_folder(site) as folder:
            say("Rendering the pages")
            rendering = Rendering(project, folder)
            yield rendering
            say("Comparing the pages with what ran")
            found = finish(rendering, address)
            say_recalled(rendering, result)
            refuse(*found, *not_run(rendering, result))
            refuse(*broken(folder, address))
            publish(folder, site)
    say(summary(rendering, result))


class Server:
    """What `mkdocs serve` keeps from one rendering to the next."""

    def __init__(self, preview: bool):
        self.preview = preview  # shows recordings, runs nothing
        self.rendering: Rendering | None = None
        self.tests: BlockTests | None = None
        self.shown = False  # whether there are pages from before
        self.unwritten: list[Rendered] = []  # what has no notebook yet
        self.faults = Faults()

    def render(self, root: Path, address: tuple[str, int]) -> Rendering:
        """Give what MkDocs is to render now; Abort if it cannot be trusted.

        Before the first time, wait until it can.
        """
        refuse("" if self.preview else missing_torch())
        self.stop()
        project = Project(root)
        while found := problems(project, refused=True):
            if self.shown:
                refuse(*found)
            self.faults.tell(found)
            hold(root, address, self.faults.found)
            project = Project(root)
        self.tests = BlockTests(root)
        self.rendering = Rendering(project)
        return self.rendering

    def choose(self, files, config) -> None:
        """Have a page made again if a file that it is made of is newer."""
        for file in files.documentation_pages():
            is_older = partial(self.rendering.is_older, file, config)
            plugin_patches.remake(file, is_older)

    def show(self, rendered: Rendered) -> None:
        """Note that a page is shown."""
        self.shown = True
        self.unwritten.append(rendered)

    def check(self, address: str) -> None:
        """Tell what is wrong with what is shown, in a thread of its own."""
        shown = self.rendering, self.tests, address
        Thread(target=self.tell, args=shown).start()

    def tell(self, rendering: Rendering, tests: BlockTests, address: str):
        """Write notebooks, run checks and blocks; print every fault."""
        while self.unwritten and not tests.cancelled:
            write_notebook(rendering.project, self.unwritten.pop(), address)
        if not self.preview:
            tests.start()
        # A process of its own: a thread would hold up the next rendering.
        gate = subprocess.run(
            [sys.executable, "-m", "sitebuild", "check"],
            cwd=rendering.project.root,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        faults = gate.stdout.splitlines()[:-1] if gate.returncode else []
        found, result = differences(rendering), tests.wait()
        faults += [*found, *result.failures, *not_run(rendering, result)]
        if tests.cancelled:
            return
        # Not logged: strict mode would count them against a later rendering.
        self.faults.tell(faults)
        if not faults:
            say(summary(rendering, result))

    def stop(self) -> None:
        """End the tests of what was shown: something else is, or nothing."""
        if self.tests:
            self.tests.cancel()


def say(sentence: str | None) -> None:
    if sentence:
        log.info(sentence)


def refuse(*faults: object) -> None:
    """Raise Abort with all faults that are told, if there are any."""
    if told := [str(fault) for fault in faults if fault]:
        raise Abort("\n".join(told))
