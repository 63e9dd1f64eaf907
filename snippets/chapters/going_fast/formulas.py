"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch.utils.flop_counter import FlopCounterMode

from snippets.chapters.going_fast.exercises import Largest
from snippets.fast import FastMultiHeadSelfAttention
from snippets.multi_head import MultiHeadSelfAttention
from snippets.scaled import scaled_dot_product_attention
from snippets.sentences import SUN


def numbered(part, label=""):
    """The m, ell and o of one block of keys, with its number."""
    m, ell, o = part
    return {f"m{label}": m[0], f"l{label}": ell[0], f"o{label}": o}


def formula_1(part):
    s, v = torch.randn(5), torch.randn(5, 3)
    m, ell, o = part(s, v)
    return dict(s=s, v=v, m=m[0], l=ell[0], o=o)


def formula_2(part, merge):
    s, v = torch.randn(2, 5), torch.randn(2, 5, 3)
    left, right = part(s[0], v[0]), part(s[1], v[1])
    whole = numbered(merge(left, right))
    return {**numbered(left, "_1"), **numbered(right, "_2"), **whole}


def formula_3(part):
    q, k, v = torch.randn(1, 1), torch.randn(5, 1), torch.randn(5, 3)
    z, _ = scaled_dot_product_attention(q, k, v)
    return dict(numbered(part(q[0] @ k.T, v)), z=z[0])


def in_online_by_hand(part, merge):
    x = SUN.embeddings
    scores, first = x @ x[1], x[:, :1]  # of the values, one component
    left, right = part(scores[:1], first[:1]), part(scores[1:], first[1:])
    whole = numbered(merge(left, right))
    found = {**numbered(left, "_1"), **numbered(right, "_2"), **whole}
    return dict(
        {name: value.squeeze() for name, value in found.items()},
        z=(whole["o"] / whole["l"]).squeeze(),
        within=1e-4,  # numbers of four places
    )


def formula_4():
    H, T, d_v = 2, 16, 3
    found = []
    for form in (MultiHeadSelfAttention, FastMultiHeadSelfAttention):
        with torch.inference_mode(), Largest() as seen:
            form(H * d_v, H * d_v, H)(torch.randn(1, T, H * d_v))
        found.append(seen.numbers)
    return dict(H=H, T=T, d_v=d_v, gives=found)


def formula_5():
    T, D = 7, 6
    layer = MultiHeadSelfAttention(D, D, num_heads=2)
    with FlopCounterMode(display=False) as counter:
        layer(torch.randn(1, T, D))
    return dict(T=T, D=D, gives=[counter.get_total_flops()])


def formula_6():
    half = torch.finfo(torch.float16)
    return dict(x_max=half.max, ε=half.eps)


def formula_7():
    x_max = torch.finfo(torch.float16).max
    return [dict(x_max=x_max, s=s) for s in torch.linspace(10, 12, 9)]
