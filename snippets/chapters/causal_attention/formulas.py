"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.causal import CausalAttention, causal_mask
from snippets.formula import formula
from snippets.scaled import scaled_dot_product_attention

T, d_k, d_v, p = 5, 3, 2, 0.3


def attended():
    """Causal attention of random queries, keys and values."""
    q, k, v = torch.randn(T, d_k), torch.randn(T, d_k), torch.randn(T, d_v)
    z, α = scaled_dot_product_attention(q, k, v, causal_mask(T))
    return q, k, v, z, α


@formula(r"z^{(i)} = \sum_{j=1}^{i} \alpha_{ij} \, v^{(j)}")
def formula_1():
    _, _, v, z, α = attended()
    for i in range(T):
        assert_close(z[i], sum(α[i, j] * v[j] for j in range(i + 1)))


@formula(r"""\begin{aligned}
M_{ij} &= \begin{cases}
0 & \text{if } j \le i \\
-\infty & \text{if } j > i
\end{cases} \\
A &= \operatorname{softmax} \left( \frac{Q K^{\top}}{\sqrt{d_k}} + M \right)
\end{aligned}""")
def formula_2():
    Q, K, _, _, A = attended()
    i, j = torch.arange(T)[:, None], torch.arange(T)
    M = torch.where(j <= i, 0.0, -torch.inf)
    assert_close(A, torch.softmax(Q @ K.T / d_k**0.5 + M, dim=-1))


@formula(r"""\alpha_{ij} = \begin{cases}
\dfrac{e^{s_{ij}}}{\sum_{k=1}^{i} e^{s_{ik}}} & \text{if } j \le i \\
0 & \text{if } j > i
\end{cases}""")
def formula_3():
    q, k, _, _, α = attended()
    e = (q @ k.T / d_k**0.5).exp()
    for i in range(T):
        assert_close(α[i, : i + 1], e[i, : i + 1] / e[i, : i + 1].sum())
        assert not α[i, i + 1 :].any()


def dropped():
    """The weights of three tokens, and 20000 draws of dropout of them."""
    x = torch.randn(3, d_k).expand(20000, 3, d_k)
    _, α = scaled_dot_product_attention(x, x, x)
    _, draws = scaled_dot_product_attention(x, x, x, dropout_p=p)
    return α[0], draws


@formula(r"""\begin{aligned}
r_{ij} &= \begin{cases}
1 & \text{with probability } 1 - p \\
0 & \text{with probability } p
\end{cases} \\
\tilde{\alpha}_{ij} &= \frac{r_{ij}}{1 - p} \, \alpha_{ij}
\end{aligned}""")
def formula_4():
    α, draws = dropped()
    r = (draws > 0).to(α.dtype)
    assert abs(r.mean() - (1 - p)) < 0.05
    assert_close(draws, r / (1 - p) * α.expand_as(r))


@formula(r"""\operatorname{E}[\tilde{\alpha}_{ij}]
= p \cdot 0 + (1 - p) \cdot \frac{\alpha_{ij}}{1 - p} = \alpha_{ij}""")
def formula_5():
    α, draws = dropped()
    assert_close(draws.mean(dim=0), α, rtol=0.05, atol=0)
    assert_close(p * 0 + (1 - p) * α / (1 - p), α)


@formula(r"""\frac{\partial z^{(i)}}{\partial x^{(j)}} = 0
\qquad \text{for } j > i""")
def formula_6():
    x, layer = torch.randn(T, 4), CausalAttention(4, d_v, context_length=T)
    slopes = torch.autograd.functional.jacobian(layer, x)  # (T, d_v, T, 4)
    for i in range(T):
        assert not slopes[i, :, i + 1 :].any()
