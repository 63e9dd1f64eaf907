"""Wrong answers to the exercises; a pair (old, new) edits the solution."""

import torch

from snippets.chapters.tensor_notes.exercises import broadcast_shape


def aligned_left(a, b):
    shape = broadcast_shape(a[::-1], b[::-1])
    return shape and shape[::-1]


WRONG = {
    "place": [
        # the strides of one shape
        lambda index, strides: index[0] * 12 + index[1] * 4 + index[2],
        ("zip(index, strides)", "zip(index, reversed(strides))"),
        ("i * stride", "(i + 1) * stride"),  # counted from 1
    ],
    "broadcast_shape": [
        aligned_left,
        # cut to the fewer dimensions
        ("zip_longest(reversed(a), reversed(b), fillvalue=1)", "zip(a, b)"),
        lambda a, b: a if a == b else None,  # nothing is stretched
    ],
    "shares": [
        (", keepdim=True", ""),
        lambda x: torch.softmax(x, dim=-1),  # exponentials
        lambda x: x.div_(x.sum(dim=-1, keepdim=True)),  # in place
    ],
}
