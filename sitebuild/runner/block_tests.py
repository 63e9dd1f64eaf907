"""Run all blocks of a project by pytest, and cache what each chapter gave.

A chapter runs again as soon as something changes that it depends on. Only
chapters that agreed with their recordings are kept, and the key holds the
recordings: so what is recalled agrees with them, too.
"""

import importlib.util
import json
import os
import platform
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sitebuild.files import paths, write
from sitebuild.pages.page import Page
from sitebuild.pages.page_reader import Fence
from sitebuild.pages.project import Project

CACHE = ".cache/blocks"
OPTIONS = (
    *("-q", "--no-header", "--noconftest"),
    *("-p", "no:cacheprovider", "-p", "no:hypothesispytest"),
    *("-p", "no:playwright"),
    # One worker runs all of a chapter, in page order. More than eight would
    # wait for the chapters that train, and each loads PyTorch anew.
    *("-n", "auto", "--maxprocesses", "8"),
    *("--dist", "loadscope", "--no-loadscope-reorder"),
)
PROGRESS = re.compile(r"\d+ of \d+ chapters have run$")
PACKAGES = ("torch", "numpy", "matplotlib", "tqdm")
# All that runs, draws and compares blocks: the rest of the package does not.
RUNNER = ("sitebuild/*.py", "sitebuild/pages/*.py", "sitebuild/runner/*.py")


def passed_block(
    block: Fence, outputs: dict[str, str], recalled: bool = False
) -> dict:
    """Return what is reported of a block that passed, as JSON."""
    code = block.section.text
    return dict(line=block.line, code=code, outputs=outputs, recalled=recalled)


class RunCache:
    """A folder with a JSON file for each chapter: key, files and outputs.

    Several processes may share it.
    """

    def __init__(self, root: Path, folder: Path):
        self.root, self.folder = root, folder
        self.started = time.time()

    @cached_property
    def setting(self) -> list[str]:
        """Return versions, device and what the processor can do."""
        import torch  # takes a second: a build without a cache needs none

        from sitebuild.runner.execution import device

        return [
            platform.python_version(),
            platform.machine(),
            torch.backends.cpu.get_cpu_capability(),
            device(),
            *map(version, PACKAGES),
        ]

    def files(self, page: Page) -> list[str]:
        """Return the paths of what a chapter depends on, opened or not."""
        own = page.chapter_file("**/*"), f"docs/outputs/{page.name}/*"
        patterns = "snippets/*.py", *RUNNER, *own
        return [p for pattern in patterns for p in paths(self.root, pattern)]

    def key(self, page: Page, opened: Iterable[str]) -> str:
        """Return a digest of what a chapter depends on, with these files."""
        parts = [*self.setting, *(repr(block.section) for block in page.blocks)]
        for path in [*self.files(page), *opened]:
            parts += path, self.content(path)
        return sha256("\0".join(parts).encode()).hexdigest()

    def content(self, path: str) -> str:
        """Return the digest of a file; empty if it cannot be read."""
        try:
            return sha256((self.root / path).read_bytes()).hexdigest()
        except (OSError, ValueError):
            return ""

    def file(self, page: Page) -> Path:
        """Return the file of a chapter."""
        return self.folder / f"{page.name}.json"

    def recall(self, page: Page) -> list[dict]:
        """Return the report of a page's blocks; empty if they must run."""
        try:
            kept = json.loads(self.file(page).read_text("utf-8"))
            if kept["key"] == self.key(page, kept["opened"]):
                pairs = zip(page.blocks, kept["outputs"])
                return [passed_block(*pair, recalled=True) for pair in pairs]
        except (OSError, ValueError, LookupError, TypeError):
            pass  # it never ran, or the file is damaged
        return []

    def keep(self, page: Page, opened: Iterable[str], outputs: list) -> None:
        """Keep what the blocks of a chapter gave, which opened these files.

        Keep nothing if a file was saved since these tests started: blocks may
        have read the old one.
        """
        inside = self.inside(opened)
        if any(map(self.is_new, [*self.files(page), *inside])):
            return
        kept = {"opened": inside, "key": self.key(page, inside)}
        with suppress(OSError):  # without a cache all blocks run
            write(self.file(page), json.dumps(kept | {"outputs": outputs}))

    def is_new(self, path: str) -> bool:
        """Tell whether a file was saved since these tests started."""
        file = self.root / path
        return not file.is_file() or file.stat().st_mtime >= self.started

    def inside(self, opened: Iterable[str]) -> list[str]:
        """Return those paths that are in the project and not installed."""
        files = {(self.root / path).resolve() for path in opened}
        return sorted(
            file.relative_to(self.root).as_posix()
            for file in files
            if file.is_relative_to(self.root)
            and not file.is_relative_to(sys.prefix)
            and file.suffix != ".pyc"
            and not file.is_dir()
        )


class Result(NamedTuple):
    """What failed, else the blocks that passed, by the path of their page.

    `passed` is None where blocks failed, were stopped or were not to run.
    """

    failures: list[str]
    passed: dict[str, list[dict]] | None = None


class BlockTests:
    """Runs all blocks in a process of its own; another thread may cancel."""

    def __init__(self, project: Project):
        self.project, self.root = project, project.root
        self.process: subprocess.Popen | None = None
        self.cancelled = False

    def run(self, say: Callable[[str], None]) -> Result:
        """Run all blocks that the cache does not know; in CI, run all.

        `say` is told how many chapters have run.
        """
        pages = [page for page in self.project.pages if page.blocks]
        known, options = {}, []
        if not os.environ.get("CI"):
            cache = RunCache(self.root, self.root / CACHE)
            known = {page.path: cache.recall(page) for page in pages}
            known = {path: blocks for path, blocks in known.items() if blocks}
            options = [f"--blocks-cache={cache.folder}"]
        left = [page.path for page in pages if page.path not in known]
        if not left or self.cancelled:
            return Result([], known)
        with TemporaryDirectory(prefix="blocks-") as folder:
            report = Path(folder, "report.json")
            report.write_text("{}")  # if no test of a block is collected
            options += [f"--blocks-report={report}"]
            output = self.output([*left, *options], say)
            if self.cancelled:
                return Result([])
            if self.process.returncode:
                return Result([f"{output}\nthe block tests failed (see above)"])
            return Result([], known | json.loads(report.read_text("utf-8")))

    def output(self, options: list[str], say: Callable[[str], None]) -> str:
        """Start the tests, wait for their end and return their output."""
        # Nothing from outside chooses what runs, and sets print in one order.
        environment = {"PYTHONHASHSEED": "0"} | {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PYTEST_")
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "pytest", *OPTIONS, *options],
            cwd=self.root,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            errors="replace",
        )
        if self.cancelled:  # while it started
            self.process.terminate()
        lines = []
        with self.process:
            try:
                for line in self.process.stdout:
                    if progress := PROGRESS.search(line):
                        say(progress[0])
                    else:
                        lines.append(line)
            except BaseException:  # Ctrl-C, above all
                self.cancel()
                raise
        return "".join(lines)

    def cancel(self) -> None:
        """Stop the tests: their result is no longer wanted."""
        self.cancelled = True
        if self.process:
            self.process.terminate()
            self.process.wait()


def missing_torch() -> str:
    """Return a sentence where torch is not installed; else an empty one."""
    if importlib.util.find_spec("torch"):
        return ""
    return (
        "torch is not installed, so no block can be run: use `make build` or "
        "`make serve`, which install it, or `make preview`, which shows the "
        "site from its recordings without torch"
    )
