"""Exercises of the lab lab-encoder: checks and solutions."""

from collections.abc import Callable

import torch
from torch import Tensor

from snippets.multi_head import MultiHeadSelfAttention, merge_heads
from snippets.scaled import scaled_dot_product_attention


def check_neighbours(answer: Callable[[int], Tensor]) -> None:
    """Check a mask that allows a token and its neighbours."""
    for rows in ("1", "11 11", "1100 1110 0111 0011"):
        rows = rows.split()
        mask = answer(len(rows))
        assert mask.dtype == torch.bool, f"not bool: {mask.dtype}"
        given = ["".join(map(str, row)) for row in mask.int().tolist()]
        assert given == rows, f"{len(rows)} tokens: {given}, not {rows}"
    print("ok")


def neighbours(length: int) -> Tensor:
    """Mask (T, T) bool, True = may attend: itself and one to each side."""
    places = torch.arange(length)
    return (places[:, None] - places).abs() <= 1


@torch.no_grad()
def check_without_head(answer: Callable[..., Tensor]) -> None:
    """Check attention in which one head gives only zeros."""
    torch.manual_seed(0)
    for D, H in ((8, 2), (12, 3)):
        attention = MultiHeadSelfAttention(D, D, H, qkv_bias=True)
        x = torch.randn(2, 5, D)  # (B, T, D)
        q, k, v = attention.project(x)
        heads, _ = scaled_dot_product_attention(q, k, v)  # (B, H, T, d_v)
        W_O = attention.out_proj.weight.T.unflatten(0, (H, -1))
        for h in range(H):
            right = attention(x) - heads[:, h] @ W_O[h]
            given = answer(attention, x, h)
            error = (given - right).abs().max()
            assert error < 1e-5, (
                f"{H} heads, without index {h}: off by {error:.4f}"
            )
    print("ok")


def without_head(
    attention: MultiHeadSelfAttention, x: Tensor, h: int
) -> Tensor:
    """x (..., T, D) -> (..., T, D); head h (from 0) gives zeros."""
    context, _ = scaled_dot_product_attention(*attention.project(x))
    context[..., h, :, :] = 0  # (..., H, T, d_v)
    return attention.out_proj(merge_heads(context))
