"""The numbered formula of this page, asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.chapters.self_attention.formulas import attended, d_k
from snippets.formula import formula


@formula(r"""Z =
\operatorname{softmax}\left( \frac{Q K^{\top}}{\sqrt{d_k}} \right) V""")
def formula_1():
    Q, K, V, Z, _ = attended()
    assert_close(Z, torch.softmax(Q @ K.T / d_k**0.5, dim=-1) @ V)
