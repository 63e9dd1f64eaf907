"""Wrong answers to the exercises of tensor-notes, each to be refused."""

import torch

from snippets.chapters.tensor_notes.exercises import broadcast_shape


def aligned_left(a, b):
    shape = broadcast_shape(a[::-1], b[::-1])
    return shape and shape[::-1]


def cut_short(a, b):
    fewer = min(len(a), len(b))
    return broadcast_shape(a[len(a) - fewer :], b[len(b) - fewer :])


def divided_in_place(x):
    return x.div_(x.sum(dim=-1, keepdim=True))


WRONG = {
    "place": [
        # the strides of one shape
        lambda index, strides: index[0] * 12 + index[1] * 4 + index[2],
        # the last stride first
        lambda index, strides: sum(
            i * stride for i, stride in zip(index, reversed(strides))
        ),
        # counted from 1
        lambda index, strides: sum(
            (i + 1) * stride for i, stride in zip(index, strides)
        ),
    ],
    "broadcast_shape": [
        aligned_left,
        cut_short,  # to the fewer dimensions
        lambda a, b: a if a == b else None,  # nothing is stretched
    ],
    "shares": [
        lambda x: x / x.sum(dim=-1),  # keepdim forgotten
        lambda x: torch.softmax(x, dim=-1),  # exponentials
        divided_in_place,
    ],
}
