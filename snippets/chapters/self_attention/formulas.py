"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.chapters.simplified_attention import formulas as simplified
from snippets.formula import formula
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.simplified import attention_weights

T, D, d_k, d_v = 5, 4, 3, 2


def attended():
    """Queries, keys and values, and what attention makes of them."""
    Q, K, V = torch.randn(T, d_k), torch.randn(T, d_k), torch.randn(T, d_v)
    return Q, K, V, *scaled_dot_product_attention(Q, K, V)


@formula(r"""\begin{aligned}
q^{(i)} &= x^{(i)} W_q \\
k^{(i)} &= x^{(i)} W_k \\
v^{(i)} &= x^{(i)} W_v
\end{aligned}""")
def formula_1():
    x, layer = torch.randn(T, D), SelfAttentionV2(D, d_k)
    for projection in (layer.W_query, layer.W_key, layer.W_value):
        rows, W = projection(x), projection.weight.T
        for i in range(T):
            assert_close(rows[i], x[i] @ W)


@formula(r"s_{ij} = \frac{q^{(i)} \cdot k^{(j)}}{\sqrt{d_k}}")
def formula_2():
    q, k, _, _, α = attended()
    for i in range(T):
        s = torch.stack([torch.dot(q[i], k[j]) / d_k**0.5 for j in range(T)])
        assert_close(α[i], torch.softmax(s, dim=0))


formula_3 = simplified.formula_4


@formula(r"z^{(i)} = \sum_{j=1}^{T} \alpha_{ij} \, v^{(j)}")
def formula_4():
    _, _, v, z, α = attended()
    for i in range(T):
        assert_close(z[i], sum(α[i, j] * v[j] for j in range(T)))


@formula(r"Q = X W_q, \qquad K = X W_k, \qquad V = X W_v")
def formula_5():
    X, layer = torch.randn(T, D), SelfAttentionV1(D, d_k)
    Q, K, V = X @ layer.W_query, X @ layer.W_key, X @ layer.W_value
    assert_close(layer(X), scaled_dot_product_attention(Q, K, V)[0])


@formula(r"""Z = A V = \begin{pmatrix}
\alpha_{11} & \cdots & \alpha_{1T} \\
\vdots & \ddots & \vdots \\
\alpha_{T1} & \cdots & \alpha_{TT}
\end{pmatrix}
\begin{pmatrix} v^{(1)} \\ \vdots \\ v^{(T)} \end{pmatrix}""")
def formula_6():
    _, _, V, Z, A = attended()
    assert_close(Z, A @ V)


@formula(r"""\operatorname{Attention}(Q, K, V)
= \operatorname{softmax} \left( \frac{Q K^{\top}}{\sqrt{d_k}} \right) V""")
def formula_7():
    Q, K, V, Z, _ = attended()
    assert_close(Z, torch.softmax(Q @ K.T / d_k**0.5, dim=-1) @ V)


@formula(r"""\operatorname{Var}(q \cdot k)
= \sum_{d=1}^{d_k} \operatorname{Var}(q_d k_d) = d_k""")
def formula_8():
    # Each component takes three values equally often: mean 0, variance 1.
    values = torch.tensor([-(1.5**0.5), 0.0, 1.5**0.5])
    every = torch.cartesian_prod(*[values] * d_k)  # (27, d_k)
    products = every[:, None] * every  # q_d k_d, of each q with each k
    variances = products.flatten(0, 1).var(dim=0, correction=0)
    variance = (every @ every.T).var(correction=0)
    assert_close(variance, sum(variances[d] for d in range(d_k)))
    assert_close(variance, torch.tensor(float(d_k)))


@formula(r"""\frac{\partial \alpha_j}{\partial s_k} =
\begin{cases}
\alpha_j (1 - \alpha_j) & \text{if } k = j \\
-\alpha_j \, \alpha_k & \text{if } k \ne j
\end{cases}""")
def formula_9():
    s = torch.randn(T)
    α = attention_weights(s)
    slopes = torch.autograd.functional.jacobian(attention_weights, s)
    for j in range(T):
        for k in range(T):
            slope = α[j] * (1 - α[j]) if k == j else -α[j] * α[k]
            assert_close(slopes[j, k], slope)
