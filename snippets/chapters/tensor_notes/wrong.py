"""Wrong answers to the exercises of tensor-notes, each to be refused."""

from itertools import zip_longest

import torch


def aligned_left(a, b):
    sizes = []
    for m, n in zip_longest(a, b, fillvalue=1):
        if m != n and 1 not in (m, n):
            return None
        sizes.append(max(m, n))
    return tuple(sizes)


def cut_short(a, b):
    sizes = []
    for m, n in zip(reversed(a), reversed(b)):
        if m != n and 1 not in (m, n):
            return None
        sizes.append(max(m, n))
    return tuple(reversed(sizes))


def divided_in_place(x):
    return x.div_(x.sum(dim=-1, keepdim=True))


WRONG = {
    "place": [
        lambda index, strides: sum(index),
        lambda index, strides: index[0] * 12 + index[1] * 4 + index[2],
        lambda index, strides: sum(
            i * stride for i, stride in zip(index, reversed(strides))
        ),
        lambda index, strides: sum(
            (i + 1) * stride for i, stride in zip(index, strides)
        ),
        lambda index, strides: sum(index[k] * strides[k] for k in range(3)),
    ],
    "broadcast_shape": [
        aligned_left,
        cut_short,
        lambda a, b: a if a == b else None,
        lambda a, b: max(a, b, key=len),
    ],
    "shares": [
        lambda x: x / x.sum(dim=-1),
        lambda x: x / x.sum(),
        lambda x: x / x.sum(dim=-2, keepdim=True),
        lambda x: x,
        lambda x: torch.softmax(x, dim=-1),
        lambda x: torch.softmax(x, dim=-2),
        lambda x: torch.ones_like(x) / x.shape[-1],
        lambda x: x.mT / x.sum(dim=-1).unsqueeze(-2),
        divided_in_place,
    ],
}
