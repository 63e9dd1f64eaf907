"""Fixtures for tests that open the built site in a browser.

pytest-playwright gives a test its `page`. Here it gets Debian's Chromium, and a
page must report nothing and ask no other host. This is a plugin and no second
conftest.py, since all tests import from `conftest`, and Python knows one module
of a name.
"""

import contextlib
import functools
import http.server
import shutil
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml
from axe_playwright_python.sync_playwright import Axe
from conftest import DEADLOCK, ROOT, absent
from playwright.sync_api import BrowserContext, Locator, Page, expect

PATIENCE = DEADLOCK / 6 * 1000  # ms, of a browser, which takes seconds
expect.set_options(timeout=PATIENCE)
CHAPTER = "pt/simplified-attention/"
TYPES = [  # of pages: one of each, in some language
    *("", CHAPTER, "self-attention/", "ten-minutes/", "cheat-sheet/"),
    *("lab-train/", "pt/lab-translate/"),  # numbered cells, a model
    *("glossary/", "pt/sources/", "contributing/"),
    *("es/encoder/", "404.html"),  # not translated, not found
]
# Other hosts would answer from the network: these addresses are the page's own.
OWN = "data:", "blob:", "about:"


def styled(rules: str) -> str:
    """Code that gives each element of a page these styles."""
    return f"""() => {{
      const sheet = new CSSStyleSheet();
      sheet.replaceSync("* {{ {rules} }}");
      document.adoptedStyleSheets.push(sheet);
    }}"""


# All of a page is laid out, also what is far from the window.
SHOWN = "content-visibility: visible !important;"
SHOW = styled(SHOWN)
# And colours change at once.
SETTLE = styled(f"{SHOWN} transition: none !important;")
UNFOLD = "folds => folds.forEach((fold) => { fold.open = true; })"


@contextlib.contextmanager
def served(site: Path) -> Iterator[str]:
    """Address of a built site on a port of its own."""

    class Quiet(http.server.SimpleHTTPRequestHandler):
        protocol_version = "HTTP/1.1"  # connections are kept

        def log_message(self, *_) -> None:
            pass

    class Patient(http.server.ThreadingHTTPServer):
        request_queue_size = 128  # a page asks for all of its files at once

    handler = functools.partial(Quiet, directory=site)
    server = Patient(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()


@pytest.fixture(scope="session")
def url(site: Path) -> Iterator[str]:
    """Address of this project's built site."""
    with served(site) as address:
        yield address


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict) -> dict:
    """How Chromium is started: the system's, as Playwright's is a download."""
    names = "chromium-headless-shell", "chromium", "chromium-browser"
    program = next(filter(None, map(shutil.which, names)), None)
    if program is None:
        absent("chromium", "chromium-headless-shell")
    options = {"executable_path": program}
    options["args"] = ["--no-sandbox", "--disable-gpu"]
    return browser_type_launch_args | options


@pytest.fixture(scope="session")
def browser_context_args() -> dict:
    """What a test's page is like unless its marker says otherwise.

    What it overrides would ask for a `device`, which is a processor here.
    """
    size = {"width": 1280, "height": 900}
    return {"viewport": size}


def faults_of(page: Page, *hosts: str) -> list[str]:
    """What a page reports from now on, and what it asks of other hosts."""
    faults = []

    def ask(request) -> None:
        if not request.url.startswith((*hosts, *OWN)):
            faults.append(f"foreign request: {request.url}")

    page.on("console", lambda m: faults.append(f"console {m.type}: {m.text}"))
    page.on("pageerror", lambda error: faults.append(f"error: {error}"))
    page.on("request", ask)
    return faults


@pytest.fixture
def careless(context: BrowserContext) -> Page:
    """A page that may report what it wants."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    return page


@pytest.fixture
def page(page: Page) -> Iterator[Page]:
    """A page that must report nothing and ask no other host."""
    page.set_default_timeout(PATIENCE)
    faults = faults_of(page, "http://127.0.0.1:")
    yield page
    assert faults == []


def paint(page: Page, scheme: str) -> None:
    """Have a page light or dark, as the system asks."""
    page.evaluate(SETTLE)
    page.emulate_media(color_scheme=scheme)
    name = {"light": "default", "dark": "slate"}[scheme]
    expect(page.locator("body")).to_have_attribute("data-md-color-scheme", name)


def near(part: Locator) -> Locator:
    """A part that is far down, when it can be used and all around it is laid
    out: that moves it, and a click is lost that ends where it did not begin."""
    part.click(trial=True)
    return part


@functools.cache
def words(language: str) -> dict[str, str]:
    """What the interface says in a language, by its keys."""
    file = ROOT / f"docs/{language}/words.yml"
    return yaml.safe_load(file.read_text("utf-8"))


def violations(page: Page, part: str | None = None, **options) -> list[str]:
    """What axe-core has against a page or a part of it."""
    options = {"resultTypes": ["violations"], **options}
    found = Axe().run(page, part, options).response["violations"]
    return [
        f"{rule['id']}: {node['html'][:200]} ({node['failureSummary']})"
        for rule in found
        for node in rule["nodes"]
    ]
