"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.corpus import mass
from snippets.formula import formula


@formula(r"\text{mass} = \frac{1}{T} \sum_{i=0}^{T-1} \alpha_{i,\, a_i}")
def formula_1():
    T = 4
    α = torch.softmax(torch.randn(T, 5), dim=-1)
    a = torch.randint(5, (T,))
    expected = sum(α[i, a[i]] for i in range(T)) / T
    assert_close(mass(α[None], a[None]).mean(), expected)
