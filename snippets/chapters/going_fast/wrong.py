"""Wrong answers to the exercises of going-fast, each to be refused."""

import math

import torch

from snippets.chapters.going_fast.exercises import streaming_attention
from snippets.scaled import scaled_dot_product_attention


def streaming(q, k, v, mask, size, fault):
    """The solution with one fault."""
    m = torch.full_like(q[..., :1], -torch.inf)
    total, context = torch.zeros_like(m), 0
    blocks = k.split(size, -2), v.split(size, -2), mask.split(size, -1)
    for keys, values, allowed in zip(*blocks):
        scores = q @ keys.mT
        if fault != "scale":
            scores = scores / math.sqrt(q.shape[-1])
        scores = scores.masked_fill(~allowed, -torch.inf)
        top = scores.amax(dim=-1, keepdim=True)
        larger = torch.zeros_like(m) if fault == "exp" else m.maximum(top)
        safe = larger
        if fault != "nan":
            safe = larger.masked_fill(larger == -torch.inf, 0)
        shares, factor = torch.exp(scores - safe), torch.exp(m - safe)
        if fault == "exp":
            factor = 1
        total = factor * total + shares.sum(dim=-1, keepdim=True)
        if fault == "context":
            factor = 1
        context = factor * context + shares @ values
        m = larger
    return context / total


def averaged(q, k, v, mask, size):
    blocks = k.split(size, -2), v.split(size, -2), mask.split(size, -1)
    parts = [
        scaled_dot_product_attention(q, *block)[0] for block in zip(*blocks)
    ]
    return sum(parts) / len(parts)


WRONG = {
    "weights_mib": [
        lambda T, H, dtype: T * T * dtype.itemsize / 2**20,
        lambda T, H, dtype: H * T * T / 2**20,
        lambda T, H, dtype: H * T * T * 4 / 2**20,
        lambda T, H, dtype: H * T * T * dtype.itemsize / 10**6,
        lambda T, H, dtype: H * T * dtype.itemsize / 2**20,
    ],
    "streaming_attention": [
        lambda q, k, v, mask, size: scaled_dot_product_attention(q, k, v, mask)[
            0
        ],
        lambda q, k, v, mask, size: streaming_attention(
            q, k, v, torch.ones_like(mask), size
        ),
        lambda q, k, v, mask, size: streaming_attention(
            q, k, v, mask, 2 * size
        ),
        lambda *arguments: streaming(*arguments, "scale"),
        lambda *arguments: streaming(*arguments, "nan"),
        lambda *arguments: streaming(*arguments, "exp"),
        lambda *arguments: streaming(*arguments, "context"),
        averaged,
    ],
}
