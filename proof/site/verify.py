"""The build's proof: what the pages show is what the tests ran.

The block tests run in a process of their own while the site is rendered;
both meet in `Verification.finish`.
"""

import importlib.util
import json
import logging
import os
import re
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

from bs4 import BeautifulSoup, SoupStrainer, Tag

from proof.blocks import memory
from proof.blocks.imports import set_up
from proof.blocks.recordings import same
from proof.checks.markup import BOXES
from proof.pages.formulas import STYLES
from proof.pages.page import RECORDED, Page
from proof.pages.sections import Problem
from proof.site.reference import Reference

MEMORY = ".cache/blocks.json"
logger = logging.getLogger("mkdocs.hooks.verify")


# What a build runs: nothing but the pages' blocks.
PYTEST = ("docs", "-q", "--no-header", "--noconftest")
PYTEST += ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
# Loads what takes long, then waits: what is to be run may still be refused.
# Ends with the build, however that ends: then its end of the pipe is closed.
WAITING = """
import os, shutil, sys, threading, matplotlib.pyplot, torch, pytest

def end(pipe, folder):
    if not os.read(pipe, 1):
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)

watched = os.dup(0), sys.argv.pop(1)
end(*watched)
threading.Thread(target=end, args=watched, daemon=True).start()
sys.exit(pytest.main())
"""


class Verification:
    """One build: the tests that it started and the pages it rendered."""

    def __init__(self, root: Path):
        self.root = root
        self.written: list[Page] | None = None  # the project's, if known
        self.pages: dict[str, Page] = {}
        self.built: list[tuple[Page, str]] = []
        self.folder = tempfile.TemporaryDirectory(prefix="blocks-")
        self.report = Path(self.folder.name, "report.json")
        self.log = Path(self.folder.name, "log.txt")
        self.tests: subprocess.Popen | None = None
        self.cancelled = False
        self.lock = threading.Lock()  # of `tests` and `cancelled`
        self.recalled = 0  # how many shown blocks had run before

    @cached_property
    def reference(self) -> Reference:
        return Reference(self.root, self.written)

    def prepare(self) -> None:
        """Start a process that `start` lets run all blocks."""
        command = [sys.executable, "-c", WAITING, self.folder.name, *PYTEST]
        command += [f"--blocks-report={self.report}"]
        if not os.environ.get("CI"):  # there, all blocks run each time
            command += [f"--blocks-memory={self.root / MEMORY}"]
            if damage := memory.read(self.root / MEMORY)[1]:
                logger.info(damage)
        # Nothing from outside chooses what is run, and sets print in one order.
        environment = {"PYTHONHASHSEED": "0"} | {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PYTEST_")
        }
        with self.lock:
            if self.cancelled:
                return
            with self.log.open("w") as log:
                self.tests = subprocess.Popen(
                    command,
                    cwd=self.root,
                    env=environment,
                    bufsize=0,
                    stdin=subprocess.PIPE,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                )

    def start(self) -> None:
        """Run all blocks, beside whatever comes next, unless cancelled."""
        if not self.tests:
            self.prepare()
        if self.tests:
            # If it has failed, `finish` tells.
            with suppress(OSError, ValueError):  # closed by `cancel`
                self.tests.stdin.write(b"\n")

    def add(self, path: str, html: str, language: str) -> None:
        """Take in a page as built; path as in the project.

        A form has no place on a page, but for the one that was made for it.
        """
        self.pages[path] = page = self.reference.pages[path]
        form = self.reference.playground(path, language)
        self.built.append((page, html.replace(form, "", 1)))

    def finish(self) -> list[str]:
        """Compare pages with their sources, wait for the tests.

        Returns everything that went wrong, as sentences.
        """
        failures = [
            str(problem)
            for page, html in self.built
            if not self.cancelled
            for problem in compare(page, html)
        ]
        status = self.ended() if self.tests else None
        if self.cancelled or status is None:
            return failures
        output = self.log.read_text("utf-8", errors="replace")
        if status:
            failures.append(f"{output}\nthe block tests failed (see above)")
        elif self.report.is_file():
            ran = json.loads(self.report.read_text("utf-8"))
            failures += [str(p) for p in self.not_run(ran)]
        else:
            failures.append(f"{output}\nthe block tests left no report")
        self.folder.cleanup()
        return failures

    def not_run(self, ran: dict[str, list[dict]]) -> list[Problem]:
        """Blocks and outputs of the pages that are not what passed."""
        problems = []
        for path, page in self.pages.items():
            blocks = ran.get(path, [])
            self.recalled += sum(block["recalled"] for block in blocks)
            passed = {
                (block["line"], block["code"]): block["outputs"]
                for block in blocks
            }
            given: dict[str, str] = {}
            for block in page.blocks:
                key = block.line, block.section.text
                given |= passed.get(key, {})
                if key not in passed:
                    problems.append(
                        Problem(
                            path,
                            block.line,
                            f"block '{block.section.name}' is shown but was "
                            "not run; see why `pytest docs` does not run it",
                        )
                    )
            problems += self.not_given(page, given)
            if page.in_cells and (0, set_up(page)) not in passed:
                reason = "the set-up is shown but was not run"
                problems.append(Problem(path, 1, reason))
        return problems

    def not_given(self, page: Page, given: dict[str, str]) -> list[Problem]:
        """Recordings that the page shows and no block of it gave."""
        return [
            Problem(
                page.path,
                include.line,
                f"{include.path} is not what its block gave; run `make record`",
            )
            for include in page.includes
            if include.kind in RECORDED
            and not same(
                (self.root / include.path).read_text("utf-8"),
                given.get(include.path, ""),
                page.tolerance(include.path),
            )
        ]

    def summary(self) -> str:
        count = sum(len(page.blocks) for page in self.pages.values())
        done = "ran and agree" if self.tests else "shown, not run"
        measured = sum(len(page.measured) for page in self.pages.values())
        if self.recalled:
            done = (
                f"agree: {count - self.recalled} ran, {self.recalled} had run "
                "before and depend on nothing that has changed"
            )
        if measured and self.tests:
            done += f" ({measured} measure: of these the form was compared)"
        return f"{count} blocks on {len(self.pages)} pages {done}"

    def cancel(self) -> None:
        """Stop the tests: their result is no longer wanted."""
        with self.lock:  # while serving, another thread starts them
            self.cancelled = True
            if self.tests:
                self.tests.terminate()
                self.ended()
        self.folder.cleanup()

    def ended(self) -> int:
        """The tests' status, as soon as they have ended."""
        try:
            return self.tests.wait()
        finally:
            if self.tests.stdin:  # open as long as they run
                self.tests.stdin.close()


