"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close

from snippets.chapters.since_2017.layers import (
    LatentAttention,
    NormedAttention,
)
from snippets.feed_forward import SwiGLU
from snippets.formula import formula
from snippets.layer_norm import RMSNorm
from snippets.positional import rotate

T, D = 5, 6


@formula(r"""\operatorname{RMSNorm}(x)_{d} = \gamma_{d} \,
\frac{x_{d}}{\sqrt{\frac{1}{D} \sum_{e=1}^{D} x_{e}^{2} + \varepsilon}}""")
def formula_1():
    norm, x, γ, ε = RMSNorm(D), torch.randn(D), torch.randn(D), 1e-5
    norm.load_state_dict({"weight": γ})
    for d in range(D):
        square = sum(x[e] ** 2 for e in range(D)) / D
        assert_close(norm(x)[d], γ[d] * x[d] / (square + ε).sqrt())


@formula(r"""\begin{aligned}
\operatorname{SwiGLU}(x)
&= \bigl(\operatorname{SiLU}(x W_{g}) \odot x W_{1}\bigr) \, W_{2} \\
\operatorname{SiLU}(g) &= \frac{g}{1 + e^{-g}}
\end{aligned}""")
def formula_2():
    ours, x = SwiGLU(D, 4), torch.randn(D)
    layers = ours.gate, ours.hidden, ours.out
    for layer in layers:
        layer.bias.data.zero_()
    W_g, W_1, W_2 = (layer.weight.T for layer in layers)
    g = x @ W_g
    assert_close(ours(x), (g / (1 + (-g).exp()) * (x @ W_1)) @ W_2)


def turn(m: int) -> torch.Tensor:
    """R_m of the first pair: where `rotate` turns the two axes."""
    axes = torch.eye(2)[:, None]  # two sequences of one token
    return rotate(axes, m)[:, 0].T


@formula(r"""R_{m} = \begin{pmatrix}
\cos m\omega_{i} & -\sin m\omega_{i} \\
\sin m\omega_{i} & \cos m\omega_{i}
\end{pmatrix}""")
def formula_3():
    x = torch.randn(T, D)
    for m in range(T):
        for i in range(D // 2):
            ω = torch.tensor(1 / 10000 ** (2 * i / D))
            cos, sin = (m * ω).cos(), (m * ω).sin()
            R = torch.tensor([[cos, -sin], [sin, cos]])
            pair = slice(2 * i, 2 * i + 2)
            assert_close(rotate(x)[m, pair], R @ x[m, pair])


@formula(r"""(R_{m} q) \cdot (R_{n} k) = q^{\top} R_{m}^{\top} R_{n} \, k
= q^{\top} R_{n-m} \, k""")
def formula_4():
    q, k, R = torch.randn(2), torch.randn(2), turn
    for m in range(T):
        for n in range(T):
            score = rotate(q[None], m) @ rotate(k[None], n).T
            assert_close(score[0, 0], q @ R(m).T @ R(n) @ k)
            on = R(n - m) if n >= m else R(m - n).T  # or back
            assert_close(score[0, 0], q @ on @ k)


@formula(r"q^{\top} (W_{k} \, c) = (W_{k}^{\top} q)^{\top} c")
def formula_5():
    layer, x = LatentAttention(D, D, 1, d_latent=2), torch.randn(D)
    q, k, _ = layer.project(x[None])
    W_k, c = layer.W_key.weight, layer.W_latent(x)
    assert_close(q[0, 0] @ k[0, 0], (W_k.T @ q[0, 0]) @ c)


@formula(r"""\frac{|q \cdot k|}{\sqrt{d_{k}}}
\le \frac{\lVert q \rVert \, \lVert k \rVert}{\sqrt{d_{k}}} \le \sqrt{d_{k}}""")
def formula_6():
    layer, d_k = NormedAttention(D, D, 2), D // 2
    q, k, _ = layer.project(100 * torch.randn(T, D))
    scores = (q @ k.mT).abs() / d_k**0.5
    lengths = q.norm(dim=-1)[..., None] * k.norm(dim=-1)[..., None, :]
    assert (scores <= lengths / d_k**0.5 + 1e-9).all()
    assert (lengths / d_k**0.5 <= d_k**0.5).all()
