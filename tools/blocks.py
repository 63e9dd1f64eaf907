"""Every Python fence of every page as a test (a pytest plugin).

pytest-markdown-docs collects and reports; the parser it asks is our scanner
(`tools.page`), the runner is below: one namespace a chapter, blocks in page
order, each run once for all languages that show the same, in settings that
make the output the same everywhere.
What a block prints and draws is compared with its recording, or with
`--record` written there.
"""

import ast
import contextlib
import io
import json
import os
import platform
import sys
import traceback
from datetime import date
from functools import cached_property
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import NamedTuple
from unittest.mock import patch

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch
from pytest_markdown_docs import _runners
from torch._tensor_str import PRINT_OPTS

from snippets.device import pick_device
from tools.figures import to_svg, to_table
from tools.page import Fence, Page, read_pages
from tools.recordings import difference, same, save, write
from tools.staleness import composed


class PageError(Exception):
    """A page that cannot be tested as it stands."""


class BlockError(Exception):
    """A block that failed; the message is the whole report."""


class Run:
    """The namespace of a chapter's blocks and how far they have run.

    Pages that show the same blocks, as those of two languages do, share one.
    Where they train, what they give depends on the device: it is the CPU.
    """

    def __init__(self, chapter: str, trains: bool = False):
        self.chapter = chapter
        self.wish = {"SNIPPETS_DEVICE": "cpu"} if trains else {}
        self.module = ModuleType("__main__")  # what a script's names are in
        self.outputs: list[dict[str, str]] = []
        self.error: BaseException | None = None  # of the block after these
        self.state: State | None = None

    def outputs_of(self, page: Page, line: int) -> tuple[Fence, dict[str, str]]:
        """Run up to the block in this line; its outputs, path -> text."""
        blocks = page.blocks
        index = [block.line for block in blocks].index(line)
        while len(self.outputs) <= index and not self.error:
            try:
                self.outputs.append(self.run(blocks[len(self.outputs)]))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a skip or an exit is one too
                self.error = error
        block, number = blocks[index], len(self.outputs)
        if index < number:
            return block, self.outputs[index]
        if index > number:
            raise BlockError(
                f"{where(page, block)} was not run, because "
                f"{where(page, blocks[number])} failed before it"
            )
        raise BlockError(
            f"{where(page, block)} raised\n{describe(self.error, block)}"
        ) from self.error

    def run(self, block: Fence) -> dict[str, str]:
        """Execute one block; what it printed and drew, path -> text."""
        printed, beside = io.StringIO(), io.StringIO()
        stem = f"docs/outputs/{self.chapter}/{block.section.name}"
        outputs = {}
        with (
            settings(self),
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(beside),
        ):
            value = execute(block, self.module.__dict__)
            if hasattr(value, "savefig"):
                outputs[f"{stem}.svg"] = to_svg(value)
                if table := to_table(value):
                    outputs[f"{stem}.html"] = table
            # What trains shows a progress bar there.
            told = "" if self.wish else beside.getvalue()
            check_shown(value, printed.getvalue(), told)
        if printed.getvalue():
            outputs[f"{stem}.txt"] = printed.getvalue()
        return outputs


def check_shown(value: object, printed: str, beside: str) -> None:
    """Raise PageError if a page could not show what the block gives."""
    if value is not None and not hasattr(value, "savefig"):
        raise PageError(
            f"the last line's value, a {type(value).__name__}, is not shown "
            "on a page; print it or give it a name"
        )
    if beside:
        raise PageError(
            f"`{beside.strip()[:60]}` is written to stderr, which "
            "a page does not show; print it, or mend what warns"
        )
    if plt.get_fignums():
        raise PageError(
            "a figure is open that the block does not end with; make the "
            "figure its last line"
        )
    if "\t" in printed or "\r" in printed:
        raise PageError("a tab or carriage return is printed; print spaces")


def where(page: Page, block: Fence) -> str:
    """The block, its place in the chapter and its place in the snippet."""
    section = block.section
    path, line = page.at(block.line)
    via = f" on {page.path}" * (path != page.path)
    return (
        f"{path}:{line}: block '{section.name}'{via} "
        f"({section.path}:{section.line})"
    )


def execute(block: Fence, namespace: dict) -> object:
    """Run the block's code; returns the value of a last expression.

    Code objects carry the snippet's file and line, so that tracebacks do.
    """
    section = block.section
    tree = ast.parse("\n" * (section.line - 1) + section.text, section.path)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, section.path, "exec"), namespace)
    if last is None:
        return None
    return eval(compile(last, section.path, "eval"), namespace)


class State(NamedTuple):
    """What one block of a page leaves behind for the next one."""

    random: torch.Tensor
    dtype: torch.dtype
    grad: bool
    print_options: dict
    modules: dict[str, ModuleType]  # of `snippets`, with the page's own data

    @classmethod
    def now(cls) -> "State":
        return cls(
            torch.get_rng_state(),
            torch.get_default_dtype(),
            torch.is_grad_enabled(),
            dict(vars(PRINT_OPTS)),
            {k: m for k, m in sys.modules.items() if k.startswith("snippets")},
        )

    def restore(self) -> None:
        torch.set_rng_state(self.random)
        torch.set_default_dtype(self.dtype)
        torch.set_grad_enabled(self.grad)
        vars(PRINT_OPTS).update(self.print_options)
        for name in [k for k in sys.modules if k.startswith("snippets")]:
            del sys.modules[name]
        sys.modules.update(self.modules)


@contextlib.contextmanager
def settings(run: Run):
    """What output may depend on, the same for each page; restored after."""
    before, threads = State.now(), torch.get_num_threads()
    main = sys.modules["__main__"]
    with matplotlib.rc_context(), patch.dict(os.environ, run.wish):
        matplotlib.rcdefaults()
        matplotlib.use("agg")
        torch.set_num_threads(1)
        if run.state:
            run.state.restore()
        else:
            before._replace(modules={}).restore()
            torch.set_printoptions(profile="default")
            torch.manual_seed(0)
        sys.modules["__main__"] = run.module
        try:
            yield
        finally:
            sys.modules["__main__"] = main
            plt.close("all")
            run.state = State.now()
            before.restore()
            torch.set_num_threads(threads)


def describe(error: BaseException, block: Fence) -> str:
    """File, line and error, then the traceback from the block's frame on."""
    path, line = block.section.path, block.section.line
    report = traceback.TracebackException.from_exception(error)
    frames = list(report.stack)
    while frames and frames[0].filename != path:
        frames.pop(0)
    report.stack = traceback.StackSummary.from_list(frames)
    if frames:
        line = frames[0].lineno
    elif isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
    trace = "".join(report.format())
    return f"{path}:{line}: {type(error).__name__}: {error}\n{trace}"


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
        self.runs: dict[tuple, Run] = {}  # by what they run
        self.recorded: dict[str, str] | None = None  # a dict with --record
        self.passed: dict[str, list[dict]] = {}

    def runtest(self, test, args, **_) -> None:
        path = Path(test.source_path).relative_to(self.parser.root).as_posix()
        page = self.pages[path]
        key = (page.name, *(block.section for block in page.blocks))
        run = Run(page.name, trains=bool(page.tolerance))
        run = self.runs.setdefault(key, run)
        block, outputs = run.outputs_of(page, test.start_line)
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
            }
        )

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