def missing_torch() -> str | None:
    """A sentence for who has no torch, else None."""
    if importlib.util.find_spec("torch"):
        return None
    return (
        "torch is not installed, so no block can be run: use `make build` or "
        "`make serve`, which install it, or `make preview`, which shows the "
        "site from its recordings without torch"
    )


def compare(page: Page, html: str) -> list[Problem]:
    """How a built page differs from what the scanner saw in its source."""
    only = SoupStrainer("article")
    articles = BeautifulSoup(html, "html.parser", parse_only=only)("article")
    if len(articles) != 1:
        reason = f"the built page has {len(articles)} <article>, not one"
        return [Problem(page.path, 1, f"{reason}; write no such tag")]
    (article,) = articles
    # Links of our template to the repository, above what is of the page.
    if actions := article.select_one("h1 + p.actions"):
        actions.decompose()
    problems = list(code_problems(page, article))
    counts = (
        ("formulas", len(article.find_all("math")), len(page.formulas)),
        (
            "figures",
            len(article.find_all("svg", class_="figure")),
            sum(i.kind in ("svg", "diagram") for i in page.includes),
        ),
        (
            "notes on measured outputs",
            len(article.find_all("p", class_="measured")),
            len(page.measured),
        ),
    )
    for what, built, source in counts:
        if built != source:
            problems.append(
                Problem(
                    page.path,
                    1,
                    f"the built page has {built} {what}, its source {source}; "
                    "set display formulas and includes on lines of their own",
                )
            )
    prompts = [tag.get_text() for tag in article.select(".jp-InputPrompt")]
    count = len(page.blocks) + 1 if page.in_cells else 0
    if prompts != [f"In\N{NO-BREAK SPACE}[{k + 1}]" for k in range(count)]:
        reason = f"the built page does not number its cells from 1 to {count}"
        problems.append(Problem(page.path, 1, f"{reason}: {prompts}"))
    return [*problems, *other_problems(page, article)]


