"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.nn import functional as F
from torch.testing import assert_close

from snippets.formula import formula
from snippets.simplified import (
    attention_scores,
    attention_weights,
    naive_softmax,
    simplified_attention,
)

T, D = 5, 3


@formula(r"z^{(i)} = \sum_{j=1}^{T} \alpha_{ij} \, x^{(j)}")
def formula_1():
    x = torch.randn(T, D)
    z, α = simplified_attention(x)
    for i in range(T):
        assert_close(z[i], sum(α[i, j] * x[j] for j in range(T)))


@formula(r"\alpha_{ij} > 0, \qquad \sum_{j=1}^{T} \alpha_{ij} = 1")
def formula_2():
    α = attention_weights(torch.randn(T, T))
    assert (α > 0).all()
    assert_close(α.sum(dim=-1), torch.ones(T))


@formula(r"""s_{ij} = x^{(i)} \cdot x^{(j)}
= \sum_{d=1}^{D} x^{(i)}_{d} \, x^{(j)}_{d}""")
def formula_3():
    x = torch.randn(T, D)
    s = attention_scores(x)
    for i in range(T):
        for j in range(T):
            assert_close(s[i, j], torch.dot(x[i], x[j]))
            assert_close(s[i, j], sum(x[i, d] * x[j, d] for d in range(D)))


@formula(r"""\alpha_{ij} = \operatorname{softmax}(s_{i})_{j}
= \frac{e^{s_{ij}}}{\sum_{k=1}^{T} e^{s_{ik}}}""")
def formula_4():
    s = torch.randn(T, T)
    α = naive_softmax(s)
    for i in range(T):
        assert_close(α[i], torch.softmax(s[i], dim=0))
        assert_close(α[i], s[i].exp() / sum(s[i, k].exp() for k in range(T)))


@formula(r"x^{(j)} \cdot x^{(i)} = |x^{(i)}| \; |x^{(j)}| \cos\theta")
def formula_5():
    x_i, x_j = torch.randn(2, D)
    cos = F.cosine_similarity(x_i, x_j, dim=0)
    assert_close(torch.dot(x_j, x_i), x_i.norm() * x_j.norm() * cos)


@formula(r"""\frac{e^{s_{ij} + c}}{\sum_{k=1}^{T} e^{s_{ik} + c}}
= \frac{e^{c} \, e^{s_{ij}}}{e^{c} \sum_{k=1}^{T} e^{s_{ik}}}
= \alpha_{ij}""")
def formula_6():
    s, c = torch.randn(T), torch.randn(())
    e, α = s.exp(), attention_weights(s)
    assert_close((s + c).exp() / (s + c).exp().sum(), α)
    assert_close(c.exp() * e / (c.exp() * e.sum()), α)


@formula(r"A = \operatorname{softmax}(X X^{\top}), \quad Z = A X")
def formula_7():
    X = torch.randn(T, D)
    Z, A = simplified_attention(X)
    assert_close(A, torch.softmax(X @ X.T, dim=-1))
    assert_close(Z, A @ X)


@formula(r"""
\begin{pmatrix} z^{(1)} \\ z^{(2)} \\ \vdots \\ z^{(T)} \end{pmatrix} =
\begin{pmatrix}
\alpha_{11} & \alpha_{12} & \cdots & \alpha_{1T} \\
\alpha_{21} & \alpha_{22} & \cdots & \alpha_{2T} \\
\vdots & \vdots & \ddots & \vdots \\
\alpha_{T1} & \alpha_{T2} & \cdots & \alpha_{TT}
\end{pmatrix}
\begin{pmatrix} x^{(1)} \\ x^{(2)} \\ \vdots \\ x^{(T)} \end{pmatrix}""")
def formula_8():
    x = torch.randn(T, D)
    z, α = simplified_attention(x)
    assert_close(z, α @ x)


@formula(r"Z = \operatorname{softmax}(X X^{\top}) \, X")
def formula_9():
    X = torch.randn(T, D)
    Z, _ = simplified_attention(X)
    assert_close(Z, torch.softmax(X @ X.T, dim=-1) @ X)


@formula(r"""\frac{\max_{j} \alpha_{ij}}{\min_{j} \alpha_{ij}}
= \frac{e^{\max_{j} s_{ij}}}{e^{\min_{j} s_{ij}}}
= e^{\max_{j} s_{ij} - \min_{j} s_{ij}}""")
def formula_10():
    s = torch.randn(T, T)
    α = attention_weights(s)
    ratio = α.amax(dim=-1) / α.amin(dim=-1)
    largest, smallest = s.amax(dim=-1), s.amin(dim=-1)
    assert_close(ratio, largest.exp() / smallest.exp())
    assert_close(ratio, (largest - smallest).exp())
