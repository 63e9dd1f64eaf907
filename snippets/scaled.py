"""Scaled dot-product attention, the core of all that follows."""

import math

import torch
from torch import Tensor
from torch.nn import functional as F


def scaled_dot_product_attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask: Tensor | None = None,
    dropout_p: float = 0.0,
) -> tuple[Tensor, Tensor]:
    """softmax(q kᵀ / √d_k) v (Vaswani et al. 2017, eq. 1).

    q (..., T, d_k), k (..., S, d_k), v (..., S, d_v), mask (..., T, S) bool
    -> context (..., T, d_v), weights (..., T, S). mask True = may attend; a
    query that may attend to nothing gets weights and context 0.
    Raises ValueError if the sizes do not fit or the mask is not boolean.
    """
    check_sizes(q, k, v, mask)
    scores = q @ k.transpose(-2, -1) / math.sqrt(q.shape[-1])  # (..., T, S)
    if mask is not None:
        scores = scores.masked_fill(~mask, -torch.inf)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)  # a row of -inf gave NaN
    weights = F.dropout(weights, dropout_p)
    return weights @ v, weights


def check_sizes(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> None:
    """Raise ValueError with the shapes if attention cannot be computed."""
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"queries have size {q.shape[-1]}, keys {k.shape[-1]}: "
            "d_k must be the same"
        )
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{k.shape[-2]} keys but {v.shape[-2]} values")
    if mask is None:
        return
    if mask.dtype != torch.bool:
        raise ValueError(
            f"mask is {mask.dtype}: it must be bool, True = may attend"
        )
    scores = (*q.shape[:-1], k.shape[-2])
    sizes = zip(reversed(mask.shape), reversed(scores))
    if mask.dim() > len(scores) or any(m not in (1, n) for m, n in sizes):
        raise ValueError(
            f"mask {tuple(mask.shape)} does not fit scores {scores}"
        )
