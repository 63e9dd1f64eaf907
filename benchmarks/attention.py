"""How fast and how large: explicit form, fast form, PyTorch's own module.

`python -m benchmarks.attention` measures all three with the same weights in
one run, and prints medians and ratios for every device present. With
`--csv` it also writes them to a file, such as the one that the chapter
going-fast shows:

    python -m benchmarks.attention --csv docs/assets/benchmark.csv \\
        --module attention --lengths 128 512 1024 2048 4096
"""

import argparse
import csv
import ctypes
import gc
import io
import math
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.utils.benchmark import Timer

from benchmarks.torch_modules import torch_attention, torch_stack
from sitebuild.files import write
from sitebuild.runner.execution import processor
from snippets.causal import causal_mask
from snippets.cross_attention import Attention
from snippets.decoder import Decoder
from snippets.device import available_devices
from snippets.encoder import Encoder
from snippets.fast import FastAttention
from snippets.measure import wait_for

D_MODEL, HEADS, D_HIDDEN, LAYERS = 512, 8, 2048, 2
LENGTHS = {"cpu": (128, 512, 2048), "mps": (128, 512, 2048)}
LENGTHS["cuda"] = (128, 512, 2048, 8192, 32768)
EXPLICIT_UP_TO = 8192  # beyond it the T x T matrices do not fit
FORMS = ("explicit", "fast", "torch")
MODULES = ("attention", "encoder", "decoder")


class Case(NamedTuple):
    """What is measured: which module, on what, how long, which direction."""

    module: str  # one of MODULES
    device: str
    dtype: str
    length: int
    direction: str  # "forward" or "both"


class Result(NamedTuple):
    """One form of a case: median milliseconds, and MiB at the peak."""

    case: Case
    form: str
    ms: float
    mib: float


def build(case: Case, form: str) -> nn.Module:
    """The module in one of the three forms, always with the same weights."""
    torch.manual_seed(0)
    attention = FastAttention if form == "fast" else Attention
    if case.module == "attention":
        module = attention(D_MODEL, D_MODEL, HEADS, qkv_bias=True)
    else:
        kind = Encoder if case.module == "encoder" else Decoder
        sizes = LAYERS, D_MODEL, HEADS, D_HIDDEN
        module = kind(*sizes, attention=attention)
    if form == "torch":
        twin = torch_attention if case.module == "attention" else torch_stack
        module = twin(module)
    module = module.to(case.device, getattr(torch, case.dtype))
    return module.train(case.direction == "both")


def step(case: Case, form: str) -> Callable[[], Tensor]:
    """One forward pass, or one forward and backward pass."""
    module = build(case, form)
    torch.manual_seed(1)
    x = torch.randn(1, case.length, D_MODEL)
    x = x.to(case.device, getattr(torch, case.dtype))
    x.requires_grad_(case.direction == "both")
    hidden = ~causal_mask(case.length, x.device)

    def forward() -> Tensor:
        if form == "torch" and case.module == "decoder":
            return module(x, x, tgt_mask=hidden, tgt_is_causal=True)
        if case.module == "decoder":
            return module(x, x)
        if form == "torch" and case.module == "attention":
            return module(x, x, x, need_weights=False)[0]
        return module(x)

    def inference() -> Tensor:
        with torch.inference_mode():
            return forward()

    def both() -> Tensor:
        y = forward()
        y.sum().backward()
        return y

    return both if case.direction == "both" else inference


def times(
    steps: dict[str, Callable], device: torch.device, seconds: float
) -> dict[str, float]:
    """Median seconds of each form; each is measured for so many seconds."""

    def median(run: Callable) -> float:
        names = {"run": run, "wait": wait_for, "device": device}
        threads = torch.get_num_threads()
        timer = Timer("run(); wait(device)", globals=names, num_threads=threads)
        timer.timeit(1)  # warm up
        return timer.blocked_autorange(min_run_time=seconds).median

    return {form: median(run) for form, run in steps.items()}


def peak_memory(case: Case, form: str) -> float:
    """MiB that one step needs on top of the module and its input."""
    if not Path("/proc/self/clear_refs").exists() and case.device != "cuda":
        return math.nan
    if case.device == "cuda":
        run = step(case, form)
        torch.cuda.reset_peak_memory_stats()
        before = torch.cuda.memory_allocated()
        run()
        return (torch.cuda.max_memory_allocated() - before) / 2**20
    command = [
        sys.executable,
        "-m",
        "benchmarks.attention",
        "--memory",
        form,
        *case[:3],
    ]
    command += [str(case.length), case.direction]
    return float(subprocess.check_output(command, text=True))


