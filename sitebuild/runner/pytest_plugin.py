"""Run every Python fence of every page as a test: a plugin for pytest.

pytest-markdown-docs collects the fences. It is given two things: a parser that
resolves includes, so that each fence's source is the code of the snippet, and
a runner that compares what blocks give with the recordings. With `--record`,
their outputs become the recordings.
"""

import os
import sys
from collections import Counter
from contextlib import suppress
from functools import cached_property
from pathlib import Path

import pytest
from markdown_it.token import Token

# The library names its base class with an underscore, and documents it.
from pytest_markdown_docs._runners import _Runner, get_runner, register_runner
from pytest_markdown_docs.definitions import FenceTestDefinition
from pytest_markdown_docs.plugin import MarkdownDocstringCodeModule

from sitebuild.pages.page import Page, trains
from sitebuild.pages.page_parts import Fence
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, path_of
from sitebuild.runner.block_tests import RunCache
from sitebuild.runner.snapshots import save


def pytest_addoption(parser: pytest.Parser) -> None:
    group = parser.getgroup("blocks", "code blocks of the pages")
    group.addoption(
        "--record",
        action="store_true",
        help="write the outputs of chapters that pass to docs/outputs",
    )
    group.addoption(
        "--blocks-cache",
        metavar="FOLDER",
        type=Path,
        help="note there which chapters passed",
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
    config.pluginmanager.register(Session(config), "blocks")


class Session:
    """The hooks of one session of pytest, and its state.

    Raises UsageError if several processes are to record in one file.
    """

    def __init__(self, config: pytest.Config):
        self.root, self.records = config.rootpath, config.option.record
        if self.records and getattr(config.option, "numprocesses", 0):
            raise pytest.UsageError("--record goes without -n")
        folder = config.option.blocks_cache
        self.cache = RunCache(self.root, folder) if folder else None
        self.path = Path()  # of the file being collected
        self.runs: dict[tuple, list] = {}  # by a chapter's name and code
        self.changes: list[str] = []  # of recordings

    def pytest_markdown_docs_markdown_it(self) -> "Session":
        return self

    def pytest_markdown_docs_globals(self) -> dict:
        return {"session": self}

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

    def pytest_terminal_summary(self, terminalreporter) -> None:
        """Tell what was recorded."""
        if self.records:
            terminalreporter.section("recordings")
            told = "\n".join(self.changes) or "no recording has changed"
            terminalreporter.write_line(told)

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
        if page.problems:
            faults = "\n".join(map(str, page.problems))
            raise pytest.Collector.CollectError(faults)
        return [
            Token(
                *("fence", "", 0),
                map=[block.line - 1, block.line],
                info="python",
                content=block.section.text,
            )
            for block in page.blocks
        ]

    def run(self, test: FenceTestDefinition) -> str:
        """Run a block; say what is wrong with it, if anything is."""
        page = self.page(test.source_path)
        index = [block.line for block in page.blocks].index(test.start_line)
        block, outcomes = page.blocks[index], self.outcomes(page)
        if index >= len(outcomes):
            failed = where(page, page.blocks[len(outcomes) - 1])
            reason = f"was not run, because {failed} failed before it"
            return f"{where(page, block)} {reason}"
        _, changed, error = outcomes[index]
        if error:
            return f"{where(page, block)} raised\n{error}"
        if changed and not self.records:
            return "\n".join([where(page, block), *changed.values()])
        return ""

    def outcomes(self, page: Page) -> list:
        """Return what the blocks of a page gave, up to the first that failed.

        Translations show the same blocks as their original and share its run.
        """
        key = page.name, *(block.section for block in page.blocks)
        if key not in self.runs:
            # Loads PyTorch, which the controller of pytest-xdist does not need.
            from sitebuild.runner.execution import recorded_with, run_blocks

            opened = get_runner(BlockRunner.__name__).opened = set()
            self.runs[key] = outcomes = run_blocks(page)
            passed = not any(outcome.error for outcome in outcomes)
            if self.records and passed and self.is_whole(page):
                self.changes += save(page, outcomes, recorded_with())
            agree = not any(outcome.changed for outcome in outcomes)
            if self.cache and passed and agree:
                self.cache.keep(page, opened)
        return self.runs[key]

    def is_whole(self, page: Page) -> bool:
        """Tell whether a page has the blocks of its original."""
        original = self.page(self.root / path_of(ORIGINAL, f"{page.name}.md"))
        sections = [[b.section for b in p.blocks] for p in (page, original)]
        return sections[0] == sections[1]


def where(page: Page, block: Fence) -> str:
    """Name a block, its place on the page and its place in the snippet."""
    section = block.section
    path, line = page.at(block.line)
    via = "" if path == page.path else f" on {page.path}"
    return (
        f"{path}:{line}: block '{section.name}'{via} "
        f"({section.path}:{section.line})"
    )


class BlockError(Exception):
    """A block that failed; the message is the whole report."""


@register_runner(default=True)
class BlockRunner(_Runner):
    """Runs fences, and notes the paths of all files that are opened.

    The decorator makes the one instance: the only state of this module.
    """

    def __init__(self) -> None:
        self.opened: set[str] = set()

    def runtest(self, test: FenceTestDefinition, args: dict, **_) -> None:
        """Run a fence. Raises BlockError, whatever the block raised.

        The library would run a fence again whose runner raises TypeError.
        """
        try:
            fault = args["session"].run(test)
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            fault = f"{test.source_path}: {type(error).__name__}: {error}"
        if fault:
            raise BlockError(fault)

    def repr_failure(self, test, excinfo, style=None) -> str:
        """Return the report of a failed block."""
        return str(excinfo.value)


def note_opened(event: str, arguments: tuple) -> None:
    """Note the path of each file that this process opens: an audit hook."""
    if event == "open":
        with suppress(TypeError):  # it is open already, and has a number
            opened = get_runner(BlockRunner.__name__).opened
            opened.add(os.fsdecode(arguments[0]))


sys.addaudithook(note_opened)
