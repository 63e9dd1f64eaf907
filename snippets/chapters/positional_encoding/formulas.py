"""The numbered formulas of this page, each asserted with its code."""

import math

import torch
from torch.testing import assert_close

from snippets.formula import formula
from snippets.positional import sinusoidal_encoding, with_positions
from snippets.simplified import simplified_attention
from snippets.transformer import Transformer

T, D = 4, 6


def angles():
    """How far each hand has turned, read from its sine and cosine."""
    P = sinusoidal_encoding(T, D)
    return torch.atan2(P[:, 0::2], P[:, 1::2])  # (T, D / 2)


@formula(r"""\begin{aligned}
Z(\Pi X)
&= \operatorname{softmax}\bigl(\Pi X X^{\top} \Pi^{\top}\bigr) \, \Pi X \\
&= \Pi \operatorname{softmax}\bigl(X X^{\top}\bigr) \, \Pi^{\top} \Pi X \\
&= \Pi \, Z(X)
\end{aligned}""")
def formula_1():
    X, Π = torch.randn(T, D), torch.eye(T).roll(1, dims=0)
    Z, A = simplified_attention(X)
    moved, _ = simplified_attention(Π @ X)
    assert_close(moved, torch.softmax(Π @ X @ X.T @ Π.T, dim=-1) @ Π @ X)
    assert_close(moved, Π @ A @ Π.T @ Π @ X)
    assert_close(moved, Π @ Z)


@formula(r"""\begin{aligned}
\operatorname{PE}(pos, 2i) &= \sin\left(\frac{pos}{10000^{2i/D}}\right) \\
\operatorname{PE}(pos, 2i+1) &= \cos\left(\frac{pos}{10000^{2i/D}}\right)
\end{aligned}""")
def formula_2():
    PE = sinusoidal_encoding(T, D)
    for pos in range(T):
        for i in range(D // 2):
            angle = torch.tensor(pos / 10000 ** (2 * i / D))
            assert_close(PE[pos, 2 * i], angle.sin())
            assert_close(PE[pos, 2 * i + 1], angle.cos())


@formula(r"""\omega_i = \frac{1}{10000^{2i/D}}, \qquad
\theta = pos \cdot \omega_i""")
def formula_3():
    θ, i = angles(), torch.arange(D // 2)
    ω = 1 / 10000 ** (2 * i / D)
    pos = torch.arange(T)[:, None]
    assert_close(θ, pos * ω)


@formula(r"\omega_i = \frac{1}{10000^{2i/D}} = e^{-\frac{2i}{D} \ln 10000}")
def formula_4():
    ω, i = angles()[1], torch.arange(D // 2)
    assert_close(ω, 1 / 10000 ** (2 * i / D))
    assert_close(ω, (-2 * i / D * math.log(10000)).exp())


@formula(r"\lambda_i = \frac{2\pi}{\omega_i} = 2\pi \cdot 10000^{2i/D}")
def formula_5():
    ω, i = angles()[1], torch.arange(D // 2)
    assert_close(2 * math.pi / ω, 2 * math.pi * 10000 ** (2 * i / D))


@formula(r"""\begin{aligned}
p_m \cdot p_n &= \sum_{i=0}^{D/2-1} \bigl( \sin m\omega_i \sin n\omega_i \\
&\qquad\qquad + \cos m\omega_i \cos n\omega_i \bigr) \\
&= \sum_{i=0}^{D/2-1} \cos\bigl( (m - n) \, \omega_i \bigr)
\end{aligned}""")
def formula_6():
    p, ω = sinusoidal_encoding(T, D), angles()[1]
    for m in range(T):
        for n in range(T):
            sines = (m * ω).sin() * (n * ω).sin()
            cosines = (m * ω).cos() * (n * ω).cos()
            assert_close(p[m] @ p[n], (sines + cosines).sum())
            assert_close(p[m] @ p[n], ((m - n) * ω).cos().sum())


@formula(r"\lVert p_{pos} \rVert = \sqrt{D/2}")
def formula_7():
    for p in sinusoidal_encoding(T, D):
        assert_close(p.norm(), torch.tensor(D / 2).sqrt())


@formula(r"""\begin{aligned}
\begin{pmatrix} \sin((pos + k)\omega_i) \\ \cos((pos + k)\omega_i) \end{pmatrix}
&= R_k^{(i)}
\begin{pmatrix} \sin pos\,\omega_i \\ \cos pos\,\omega_i \end{pmatrix} \\
R_k^{(i)} &= \begin{pmatrix}
\cos k\omega_i & \sin k\omega_i \\ -\sin k\omega_i & \cos k\omega_i
\end{pmatrix} \end{aligned}""")
def formula_8(rotation):
    PE, ω = sinusoidal_encoding(2 * T, D), angles()[1]
    for k in range(T):
        for i in range(D // 2):
            pair = slice(2 * i, 2 * i + 2)  # sine and cosine
            R = rotation(k, D)[pair, pair]
            for pos in range(T):
                assert_close(PE[pos + k, pair], R @ PE[pos, pair])
            sin, cos = (k * ω[i]).sin(), (k * ω[i]).cos()
            assert_close(R, torch.tensor([[cos, sin], [-sin, cos]]))


@formula(r"""X + P = \begin{pmatrix}
x^{(1)} + p_0 \\ x^{(2)} + p_1 \\ \vdots \\ x^{(T)} + p_{T-1} \end{pmatrix}""")
def formula_9():
    x, p = torch.randn(T, D), sinusoidal_encoding(T, D)
    rows = [x[i] + p[i] for i in range(T)]  # both counted from 0
    assert_close(with_positions(x), torch.stack(rows))


@formula(r"\sqrt{D} \, X + P")
def formula_10():
    model = Transformer(9, 9, D, 2, 8, scale_embeddings=True)
    ids, table = torch.randint(9, (1, T)), model.source_embedding
    X, P = table(ids), sinusoidal_encoding(T, D)
    assert_close(model.embed(table, ids), D**0.5 * X + P)
