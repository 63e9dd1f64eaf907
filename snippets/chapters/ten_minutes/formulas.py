"""The numbered formula of this page, asserted with its code."""

from snippets.chapters.self_attention import formulas as self_attention
from snippets.formula import formula


@formula(r"""Z =
\operatorname{softmax}\left( \frac{Q K^{\top}}{\sqrt{d_k}} \right) V""")
def formula_1():
    self_attention.formula_7()
