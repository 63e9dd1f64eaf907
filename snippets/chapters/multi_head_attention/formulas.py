"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch import nn

from snippets.multi_head import (
    HeadList,
    MultiHeadSelfAttention,
    merge_heads,
    split_heads,
)
from snippets.scaled import scaled_dot_product_attention

T, D, H, d_k, d_v = 4, 5, 3, 2, 4


def new_heads(D):
    """A list of heads whose values have a size of their own."""
    layer = HeadList(D, d_k, H)
    for head in layer.heads:
        head.W_value = nn.Linear(D, d_v, bias=False)
    layer.out_proj = nn.Linear(H * d_v, D, bias=False)
    return layer


def heads():
    """A list of heads, their matrices, and what each of them gives."""
    X, layer = torch.randn(T, D), new_heads(D)
    pairs = [head(X, return_weights=True) for head in layer.heads]
    return dict(
        X=X,
        z=torch.stack([context for context, _ in pairs]),
        α=torch.stack([weights for _, weights in pairs]),
        Q=[head.W_query(X) for head in layer.heads],
        K=[head.W_key(X) for head in layer.heads],
        V=[head.W_value(X) for head in layer.heads],
        W_Q=[head.W_query.weight.T for head in layer.heads],
        W_K=[head.W_key.weight.T for head in layer.heads],
        W_V=[head.W_value.weight.T for head in layer.heads],
        W_O=layer.out_proj.weight.T,
        MultiHead=layer,
        Attention=lambda *qkv: scaled_dot_product_attention(*qkv)[0],
        **dict(T=T, D=D, H=H, d_k=d_k, d_v=d_v),
    )


def formula_1():
    v = torch.randn(T, d_v)
    z, α = scaled_dot_product_attention(
        torch.randn(T, d_k), torch.randn(T, d_k), v
    )
    return dict(T=T, v=v, z=z, α=α)


def in_by_hand(by_hand):
    return by_hand


in_by_hand_4 = in_by_hand


def by_one_head(given, h):
    """Weights and contexts of one of the two heads of the page."""
    names = "W_Q", "W_K", "W_V"
    z, α = scaled_dot_product_attention(
        *(given["X"] @ given[n][h] for n in names)
    )
    return dict(z=z[:, 0], α=α, within=1e-4)


def in_by_hand_2(by_hand):
    return by_one_head(by_hand, 0)


in_by_hand_3 = in_by_hand_2


def in_by_hand_5(by_hand):
    return by_one_head(by_hand, 1)


def formula_2():
    given = heads()
    return dict(given, head=given["z"])


formula_3 = formula_2
formula_4 = heads


def formula_5(sizes):
    return sizes


formula_6 = formula_2


def formula_7():
    X, layer = torch.randn(T, D), MultiHeadSelfAttention(D, 2 * d_k, 2)
    Q, _, _ = layer.project(X)
    return dict(X=X, Q=Q, W_Q=layer.W_query.weight.T.split(d_k, dim=-1))


def in_views():
    V, A = torch.randn(T, 2 * d_v), torch.randn(2, T, T)
    parts = split_heads(V, 2)
    Z_h = Z_1, Z_2 = [*A @ parts]
    V_h = V_1, V_2 = [*parts]
    return dict(locals(), Z=merge_heads(A @ parts))


def formula_8():
    given = formula_2()
    return dict(given, W_O_h=given["W_O"].split(d_v))


def formula_9():
    found = []
    for D, size in ((5, d_v), (6, d_v), (12, d_v), (6, d_k)):
        layer = new_heads(D) if size == d_v else HeadList(D, d_k, H)
        named = layer.named_parameters()
        count = sum(p.numel() for name, p in named if "bias" not in name)
        sizes = dict(H=H, D=D, d_k=d_k, d_v=size)
        found.append(dict(sizes, gives=[count]))
    return found


inline_formulas_5 = heads
inline_formulas_6 = heads
inline_formulas_7 = heads
