"""Serve the site while somebody edits it: `mkdocs serve`.

Each save renders all pages, since any file may show on any of them. Faults
stand on top of the served pages. A fault that keeps pages from being made anew
leaves the last ones there. In a preview, each section of a translation has its
original beside it.
"""

import re
from functools import partial
from html import escape
from pathlib import Path
from threading import Thread

import click

from sitebuild.i18n.notices import HEADING
from sitebuild.i18n.translator import Say, described, unwrapped
from sitebuild.pages.project import Project, View
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.staleness import sections
from sitebuild.runner.block_tests import BlockTests
from sitebuild.site.build import log, refuse
from sitebuild.site.verify import Rendering, differences, summary
from sitebuild.widgets.registry import problems

RENDERED = "content", "toc", "present_anchor_ids", "_title_from_render"
STYLE = (
    "position:relative;z-index:9;max-height:50vh;overflow:auto;margin:0;"
    "padding:1rem;font-size:.7rem;border:.2rem solid #c00;background:Canvas;"
    "color:CanvasText"
)
BESIDE = (
    "clear:both;float:right;max-width:48%;margin:0 0 1em 1em;font-size:.65rem"
)


class LiveServer:
    """Keeps what `mkdocs serve` needs from one rendering to the next.

    With `preview` it shows the recordings and runs nothing.
    """

    def __init__(self, preview: bool):
        self.preview, self.server = preview, None
        self.tests: BlockTests | None = None
        self.faults: list[str] = []
        self.say: Say = lambda key, **values: ""
        self.made: dict[str, tuple[str, dict]] = {}  # Markdown and HTML, by URL

    def watch(self, server) -> None:
        """Show faults on a server's pages, also those that stop a build."""
        self.server = server
        build, inject = server.builder, server._inject_js_into_html

        def built() -> None:
            try:
                build()
            except (Exception, SystemExit) as reason:
                self.tell(str(reason).split("\n"))

        server.builder = built
        server._inject_js_into_html = lambda html, epoch: with_faults(
            inject(html, epoch), self.faults, self.say
        )

    def render(self, root: Path) -> Rendering:
        """Return what MkDocs is to render now.

        Raises Abort if the pages may not be rendered.
        """
        self.stop()
        self.faults, project = [], Project(root)
        self.say = partial(project.say, project.languages[-1])
        refuse(*problems(project, refused=True))
        self.tests = BlockTests(project)
        return Rendering(project)

    def make(self, page, config, files) -> None:
        """Make the HTML of a page's Markdown, unless it is as it was.

        Half of the time of a rendering would go there.
        """
        text, made = self.made.get(page.url, ("", {}))
        if text != page.markdown:
            type(page).render(page, config, files)
            made = {name: getattr(page, name) for name in RENDERED}
            self.made[page.url] = page.markdown, made
        vars(page).update(made)

    def check(self, rendering: Rendering) -> None:
        """Find what is wrong with what is shown, in a thread of its own."""
        Thread(target=self.verify, args=(rendering, self.tests)).start()

    def verify(self, rendering: Rendering, tests: BlockTests) -> None:
        """Run checks and blocks, and show faults.

        They are not logged: strict mode would count them against the next
        rendering.
        """
        faults = [*problems(rendering.project), *differences(rendering)]
        faults += [] if self.preview else tests.run()
        if tests.cancelled:
            return
        self.tell([*map(str, faults)])
        if not faults:
            log.info(summary(rendering.project, ran=not self.preview))

    def tell(self, faults: list[str]) -> None:
        """Show these faults, here and on the pages.

        Browsers load their page again, which MkDocs lets them after a build
        only. While one is going on, they will anyway.
        """
        self.faults = faults
        for fault in faults:
            click.secho(fault, fg="red", err=True)
        if not (faults and self.server):
            return
        with self.server._epoch_cond:
            if self.server._visible_epoch == self.server._wanted_epoch:
                self.server._wanted_epoch += 1
                self.server._visible_epoch += 1
                self.server._epoch_cond.notify_all()

    def stop(self) -> None:
        """End the tests of the pages that were shown last."""
        if self.tests:
            self.tests.cancel()


def with_faults(html: bytes, faults: list[str], say: Say) -> bytes:
    """Return a page with a list of faults at its top."""
    if not faults:
        return html
    items = "".join(f"<li>{escape(fault)}</li>" for fault in faults)
    told = escape(say("faults", count=len(faults)))
    top = f'<div role="alert" style="{STYLE}">{told}<ol>{items}</ol></div>'
    before, body, rest = html.partition(b"<body")
    return before + body + rest.replace(b">", b">" + top.encode(), 1)


def with_originals(html: str, view: View) -> str:
    """Return a translated page with each section's state and English source.

    It stands in a fold below the heading, and beside the text once it is open.
    """
    project, page, language = view
    states = {state.id: state for state in view.states}
    originals = sections(project.originals[page.name])

    def beside(heading: re.Match) -> str:
        state = states.get(heading[3])
        if not state:
            return heading[0]
        told = described(state, partial(project.say, language))
        source = escape(unwrapped(originals[state.id].text))
        return (
            f'{heading[0]}<details class="machine" style="{BESIDE}"><summary>'
            f'{escape(told)}</summary><pre lang="{ORIGINAL}" '
            f'style="white-space:pre-wrap">{source}</pre></details>'
        )

    return HEADING.sub(beside, html)
