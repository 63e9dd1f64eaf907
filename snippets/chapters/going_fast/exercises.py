"""Exercises of the chapter going-fast: checks and solutions."""

import math

import torch
from torch import Tensor
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
