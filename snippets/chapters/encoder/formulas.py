"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch import nn
from torch.testing import assert_close

from snippets.encoder import Encoder, EncoderLayer
from snippets.feed_forward import FeedForward
from snippets.formula import formula
from snippets.layer_norm import LayerNorm

T, D = 4, 6


def normalisation():
    """A layer norm whose weight and bias are not 1 and 0."""
    norm = LayerNorm(D, eps=0.1)
    nn.init.normal_(norm.weight)
    nn.init.normal_(norm.bias)
    return norm


@formula(r"\operatorname{FFN}(x) = \max(0,\; x W_{1} + b_{1})\, W_{2} + b_{2}")
def formula_1():
    x, FFN = torch.randn(T, D), FeedForward(D, 8)
    W_1, b_1 = FFN.hidden.weight.T, FFN.hidden.bias
    W_2, b_2 = FFN.out.weight.T, FFN.out.bias
    assert_close(FFN(x), (x @ W_1 + b_1).clamp(min=0) @ W_2 + b_2)


@formula(r"y = x + F(x)")
def formula_2(pre):
    x, F = torch.randn(T, D), FeedForward(D, 8)
    assert_close(pre(x, F, nn.Identity()), x + F(x))


@formula(r"""\frac{\partial \ell}{\partial x}
= \frac{\partial \ell}{\partial y} \, (I + J)""")
def formula_3(pre):
    x, F = torch.randn(D, requires_grad=True), nn.Linear(D, D)
    y = pre(x, F, nn.Identity())
    of_y, of_x = torch.autograd.grad(y.square().sum(), (y, x))
    assert_close(of_x, of_y @ (torch.eye(D) + F.weight))


@formula(r"""\mu = \frac{1}{D} \sum_{d=1}^{D} x_{d}, \qquad
\sigma^{2} = \frac{1}{D} \sum_{d=1}^{D} (x_{d} - \mu)^{2}""")
def formula_4():
    x = torch.randn(D)
    μ = sum(x[d] for d in range(D)) / D
    variance = sum((x[d] - μ) ** 2 for d in range(D)) / D
    assert_close(LayerNorm(D, eps=0.0)(x), (x - μ) / variance.sqrt())


@formula(r"""\operatorname{LayerNorm}(x)_{d}
= \frac{x_{d} - \mu}{\sqrt{\sigma^{2} + \varepsilon}} \; \gamma_{d}
+ \beta_{d}""")
def formula_5():
    x, norm = torch.randn(D), normalisation()
    γ, β, ε = norm.weight, norm.bias, norm.eps
    μ, variance = x.mean(), x.var(correction=0)
    for d in range(D):
        y = (x[d] - μ) / (variance + ε).sqrt() * γ[d] + β[d]
        assert_close(norm(x)[d], y)


@formula(r"\operatorname{LayerNorm}\bigl(x + \operatorname{Sublayer}(x)\bigr)")
def formula_6(post):
    x, sublayer, norm = torch.randn(T, D), FeedForward(D, 8), normalisation()
    assert_close(post(x, sublayer, norm), norm(x + sublayer(x)))


@formula(r"x + \operatorname{Sublayer}\bigl(\operatorname{LayerNorm}(x)\bigr)")
def formula_7(pre):
    x, sublayer, norm = torch.randn(T, D), FeedForward(D, 8), normalisation()
    assert_close(pre(x, sublayer, norm), x + sublayer(norm(x)))


@formula(r"""\begin{aligned}
u &= \operatorname{LayerNorm}_{1}\bigl(x + \operatorname{MHA}(x)\bigr) \\
y &= \operatorname{LayerNorm}_{2}\bigl(u + \operatorname{FFN}(u)\bigr)
\end{aligned}""")
def formula_8():
    x, layer = torch.randn(T, D), EncoderLayer(D, 2, 8)
    norm_1 = layer.norm1 = normalisation()
    norm_2 = layer.norm2 = normalisation()
    u = norm_1(x + layer.self_attention(x))
    assert_close(layer(x), norm_2(u + layer.feed_forward(u)))


@formula(r"""\begin{aligned}
y_{0} &= x \\
y_{l} &= \operatorname{Layer}_{l}(y_{l-1}), \quad l = 1, \dots, L
\end{aligned}""")
def formula_9():
    x, encoder = torch.randn(T, D), Encoder(3, D, 2, 8)
    y = x  # y_0
    for layer in encoder.layers:
        y = layer(y)
    assert_close(encoder(x), y)
