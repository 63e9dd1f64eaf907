"""Run the fences that pytest-markdown-docs collects, and compare outputs.

Two things are given to it: a parser that resolves includes, so that each
fence's source is the code of the snippet, and a runner that keeps a chapter's
namespace and compares what blocks give with the recordings.
"""

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

from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import Page, repeated_blocks, trains
from sitebuild.pages.page_reader import Fence
from sitebuild.pages.project import Project
from sitebuild.pages.tolerance import EXACT
from sitebuild.runner.execution import (
    BlockError,
    Run,
    recorded_with,
    where,
)
from sitebuild.runner.run_cache import RunCache, passed
from sitebuild.runner.snapshots import difference, save


class Session:
    """The hooks of one session of pytest that runs blocks, and its state.

    `passed` gets, for each path of a page, its blocks that passed. `recorded`
    is None without `--record`.
    """

    def __init__(self, config: pytest.Config, passed: dict[str, list[dict]]):
        self.root, self.passed = config.rootpath, passed
        folder = config.option.blocks_cache
        self.cache = RunCache(self.root, folder) if folder else None
        self.recorded: dict | None = {} if config.option.record else None
        self.path = Path()  # of the file being collected
        self.asked: set[str] = set()  # names of the pages collected so far
        self.runs: dict[str, Run] = {}  # by the name of the chapter
        self.keys: dict[str, str] = {}  # in the cache, of chapters to keep
        self.opened: set[str] | None = None  # files, while a block runs
        self.summary: list[str] = []
        self.runner = get_runner(BlockRunner.__name__)
        # A session may run within another, as in tests.
        self.outer, self.runner.session = self.runner.session, self

    def pytest_unconfigure(self) -> None:
        self.runner.session = self.outer

    def pytest_markdown_docs_markdown_it(self) -> "Session":
        return self

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self):
        """Leave out docstrings of Python files: blocks are on pages alone."""
        found = yield
        kind = MarkdownDocstringCodeModule
        return [file for file in found if not isinstance(file, kind)]

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self.path = getattr(collector, "path", None)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin with chapters that train, and of others with the longest."""
        if any(item.path.suffix != ".md" for item in items):
            return  # other tests run beside them
        count = Counter(item.path.stem for item in items)
        trained = {p.name for p in self.pages.values() if trains(p)}

        def turn(item: pytest.Item) -> tuple[bool, int, str]:
            name = item.path.stem
            return name not in trained, -count[name], name

        items.sort(key=turn)

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if self.recorded is not None:
            failed = ["nothing was recorded: not every block ran"]
            self.summary = failed if exitstatus else self.record()

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if self.summary:
            terminalreporter.section("recordings")
        for line in self.summary:
            terminalreporter.write_line(line)

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
        return [
            Token(
                *("fence", "", 0),
                map=[block.line - 1, block.line],
                info="python",
                content=block.section.text,
            )
            for block in page.blocks
        ]

    def run(self, test: FenceTestDefinition) -> None:
        """Run a block and compare what it gives. Raises BlockError."""
        page = self.page(test.source_path)
        (block,) = (b for b in page.blocks if b.line == test.start_line)
        run = self.run_of(page)
        self.opened = run.opened
        try:
            outputs = run.outputs_of(page, block)
        finally:
            self.opened = None
        faults = [*differences(page, block, outputs)] + [
            f"{path} is not good enough; run `make record`\n{reason}"
            for path, reason in run.refused.items()
            if path in outputs
        ]
        if self.recorded is not None:
            self.recorded |= outputs
        elif faults:
            raise BlockError("\n".join([where(page, block), *faults]))
        ran = passed(block, outputs, recalled=False)
        self.passed.setdefault(page.path, []).append(ran)
        if self.has_passed(page):
            if key := self.keys.pop(page.name, ""):
                self.cache.keep(page, key, run.opened, run.outputs)

    def run_of(self, page: Page) -> Run:
        """Return the run that all languages of a chapter share."""
        if page.name not in self.runs:
            self.runs[page.name] = Run(page.name, trains(page))
            if self.cache:
                self.keys[page.name] = self.cache.key(page)
        return self.runs[page.name]

    def has_passed(self, page: Page) -> bool:
        """Tell whether every block of a page has passed."""
        lines = {ran["line"] for ran in self.passed.get(page.path, [])}
        return all(block.line in lines for block in page.blocks)

    def record(self) -> list[str]:
        """Write the recordings; return what has changed."""
        asked = (p for p in self.pages.values() if p.name in self.asked)
        if not all(map(self.has_passed, asked)):
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
        return changes or ["all recordings were up to date"]


def differences(
    page: Page, block: Fence, outputs: dict[str, str]
) -> Iterator[str]:
    """Yield how the outputs of a block differ from its recordings."""
    for kind in KINDS.values():
        path = kind.path(page.name, block.section.name)
        file, tolerance = page.root / path, page.tolerances.get(path, EXACT)
        recorded = file.read_text("utf-8") if file.is_file() else None
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
