"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch.nn import functional as F

from snippets.causal import CausalAttention, causal_mask
from snippets.scaled import scaled_dot_product_attention

T, d_k, d_v = 5, 3, 2


def attended():
    """Causal attention of random queries, keys and values."""
    q, k, v = torch.randn(T, d_k), torch.randn(T, d_k), torch.randn(T, d_v)
    z, α = scaled_dot_product_attention(q, k, v, causal_mask(T))
    return dict(q=q, k=k, v=v, z=z, α=α, s=q @ k.T / d_k**0.5, d_k=d_k)


formula_1 = attended


def in_by_hand(next_token, scores):
    allowed = scores["scores"].masked_fill(~causal_mask(6), -torch.inf)
    return dict(α=torch.softmax(allowed, dim=-1), within=1e-4)


def formula_2():
    given = attended()
    M = torch.zeros(T, T).masked_fill(~causal_mask(T), -torch.inf)
    letters = {name.upper(): given[name] for name in "qkvz"}
    return dict(letters, A=given["α"], M=M, d_k=d_k)


def formula_3():
    given = attended()
    return dict(s=given["s"], α=given["α"])


def dropped():
    """Weights, and many draws of what dropout makes of them."""
    α, p = torch.softmax(torch.randn(3, 3), dim=-1), 0.4
    draws = [F.dropout(torch.ones(3, 3), p) for _ in range(1500)]
    outcomes = [{"r": draw * (1 - p), "α_tilde": draw * α} for draw in draws]
    return dict(α=α, p=p, outcomes=outcomes, within=0.07)


def formula_4():
    given = dropped()
    return given | given["outcomes"][0]


formula_5 = dropped


def formula_6():
    x = torch.randn(T, 4, requires_grad=True)
    z = CausalAttention(4, d_v, context_length=T)(x)
    return dict(x=x, z=z)


def inline_scores():
    given = attended()
    return {name: given[name] for name in ("q", "k", "s", "d_k")}
