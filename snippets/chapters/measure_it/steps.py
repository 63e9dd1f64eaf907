"""Lab measure-it, step by step."""

from snippets.chapters.measure_it.exercises import (
    check_exponent,
    check_longest,
    exponent,
    longest,
)
from snippets.measure import peak_bytes, seconds

# %% device
import torch

from snippets.device import pick_device

torch.set_num_threads(1)  # (1)!
device = pick_device()
lengths = [128, 256, 512, 1024, 2048]
if device.type != "cpu":  # a GPU has hardly begun at 128
    lengths = [4 * T for T in lengths]

# %% forms
from snippets.fast import FastAttention
from snippets.multi_head import MultiHeadSelfAttention

torch.manual_seed(0)
explicit = MultiHeadSelfAttention(64, 64, num_heads=2)
fast = FastAttention(64, 64, num_heads=2)
fast.load_state_dict(explicit.state_dict())
forms = {"explicit": explicit.to(device), "fast": fast.to(device)}


# %% caller
def caller(form: torch.nn.Module, T: int):
    """A function that runs a form once, on T random tokens."""
    x = torch.randn(1, T, 64).to(device)

    def call() -> torch.Tensor:
        with torch.inference_mode():
            return form(x)

    return call


# %% same
x = torch.randn(1, lengths[1], 64).to(device)
torch.testing.assert_close(fast(x), explicit(x), rtol=1e-3, atol=1e-4)
print(sum(p.numel() for p in fast.parameters()), "equal parameters")

# %% times
ms = {"explicit": [], "fast": []}
print(f"{'T':>6} {'explicit':>9} {'fast':>9}  ms")
for T in lengths:
    for name, form in forms.items():
        ms[name].append(1000 * seconds(caller(form, T), device))
    print(f"{T:6} {ms['explicit'][-1]:9.2f} {ms['fast'][-1]:9.2f}")
# measured: your numbers will differ

# %% time-curves
from snippets.curves import curves

curves(lengths, ms, "T", "ms", log="xy")
# measured: your numbers will differ

# %% head-times
from snippets.multi_head import HeadList

listed = HeadList(64, 8, num_heads=8).to(device)
at_once = MultiHeadSelfAttention(64, 64, num_heads=8).to(device)
for name in ("W_query", "W_key", "W_value"):
    matrices = [getattr(head, name).weight.data for head in listed.heads]
    getattr(at_once, name).weight.data = torch.cat(matrices)
at_once.out_proj = listed.out_proj
torch.testing.assert_close(at_once(x), listed(x), rtol=1e-3, atol=1e-4)

pair = listed, at_once
print(f"{'T':>6} {'list':>9} {'at once':>9}  ms")
for T in (16, 128):
    ms_of = [1000 * seconds(caller(form, T), device) for form in pair]
    print(f"{T:6} {ms_of[0]:9.2f} {ms_of[1]:9.2f}")
# measured: your numbers will differ

# %% memory
MIB = 2**20
mib = {"explicit": [], "fast": []}
print(f"{'T':>6} {'explicit':>9} {'fast':>9}  MiB")
for T in lengths:
    for name, form in forms.items():
        size = peak_bytes(caller(form, T), device)
        mib[name].append(size / MIB)
    print(f"{T:6} {mib['explicit'][-1]:9.2f} {mib['fast'][-1]:9.2f}")
# measured: your numbers will differ

# %% memory-curves
curves(lengths, mib, "T", "MiB", log="xy")
# measured: your numbers will differ

# %% growth
import math

for name, (*_, half, whole) in mib.items():
    p = math.log2(whole / half)
    times = round(whole / half)
    print(f"{name:<8} about {times} times for twice the T, p {p:.0f}")

T = lengths[-1]
matrices = 2 * (2 * T * T * 4) / MIB  # scores and weights
print("explicit > scores and weights:", mib["explicit"][-1] > matrices)

# %% run-exponent
check_exponent(exponent)

# %% run-longest
check_longest(longest)
print(longest(4 * 2**30, 2, 4) / longest(2**30, 2, 4), "times as long")
