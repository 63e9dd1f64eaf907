"""How fast and how large: explicit form, fast form, PyTorch's own module.

`python -m benchmarks.attention` measures all three with the same weights and
prints a line of CSV for each: the median of its times and its peak of memory.
The chapter going-fast shows what came of

    python -m benchmarks.attention --lengths 128 512 1024 2048 4096 \\
        > docs/assets/benchmark.csv
"""

import argparse
import csv
import json
import sys
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.profiler import ProfilerActivity, profile

from snippets.copy_weights import copy_attention
from snippets.device import available_devices
from snippets.fast import FastAttention
from snippets.measure import peak_bytes, seconds
from snippets.multi_head import MultiHeadSelfAttention

D_MODEL, HEADS = 512, 8
LENGTHS = {"cpu": (128, 512, 2048), "cuda": (128, 512, 2048, 8192, 32768)}
EXPLICIT_UP_TO = 8192  # beyond it the T x T matrices do not fit
FORMS = ("explicit", "fast", "torch")
MEMORY = "[memory]"  # the profiler's event: something was allocated or freed


class Case(NamedTuple):
    """What is measured: on what, how long, in which direction."""

    device: str
    dtype: str
    length: int
    direction: str  # "forward" or "both"


ABOUT = "date", "torch", "processor", "threads", "batch", "d_model", "heads"
FIELDS = *ABOUT, *Case._fields, "form", "ms", "mib"


def cases(lengths: list[int] | None) -> Iterator[Case]:
    """All that is measured on this machine; lengths None: those it can do."""
    for device in available_devices():
        dtypes = ("float32", "bfloat16") if device == "cuda" else ("float32",)
        for dtype in dtypes:
            for T in lengths or LENGTHS.get(device, LENGTHS["cpu"]):
                yield Case(device, dtype, T, "forward")
                yield Case(device, dtype, T, "both")


def torch_attention(ours: MultiHeadSelfAttention) -> nn.MultiheadAttention:
    """nn.MultiheadAttention that computes what ours does."""
    weight = ours.out_proj.weight
    twin = nn.MultiheadAttention(len(weight), ours.num_heads, batch_first=True)
    copy_attention(ours, twin.to(weight))
    return twin


def step(case: Case, form: str) -> Callable[[], Tensor]:
    """One forward pass, or one forward and backward pass.

    All forms have the same weights and get the same tokens.
    """
    torch.manual_seed(0)
    kind = FastAttention if form == "fast" else MultiHeadSelfAttention
    module = kind(D_MODEL, D_MODEL, HEADS, qkv_bias=True)
    if form == "torch":
        module = torch_attention(module)
    torch.manual_seed(1)
    x = torch.randn(1, case.length, D_MODEL)
    where = case.device, getattr(torch, case.dtype)
    module, x = module.to(*where), x.to(*where)

    def forward() -> Tensor:
        if form == "torch":
            return module(x, x, x, need_weights=False)[0]
        return module(x)

    def both() -> Tensor:
        y = forward()
        y.sum().backward()
        return y

    if case.direction == "forward":
        module.eval()
        return torch.inference_mode()(forward)
    x.requires_grad_()
    return both


def peak_memory(run: Callable, device: str) -> float:
    """MiB that a call needs at once on top of what was there.

    On the CPU PyTorch's profiler sees each allocation, also those inside a
    compiled operation.
    """
    if device == "cuda":
        return peak_bytes(run, torch.device(device)) / 2**20
    run()
    activities = [ProfilerActivity.CPU]
    with profile(activities=activities, profile_memory=True) as profiler:
        run()
    with TemporaryDirectory() as folder:
        trace = Path(folder, "trace.json")
        profiler.export_chrome_trace(str(trace))
        events = json.loads(trace.read_text("utf-8"))["traceEvents"]
    sizes = [
        e["args"]["Total Allocated"] for e in events if e["name"] == MEMORY
    ]
    return max(sizes) / 2**20


def measure(case: Case, form: str) -> tuple:
    """One row of the table; its columns are FIELDS."""
    from sitebuild.runner.execution import processor  # it loads matplotlib

    run = step(case, form)
    where = date.today(), torch.__version__, processor(case.device)
    sizes = torch.get_num_threads(), 1, D_MODEL, HEADS
    ms = 1e3 * seconds(run, torch.device(case.device))
    mib = peak_memory(run, case.device)
    return *where, *sizes, *case, form, f"{ms:.2f}", f"{mib:.1f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--lengths", type=int, nargs="+", metavar="T")
    options = parser.parse_args()
    table = csv.writer(sys.stdout, lineterminator="\n")
    table.writerow(FIELDS)
    for case in cases(options.lengths):
        for form in FORMS[case.length > EXPLICIT_UP_TO :]:
            table.writerow(measure(case, form))
            sys.stdout.flush()


if __name__ == "__main__":
    main()
