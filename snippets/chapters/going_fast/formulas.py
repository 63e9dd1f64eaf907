"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close
from torch.utils.flop_counter import FlopCounterMode

from snippets.chapters.going_fast.exercises import Largest
from snippets.fast import FastAttention
from snippets.formula import formula
from snippets.multi_head import MultiHeadSelfAttention
from snippets.scaled import scaled_dot_product_attention

S, d_v = 5, 3


@formula(r"""\begin{aligned}
m &= \max_{j} s_{j} \\
\ell &= \sum_{j} e^{s_{j} - m} \\
o &= \sum_{j} e^{s_{j} - m} \, v_{j}
\end{aligned}""")
def formula_1(part):
    s, v = torch.randn(S), torch.randn(S, d_v)
    m, ell, o = part(s, v)
    assert_close(m[0], max(s))
    assert_close(ell[0], sum((s[j] - m[0]).exp() for j in range(S)))
    assert_close(o, sum((s[j] - m[0]).exp() * v[j] for j in range(S)))


@formula(r"""\begin{aligned}
m &= \max(m_{1}, m_{2}) \\
\ell &= e^{m_{1} - m} \, \ell_{1} + e^{m_{2} - m} \, \ell_{2} \\
o &= e^{m_{1} - m} \, o_{1} + e^{m_{2} - m} \, o_{2}
\end{aligned}""")
def formula_2(part, merge):
    left = m_1, l_1, o_1 = part(torch.randn(S), torch.randn(S, d_v))
    right = m_2, l_2, o_2 = part(torch.randn(S), torch.randn(S, d_v))
    m, ell, o = merge(left, right)
    assert_close(m, max(m_1, m_2))
    assert_close(ell, (m_1 - m).exp() * l_1 + (m_2 - m).exp() * l_2)
    assert_close(o, (m_1 - m).exp() * o_1 + (m_2 - m).exp() * o_2)


@formula(r"z = \frac{o}{\ell}")
def formula_3(part):
    q, k, v = torch.randn(1, 1), torch.randn(S, 1), torch.randn(S, d_v)
    z, _ = scaled_dot_product_attention(q, k, v)
    _, ell, o = part(q @ k.T, v)
    assert_close(z, o / ell)


@formula(r"\text{explicit: } H \, T^{2}, \qquad \text{fast: } H \, T \, d_v")
def formula_4():
    H, T = 2, 16
    x = torch.randn(1, T, H * d_v)
    for form, expected in (
        (MultiHeadSelfAttention, H * T**2),
        (FastAttention, H * T * d_v),
    ):
        with torch.inference_mode(), Largest() as seen:
            form(H * d_v, H * d_v, H)(x)
        assert seen.numbers == expected


@formula(r"8 \, T D^{2} + 4 \, T^{2} D")
def formula_5():
    T, D = 7, 6
    layer = MultiHeadSelfAttention(D, D, num_heads=2)
    with FlopCounterMode(display=False) as counter:
        layer(torch.randn(1, T, D))
    assert counter.get_total_flops() == 8 * T * D**2 + 4 * T**2 * D
