"""Every Python fence of every page as a test (a pytest plugin).

pytest-markdown-docs collects, runs and reports; the parser that it asks is the
one that reads the pages (`sitebuild.pages.markdown_parser`). What a block
prints and draws is compared with its recording, or with `--record` written.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import cache, cached_property
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from markdown_it.rules_core import StateCore
from markdown_it.token import Token
from pytest_markdown_docs.plugin import MarkdownDocstringCodeModule

from sitebuild.files import is_litter, read_data, write
from sitebuild.pages.markdown_parser import new_parser
from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import (
    Fence,
    Page,
    repeated_blocks,
    tolerance_of,
    trains,
)
from sitebuild.pages.project import RECORDED, Project
from sitebuild.problem import Unreadable, show
from sitebuild.runner import machine
from sitebuild.runner.execution import (
    THREADS,
    BlockError,
    PageError,
    Run,
    run_set_up,
    where,
)
from sitebuild.runner.run_cache import Memory, digest
from sitebuild.runner.snapshots import difference, save
from sitebuild.runner.standalone import set_up

PASSED = "passed"  # what pytest-xdist's workers call the blocks that passed


def faults(page: Page, block: Fence, outputs: dict[str, str]) -> Iterator[str]:
    """Yield how the outputs differ from what is recorded of a block."""
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


@cache  # asked for each block
def key_of(page: Page) -> str:
    """Digest what a page runs: the same for all pages that share a run."""
    return digest(page.name, *(repr(block.section) for block in page.blocks))


class Runner:
    """Runs each chapter's blocks once, checks or records what they give."""

    def __init__(self, pages: "Pages"):
        self.pages = pages
        self.runs: dict[str, Run] = {}  # by what they run
        self.memory: Memory | None = None
        self.recorded: dict[str, str] | None = None  # a dict with --record
        self.passed: dict[str, list[dict]] = {}

    def block(self, path: str, line: int) -> None:
        """Run a page's block, and what comes before it; raise what is wrong."""
        page = self.pages.all[path]
        run = self.run_of(page)
        block, outputs = run.outputs_of(page, line)
        if block is page.blocks[-1]:
            self.keep(run, page)
        if self.recorded is not None:
            self.recorded |= outputs
        elif found := [*faults(page, block, outputs), *run.faults(outputs)]:
            raise BlockError("\n".join([where(page, block), *found]))
        code = block.section.text
        self.note(path, block.line, code, outputs, run.recalled)

    def set_up(self, path: str) -> None:
        """Run what a page of cells shows before its first block."""
        page = self.pages.all[path]
        run_set_up(page)
        self.note(path, 0, set_up(page), {}, recalled=False)

    def note(
        self, path: str, line: int, code: str, outputs: dict, recalled: bool
    ) -> None:
        """Note that the code in a page's line has passed."""
        ran = dict(line=line, code=code, outputs=outputs, recalled=recalled)
        self.passed.setdefault(path, []).append(ran)

    def run_of(self, page: Page) -> Run:
        """Return the run that pages of the same blocks share."""
        key = key_of(page)
        if key not in self.runs:
            self.runs[key] = run = Run(page.name, trains(page))
            if self.memory and (outputs := self.memory.recall(key)):
                run.outputs, run.recalled = outputs, True
        return self.runs[key]

    def keep(self, run: Run, page: Page) -> None:
        """Remember what a chapter gave as soon as it ran to its end."""
        key = key_of(page)
        if self.memory and key not in self.memory.used and not run.refused:
            self.memory.keep(key, run.depends_on(), run.outputs)

    def all_passed(self) -> bool:
        """Tell whether every block of the pages asked for has passed."""
        passed = {
            (path, block["line"])
            for path, blocks in self.passed.items()
            for block in blocks
        }
        return passed >= {
            (page.path, block.line)
            for page in self.pages.all.values()
            for block in page.blocks
            if page.name in self.pages.asked
        }


