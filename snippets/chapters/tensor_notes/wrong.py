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


def plain_views(q, k, num_heads):
    (B, T, D), S = q.shape, k.shape[1]
    q = q.reshape(B, num_heads, T, D // num_heads)
    k = k.reshape(B, num_heads, S, D // num_heads)
    return q @ k.mT


def each_token_by_itself(q, k, num_heads):
    q = q.unflatten(-1, (num_heads, -1))
    k = k.unflatten(-1, (num_heads, -1))
    T = min(q.shape[1], k.shape[1])
    return q[:, :T] @ k[:, :T].mT


def whole(q, k, num_heads):
    return (q @ k.mT)[:, None].expand(-1, num_heads, -1, -1)


def heads_last(q, k, num_heads):
    q = q.unflatten(-1, (-1, num_heads))
    k = k.unflatten(-1, (-1, num_heads))
    return torch.einsum("bich,bjch->bhij", q, k)


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
    "head_scores": [plain_views, each_token_by_itself, whole, heads_last],
}
