"""Exercises of the chapter positional-encoding: checks and solutions."""

# %% check-position-fifty
import math
from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from snippets.positional import sinusoidal_encoding


def check_position_fifty(answer: Sequence[float]) -> None:
    """answer: the four numbers of PE(50) for D = 4, to two decimals."""
    expected = sinusoidal_encoding(51, 4)[50].tolist()
    for j, (mine, yours) in enumerate(zip(expected, answer, strict=True)):
        assert abs(mine - yours) < 0.006, f"PE(50, {j}) is not {yours}"
    print("ok")


# %%
position_fifty = [
    math.sin(50 / 10000 ** (0 / 4)),  # i = 0: 50 / 1
    math.cos(50 / 10000 ** (0 / 4)),
    math.sin(50 / 10000 ** (2 / 4)),  # i = 1: 50 / 100
    math.cos(50 / 10000 ** (2 / 4)),
]


def check_add_positions(answer: Callable[[Tensor], Tensor]) -> None:
    """answer: x (B, T, D) or (T, D) -> sqrt(D) x + PE, of the same shape."""
    batch = torch.arange(48.0).reshape(2, 4, 6)
    for x in (batch, batch[1]):
        before = x.clone()
        positions = answer(x) - math.sqrt(6) * before
        assert torch.equal(x, before), "x itself was changed"
        right = torch.allclose(positions, sinusoidal_encoding(4, 6), atol=1e-4)
        assert right, f"x {tuple(x.shape)}: this is not sqrt(D) x + PE"
    print("ok")


def add_positions(x: Tensor) -> Tensor:
    """Token vectors with their positions; x (…, T, D) -> (…, T, D)."""
    T, D = x.shape[-2:]
    return math.sqrt(D) * x + sinusoidal_encoding(T, D)


def check_shift(answer: Callable[[Tensor, int], Tensor]) -> None:
    """answer: (T, D) rows PE(pos), k -> rows PE(pos + k); D even."""
    pos = torch.tensor([10, 29, 5, 12])
    for d_model in (2, 6, 8):
        encoding = sinusoidal_encoding(40, d_model)
        for k in (0, 1, 7, -5):
            start, wanted = encoding[pos], encoding[pos + k]
            moved = answer(start.clone(), k)
            error = (moved - wanted).abs().max()
            assert error < 1e-4, f"D = {d_model}, k = {k}: off by {error:.4f}"
    print("ok")


def shift(encoding: Tensor, k: int) -> Tensor:
    """Rows PE(pos) turned into PE(pos + k); (T, D) -> (T, D), D even."""
    D = encoding.shape[-1]
    angle = k / 10000 ** (torch.arange(0, D, 2) / D)  # (D / 2,)
    sin, cos = encoding[:, 0::2], encoding[:, 1::2]  # (T, D / 2) each
    moved = torch.empty_like(encoding)
    moved[:, 0::2] = sin * torch.cos(angle) + cos * torch.sin(angle)
    moved[:, 1::2] = cos * torch.cos(angle) - sin * torch.sin(angle)
    return moved
