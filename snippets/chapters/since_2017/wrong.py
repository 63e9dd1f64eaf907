"""Wrong answers to the exercises of the chapter since-2017."""

import torch
from torch.nn import functional as F


def in_turns(q, k, v):
    """Heads share keys and values in another order."""
    k, v = (x.repeat(len(q) // len(x), 1, 1) for x in (k, v))
    return F.scaled_dot_product_attention(q, k, v)


def first_group(q, k, v):
    """All heads use the first group."""
    k, v = (x[:1].expand(len(q), -1, -1) for x in (k, v))
    return F.scaled_dot_product_attention(q, k, v)


def unscaled(q, k, v):
    """The scores are not divided."""
    q = q.unflatten(0, (len(k), -1))
    z = (q @ k[:, None].mT).softmax(dim=-1) @ v[:, None]
    return z.flatten(0, 1)


WRONG = {
    "quarter_turns": [
        [3, 3, 3],  # not turned
        [-3, 3, -6],  # the sign of m - n is lost
        [3, -3, 6],
    ],
    "to_halves": [
        lambda x: x,  # the order of before
        lambda x: torch.stack(x.chunk(2, dim=-1), dim=-1).flatten(-2),  # back
        lambda x: torch.cat([x[..., 1::2], x[..., 0::2]], dim=-1),  # odd first
    ],
    "grouped_attention": [in_turns, first_group, unscaled],
    "reach": [
        lambda L, W: L * W,  # each token itself counted again
        lambda L, W: W,  # of one layer
        lambda L, W: W**L,  # as if each layer multiplied
    ],
}
