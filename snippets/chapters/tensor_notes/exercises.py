"""Exercises of the page tensor-notes: checks and solutions."""

from itertools import product, zip_longest

import torch
from torch import Tensor


def check_place(answer) -> None:
    """answer(index, strides) is where in memory that number stands."""
    x = torch.arange(24).view(2, 3, 4)
    views = x, x.transpose(1, 2), x.permute(2, 0, 1), x.view(2, 3, 2, 2)
    for view in views:
        strides = view.stride()
        for index in product(*map(range, view.shape)):
            place, expected = answer(index, strides), view[index].item()
            assert place == expected, (
                f"{index} with strides {strides}: {place}, not {expected}"
            )
    print("ok")


def place(index: tuple[int, ...], strides: tuple[int, ...]) -> int:
    """How many numbers stand in memory before that of the index."""
    return sum(i * stride for i, stride in zip(index, strides))


def check_broadcast_shape(answer) -> None:
    """answer(a, b) is the shape of a sum, or None if there is none."""
    shapes = (), (1,), (3,), (4,), (3, 1), (1, 4), (3, 4), (2, 1, 4), (2, 3, 3)
    for a, b in product(shapes, shapes):
        try:
            expected = tuple(torch.broadcast_shapes(a, b))
        except RuntimeError:
            expected = None
        shape = answer(a, b)
        assert shape == expected, f"{a} and {b}: {shape}, not {expected}"
    print("ok")


def broadcast_shape(
    a: tuple[int, ...], b: tuple[int, ...]
) -> tuple[int, ...] | None:
    """The shape that two shapes are stretched to, or None."""
    sizes = []
    for m, n in zip_longest(reversed(a), reversed(b), fillvalue=1):
        if m != n and 1 not in (m, n):
            return None
        sizes.append(n if m == 1 else m)
    return tuple(reversed(sizes))


def check_shares(answer) -> None:
    """answer(x) divides each row of x (..., T, S) by its sum."""
    torch.manual_seed(0)
    for shape in ((3, 3), (2, 5), (5, 1), (2, 3, 3, 3), (4, 2, 3, 5)):
        x = torch.rand(shape) + 0.1
        before, result = x.clone(), answer(x)
        assert torch.equal(x, before), "x has been changed"
        sums = result.sum(dim=-1)
        right = torch.allclose(sums, torch.ones_like(sums))
        assert right, f"the row sums are {sums}"
        ratio = result / x
        right = torch.allclose(ratio, ratio[..., :1].expand_as(ratio))
        assert right, f"a row was not divided by one number: {ratio}"
    print("ok")


def shares(x: Tensor) -> Tensor:
    """Each row divided by its sum; x (..., T, S) -> (..., T, S)."""
    return x / x.sum(dim=-1, keepdim=True)  # (..., T, S) / (..., T, 1)
