"""All blocks of a project, run by pytest in a process of its own.

pytest-xdist shares the chapters among the cores.
"""

import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import NamedTuple

MEMORY = ".cache/memory"
# Nothing but the pages' blocks; a worker runs all of a chapter, in page order.
OPTIONS = ("docs", "-q", "--no-header", "--noconftest")
OPTIONS += ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")
OPTIONS += ("-n", "auto", "--dist", "loadscope", "--no-loadscope-reorder")
# More would wait for the chapters that train, and each loads PyTorch anew.
OPTIONS += ("--maxprocesses", "8")


class Result(NamedTuple):
    """What failed, else the blocks that passed, by the path of their page.

    None are known where blocks failed, were stopped or were not to run.
    """

    failures: list[str]
    passed: dict[str, list[dict]] | None = None


class BlockTests:
    """The tests of all blocks; as a context, they end with it."""

    def __init__(self, root: Path):
        self.root = root
        self.folder = TemporaryDirectory(prefix="blocks-")
        self.report = Path(self.folder.name, "report.json")
        self.tests: subprocess.Popen | None = None
        self.recalling = not os.environ.get("CI")  # there, all run each time
        self.cancelled = False
        self.lock = Lock()  # of `tests` and `cancelled`

    def __enter__(self) -> "BlockTests":
        return self

    def __exit__(self, *_) -> None:
        self.cancel()

    def start(self) -> None:
        """Run all blocks, beside whatever comes next, unless cancelled."""
        command = [sys.executable, "-m", "pytest", *OPTIONS]
        command += [f"--blocks-report={self.report}"]
        if self.recalling:
            command += [f"--blocks-memory={self.root / MEMORY}"]
        # Nothing from outside chooses what is run, and sets print in one order.
        environment = {"PYTHONHASHSEED": "0"} | {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PYTEST_")
        }
        with self.lock:
            if not self.cancelled:
                # Who writes into a pipe ends when nobody reads it any more.
                self.tests = subprocess.Popen(
                    command,
                    cwd=self.root,
                    env=environment,
                    stdin=subprocess.DEVNULL,
                    stdout=subprocess.PIPE,
                    stderr=subprocess.STDOUT,
                    encoding="utf-8",
                    errors="replace",
                )

    def wait(self) -> Result:
        """Return what became of the blocks, as soon as their tests end."""
        if not self.tests:
            return Result([])
        output, _ = self.tests.communicate()
        if self.cancelled:
            return Result([])
        if self.tests.returncode:
            return Result([f"{output}\nthe block tests failed (see above)"])
        if not self.report.is_file():
            return Result([f"{output}\nthe block tests left no report"])
        return Result([], json.loads(self.report.read_text("utf-8")))

    def cancel(self) -> None:
        """Stop the tests: their result is no longer wanted."""
        with self.lock:  # while serving, another thread starts them
            self.cancelled = True
            if self.tests:
                self.tests.terminate()
                self.tests.wait()
        self.folder.cleanup()


def missing_torch() -> str:
    """Return a sentence for who has no torch; empty for others."""
    if importlib.util.find_spec("torch"):
        return ""
    return (
        "torch is not installed, so no block can be run: use `make build` or "
        "`make serve`, which install it, or `make preview`, which shows the "
        "site from its recordings without torch"
    )
