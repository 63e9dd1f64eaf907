"""Run all blocks of a project by pytest, in a process of its own."""

import importlib.util
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from sitebuild.pages.project import Project
from sitebuild.runner.run_cache import RunCache

CACHE = ".cache/blocks"
OPTIONS = (
    *("-q", "--no-header", "--noconftest"),
    *("-p", "no:cacheprovider", "-p", "no:hypothesispytest"),
    # One worker runs all of a chapter, in page order. More than eight would
    # wait for the chapters that train, and each loads PyTorch anew.
    *("-n", "auto", "--maxprocesses", "8"),
    *("--dist", "loadscope", "--no-loadscope-reorder"),
)
PROGRESS = re.compile(r"\[ *(\d+%)\]$")  # how pytest ends a line of dots


class Result(NamedTuple):
    """What failed, else the blocks that passed, by the path of their page.

    `passed` is None where blocks failed, were stopped or were not to run.
    """

    failures: list[str]
    passed: dict[str, list[dict]] | None = None


class BlockTests:
    """The tests of all blocks, which another thread may cancel."""

    def __init__(self, project: Project):
        self.project, self.root = project, project.root
        self.process: subprocess.Popen | None = None
        self.cancelled = False

    def run(self, say: Callable[[str], None]) -> Result:
        """Run all blocks that the cache does not know; in CI, run all.

        `say` is told how many blocks have run.
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
                        say(f"{progress[1]} of the blocks have run")
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