class Pages:
    """The pages as readers see them, and what makes tests of their blocks.

    pytest-markdown-docs collects what `parser` finds, our own with two rules
    more. It runs each fence in a namespace of its own, or all earlier ones
    again, and compares nothing; no hook changes that. So what it is given to
    run is a call of `block`, which `pytest_markdown_docs_globals` brings.
    """

    def __init__(self, root: Path):
        self.root = root
        self.path: Path | None = None  # the file being collected
        self.asked: set[str] = set()  # the names of the pages collected so far
        self.parser = new_parser()
        self.parser.core.ruler.before("normalize", "page", self.take_page)
        self.parser.core.ruler.push("calls", self.make_calls)

    @cached_property
    def all(self) -> dict[str, Page]:
        """Return the pages as readers see them, by their paths."""
        return Project(self.root).by_path

    def take_page(self, state: StateCore) -> None:
        """Read the page as readers see it, as a rule; raise what is wrong."""
        path = self.path.relative_to(self.root).as_posix()
        page = self.all.get(path) or Page(self.root, path, state.src)
        self.asked.add(page.name)
        if problems := [*page.problems, *repeated_blocks(page)]:
            raise PageError("\n".join(map(str, problems)))
        state.env["page"], state.src = page, page.body

    def make_calls(self, state: StateCore) -> None:
        """Put a call in the place of each fence's code, as a rule."""
        page = state.env["page"]
        for token in state.tokens:
            if token.type == "fence":
                line = token.map[0] + 1
                token.content = f"block({page.path!r}, {line})\n"
        if page.in_cells:
            content = f"set_up({page.path!r})\n"
            token = Token("fence", "", 0, map=[0, 1], content=content)
            token.info = "python"
            state.tokens.insert(0, token)


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
        help="write which blocks passed, as JSON",
    )

    group.addoption(
        "--blocks-memory",
        metavar="FOLDER",
        type=Path,
        help="run again only chapters that depend on what has changed since "
        "FOLDER was written, and write it",
    )


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log):
    """Let one worker run a chapter, in all languages and in page order."""
    from xdist.scheduler import LoadScopeScheduling

    class Chapters(LoadScopeScheduling):
        def _split_scope(self, nodeid: str) -> str:
            return Path(nodeid.partition("::")[0]).stem

    chosen = config.getoption("dist") == "loadscope"
    return Chapters(config, log) if chosen else None


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Plugin(config), "blocks-session")


class Plugin:
    """The hooks of one pytest session."""

    def __init__(self, config: pytest.Config):
        self.pages = Pages(config.rootpath)
        self.runner = Runner(self.pages)
        self.runner.recorded = {} if config.option.record else None
        try:  # before anything runs that could not be recorded
            read_data(config.rootpath, RECORDED)
        except Unreadable as error:
            raise pytest.UsageError(str(error.problem)) from None
        if folder := config.option.blocks_memory:
            self.runner.memory = Memory(config.rootpath, folder)
        self.report_path = config.option.blocks_report
        self.summary: list[str] = []

    def pytest_markdown_docs_markdown_it(self) -> MarkdownIt:
        return self.pages.parser

    def pytest_markdown_docs_globals(self) -> dict:
        return {"block": self.runner.block, "set_up": self.runner.set_up}

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        docs = self.pages.root / "docs"
        below = collection_path.is_relative_to(docs)
        return below and is_litter(self.pages.root, collection_path) or None

    @pytest.hookimpl(wrapper=True)
    def pytest_collect_file(self):
        """Leave out docstrings of Python files: blocks are on pages alone."""
        found = yield
        kind = MarkdownDocstringCodeModule
        return [one for one in found if not isinstance(one, kind)]

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, call: pytest.CallInfo):
        """Tell a block's fault in its own words, with its own traceback."""
        report = yield
        if call.excinfo and call.excinfo.errisinstance(BlockError):
            report.longrepr = str(call.excinfo.value)
        return report

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self.pages.path = getattr(collector, "path", None)

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Begin with chapters that train, and of others with the longest.

        All languages of a chapter follow each other.
        """
        if any(item.path.suffix != ".md" for item in items):
            return  # other tests are run beside them
        count = Counter(item.path.stem for item in items)
        trained = {p.name for p in self.pages.all.values() if trains(p)}

        def turn(item: pytest.Item) -> tuple[bool, int, str]:
            name = item.path.stem
            return name not in trained, -count[name], name

        items.sort(key=turn)

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node) -> None:
        """Take over what passed in one of pytest-xdist's workers."""
        self.runner.passed |= getattr(node, "workeroutput", {}).get(PASSED, {})

    def pytest_sessionfinish(self, session, exitstatus: int) -> None:
        if hasattr(session.config, "workeroutput"):
            session.config.workeroutput[PASSED] = self.runner.passed
        elif self.report_path:
            write(self.report_path, json.dumps(self.runner.passed))
        if not self.pages.asked:  # the workers have collected the pages
            return
        pages, asked = self.pages.all.values(), self.pages.asked
        if self.runner.memory and not exitstatus:
            self.runner.memory.forget(map(key_of, pages))
        if self.runner.recorded is None:
            return
        if exitstatus or not self.runner.all_passed():
            self.summary = ["nothing was recorded: not every block ran"]
            return
        for run in self.runner.runs.values():
            for path in run.refused:
                (self.pages.root / path).unlink()
        changes = save(
            self.pages.root,
            self.runner.recorded,
            machine.made_with(THREADS),
            {path: t for page in pages for path, t in page.tolerances.items()},
            None if asked == {page.name for page in pages} else asked,
        )
        self.summary = list(map(str, changes)) or [
            "all recordings were up to date"
        ]

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
