"""What the letters of this page's formulas stand for, by the code."""

import torch
from torch.utils.flop_counter import FlopCounterMode

from snippets.chapters.causal_attention import formulas as causal
from snippets.chapters.encoder import formulas as encoder
from snippets.chapters.going_fast import formulas as going_fast
from snippets.chapters.multi_head_attention import formulas as multi_head
from snippets.chapters.positional_encoding import formulas as positional
from snippets.chapters.self_attention import formulas as self_attention
from snippets.encoder import EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention

inline_formulas = self_attention.formula_5
inline_formulas_2 = inline_formulas_3 = self_attention.formula_5
inline_formulas_4 = self_attention.formula_2
inline_formulas_5 = self_attention.formula_3
inline_formulas_6 = self_attention.formula_4
inline_formulas_7 = inline_formulas_8 = causal.formula_2
inline_formulas_9 = multi_head.formula_2


def inline_formulas_10():
    given = multi_head.formula_3()
    return dict(given, gives=[given["MultiHead"](given["X"])])


def inline_formulas_11():
    return [
        dict(one, gives=[one["θ"].sin(), one["θ"].cos()])
        for one in positional.formula_3()
    ]


inline_formulas_12 = positional.formula_3


def inline_formulas_13():
    given = encoder.formula_5()
    whole = given["LayerNorm"](given["x"])
    numbered = enumerate(whole, start=1)
    return [dict(given, d=d, gives=[value]) for d, value in numbered]


def inline_formulas_14():
    given = encoder.formula_1()
    return dict(given, gives=[given["FFN"](given["x"])])


inline_formulas_15 = encoder.formula_6
inline_formulas_16 = encoder.formula_7


def operations():
    """Those of the four projections, and those of scores and averages."""
    T, D = 7, 6
    layer = MultiHeadSelfAttention(D, D, num_heads=2)
    with FlopCounterMode(display=False) as counter:
        layer(torch.randn(1, T, D))
    counts = counter.get_flop_counts()["Global"]
    attention = counts.pop(torch.ops.aten.bmm)
    return dict(T=T, D=D), sum(counts.values()), attention


def inline_costs():
    letters, projections, _ = operations()
    return dict(letters, gives=[projections])


def inline_costs_2():
    letters, _, attention = operations()
    return dict(letters, gives=[attention])


def inline_costs_3():
    given = going_fast.formula_4()
    return dict(given, gives=given["gives"][:1])


def inline_costs_4():
    given = going_fast.formula_4()
    return dict(given, gives=given["gives"][1:])


def parameters(layer):
    return [sum(p.numel() for p in layer.parameters())]


def inline_costs_5():
    D = 6
    layer = MultiHeadSelfAttention(D, D, num_heads=2, qkv_bias=True)
    return dict(D=D, gives=parameters(layer))


def inline_costs_6():
    D = 6
    return dict(D=D, gives=parameters(EncoderLayer(D, 2, 4 * D)))
