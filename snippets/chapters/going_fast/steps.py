"""Chapter going-fast, step by step."""

from snippets.chapters.going_fast.exercises import (
    Largest,
    check_streaming_attention,
    check_weights_mib,
    streaming_attention,
    weights_mib,
)
from snippets.fast import FastAttention

# %% part
import math

import torch
from torch import Tensor, nn


def part(scores: Tensor, values: Tensor) -> tuple[Tensor, Tensor, Tensor]:
    """Largest score m, total ell and sum o of one block of keys.

    scores (..., S), values (..., S, d_v) -> (..., 1), (..., 1), (..., d_v).
    """
    m = scores.amax(dim=-1, keepdim=True)
    shares = torch.exp(scores - m)  # <= 1
    return m, shares.sum(dim=-1, keepdim=True), shares @ values


# %% merge
def merge(left, right):
    """Two parts (m, ell, o) over different keys -> the part over all."""
    m = torch.maximum(left[0], right[0])
    a, b = torch.exp(left[0] - m), torch.exp(right[0] - m)
    return m, a * left[1] + b * right[1], a * left[2] + b * right[2]


# %% sun-scores
from snippets.sentences import SUN

tokens, x = SUN
scores = x @ x[1]  # q = "shiny", (T,)
print(scores)

# %% sun-blocks
left = part(scores[:1], x[:1])
right = part(scores[1:], x[1:])
m, ell, o = merge(left, right)
z = o / ell

# %% sun-merged
for a, b, c in (left, right, (m, ell, o)):
    print(f"m {a.item():.4f} ell {b.item():.4f} o", c)
print(f"factor {torch.exp(left[0] - m).item():.4f}")
print("z", z)
torch.testing.assert_close(z, torch.softmax(scores, dim=-1) @ x)

# %% streaming
from functools import reduce

from snippets.scaled import scaled_dot_product_attention

torch.manual_seed(0)
q, k, v = torch.randn(3, 8, 256, 64, dtype=torch.float64)  # (H, T, d_k)
exact, _ = scaled_dot_product_attention(q, k, v)

blocks = zip(k.split(48, dim=-2), v.split(48, dim=-2))  # keys, values
parts = (
    part(q @ keys.transpose(-2, -1) / math.sqrt(q.shape[-1]), values)
    for keys, values in blocks
)
m, ell, o = reduce(merge, parts)
print(m.shape, ell.shape, o.shape)
torch.testing.assert_close(o / ell, exact)  # (1)!

# %% fast-imports
from torch.nn import functional as F

from snippets.causal import causal_mask, with_causal
from snippets.cross_attention import Attention
from snippets.multi_head import MultiHeadSelfAttention, merge_heads
from snippets.scaled import check_sizes

# %% same-results
torch.manual_seed(0)
explicit = MultiHeadSelfAttention(64, 64, num_heads=4)
fast = FastAttention(64, 64, num_heads=4)
fast.load_state_dict(explicit.state_dict())
print(list(fast.state_dict()) == list(explicit.state_dict()))

x = torch.randn(2, 32, 64)  # (B, T, D)
torch.testing.assert_close(fast(x), explicit(x))

fast(x).square().mean().backward()
explicit(x).square().mean().backward()
for one, other in zip(fast.parameters(), explicit.parameters()):
    torch.testing.assert_close(one.grad, other.grad)

# %% no-weights
try:
    fast(x, return_weights=True)
except ValueError as error:
    print(type(error).__name__)

context, weights = explicit(x, return_weights=True)
print(weights.shape)

# %% numbers
for T in (128, 2048, 32768):
    print(f"T {T:5}: T * T {T * T:10}, T * d_k {T * 64:7}")

# %% largest-imports
from torch.utils._python_dispatch import TorchDispatchMode

# %% largest-tensor
sizes = {"explicit": [], "fast": []}
for T in (128, 512, 2048):
    x = torch.randn(1, T, 64)
    for name, attention in (("explicit", explicit), ("fast", fast)):
        with torch.inference_mode(), Largest() as seen:
            attention(x)
        sizes[name].append(seen.numbers)
print("T: 128, 512, 2048")
for name, (a, b, c) in sizes.items():
    print(f"{name}: {a}, {b} ({b // a} times), {c} ({c // b} times)")

# %% benchmark
import csv
from pathlib import Path

with Path("docs/assets/benchmark.csv").open(encoding="utf-8") as file:
    rows = [row for row in csv.DictReader(file) if row["device"] == "cpu"]

about = "date torch processor threads dtype batch d_model heads"
for field in about.split():
    print(f"{field:<9} {rows[0][field]}")

# %% measured
lengths = sorted({int(row["length"]) for row in rows})


def measured(field: str, direction: str) -> dict[str, list[float]]:
    """For each form one number for each length."""
    values = {"explicit": [], "fast": [], "torch": []}
    for row in rows:
        if row["direction"] == direction:
            values[row["form"]].append(float(row[field]))
    return values


# %% memory-curves
from snippets.curves import curves

curves(lengths, measured("mib", "forward"), "T", "MiB", log="xy")

# %% flops
from torch.utils.flop_counter import FlopCounterMode

wide = MultiHeadSelfAttention(512, 512, num_heads=8).to("meta")
for T in (256, 512, 1024, 2048):
    with FlopCounterMode(display=False) as counter:
        wide(torch.empty(1, T, 512, device="meta"))
    counts = counter.get_flop_counts()["Global"]
    attention = counts.pop(torch.ops.aten.bmm)  # q kᵀ and weights @ v
    others = sum(counts.values())
    print(f"T {T:4}: linear {others:10}, bmm {attention:10}")
    assert (others, attention) == (8 * T * 512**2, 4 * T**2 * 512)

# %% time-curves
curves(lengths, measured("ms", "forward"), "T", "ms", log="xy")

# %% flops-backward
from torch.utils.flop_counter import sdpa_backward_flop_count

shape = 1, 8, 256, 64  # (B, H, T, d_k)
product = 2 * 8 * 256 * 256 * 64  # operations in one of the products
inputs = torch.randn(3, *shape, requires_grad=True)
context, _ = scaled_dot_product_attention(*inputs)
with FlopCounterMode(display=False) as counter:
    context.sum().backward()
print("explicit:", counter.get_total_flops() // product, "products")
fast_count = sdpa_backward_flop_count(*[shape] * 4)
print("fast:", fast_count // product, "products")

# %% both-ways
mib, ms = measured("mib", "both"), measured("ms", "both")
for form in ("explicit", "fast"):
    print(f"{form:8} {mib[form][-1]:6.1f} MiB {ms[form][-1]:6.1f} ms")

# %% mistake-average
tokens, x = SUN
scores = x @ x[1]
halves = [torch.softmax(scores[s], 0) @ x[s] for s in (slice(1), slice(1, 3))]
print("wrong", (halves[0] + halves[1]) / 2)
print("right", torch.softmax(scores, 0) @ x)

# %% run-weights-mib
check_weights_mib(weights_mib)

# %% run-streaming-attention
check_streaming_attention(streaming_attention)
