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

import matplotlib
import matplotlib.pyplot as plt
import pytest
import torch

from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page import Page, trains
from sitebuild.pages.page_parts import Fence
from sitebuild.pages.tolerance import EXACT
from sitebuild.runner.snapshots import Outcome, fault

THREADS = 1  # of a block: sums are added in the same order everywhere


class OutputError(Exception):
    """A block that gives what no page can show."""


def run_blocks(page: Page) -> list[Outcome]:
    """Run the blocks of a page in one namespace, up to the first that fails."""
    outcomes = []
    with settings(page) as namespace:
        for block in page.blocks:
            try:
                outcomes.append(run_block(page, block, namespace))
            except KeyboardInterrupt:
                raise
            except BaseException as error:  # a skip or an exit is one, too
                outcomes.append(Outcome({}, {}, describe(error, block)))
                break
            finally:
                plt.close("all")
    return outcomes


def run_block(page: Page, block: Fence, namespace: dict) -> Outcome:
    """Run a block and compare what it gives with its recordings.

    Raises OutputError, and what the block raises.
    """
    printed, beside = io.StringIO(), io.StringIO()
    outputs, changed = {}, {}
    with (
        contextlib.redirect_stdout(printed),
        contextlib.redirect_stderr(beside),
    ):
        value = execute(block, namespace)
        for kind in KINDS.values():
            path = kind.path(page.name, block.section.name)
            tolerance = page.tolerances.get(path, EXACT)
            if text := kind.output(value, printed.getvalue()):
                outputs[path] = text
            if reason := fault(page.root, path, text, value, tolerance):
                changed[path] = reason
        # A training shows its progress bar on stderr.
        warned = "" if trains(page) else beside.getvalue()
        check_shown(value, printed.getvalue(), warned)
    return Outcome(outputs, changed)


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


@contextlib.contextmanager
def settings(page: Page) -> Iterator[dict]:
    """Set what outputs may depend on, alike for each page; restore it after.

    Yields the namespace for its blocks, which is `__main__` as in a script.
    Blocks that train give other numbers on other devices, so they run on the
    CPU.
    """
    module, threads = ModuleType("__main__"), torch.get_num_threads()
    with (
        matplotlib.rc_context(),
        torch.random.fork_rng(devices=[]),
        pytest.MonkeyPatch.context() as patch,
    ):
        matplotlib.rcdefaults()
        matplotlib.use("agg")
        patch.setitem(sys.modules, "__main__", module)
        for name in [k for k in sys.modules if k.startswith("snippets")]:
            patch.delitem(sys.modules, name)  # pages may change their data
        if trains(page):
            patch.setenv("SNIPPETS_DEVICE", "cpu")
        use_defaults()
        torch.set_num_threads(THREADS)
        torch.manual_seed(0)
        try:
            yield module.__dict__
        finally:
            use_defaults()
            torch.set_num_threads(threads)


def use_defaults() -> None:
    """Let PyTorch compute and print as it does when it is imported."""
    torch.set_default_dtype(torch.float32)
    torch.set_grad_enabled(True)
    torch.set_printoptions(profile="default")


def describe(error: BaseException, block: Fence) -> str:
    """Return file, line, error, and the traceback from the block's frame on."""
    path, line = block.section.path, block.section.line
    frame = error.__traceback__
    while frame and frame.tb_frame.f_code.co_filename != path:
        frame = frame.tb_next
    if frame:
        line = frame.tb_lineno
    elif isinstance(error, SyntaxError) and error.filename == path:
        line = error.lineno
    trace = "".join(traceback.format_exception(error.with_traceback(frame)))
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
