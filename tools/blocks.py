"""Every Python fence of every page as a test (a pytest plugin).

pytest-markdown-docs collects and reports; the parser it asks is our scanner
(`tools.page`), what runs the blocks is `tools.run`. What a block prints and
draws is compared with its recording, or with `--record` written there.
"""

import gc
import json
import platform
import traceback
from datetime import date
from functools import cached_property
from pathlib import Path
from types import SimpleNamespace

import pytest
import torch
from pytest_markdown_docs import _runners

from snippets.device import pick_device
from tools.page import Fence, Page, read_pages
from tools.recordings import difference, same, save, write
from tools.reuse import Memory, digest
from tools.run import BlockError, PageError, Run, where
from tools.staleness import composed

gc.freeze()  # torch's own objects are not looked through each time


def faults(page: Page, block: Fence, outputs: dict[str, str]) -> list[str]:
    """How the outputs differ from what is recorded for this block."""
    found = []
    for path, text in outputs.items():
        file = page.root / path
        if not file.is_file():
            found.append(f"{path} is missing; run `make record`")
        elif not same(
            recorded := file.read_text("utf-8"), text, page.tolerance
        ):
            found.append(
                f"{path} is not what the block gives now; if the new output "
                "is right, run `make record`\n"
                + difference(recorded, text, path)
            )
    chapter = page.root / "docs" / "outputs" / page.name
    for file in sorted(chapter.glob(f"{block.section.name}.*")):
        path = file.relative_to(page.root).as_posix()
        if path not in outputs:
            found.append(
                f"{path} is stale, the block gives no such output; "
                "run `make record`"
            )
    return found


class Runner(_runners._Runner):
    """Runs each chapter's blocks once, checks or records what they give."""

    def __init__(self):
        self.parser: Parser | None = None
        self.runs: dict[str, Run] = {}  # by what they run
        self.keys: dict[str, str] = {}  # path of a page -> key of its run
        self.memory: Memory | None = None
        self.recorded: dict[str, str] | None = None  # a dict with --record
        self.passed: dict[str, list[dict]] = {}

    def runtest(self, test, args, **_) -> None:
        path = Path(test.source_path).relative_to(self.parser.root).as_posix()
        page = self.pages[path]
        run = self.run_of(page)
        block, outputs = run.outputs_of(page, test.start_line)
        if block is page.blocks[-1]:
            self.keep(run, page)
        if self.recorded is None:
            found = faults(page, block, outputs)
        else:
            found = [
                f"{path} differs between two languages\n"
                + difference(self.recorded[path], text, path)
                for path, text in outputs.items()
                if not same(
                    self.recorded.setdefault(path, text), text, page.tolerance
                )
            ]
        if found:
            raise BlockError("\n".join([where(page, block), *found]))
        self.passed.setdefault(path, []).append(
            {
                "line": block.line,
                "code": block.section.text,
                "outputs": outputs,
                "recalled": run.recalled,
            }
        )

    def run_of(self, page: Page) -> Run:
        """One for all pages that show the same blocks."""
        key = self.key(page)
        if key not in self.runs:
            self.runs[key] = run = Run(page.name, bool(page.tolerance))
            if self.memory and (outputs := self.memory.recall(key)):
                run.outputs, run.recalled = outputs, True
        return self.runs[key]

    def key(self, page: Page) -> str:
        if page.path not in self.keys:
            blocks = [repr(block.section) for block in page.blocks]
            key = digest(page.name, str(page.tolerance), *blocks)
            self.keys[page.path] = key
        return self.keys[page.path]

    def keep(self, run: Run, page: Page) -> None:
        """Remember what a chapter gave as soon as it ran to its end."""
        key = self.key(page)
        if self.memory and key not in self.memory.used:
            self.memory.keep(key, run.depends_on(), run.outputs)

    def all_passed(self) -> bool:
        """Whether every block of every page has run and agreed."""
        return all(
            [block.line for block in page.blocks]
            == [block["line"] for block in self.passed.get(page.path, [])]
            for page in self.pages.values()
        )

    @property
    def pages(self) -> dict[str, Page]:
        return self.parser.pages

    def repr_failure(self, test, excinfo, style=None) -> str:
        if excinfo.errisinstance(BlockError):
            return str(excinfo.value)
        return "".join(traceback.format_exception(excinfo.value))


class Parser:
    """What pytest-markdown-docs asks for a page's fences: our scanner."""

    path: Path | None = None  # the file being collected

    def __init__(self, root: Path):
        self.root = root

    @cached_property
    def pages(self) -> dict[str, Page]:
        """The pages as readers see them, by their paths."""
        pages = {page.path: page for page in read_pages(self.root)}
        return composed(self.root, pages)

    def parse(self, text: str) -> list[SimpleNamespace]:
        path = self.path.relative_to(self.root).as_posix()
        page = self.pages.get(path) or Page(self.root, path, text)
        if page.problems:
            raise PageError("\n".join(map(str, page.problems)))
        return [
            SimpleNamespace(
                type="fence",
                map=[block.line - 1, block.line + 2],
                info="python",
                content=block.section.text,
            )
            for block in page.blocks
        ]


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
        metavar="FILE",
        type=Path,
        help="run again only chapters that depend on what has changed since "
        "FILE was written, and write it",
    )


def pytest_configure(config: pytest.Config) -> None:
    config.pluginmanager.register(Plugin(config), "blocks-session")


class Plugin:
    """The hooks of one pytest session."""

    def __init__(self, config: pytest.Config):
        self.parser = Parser(config.rootpath)
        self.before = _runners._default_runner
        _runners.register_runner(default=True)(Runner)
        self.runner = _runners.get_runner(None)
        self.runner.parser = self.parser
        self.runner.recorded = {} if config.option.record else None
        if file := config.option.blocks_memory:
            self.runner.memory = Memory(config.rootpath, file)
        self.report_path = config.option.blocks_report
        self.summary: list[str] = []

    def pytest_markdown_docs_markdown_it(self) -> Parser:
        return self.parser

    def pytest_collectstart(self, collector: pytest.Collector) -> None:
        self.parser.path = getattr(collector, "path", None)

    def pytest_unconfigure(self) -> None:
        _runners._default_runner = self.before  # of a session around this one

    def pytest_sessionfinish(self, exitstatus: int) -> None:
        if self.report_path:
            write(self.report_path, json.dumps(self.runner.passed))
        if self.runner.memory and not exitstatus:
            self.runner.memory.forget()
        if self.runner.recorded is None:
            return
        if exitstatus or not self.runner.all_passed():
            self.summary = ["nothing was recorded: not every block ran"]
            return
        made_with = {
            "python": platform.python_version(),
            "torch": torch.__version__.partition("+")[0],
            "device": pick_device().type,
            "date": date.today().isoformat(),
        }
        tolerances = {p.name: p.tolerance for p in self.runner.pages.values()}
        recorded = self.runner.recorded
        report = save(self.parser.root, recorded, made_with, tolerances)
        self.summary = report or ["all recordings were up to date"]

    def pytest_terminal_summary(self, terminalreporter) -> None:
        if self.summary:
            terminalreporter.section("recordings")
        for line in self.summary:
            terminalreporter.write_line(line)