def code_problems(page: Page, article: Tag) -> Iterator[Problem]:
    """The first code block that is not the one in the source."""
    seen = [code_of(pre) for pre in article.find_all("pre")]
    expected = [(fence.info, text_of(page, fence)) for fence in page.fences]
    lines = [fence.line for fence in page.fences]
    if page.in_cells:
        expected.insert(0, ("python", set_up(page)))
        lines.insert(0, 1)
    for k in range(max(len(seen), len(expected))):
        if seen[k : k + 1] == expected[k : k + 1]:
            continue
        code = (seen[k][1] if k < len(seen) else "nothing").strip()
        yield Problem(
            page.path,
            lines[k] if k < len(expected) else 1,
            f"code block {k + 1} of the built page is not the one tested; "
            "write it as a fence that holds one include (the page shows "
            f"`{code.splitlines()[0] if code else ''}`)",
        )
        return


FOREIGN = (
    *("iframe", "img", "object", "embed", "script", "style", "textarea"),
    *("link", "meta", "base", "form", "input", "button", "video", "audio"),
    *(
        "source",
        "template",
        "foreignobject",
        "animate",
        "set",
        "annotation-xml",
    ),
)
# What the theme would lay over a page, fix to the window or hide has a class.
CLASSES = {
    *("md-content__inner", "md-typeset", "headerlink", "offline"),
    *("md-button", "md-button--primary", "notice", "foot", "machine"),
    "measured",
    *("term", "definition", "glossary", "errata", "formula", "figure"),
    *("cells", "keys", "queries", "highlight", "admonition", *BOXES),
    *("jp-CodeCell", "jp-InputPrompt", "jp-OutputPrompt"),
    *("admonition-title", "language-python", "language-text", "language-sh"),
    *" ".join(STYLES.values()).split(),  # of formulas
}
TOKEN = re.compile("[a-z][a-z0-9]?")  # a class of highlighted code
LOADING = ("src", "srcset", "srcdoc", "action", "formaction", "poster")
# Inside the site, or encrypted; nothing that a browser could run.
ADDRESS = re.compile(r"https://[^\s<>\"]+|[\w./-]*(#[\w.:-]*)?", re.A)


def other_problems(page: Page, article: Tag) -> Iterator[Problem]:
    """Headings, formulas and pictures that the scanner did not see."""
    built = [h.get("id", "") for h in article.find_all(re.compile("^h[1-6]$"))]
    source = [heading.id for heading in page.headings]
    if built != source:
        wrong = next((h for h in built if h not in source), "one")
        yield Problem(
            page.path,
            1,
            f"the built page's headings are not the source's (see '{wrong}'); "
            "write `## Heading { #id }` on lines of their own, unindented",
        )
    for tag in article.find_all(FOREIGN):
        yield Problem(
            page.path, 1, f"<{tag.name}> has no place on a page; remove it"
        )
    targets = {target for _, target in page.links}
    for tag in article.find_all(True):
        for name, value in {} if tag.name in FOREIGN else tag.attrs.items():
            for what in foreign(name, value, targets):
                reason = f"{what} has no place on a page; remove it"
                yield Problem(page.path, 1, reason)
    for svg in article.find_all("svg"):
        if "figure" not in svg.get("class", []):
            yield Problem(page.path, 1, "an <svg> is pasted; include a figure")
    for text in article.find_all(string=re.compile(r"\$|\\[a-zA-Z(\[]")):
        if not text.find_parent(["pre", "code", "math"]):
            yield Problem(
                page.path,
                1,
                f"a formula was not read: `{text.strip()[:60]}`; write $…$ "
                "without spaces inside, or $$ on lines of their own",
            )


def foreign(name: str, value, targets: set[str]) -> Iterator[str]:
    """What of an attribute is on no list; targets are those of the source."""
    if name.startswith("on") or name in (*LOADING, "style"):
        yield f"the attribute {name}"
    elif name == "class":
        for word in value:
            if not (word in CLASSES or TOKEN.fullmatch(word)):
                yield f"the class `{word}`"
    elif name == "href":
        outside = value.startswith("https://") and value not in targets
        if outside or not ADDRESS.fullmatch(value):
            yield f"a link to `{value[:60]}`"


def code_of(pre: Tag) -> tuple[str, str]:
    """Language and text of a code block in a built page."""
    block = pre.find_parent("div", class_="highlight")
    classes = block.get("class", []) if block else []
    names = [c.removeprefix("language-") for c in classes if "language-" in c]
    return (names or [""])[0], pre.get_text().strip("\n")


def text_of(page: Page, fence) -> str:
    """The text that a fence must show."""
    if fence.info == "sh":
        return fence.text.strip("\n")
    if fence.section:
        return fence.section.text.strip("\n")
    return page.files.text(fence.include.path).strip("\n")
