"""Run every Python fence of every page as a test: a plugin for pytest.

pytest-markdown-docs collects the fences, runs them and reports. Its hooks let
this plugin put in a parser that resolves includes, so that each fence's source
is the code of the snippet, and a runner that keeps a chapter's namespace and
compares what blocks give with the recordings (with `--record`, writes them).
"""

import json
import os
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import pytest
from markdown_it.token import Token

# The library names its base class with an underscore, and documents it.
from pytest_markdown_docs._runners import _Runner, get_runner, register_runner
from pytest_markdown_docs.definitions import FenceTestDefinition
from pytest_markdown_docs.plugin import MarkdownDocstringCodeModule

from sitebuild.files import is_litter, read_data, write
from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import Page, repeated_blocks, tolerance_of, trains
from sitebuild.pages.page_reader import Fence
from sitebuild.pages.project import RECORDED, Project
from sitebuild.problem import Unreadable, show
from sitebuild.runner.execution import (
    BlockError,
    Run,
    recorded_with,
    run_set_up,
    where,
)
from sitebuild.runner.run_cache import RunCache
from sitebuild.runner.snapshots import difference, save
from sitebuild.runner.standalone import set_up

PASSED = "passed"  # key of the blocks that passed in a worker of pytest-xdist
SET_UP = 1  # line of the fence that stands for a notebook's set-up


class Session:
    """What one session of pytest knows of pages, runs and recordings.

    `passed` has for each path of a page its blocks that passed. `recorded` is
    None without `--record`.
    """

    def __init__(self, config: pytest.Config):
        self.root = config.rootpath
        folder = config.option.blocks_cache
        self.cache = RunCache(self.root, folder) if folder else None
        self.recorded: dict | None = {} if config.option.record else None
        self.path = Path()  # of the file being collected
        self.asked: set[str] = set()  # names of the pages collected so far
        self.runs: dict[str, Run] = {}  # by the name of the chapter
        self.keys: dict[str, str] = {}  # in the cache, of chapters to keep
        self.passed: dict[str, list[dict]] = {}
        self.opened: set[str] | None = None  # files, while a block runs

    @cached_property
    def pages(self) -> dict[str, Page]:
        """Return the pages as readers see them, by path."""
        return Project(self.root).by_path

    def page(self, path: Path) -> Page:
        """Return the page that a file holds, as readers see it."""
        name = path.relative_to(self.root).as_posix()
        return self.pages.get(name) or Page(self.root, name)

    def parse(self, _text: str) -> list[Token]:
        """Return a fence with its code for each block of the page collected.

        Raises CollectError with all that is wrong with the page.
        """
        page = self.page(self.path)
        self.asked.add(page.name)
        if problems := [*page.problems, *repeated_blocks(page)]:
            raise pytest.Collector.CollectError("\n".join(map(str, problems)))
        codes = {SET_UP: set_up(page)} if page.in_cells else {}
        codes |= {block.line: block.section.text for block in page.blocks}
        return [
            Token("fence", "", 0, map=[n - 1, n], info="python", content=code)
            for n, code in codes.items()
        ]

    def run(self, test: FenceTestDefinition) -> None:
        """Run a block and compare what it gives. Raises BlockError."""
        page, line = self.page(test.source_path), test.start_line
        if page.in_cells and line == SET_UP:
            self.note(page, 0, run_set_up(page), {}, False)
            return
        (block,) = (block for block in page.blocks if block.line == line)
        run = self.run_of(page)
        self.opened = run.opened
        try:
            outputs = run.outputs_of(page, block)
        finally:
            self.opened = None
        if block is page.blocks[-1] and not run.refused:
            if key := self.keys.pop(page.name, ""):
                self.cache.keep(page, key, run.opened, run.outputs)
        faults = [*differences(page, block, outputs)] + [
            f"{path} is not good enough; run `make record`\n{reason}"
            for path, reason in run.refused.items()
            if path in outputs
        ]
        if self.recorded is not None:
            self.recorded |= outputs
        elif faults:
            raise BlockError("\n".join([where(page, block), *faults]))
        code = block.section.text
        self.note(page, line, code, outputs, run.recalled)

    def run_of(self, page: Page) -> Run:
        """Return the run that all languages of a chapter share."""
        if page.name not in self.runs:
            self.runs[page.name] = run = Run(page.name, trains(page))
            if self.cache:
                key = self.cache.key(page)
                run.outputs = self.cache.recall(page, key)
                run.recalled = bool(run.outputs)
                if not run.recalled:
                    self.keys[page.name] = key
        return self.runs[page.name]

    def note(
        self, page: Page, line: int, code: str, outputs: dict, recalled: bool
    ) -> None:
        """Note that the code in a page's line has passed."""
        ran = dict(line=line, code=code, outputs=outputs, recalled=recalled)
        self.passed.setdefault(page.path, []).append(ran)

    def all_passed(self) -> bool:
        """Tell whether every block of the pages asked for has passed."""
        return all(
            block.line in {ran["line"] for ran in self.passed.get(path, [])}
            for path, page in self.pages.items()
            if page.name in self.asked
            for block in page.blocks
        )

    def record(self) -> list[str]:
        """Write the recordings; return what has changed."""
        if not self.all_passed():
            return ["nothing was recorded: not every block ran"]
        for run in self.runs.values():
            for path in run.refused:
                (self.root / path).unlink()
        pages = self.pages.values()
        tolerances = {
            path: size
            for page in pages
            for path, size in page.tolerances.items()
        }
        whole = self.asked == {page.name for page in pages}
        chapters = None if whole else self.asked
        made = recorded_with()
        changes = save(self.root, self.recorded, made, tolerances, chapters)
        return [*map(str, changes)] or ["all recordings were up to date"]