def resident_growth(case: Case, form: str) -> float:
    """MiB by which one step raises this process's size at most (Linux)."""

    def status(field: str) -> float:
        text = Path("/proc/self/status").read_text("ascii")
        return int(text.partition(f"{field}:")[2].split()[0]) / 2**10

    run = step(case, form)
    step(case._replace(length=16), form)()  # libraries and buffers are there
    gc.collect()
    if trim := getattr(ctypes.CDLL(None), "malloc_trim", None):
        trim(0)  # freed memory would be used again and not be seen
    Path("/proc/self/clear_refs").write_text("5")  # the peak starts anew
    before = status("VmRSS")
    run()
    return status("VmHWM") - before


def cases(modules: list[str], lengths: list[int] | None) -> list[Case]:
    """All that is measured on this machine; lengths None: those it can do."""
    return [
        Case(module, device, dtype, length, direction)
        for device in available_devices()
        for dtype in (("float32", "bfloat16")[: 1 + (device == "cuda")])
        for module in modules
        for length in lengths or LENGTHS[device]
        for direction in ("forward", "both")
    ]


def measure(case: Case, seconds: float) -> list[Result]:
    """All forms of one case; the explicit one unless it is too long."""
    forms = list(FORMS)
    if case.length > EXPLICIT_UP_TO:
        forms.remove("explicit")
    steps = {form: step(case, form) for form in forms}
    took = times(steps, torch.device(case.device), seconds)
    return [
        Result(case, form, took[form] * 1e3, peak_memory(case, form))
        for form in forms
    ]


def row(results: list[Result]) -> str:
    """One line of the table; speeds are relative to PyTorch's module."""
    case = results[0].case
    ms = {result.form: result.ms for result in results}
    mib = {result.form: result.mib for result in results}
    cells = [f"{ms[f]:9.2f}" if f in ms else 9 * " " for f in FORMS]
    cells += [
        f"{ms['torch'] / ms[f]:8.2f}" if f in ms else 8 * " " for f in FORMS[:2]
    ]
    cells += [f"{mib[f]:9.1f}" if f in mib else 9 * " " for f in FORMS]
    head = f"{case.device:4} {case.dtype:8} {case.module:9} {case.length:5}"
    return f"{head} {case.direction:7} {' '.join(cells)}"


def table(results: list[Result]) -> str:
    """All results as CSV, each with where and when it was measured."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    about = "date", "torch", "processor", "threads", "batch", "d_model", "heads"
    writer.writerow([*about, *Case._fields, *Result._fields[1:]])
    for case, form, ms, mib in results:
        where = date.today(), torch.__version__, processor(case.device)
        sizes = torch.get_num_threads(), 1, D_MODEL, HEADS
        numbers = f"{ms:.2f}", f"{mib:.1f}"
        writer.writerow([*where, *sizes, *case, form, *numbers])
    return text.getvalue()


def header() -> str:
    """What was measured, where and when, and the columns."""
    names = [processor(device) for device in reversed(available_devices())]
    return (
        f"{date.today()}, torch {torch.__version__}, {', '.join(names)}, "
        f"{torch.get_num_threads()} threads\n"
        f"d_model {D_MODEL}, {HEADS} heads, batch 1; encoder: {LAYERS} layers, "
        f"hidden {D_HIDDEN}\n"
        "medians in ms; speed relative to torch; peak memory in MiB\n\n"
        f"{'':4} {'':8} {'':9} {'':5} {'':7} "
        f"{'explicit':>9} {'fast':>9} {'torch':>9} {'explicit':>8} {'fast':>8} "
        f"{'explicit':>9} {'fast':>9} {'torch':>9}"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=1.0, help="per form")
    parser.add_argument("--csv", type=Path, help="file to write, too")
    parser.add_argument("--module", nargs="+", choices=MODULES, default=MODULES)
    parser.add_argument("--lengths", type=int, nargs="+", metavar="T")
    parser.add_argument("--memory", nargs=6, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.memory:
        form, module, device, dtype, length, direction = options.memory
        case = Case(module, device, dtype, int(length), direction)
        print(resident_growth(case, form))
        return
    print(header(), flush=True)
    results = []
    for case in cases(options.module, options.lengths):
        results += (measured := measure(case, options.seconds))
        print(row(measured), flush=True)
    if options.csv:
        write(options.csv, table(results))


if __name__ == "__main__":
    main()
