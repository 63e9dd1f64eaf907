"""Run a chapter's blocks: one namespace, page order, the same settings.

Seed, threads, print options and figures are alike on each machine.
"""

import ast
import contextlib
import io
import os
import platform
import sys
import traceback
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from types import ModuleType
from typing import NamedTuple
from unittest.mock import patch

import matplotlib
import matplotlib.pyplot as plt
import torch
from torch._tensor_str import PRINT_OPTS

from sitebuild.pages.output_types import KINDS, kind_of
from sitebuild.pages.page import Page
from sitebuild.pages.page_reader import Fence

THREADS = 1  # of a block: sums are added in the same order everywhere


class BlockError(Exception):
    """A block that failed; the message is the whole report."""


class OutputError(Exception):
    """A block that gives what no page can show."""


class Run:
    """The namespace of a chapter's blocks, and how far they have run.

    Translations show the same blocks as their original and share its run.
    Blocks that train give other numbers on other devices, so they run on the
    CPU.
    """

    def __init__(self, chapter: str, trains: bool = False):
        self.chapter, self.trains = chapter, trains
        self.module = ModuleType("__main__")  # as in a script
        self.outputs: list[dict[str, str]] = []  # of each block, by path
        self.refused: dict[str, str] = {}  # recordings, and why
        self.opened: set[str] = set()  # paths of files
        self.error: BaseException | None = None  # of the block after these
        self.state: State | None = None

    def outputs_of(self, page: Page, block: Fence) -> dict[str, str]:
        """Run up to a block, and return what it gave, by path.

        Raises BlockError if it fails, or a block before it has.
        """
        index = page.blocks.index(block)
        while len(self.outputs) <= index and not self.error:
            try:
                next_block = page.blocks[len(self.outputs)]
                self.outputs.append(self.run(next_block, page.root))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a skip or an exit is one, too
                self.error = error
        number = len(self.outputs)
        if index < number:
            return self.outputs[index]
        if index > number:
            raise BlockError(
                f"{where(page, block)} was not run, because "
                f"{where(page, page.blocks[number])} failed before it"
            )
        raise BlockError(
            f"{where(page, block)} raised\n{describe(self.error, block)}"
        ) from self.error

    def run(self, block: Fence, root: Path) -> dict[str, str]:
        """Run one block; return what it gave, by path."""
        printed, beside = io.StringIO(), io.StringIO()
        with (
            settings(self),
            contextlib.redirect_stdout(printed),
            contextlib.redirect_stderr(beside),
        ):
            value = execute(block, self.module.__dict__)
            outputs = {
                kind.path(self.chapter, block.section.name): output
                for kind in KINDS.values()
                if (output := kind.output(value, printed.getvalue()))
            }
            for path in outputs:
                kind, file = kind_of(path), root / path
                if kind.loaded and file.is_file():
                    if reason := kind.refusal(value, file.read_text("utf-8")):
                        self.refused[path] = reason
            # A training shows its progress bar on stderr.
            warned = "" if self.trains else beside.getvalue()
            check_shown(value, printed.getvalue(), warned)
        return outputs


def check_shown(value: object, printed: str, warned: str) -> None:
    """Raise OutputError if a page cannot show what a block gives."""
    shown = any(kind.accepts(value) for kind in KINDS.values())
    if value is not None and not shown:
        raise OutputError(
            f"the last line's value, a {type(value).__name__}, is not shown "
            "on a page; print it or give it a name"
        )
    if warned:
        raise OutputError(
            f"`{warned.strip()[:60]}` is written to stderr, which "
            "a page does not show; print it, or mend what warns"
        )
    if plt.get_fignums():
        raise OutputError(
            "a figure is open that the block does not end with; make the "
            "figure its last line"
        )
    if "\t" in printed or "\r" in printed:
        raise OutputError("a tab or carriage return is printed; print spaces")


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
    """Run a block's code; return the value of a last expression.

    Tracebacks name the file and line of the snippet.
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
        """Return the state of this process."""
        return cls(
            torch.get_rng_state(),
            torch.get_default_dtype(),
            torch.is_grad_enabled(),
            dict(vars(PRINT_OPTS)),
            {k: m for k, m in sys.modules.items() if k.startswith("snippets")},
        )

    def restore(self) -> None:
        """Make this the state of the process."""
        torch.set_rng_state(self.random)
        torch.set_default_dtype(self.dtype)
        torch.set_grad_enabled(self.grad)
        vars(PRINT_OPTS).update(self.print_options)
        for name in [k for k in sys.modules if k.startswith("snippets")]:
            del sys.modules[name]
        sys.modules.update(self.modules)


@contextlib.contextmanager
def settings(run: Run) -> Iterator[None]:
    """Set what outputs may depend on, alike for each page; restore it after."""
    before, threads = State.now(), torch.get_num_threads()
    main = sys.modules["__main__"]
    wish = {"SNIPPETS_DEVICE": "cpu"} if run.trains else {}
    with matplotlib.rc_context(), patch.dict(os.environ, wish):
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


def recorded_with() -> dict[str, str]:
    """Return versions, device and date, which recordings are noted with."""
    return {
        "python": platform.python_version(),
        "torch": torch.__version__.partition("+")[0],
        "device": device(),
        "machine": processor(device()),
        "threads": str(THREADS),
        "date": date.today().isoformat(),
    }


def device() -> str:
    """Return what blocks compute on: SNIPPETS_DEVICE, else the best device."""
    if wish := os.environ.get("SNIPPETS_DEVICE"):
        return torch.device(wish).type
    if torch.cuda.is_available():
        return "cuda"
    return "mps" if torch.backends.mps.is_available() else "cpu"


def processor(device: str) -> str:
    """Return the name of a device's hardware, as people know it."""
    if device == "cuda":
        return torch.cuda.get_device_name()
    info = Path("/proc/cpuinfo")
    if device == "cpu" and info.exists():  # Linux tells the model there only
        for line in info.read_text("utf-8").splitlines():
            key, _, name = line.partition(": ")
            if key.strip() == "model name":
                return name
    return platform.processor() or platform.machine()