def differences(
    page: Page, block: Fence, outputs: dict[str, str]
) -> Iterator[str]:
    """Yield how the outputs of a block differ from its recordings."""
    for kind in KINDS.values():
        path = kind.path(page.name, block.section.name)
        file, tolerance = page.root / path, tolerance_of(page, path)
        recorded = kind.read(file) if file.is_file() else None
        text = outputs.get(path)
        if recorded is None and text is not None:
            yield f"{path} is missing; run `make record`"
        elif recorded is not None and text is None:
            yield (
                f"{path} is stale, the block gives no such output; "
                "run `make record`"
            )
        elif text is not None and not kind.same(recorded, text, tolerance):
            yield (
                f"{path} is not what the block gives now; if the new output "
                "is right, run `make record`\n"
                + difference(recorded, text, path)
            )


@register_runner(default=True)
class BlockRunner(_Runner):
    """Runs fences in the session of pytest that is going on.

    The decorator makes the one instance: the only state of this module.
    """

    session: Session | None = None

    def runtest(self, test: FenceTestDefinition, args: dict, **_) -> None:
        """Run a fence. Raises BlockError, whatever the block raised.

        The library would run a fence again whose runner raises TypeError.
        """
        try:
            self.session.run(test)
        except (BlockError, KeyboardInterrupt):
            raise
        except BaseException as error:
            reason = f"{type(error).__name__}: {error}"
            raise BlockError(f"{test.source_path}: {reason}") from error

    def repr_failure(self, test, excinfo, style=None) -> str:
        """Return the report of a failed block."""
        return str(excinfo.value)


def note_opened(event: str, arguments: tuple) -> None:
    """Note the path of each file that a running block opens: an audit hook."""
    session = get_runner(BlockRunner.__name__).session
    if event == "open" and session and session.opened is not None:
        with suppress(TypeError):  # it is open already, and has a number
            session.opened.add(os.fsdecode(arguments[0]))


