"""What is wrong stands on top of the pages, while they are served.

A fault that keeps pages from being made anew leaves the last ones there; before
the first, it is all that there is. So no browser waits for what does not come.
"""

from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from html import escape
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import click

from sitebuild.files import paths
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.site import plugin_patches

STYLE = (
    "position:relative;z-index:9;margin:0;padding:1rem;max-height:50vh;"
    "overflow:auto;list-style-position:inside;border:.2rem solid #c00;"
    "background:Canvas;color:CanvasText;font:.8rem/1.5 sans-serif;"
    "overflow-wrap:anywhere"
)
SOON = '<!doctype html><meta http-equiv="refresh" content="2"><body>'
WATCHED = ("docs/**/*.*", "snippets/**/*.py", "*.yml")


class Faults:
    """The faults that pages show, of a server that is told of by MkDocs."""

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
        """Show on a server's pages what is wrong with them, or stops it."""
        self.server = server
        server.builder = partial(self.built, server.builder)
        server.set_app(partial(self.answer, server.get_app()))

    def built(self, build: Callable[[], None]) -> None:
        """Make the pages anew, or tell why they stay as they were."""
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
    """Return the faults as HTML, those of the page with this address first."""
    *above, name = ["", *address.strip("/").split("/")]
    own = (
        f"docs/{ORIGINAL}/{name or 'index'}.md",
        f"docs/{above[-1]}/{name}.md",
        f"docs/{name}/index.md",
    )
    lines = sorted(found, key=lambda fault: not fault.startswith(own))
    items = "".join(f"<li>{escape(line)}</li>" for line in lines)
    return f'<ol role="alert" style="{STYLE}">{items}</ol>'


def hold(root: Path, address: tuple[str, int], found: list[str]) -> None:
    """Answer every browser with these faults until a file is saved."""

    class Answer(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((SOON + box(found)).encode())

        def log_message(self, *_) -> None:
            """Say nothing."""

    before = saved(root)
    with HTTPServer(tuple(address), Answer) as server:
        server.timeout = 0.5
        while saved(root) == before:
            server.handle_request()


def saved(root: Path) -> set[tuple[str, int]]:
    """Return when each file that pages are made of was saved last."""
    found = set()
    for path in (path for pattern in WATCHED for path in paths(root, pattern)):
        with suppress(FileNotFoundError):  # just now
            found.add((path, (root / path).stat().st_mtime_ns))
    return found
