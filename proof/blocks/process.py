"""All blocks of a project, run by pytest in a process of its own.

`python -m proof.blocks.process FOLDER OPTIONS…` is that process: it loads what
takes long and collects the blocks, then waits for a line, as what is to be run
may still be refused. It shares the chapters among the cores. It ends with the
process that started it, however that ends: then its end of the pipe is closed.
"""

import gc
import importlib.util
import json
import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from proof.blocks import memory
from proof.parallel import CAN_FORK, shared

MEMORY = ".cache/memory"
# Nothing but the pages' blocks.
OPTIONS = ("docs", "-q", "--no-header", "--noconftest")
OPTIONS += ("-p", "no:cacheprovider", "-p", "no:hypothesispytest")


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
        self.log = Path(self.folder.name, "log.txt")
        self.tests: subprocess.Popen | None = None
        self.recalling = not os.environ.get("CI")  # there, all run each time
        self.cancelled = False
        self.lock = threading.Lock()  # of `tests` and `cancelled`

    def __enter__(self) -> "BlockTests":
        return self

    def __exit__(self, *_) -> None:
        self.cancel()

    def prepare(self) -> str:
        """Start the process that waits; say if its memory is damaged."""
        command = [sys.executable, "-m", __name__, self.folder.name, *OPTIONS]
        command += [f"--blocks-report={self.report}"]
        damage = []
        if self.recalling:
            command += [f"--blocks-memory={self.root / MEMORY}"]
            damage = memory.damaged(self.root / MEMORY)
        # Nothing from outside chooses what is run, and sets print in one order.
        environment = {"PYTHONHASHSEED": "0"} | {
            name: value
            for name, value in os.environ.items()
            if not name.startswith("PYTEST_")
        }
        with self.lock:
            if self.cancelled:
                return ""
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
        return "\n".join(damage)

    def start(self) -> None:
        """Run all blocks, beside whatever comes next, unless cancelled."""
        if not self.tests:
            self.prepare()
        if self.tests:
            # If it has failed, `wait` tells.
            with suppress(OSError, ValueError):  # closed by `cancel`
                self.tests.stdin.write(b"\n")

    def wait(self) -> Result:
        """Tell what became of the blocks, as soon as their tests have ended."""
        if not self.tests:
            return Result([])
        status = self.ended()
        if self.cancelled:
            return Result([])
        output = self.log.read_text("utf-8", errors="replace")
        if status:
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
                self.ended()
        self.folder.cleanup()

    def ended(self) -> int:
        """Wait for the tests and return their status."""
        try:
            return self.tests.wait()
        finally:
            if self.tests.stdin:  # open as long as they run
                self.tests.stdin.close()


def missing_torch() -> str:
    """A sentence for who has no torch, else nothing."""
    if importlib.util.find_spec("torch"):
        return ""
    return (
        "torch is not installed, so no block can be run: use `make build` or "
        "`make serve`, which install it, or `make preview`, which shows the "
        "site from its recordings without torch"
    )


def end_with(pipe: int, folder: str) -> None:
    """Wait for the starter to write; end this process if it has ended."""
    if not os.read(pipe, 1):
        shutil.rmtree(folder, ignore_errors=True)
        os._exit(1)


class Shared:
    """A pytest plugin: the chapters are run side by side, and told in order."""

    def __init__(self, started: Callable[[], None]) -> None:
        self.started = started  # returns when something is to be run
        self.reports: list = []  # of what this process has run

    def pytest_runtest_logreport(self, report) -> None:
        self.reports.append(report)

    def pytest_runtestloop(self, session) -> bool | None:
        """Run all tests, or leave it to pytest, which tells what it could not
        collect."""
        self.started()
        if session.testsfailed or not CAN_FORK:
            return None
        hook, config = session.config.hook, session.config
        blocks = config.pluginmanager.get_plugin("blocks-session")

        def run(tests: list) -> tuple[list[dict], dict]:
            """Run a chapter; its reports, and the blocks that passed."""
            with open(os.devnull, "w") as nobody:
                os.dup2(nobody.fileno(), 1)
            for test, following in zip(tests, [*tests[1:], None]):
                hook.pytest_runtest_protocol(item=test, nextitem=following)
            reports, self.reports = self.reports, []
            passed, blocks.runner.passed = blocks.runner.passed, {}
            return [
                hook.pytest_report_to_serializable(config=config, report=report)
                for report in reports
            ], passed

        chapters = blocks.chapters(session.items)  # the longest first
        for reports, passed in shared(run, chapters, ahead=1):
            blocks.runner.passed |= passed
            for data in reports:
                hook.pytest_runtest_logreport(
                    report=hook.pytest_report_from_serializable(
                        config=config, data=data
                    )
                )
        return True


def main(folder: str, *options: str) -> int:
    """Be the process that runs the blocks; returns pytest's status."""
    import matplotlib.pyplot  # noqa: F401
    import pytest
    import torch  # noqa: F401

    gc.freeze()  # their own objects are not looked through each time
    watched = os.dup(0), folder  # pytest puts another file in the place of 0

    def started() -> None:
        end_with(*watched)
        threading.Thread(target=end_with, args=watched, daemon=True).start()

    return pytest.main(list(options), plugins=[Shared(started)])


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
