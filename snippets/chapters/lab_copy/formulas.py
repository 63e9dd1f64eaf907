"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.formula import formula
from snippets.language_model import LanguageModel

T, D = 6, 8


@formula(r"""A_{ij} = \begin{cases} 1 & \text{if } j = i - 1 \\
0 & \text{otherwise} \end{cases}""")
def formula_1(one_back):
    A = one_back(T)
    for i in range(T):
        for j in range(T):
            assert A[i, j] == (j == i - 1)


@formula(r"""A_{ij} = \begin{cases} 1 & \text{if } x_{j-1} = x_{i}
\text{ and } j \le i \\ 0 & \text{otherwise} \end{cases}""")
def formula_2(after_copy):
    x = torch.tensor([3, 1, 4, 2, 1, 4])
    A = after_copy(x[None])[0]
    for i in range(T):
        for j in range(T):
            is_after = 0 < j <= i and x[j - 1] == x[i]
            assert A[i, j] == is_after


@formula(r"y^{(j)} = x^{(j)} + \sum_{k=0}^{j} \alpha_{jk} \, u^{(k)}")
def formula_3():
    model = LanguageModel(9, D, num_layers=1)
    attention, norm = model.attention[0], model.norms[0]
    x = torch.randn(1, T, D)
    u = attention.out_proj(attention.W_value(norm(x)))[0]
    context, weights = attention(norm(x), is_causal=True, return_weights=True)
    y, α = (x + context)[0], weights[0, 0]
    for j in range(T):
        total = sum(α[j, k] * u[k] for k in range(j + 1))
        assert_close(y[j], x[0, j] + total)
