"""Positions: sines that are added, or rotations of queries and keys."""

import math

import torch
from torch import Tensor


def sinusoidal_encoding_loop(
    length: int, d_model: int, base: float = 10000.0
) -> Tensor:
    """One vector per position, entry by entry as the formula says.

    Vaswani et al. 2017, section 3.5. Returns (length, d_model).
    """
    encoding = torch.zeros(length, d_model)
    for pos in range(length):
        for i in range(0, d_model, 2):  # 2i of the formula
            angle = pos / base ** (i / d_model)
            encoding[pos, i] = math.sin(angle)
            if i + 1 < d_model:
                encoding[pos, i + 1] = math.cos(angle)
    return encoding


def sinusoidal_encoding(
    length: int,
    d_model: int,
    base: float = 10000.0,
    dtype: torch.dtype | None = None,
) -> Tensor:
    """One vector per position (Vaswani et al. 2017, section 3.5).

    PE(pos, 2i) = sin(pos / base^(2i / D)), PE(pos, 2i + 1) = cos(same angle),
    pos = 0 … length - 1. Returns (length, d_model), of PyTorch's default
    dtype unless another is asked for. With an odd d_model the last sine has
    no cosine beside it. The angles are float64, and so on the CPU: some
    devices have no float64.
    Raises ValueError if length < 0, d_model < 1 or base is not positive.
    """
    if length < 0 or d_model < 1 or not base > 0:
        raise ValueError(f"no table of {length} x {d_model} with base {base}")
    position = torch.arange(length, device="cpu")[:, None]  # (T, 1)
    even = torch.arange(0, d_model, 2, dtype=torch.float64, device="cpu")  # 2i
    angle = position / base ** (even / d_model)  # (T, ceil(D / 2))
    encoding = torch.empty(length, d_model, dtype=dtype)
    encoding[:, 0::2] = torch.sin(angle)
    encoding[:, 1::2] = torch.cos(angle[:, : d_model // 2])
    return encoding


def with_positions(x: Tensor, first: int = 0) -> Tensor:
    """Add the positions from `first` on, in the dtype of x (..., T, D)."""
    size = first + x.shape[-2], x.shape[-1]
    return x + sinusoidal_encoding(*size, dtype=x.dtype)[first:].to(x)


def rotate(x: Tensor, first: int = 0, base: float = 10000.0) -> Tensor:
    """Turn each pair of components by an angle that grows with the position.

    RoPE (Su et al. 2021, eq. 15): components 2i and 2i + 1 at position pos
    turn by pos / base^(2i / d_k). x (..., T, d_k), at the positions from
    `first` on -> (..., T, d_k). Raises ValueError if d_k is odd.
    """
    T, d_k = x.shape[-2:]
    if d_k % 2:
        raise ValueError(f"d_k {d_k} is odd: components turn in pairs")
    encoding = sinusoidal_encoding(first + T, d_k, base, x.dtype)[first:].to(x)
    sin, cos = encoding[:, 0::2], encoding[:, 1::2]  # (T, d_k / 2)
    a, b = x[..., 0::2], x[..., 1::2]
    turned = torch.stack([a * cos - b * sin, a * sin + b * cos], dim=-1)
    return turned.flatten(-2)