sys.addaudithook(note_opened)


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
        help="run only chapters that depend on what has changed since FOLDER "
        "was written, and write it",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """Let one worker run a chapter, in all languages and in page order."""
    from xdist.scheduler import LoadScopeScheduling

    class ChapterScheduling(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return Path(nodeid.partition("::")[0]).stem

    chosen = config.getoption("dist") == "loadscope"
    return ChapterScheduling(config, log) if chosen else None


def pytest_configure(config: pytest.Config) -> None:
    try:  # before anything runs that could not be recorded
        read_data(config.rootpath, RECORDED)
    except Unreadable as error:
        raise pytest.UsageError(str(error.problem)) from None
    config.pluginmanager.register(Plugin(config), "blocks-session")


class Plugin:
    """The hooks of one session of pytest."""

    def __init__(self, config: pytest.Config):
        self.session = Session(config)
        self.runner = get_runner(BlockRunner.__name__)
        self.outer, self.runner.session = self.runner.session, self.session
        self.report = config.option.blocks_report
        self.summary: list[str] = []
        self.left: Counter[str] = Counter()  # tests of each chapter

    def pytest_unconfigure(self) -> None:
        self.runner.session = self.outer  # a session may run within another

    def pytest_markdown_docs_markdown_it(self) -> Session:
        return self.session

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        below = collection_path.is_relative_to(self.session.root / "docs")
        return below and is_litter(self.session.root, collection_path) or None

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self):
        """Leave out docstrings of Python files: blocks are on pages alone."""
        found = yield
        kind = MarkdownDocstringCodeModule
        return [file for file in found if not isinstance(file, kind)]

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self.session.path = getattr(collector, "path", None)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin with chapters that train, and of others with the longest."""
        if any(item.path.suffix != ".md" for item in items):
            return  # other tests run beside them
        count = Counter(item.path.stem for item in items)
        pages = self.session.pages.values()
        trained = {page.name for page in pages if trains(page)}

        def turn(item: pytest.Item) -> tuple[bool, int, str]:
            name = item.path.stem
            return name not in trained, -count[name], name

        items.sort(key=turn)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: list[str]) -> None:
        self.left = Counter(map(chapter_of, ids))

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        self.left = Counter(chapter_of(item.nodeid) for item in session.items)

    def pytest_runtest_logfinish(self, nodeid: str) -> None:
        """Say how many chapters have run, for a build to pass on."""
        self.left[chapter_of(nodeid)] -= 1
        if self.report and not self.left[chapter_of(nodeid)]:
            done = sum(not count for count in self.left.values())
            self.write(f"{done} of {len(self.left)} chapters have run")

    def pytest_sessionstart(self, session: pytest.Session) -> None:
        terminal = session.config.pluginmanager.getplugin("terminalreporter")
        self.write = terminal.write_line if terminal else print

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        """Take over what passed in one of pytest-xdist's workers."""
        self.session.passed |= getattr(node, "workeroutput", {}).get(PASSED, {})

    def pytest_sessionfinish(self, session, exitstatus: int) -> None:
        found = self.session
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[PASSED] = found.passed
        elif self.report:
            write(self.report, json.dumps(found.passed))
        if not found.asked:  # the workers have collected the pages
            return
        if found.cache and not exitstatus:
            found.cache.forget(page.name for page in found.pages.values())
        if found.recorded is not None:
            failed = ["nothing was recorded: not every block ran"]
            self.summary = failed if exitstatus else found.record()

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if self.summary:
            terminalreporter.section("recordings")
        for line in self.summary:
            terminalreporter.write_line(line)
        for report in terminalreporter.stats.get("failed", []):
            path, line, *said = str(report.longrepr).split(":", 2) + [""]
            if line.isdigit():
                write = terminalreporter.write_line
                show(path, int(line), said[0].strip(), write)


def chapter_of(nodeid: str) -> str:
    """Return the chapter of a test: the name of its file."""
    return Path(nodeid.partition("::")[0]).stem
