"""The numbered formulas of this page, each asserted with its code."""

import math
from itertools import product

import torch
from torch.testing import assert_close

from snippets.formula import formula


@formula(r"""\text{place} =
i_1 \, \text{stride}_1 + \dots + i_n \, \text{stride}_n""")
def formula_1():
    counted = torch.arange(24).view(2, 3, 4)
    for index in product(*map(range, counted.shape)):
        steps = zip(index, counted.stride())
        assert counted[index] == sum(i * stride for i, stride in steps)


@formula(r"s_{bhij} = \sum_{d=1}^{d_k} a_{bhid} \, a_{bhjd}")
def formula_2():
    a, d_k = torch.randn(2, 3, 4, 5), 5
    s = a @ a.transpose(2, 3)
    for b, h, i, j in product(*map(range, s.shape)):
        terms = (a[b, h, i, d] * a[b, h, j, d] for d in range(d_k))
        assert_close(s[b, h, i, j], sum(terms))


@formula(r"""\begin{aligned}
x_{\max} &= (2 - 2^{-10}) \times 2^{15} = 65504 \\
\varepsilon &= 2^{-10} = 0.0009765625
\end{aligned}""")
def formula_3():
    half = torch.finfo(torch.float16)
    assert half.max == (2 - 2**-10) * 2**15 == 65504
    assert half.eps == 2**-10 == 0.0009765625


@formula(r"e^{s} \le x_{\max} \iff s \le \ln x_{\max}")
def formula_4():
    x_max = torch.finfo(torch.float16).max
    for s in torch.linspace(10, 12, 9, dtype=torch.float16):
        assert (s.exp() <= x_max) == (s <= math.log(x_max))
