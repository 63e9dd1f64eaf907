"""Serve the site while somebody edits it: `mkdocs serve`.

Faults stand on top of the served pages. A fault that keeps pages from being
made anew leaves the last ones there.
"""

from collections.abc import Callable, Iterable
from functools import partial
from html import escape
from pathlib import Path
from threading import Thread

import click

from sitebuild.pages.project import Project
from sitebuild.pages.site_config import HOME, ORIGINAL
from sitebuild.runner.block_tests import BlockTests, Result, missing_torch
from sitebuild.site import plugin_patches
from sitebuild.site.build import refuse, say
from sitebuild.site.rendering import Rendered, Rendering
from sitebuild.site.verify import differences, not_run, summary
from sitebuild.widgets.registry import problems

STYLE = (
    "position:relative;z-index:9;margin:0;padding:1rem;max-height:50vh;"
    "overflow:auto;list-style-position:inside;border:.2rem solid #c00;"
    "background:Canvas;color:CanvasText;font:.8rem/1.5 sans-serif;"
    "overflow-wrap:anywhere"
)


class LiveServer:
    """Keeps what `mkdocs serve` needs from one rendering to the next.

    With `preview` it shows the recordings and runs nothing.
    """

    def __init__(self, preview: bool):
        self.preview = preview
        self.rendering: Rendering | None = None
        self.tests: BlockTests | None = None
        self.shown = False  # whether there are pages from before
        self.unwritten: list[Rendered] = []  # pages without their notebook
        self.faults = Faults()

    def render(self, root: Path) -> Rendering:
        """Return what MkDocs is to render now.

        Raises Abort if the pages may not be rendered.
        """
        refuse("" if self.preview else missing_torch())
        self.stop()
        project = Project(root)
        refuse(*problems(project, refused=True))
        self.tests = BlockTests(project)
        self.rendering = Rendering(project)
        return self.rendering

    def choose(self, files, config) -> None:
        """Let MkDocs make a page again if one of its files is newer."""
        for file in files.documentation_pages():
            file.is_modified = partial(self.rendering.is_older, file, config)

    def show(self, rendered: Rendered) -> None:
        """Note that a page is shown."""
        self.shown = True
        self.unwritten.append(rendered)

    def check(self, address: str) -> None:
        """Find what is wrong with what is shown, in a thread of its own."""
        shown = self.rendering, self.tests, address
        Thread(target=self.tell, args=shown).start()

    def tell(
        self, rendering: Rendering, tests: BlockTests, address: str
    ) -> None:
        """Write notebooks, run checks and blocks, and show every fault."""
        while self.unwritten and not tests.cancelled:
            rendering.write_notebook(self.unwritten.pop(), address)
        faults = [*problems(rendering.project), *differences(rendering)]
        result = Result([]) if self.preview else tests.run(say)
        faults += [*result.failures, *not_run(rendering, result)]
        if tests.cancelled:
            return
        # Not logged: strict mode would count them against a later rendering.
        self.faults.tell(faults)
        if not faults:
            say(summary(rendering, result))

    def stop(self) -> None:
        """End the tests of the pages that were shown last."""
        if self.tests:
            self.tests.cancel()


class Faults:
    """Shows faults on the pages of MkDocs' server."""

    def __init__(self) -> None:
        self.found: list[str] = []
        self.stopped = False  # whether they kept the pages from being made
        self.server = None

    def tell(self, found: Iterable[object]) -> None:
        """Show these faults, here and on the pages, in place of the last."""
        before, self.found = self.found, [str(fault) for fault in found]
        for fault in self.found:
            click.secho(fault, fg="red", err=True)
        if self.server and before != self.found:
            plugin_patches.reload(self.server)

    def watch(self, server) -> None:
        """Show the faults on a server's pages, and those that stop a build."""
        self.server = server
        server.builder = partial(self.built, server.builder)
        server.set_app(partial(self.answer, server.get_app()))

    def built(self, build: Callable[[], None]) -> None:
        """Make the pages anew, or show why they stay as they were."""
        try:
            build()
        except (Exception, SystemExit) as reason:
            self.tell(str(reason).split("\n"))
            self.stopped = True
        else:
            self.found = [] if self.stopped else self.found
            self.stopped = False

    def answer(self, app: Callable, environ: dict, start: Callable):
        """Answer a browser as MkDocs does, with the faults on each page."""
        head: list = []
        body = app(environ, lambda *status: head.extend(status))
        kinds = dict(head[1])
        if self.found and kinds.get("Content-Type", "").startswith("text/html"):
            page = b"".join(body)
            top = box(self.found, environ["PATH_INFO"]).encode()
            before, tag, rest = page.partition(b"<body")
            page = before + tag + rest.replace(b">", b">" + top, 1)
            kinds["Content-Length"] = str(len(page))
            body = [page]
        start(head[0], list(kinds.items()))
        return body


def box(found: list[str], address: str = "/") -> str:
    """Return faults as HTML, those of the page with this address first."""
    *above, name = ["", *address.strip("/").split("/")]
    own = (
        f"docs/{ORIGINAL}/{name or HOME}.md",
        f"docs/{above[-1]}/{name}.md",
        f"docs/{name}/{HOME}.md",
    )
    lines = sorted(found, key=lambda fault: not fault.startswith(own))
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ol role="alert" style="{STYLE}">{items}</ol>'
