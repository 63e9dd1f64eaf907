"""Wrong answers to the exercises of going-fast, each to be refused."""

import math

import torch

from snippets.scaled import scaled_dot_product_attention


def streaming(q, k, v, mask, size, fault):
    """The solution with one fault."""
    m = torch.full_like(q[..., :1], -torch.inf)
    total, context = torch.zeros_like(m), 0
    blocks = k.split(size, -2), v.split(size, -2), mask.split(size, -1)
    for keys, values, allowed in zip(*blocks):
        scores = q @ keys.mT / math.sqrt(q.shape[-1])
        scores = scores.masked_fill(~allowed, -torch.inf)
        larger = m.maximum(scores.amax(dim=-1, keepdim=True))
        safe = larger
        if fault != "nan":
            safe = larger.masked_fill(larger == -torch.inf, 0)
        shares, factor = torch.exp(scores - safe), torch.exp(m - safe)
        total = factor * total + shares.sum(dim=-1, keepdim=True)
        if fault == "context":
            factor = 1
        context = factor * context + shares @ values
        m = larger
    return context / total


def at_once(q, k, v, mask, size):
    """Holds all T * T weights."""
    return scaled_dot_product_attention(q, k, v, mask)[0]


WRONG = {
    "weights_mib": [
        lambda T, H, dtype: T * T * dtype.itemsize / 2**20,  # one head
        lambda T, H, dtype: H * T * T * 4 / 2**20,  # always 32 bits
        lambda T, H, dtype: H * T * T * dtype.itemsize / 10**6,  # MB
    ],
    "streaming_attention": [
        at_once,
        lambda *arguments: streaming(*arguments, "nan"),  # inf - inf
        lambda *arguments: streaming(*arguments, "context"),  # not rescaled
    ],
}
