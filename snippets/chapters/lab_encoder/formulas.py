"""What the letters of this chapter's formulas stand for, by the code."""

import torch

from snippets.chapters.encoder import formulas as encoder
from snippets.multi_head import MultiHeadSelfAttention

T, D, H = 5, 6, 2


def formula_1():
    layer, x = MultiHeadSelfAttention(D, D, H), torch.randn(T, D)
    Q, K, _ = layer.project(x)
    _, A = layer(x, return_weights=True)
    return dict(Q=Q, K=K, A=A, d_k=D // H)


formula_2 = encoder.formula_8
