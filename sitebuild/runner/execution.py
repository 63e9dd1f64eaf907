"""Running a chapter's blocks: one namespace, page order, the same settings.

Each block runs once for all languages that show the same blocks, with seed,
threads, print options and figures as they are on each machine.
"""

import ast
import contextlib
import io
import os
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import NamedTuple
from unittest.mock import patch

import matplotlib
import matplotlib.pyplot as plt
import torch
from torch._tensor_str import PRINT_OPTS

from sitebuild.pages.output_types import KINDS, kind_of
from sitebuild.pages.page import Fence, Page
from sitebuild.runner.run_cache import noting
from sitebuild.runner.standalone import needed, set_up

THREADS = 1  # of a block: sums are added in the same order everywhere


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
        self.recalled = False  # the outputs, from an earlier build
        self.refused: dict[str, str] = {}  # recordings, and why
        self.opened: set[str] = set()
        self.error: BaseException | None = None  # of the block after these
        self.state: State | None = None

    def outputs_of(self, page: Page, line: int) -> tuple[Fence, dict[str, str]]:
        """Run up to the block in a line; return it and its outputs by path."""
        blocks = page.blocks
        index = [block.line for block in blocks].index(line)
        while len(self.outputs) <= index and not self.error:
            try:
                self.outputs.append(
                    self.run(blocks[len(self.outputs)], page.root)
                )
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

    def faults(self, outputs: dict[str, str]) -> Iterator[str]:
        """Yield why recordings of these outputs are of no use elsewhere."""
        for path, reason in self.refused.items():
            if path in outputs:
                yield f"{path} is not good enough; run `make record`\n{reason}"

    def depends_on(self) -> set[str]:
        """Return the paths of all files that the outputs so far depend on."""
        modules = self.state.modules.values() if self.state else []
        return self.opened | {module.__file__ for module in modules}

    def run(self, block: Fence, root: Path) -> dict[str, str]:
        """Execute one block; return what it gave, path -> text."""
        printed, beside = io.StringIO(), io.StringIO()
        with (
            settings(self),
            noting(self.opened),
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(beside),
        ):
            value = execute(block, self.module.__dict__)
            outputs = {
                kind.path(self.chapter, block.section.name): output
                for kind in KINDS.values()
                if (output := kind.output(value, printed.getvalue()))
            }
            for path in outputs:  # let a block try what is of use elsewhere
                kind, file = kind_of(path), root / path
                if kind.loaded and file.is_file():
                    if reason := kind.refusal(value, kind.read(file)):
                        self.refused[path] = reason
            # What trains shows a progress bar there.
            told = "" if self.wish else beside.getvalue()
            check_shown(value, printed.getvalue(), told)
        return outputs


def check_shown(value: object, printed: str, beside: str) -> None:
    """Raise PageError if a page could not show what the block gives."""
    shown = any(kind.accepts(value) for kind in KINDS.values())
    if value is not None and not shown:
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


def run_set_up(page: Page) -> None:
    """Run what the cells of a page need first, in an empty folder.

    Raises BlockError if it fails or writes anything but the project's files.
    """
    code, wanted = set_up(page), needed(page)
    threads = torch.get_num_threads()
    with TemporaryDirectory() as folder, contextlib.chdir(folder):
        try:
            with torch.random.fork_rng(devices=[]):
                exec(compile(code, "set-up", "exec"), {"__name__": "__main__"})
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise BlockError(
                f"{page.path}: its set-up raised {reason}"
            ) from error
        finally:
            torch.set_num_threads(threads)
        files = [path for path in Path().rglob("*") if path.is_file()]
        written = {file.as_posix(): file.read_text("utf-8") for file in files}
    wrong = [
        p for p in {**wanted, **written} if wanted.get(p) != written.get(p)
    ]
    if wrong:
        raise BlockError(f"{page.path}: its set-up does not write {wrong[0]}")


def where(page: Page, block: Fence) -> str:
    """Name a block, its place on the page and its place in the snippet."""
    section = block.section
    path, line = page.at(block.line)
    via = "" if path == page.path else f" on {page.path}"
    return (
        f"{path}:{line}: block '{section.name}'{via} "
        f"({section.path}:{section.line})"
    )


def execute(block: Fence, namespace: dict) -> object:
    """Run the block's code; return the value of a last expression.

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
    """Set what outputs may depend on, alike for each page; restore it after."""
    before, threads = State.now(), torch.get_num_threads()
    main = sys.modules["__main__"]
    with matplotlib.rc_context(), patch.dict(os.environ, run.wish):
        matplotlib.rcdefaults()
        matplotlib.use("agg")
        torch.set_num_threads(THREADS)
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
    """Return file, line, error, and the traceback from the block's frame on."""
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
