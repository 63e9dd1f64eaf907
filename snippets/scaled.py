"""Scaled dot-product attention, the core of all that follows."""

import math

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.masks import check_mask


def scaled_dot_product_attention(
    q: Tensor,
    k: Tensor,
    v: Tensor,
    mask: Tensor | None = None,
    dropout_p: float = 0.0,
) -> tuple[Tensor, Tensor]:
    """softmax(q kᵀ / √d_k) v (Vaswani et al. 2017, eq. 1).

    q (..., T, d_k), k (..., S, d_k), v (..., S, d_v) -> context (..., T, d_v),
    weights (..., T, S). mask bool, True = may attend, broadcasts to
    (..., T, S); a query that may attend to nothing gets weights and context 0.
    Raises ValueError if sizes or dtypes do not fit.
    """
    check_sizes(q, k, v, mask)
    wide = torch.promote_types(q.dtype, torch.float32)  # float16 overflows
    scores = q.to(wide) @ k.to(wide).transpose(-2, -1) / math.sqrt(q.shape[-1])
    if mask is not None:
        some = mask.any(dim=-1, keepdim=True)  # a row of -inf would give NaN
        scores = scores.masked_fill(~mask & some, -torch.inf)  # (..., T, S)
    weights = torch.softmax(scores, dim=-1)
    if mask is not None:
        weights = weights.masked_fill(~mask, 0)
    weights = F.dropout(weights, dropout_p)
    return (weights @ v.to(wide)).to(v.dtype), weights.to(v.dtype)


def check_sizes(q: Tensor, k: Tensor, v: Tensor, mask: Tensor | None) -> None:
    """Raise ValueError with what differs if attention cannot be computed."""
    if not q.dtype == k.dtype == v.dtype or not q.is_floating_point():
        raise ValueError(
            f"queries are {q.dtype}, keys {k.dtype}, values {v.dtype}: "
            "all must have the same floating-point dtype"
        )
    if q.shape[-1] != k.shape[-1]:
        raise ValueError(
            f"queries have size {q.shape[-1]}, keys {k.shape[-1]}: "
            "d_k must be the same"
        )
    if not q.shape[-1]:
        raise ValueError("queries and keys have size 0: d_k must be at least 1")
    if k.shape[-2] != v.shape[-2]:
        raise ValueError(f"{k.shape[-2]} keys but {v.shape[-2]} values")
    batches = [tuple(x.shape[:-2]) for x in (q, k, v)]
    if not batches[0] == batches[1] == batches[2]:
        raise ValueError(
            "queries, keys and values are batches of "
            f"{batches[0]}, {batches[1]} and {batches[2]}: they must be equal"
        )
    if mask is not None:
        check_mask(mask, (*q.shape[:-1], k.shape[-2]))
