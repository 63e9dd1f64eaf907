"""Run all blocks of a project by pytest, and note which chapters passed.

A chapter runs again as soon as something changes that it depends on, its
recordings among it: so the blocks of a chapter that need not run agree with
what pages show, too.
"""

import json
import os
import platform
import subprocess
import sys
import time
from collections.abc import Iterable
from functools import cached_property
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from sitebuild.files import paths, write
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project

CACHE = ".cache/blocks"
OPTIONS = (
    *("-q", "--no-header", "--noconftest"),
    *("-p", "no:cacheprovider", "-p", "no:hypothesispytest"),
    *("-p", "no:playwright"),
    *("-n", "auto", "--dist", "loadscope", "--no-loadscope-reorder"),
)
# One worker runs all of a chapter, in page order. More than eight would wait
# for the chapters that train, and each loads PyTorch anew.
WORKERS = 8
PACKAGES = ("torch", "numpy", "matplotlib", "tqdm")
# All that runs, draws and compares blocks: the rest of the package does not.
RUNNER = ("sitebuild/*.py", "sitebuild/pages/*.py", "sitebuild/runner/*.py")
FAILED = "the block tests failed (see above)"
NOT_RUN = (
    "the blocks of this page are shown but did not run as they are; build "
    "again, or see why `pytest docs` does not run them"
)


class RunCache:
    """A folder with a file for each chapter that passed: key and opened files.

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
        parts += map(page.files.text, page.recordings)
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

    def knows(self, page: Page) -> bool:
        """Tell whether a page's blocks have passed just as they are now."""
        try:
            kept = json.loads(self.file(page).read_text("utf-8"))
            return kept["key"] == self.key(page, kept["opened"])
        except (OSError, ValueError, LookupError, TypeError):
            return False  # they never passed, or the file is damaged

    def keep(self, page: Page, opened: Iterable[str]) -> None:
        """Note that the blocks of a chapter passed, which opened these files.

        Note nothing if a file was saved since these tests started: blocks may
        have read the old one. Files outside the project and installed ones are
        not looked at.
        """
        files = {(self.root / path).resolve() for path in opened}
        inside = sorted(
            file.relative_to(self.root).as_posix()
            for file in files
            if file.is_relative_to(self.root)
            and not file.is_relative_to(sys.prefix)
            and file.suffix != ".pyc"
            and not file.is_dir()
        )
        read = [self.root / path for path in (*self.files(page), *inside)]
        if all(f.is_file() and f.stat().st_mtime < self.started for f in read):
            kept = {"key": self.key(page, inside), "opened": inside}
            write(self.file(page), json.dumps(kept))


class BlockTests:
    """Runs all blocks in a process of its own; another thread may cancel."""

    def __init__(self, project: Project):
        self.project, self.root = project, project.root
        self.process: subprocess.Popen | None = None
        self.cancelled = False

    def run(self) -> list[str]:
        """Run all blocks that the cache does not know; in CI, run all.

        Returns what failed, else the pages whose blocks did not pass as they
        are shown.
        """
        pages = [page for page in self.project.pages if page.blocks]
        with TemporaryDirectory(prefix="blocks-") as empty:
            folder = empty if os.environ.get("CI") else self.root / CACHE
            cache = RunCache(self.root, Path(folder))
            left = [page.path for page in pages if not cache.knows(page)]
            if left and not self.cancelled:
                chapters = {Path(path).stem for path in left}
                workers = f"--maxprocesses={min(WORKERS, len(chapters))}"
                keep = f"--blocks-cache={cache.folder}"
                output = self.output([*left, workers, keep])
                if self.process.returncode and not self.cancelled:
                    return [f"{output}\n{FAILED}"]
            return [
                str(page.problem(page.blocks[0].line, NOT_RUN))
                for page in pages
                if not (self.cancelled or cache.knows(page))
            ]

    def output(self, options: list[str]) -> str:
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
        with self.process:
            try:
                return self.process.communicate()[0]
            except BaseException:  # Ctrl-C, above all
                self.cancel()
                raise

    def cancel(self) -> None:
        """Stop the tests: their result is no longer wanted."""
        self.cancelled = True
        if self.process:
            self.process.terminate()
            self.process.wait()
