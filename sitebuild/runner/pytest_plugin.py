"""Run every Python fence of every page as a test: a plugin for pytest.

pytest-markdown-docs collects the fences; `sitebuild.runner.session` runs them.
With `--record`, their outputs become the recordings.
"""

import json
from collections import Counter
from pathlib import Path

import pytest

from sitebuild.files import read_data, write
from sitebuild.pages.project import RECORDED
from sitebuild.pages.site_config import CONFIG
from sitebuild.problem import Unreadable, show

PASSED = "passed"  # key of the blocks that passed in a worker of pytest-xdist


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("blocks", "code blocks of the pages")
    group.addoption(
        "--record",
        action="store_true",
        help="write the blocks' outputs to docs/outputs",
    )
    group.addoption(
        "--blocks-report",
        metavar="FILE",
        type=Path,
        help="write which blocks passed, as JSON, and say how far they are",
    )
    group.addoption(
        "--blocks-cache",
        metavar="FOLDER",
        type=Path,
        help="keep there what chapters gave that passed",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """Let one worker run a chapter, in all languages and in page order."""
    from xdist.scheduler import LoadScopeScheduling

    class ChapterScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return chapter_of(nodeid)

    chosen = config.getoption("dist") == "loadscope"
    return ChapterScheduling(config, log) if chosen else None


def pytest_configure(config: pytest.Config) -> None:
    """Register what reports and, in a process that runs tests, what runs."""
    try:  # before anything runs that could not be recorded
        read_data(config.rootpath, RECORDED)
        read_data(config.rootpath, CONFIG)
    except Unreadable as error:
        raise pytest.UsageError(str(error)) from None
    report = BlockReport(config)
    config.pluginmanager.register(report, "blocks-report")
    shared = getattr(config.option, "dist", "no") != "no"
    if not shared or hasattr(config, "workerinput"):
        # Loads PyTorch, which the controller of pytest-xdist does not need.
        from sitebuild.runner.session import Session

        session = Session(config, report.passed)
        config.pluginmanager.register(session, "blocks-session")


class BlockReport:
    """Reports which blocks passed, and how many chapters have run.

    `passed` has for each path of a page its blocks that passed.
    """

    def __init__(self, config: pytest.Config):
        self.config, self.file = config, config.option.blocks_report
        self.passed: dict[str, list[dict]] = {}
        self.left: Counter[str] = Counter()  # tests of each chapter

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.left = Counter(map(chapter_of, ids))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.left = Counter(chapter_of(item.nodeid) for item in session.items)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Say how many chapters have run, for a build to pass on."""
        self.left[chapter_of(nodeid)] -= 1
        terminal = self.config.pluginmanager.getplugin("terminalreporter")
        if self.file and terminal and not self.left[chapter_of(nodeid)]:
            done = sum(not count for count in self.left.values())
            said = f"{done} of {len(self.left)} chapters have run"
            terminal.write_line(said)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        """Take over what passed in one of pytest-xdist's workers."""
        self.passed |= getattr(node, "workeroutput", {}).get(PASSED, {})

    def pytest_sessionfinish(self) -> None:
        if hasattr(self.config, "workeroutput"):
            self.config.workeroutput[PASSED] = self.passed
        elif self.file:
            write(self.file, json.dumps(self.passed))

    def pytest_terminal_summary(self, terminalreporter) -> None:
        """Annotate the blocks that failed, where GitHub reads it."""
        for report in terminalreporter.stats.get("failed", []):
            path, line, *said = str(report.longrepr).split(":", 2) + [""]
            if line.isdigit():
                write_line = terminalreporter.write_line
                show(path, int(line), said[0].strip(), write_line)


def chapter_of(nodeid: str) -> str:
    """Return the chapter of a test: the name of its file."""
    return Path(nodeid.partition("::")[0]).stem
