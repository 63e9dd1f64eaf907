"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.formula import formula
from snippets.simplified import simplified_attention

T, D = 4, 3


@formula(r"h_t = \tanh(x_t W_x + h_{t-1} W_h), \qquad h_0 = 0")
def formula_1(read):
    x, W_x, W_h = torch.randn(T, D), torch.randn(D, D), torch.randn(D, D)
    before = torch.zeros(D)
    for x_t, h_t in zip(x, read(x, W_x, W_h)):
        assert_close(h_t, torch.tanh(x_t @ W_x + before @ W_h))
        before = h_t


@formula(r"""\frac{\partial h_T}{\partial x_1}
= W_x \operatorname{diag}(1 - h_1^2)
\prod_{t=2}^{T} W_h \operatorname{diag}(1 - h_t^2)""")
def formula_2(read):
    x, W_x, W_h = torch.randn(T, D), torch.randn(D, D), torch.randn(D, D)
    h = read(x, W_x, W_h)
    slopes = torch.autograd.functional.jacobian(
        lambda first: read(torch.cat([first, x[1:]]), W_x, W_h)[-1], x[:1]
    )  # (D of h_T, 1, D of x_1)
    product = W_x @ torch.diag(1 - h[0] ** 2)
    for t in range(1, T):
        product = product @ W_h @ torch.diag(1 - h[t] ** 2)
    assert_close(slopes[:, 0].T, product)


@formula(r"""\alpha_{ij} = \frac{e^{s_{ij}}}{\sum_{k=1}^{T} e^{s_{ik}}}, \qquad
z^{(i)} = \sum_{j=1}^{T} \alpha_{ij} \, h_j""")
def formula_3(look_back):
    asking, h = torch.randn(D), torch.randn(T, D)
    z, α = look_back(asking, h)
    s = h @ asking
    assert_close(α, s.exp() / sum(s[k].exp() for k in range(T)))
    assert_close(z, sum(α[j] * h[j] for j in range(T)))


@formula(r"s_{ij} = \tanh(h'_{i-1} W + h_j U) \cdot w")
def formula_4(additive_scores):
    asking, h = torch.randn(D), torch.randn(T, D)
    W, U, w = torch.randn(D, 2), torch.randn(D, 2), torch.randn(2)
    s = additive_scores(asking, h, W, U, w)
    for j in range(T):
        assert_close(s[j], torch.dot(torch.tanh(asking @ W + h[j] @ U), w))


@formula(r"""z^{(i)} = \sum_{j=1}^{T} \alpha_{ij} \, x^{(j)}, \qquad
\sum_{j=1}^{T} \alpha_{ij} = 1""")
def formula_5():
    x = torch.randn(T, D)
    z, α = simplified_attention(x)
    for i in range(T):
        assert_close(z[i], sum(α[i, j] * x[j] for j in range(T)))
        assert_close(sum(α[i, j] for j in range(T)), torch.tensor(1.0))


@formula(r"Z = A X")
def formula_6():
    X = torch.randn(T, D)
    Z, A = simplified_attention(X)
    assert_close(Z, A @ X)
