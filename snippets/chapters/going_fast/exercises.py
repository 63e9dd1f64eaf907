"""Exercises of the chapter going-fast: checks and solutions."""

import math

import torch
from torch import Tensor, nn
from torch.utils._python_dispatch import TorchDispatchMode

from snippets.causal import causal_mask
from snippets.scaled import scaled_dot_product_attention


class Largest(TorchDispatchMode):
    """Sees each result of PyTorch and remembers the size of the largest."""

    numbers = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        for value in result if isinstance(result, tuple) else (result,):
            if isinstance(value, torch.Tensor):
                self.numbers = max(self.numbers, value.numel())
        return result


def check_weights_mib(answer) -> None:
    """answer(T, num_heads, dtype) is the size of the weights in MiB."""
    cases = {
        (1024, 1, torch.float32): 4,
        (2048, 8, torch.float32): 128,
        (2048, 8, torch.bfloat16): 64,
        (32768, 12, torch.float64): 98304,
    }
    for case, expected in cases.items():
        mib = answer(*case)
        assert mib == expected, f"{case}: {mib} MiB, not {expected}"
    print("ok")


def weights_mib(T: int, num_heads: int, dtype: torch.dtype) -> float:
    """MiB of the weights (H, T, T) of one sentence."""
    return num_heads * T * T * dtype.itemsize / 2**20


def check_largest_score(answer) -> None:
    """exp(answer(dtype)) just fits into the dtype."""
    for dtype in (torch.float64, torch.float32, torch.float16):
        score = answer(dtype)
        step = torch.finfo(dtype).eps * 16 + 1e-3
        near = torch.tensor([score - step, score + step], dtype=dtype)
        below, above = torch.exp(near)
        assert below.isfinite(), f"{dtype}: exp({near[0]}) is {below}"
        assert above == torch.inf, f"{dtype}: exp({near[1]}) is {above}"
    print("ok")


def largest_score(dtype: torch.dtype) -> float:
    """The largest x for which exp(x) fits into the dtype."""
    return math.log(torch.finfo(dtype).max)


class Masked(nn.Module):
    """A module with tensors of every kind."""

    def __init__(self):
        super().__init__()
        self.W_query = nn.Linear(2, 2)
        self.gain = nn.Parameter(torch.ones(2))
        self.register_buffer("positions", torch.zeros(3, 2))
        self.register_buffer("seen", torch.zeros(1), persistent=False)
        self.mask = causal_mask(3)
        self.scale = torch.tensor(2.0)
        self.length = 3


def check_left_behind(answer) -> None:
    """answer(module) names the tensors that module.to() does not move."""
    for module, expected in (
        (nn.Linear(2, 2), set()),
        (nn.BatchNorm1d(2), set()),
        (Masked(), {"mask", "scale"}),
    ):
        names = answer(module)
        assert set(names) == expected, (
            f"{type(module).__name__}: {sorted(names)}, not {sorted(expected)}"
        )
    print("ok")


def left_behind(module: nn.Module) -> list[str]:
    """Names of the module's own tensors that `module.to()` does not move."""
    return [
        name
        for name, value in vars(module).items()
        if isinstance(value, Tensor)
    ]


def check_streaming_attention(answer) -> None:
    """answer(q, k, v, mask, size) is attention, `size` keys at a time."""
    torch.manual_seed(0)
    T, size = 50, 8
    q, k, v = torch.randn(3, 2, 3, T, 4)  # (B, H, T, d_k) each
    forwards = causal_mask(T)
    backwards = forwards.flip(0, 1)  # some first blocks allow nothing
    for mask in (torch.ones_like(forwards), forwards, backwards):
        for scale in (1, 100):  # 100: the naive softmax overflows
            expected, _ = scaled_dot_product_attention(scale * q, k, v, mask)
            with Largest() as seen:
                context = answer(scale * q, k, v, mask, size)
            torch.testing.assert_close(context, expected, rtol=1e-3, atol=1e-4)
            limit = 2 * 3 * T * size
            assert seen.numbers <= limit, f"{seen.numbers} > {limit} numbers"
    print("ok")


def streaming_attention(
    q: Tensor, k: Tensor, v: Tensor, mask: Tensor, size: int
) -> Tensor:
    """Attention, `size` keys at a time; mask (T, S), no row all False."""
    m = torch.full_like(q[..., :1], -torch.inf)  # (..., T, 1)
    total, context = torch.zeros_like(m), 0
    blocks = k.split(size, -2), v.split(size, -2), mask.split(size, -1)
    for keys, values, allowed in zip(*blocks):
        scores = q @ keys.mT / math.sqrt(q.shape[-1])  # (..., T, size)
        scores = scores.masked_fill(~allowed, -torch.inf)
        larger = torch.maximum(m, scores.amax(dim=-1, keepdim=True))
        safe = larger.masked_fill(larger == -torch.inf, 0)  # not inf - inf
        shares, factor = torch.exp(scores - safe), torch.exp(m - safe)
        total = factor * total + shares.sum(dim=-1, keepdim=True)
        context = factor * context + shares @ values  # (..., T, d_v)
        m = larger
    return context / total
