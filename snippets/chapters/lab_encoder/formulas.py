"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.chapters.encoder import formulas as encoder
from snippets.formula import formula
from snippets.multi_head import MultiHeadSelfAttention

T, D, H = 5, 6, 2


@formula(r"""A_{h} = \operatorname{softmax}\!\left(
\frac{Q_{h} K_{h}^{\top}}{\sqrt{d_{k}}} \right)""")
def formula_1():
    layer, x = MultiHeadSelfAttention(D, D, H), torch.randn(T, D)
    Q, K, _ = layer.project(x)
    _, A = layer(x, return_weights=True)
    for h in range(H):
        scores = Q[h] @ K[h].T / (D // H) ** 0.5
        assert_close(A[h], torch.softmax(scores, dim=-1))


formula_2 = encoder.formula_8
