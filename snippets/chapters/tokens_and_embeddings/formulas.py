"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.nn import functional as F
from torch.testing import assert_close

from snippets.chapters.tokens_and_embeddings.exercises import one_hot
from snippets.formula import formula

N, D, T = 6, 3, 4


def looked_up(look_up):
    """Random ids, a table, and the rows that are looked up."""
    n, E = torch.randint(N, (T,)), torch.randn(N, D)
    return n, E, look_up(n, E)


@formula(r"""x^{(i)} = E_{n_i} = o(n_i) \, E,
\qquad E \in \mathbb{R}^{N \times D}""")
def formula_2(look_up):
    n, E, x = looked_up(look_up)
    for i in range(T):
        assert_close(x[i], E[n[i]])
        assert_close(x[i], one_hot(n, N)[i].to(E) @ E)


@formula(r"\cos(a, b) = \frac{a \cdot b}{\lVert a \rVert \, \lVert b \rVert}")
def formula_3():
    a, b = torch.randn(2, D)
    cos = F.cosine_similarity(a, b, dim=0)
    assert_close(cos, torch.dot(a, b) / (a.norm() * b.norm()))


@formula(r"""X = \begin{pmatrix}
x^{(1)} \\ x^{(2)} \\ \vdots \\ x^{(T)} \end{pmatrix}
\in \mathbb{R}^{T \times D}""")
def formula_4(look_up):
    n, E, X = looked_up(look_up)
    assert_close(X, torch.stack([E[n[i]] for i in range(T)]))
    assert X.shape == (T, D)
