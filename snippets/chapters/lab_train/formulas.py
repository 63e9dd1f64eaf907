"""The numbered formulas of this page, each asserted with its code."""

import math

import torch
from torch.testing import assert_close

from snippets.chapters.lab_train.exercises import best_guess
from snippets.formula import formula
from snippets.positional import sinusoidal_encoding
from snippets.reversal import mass, pattern
from snippets.training import loss_of

T = 6


@formula(r"y_{i} = x_{T - 1 - i}, \qquad i = 0, \dots, T - 1")
def formula_1():
    x = torch.randn(T)
    y = pattern(T) @ x
    for i in range(T):
        assert_close(y[i], x[T - 1 - i])


@formula(r"""A_{ij} = \begin{cases} 1 & \text{if } j = T - 1 - i \\
0 & \text{otherwise} \end{cases}""")
def formula_2():
    i, j = torch.arange(T)[:, None], torch.arange(T)
    assert_close(pattern(T), torch.where(j == T - 1 - i, 1.0, 0.0))


@formula(r"\text{mass} = \frac{1}{T} \sum_{i=0}^{T-1} \alpha_{i,\, T-1-i}")
def formula_3():
    α = torch.softmax(torch.randn(T, T), dim=-1)
    assert_close(mass(α), sum(α[i, T - 1 - i] for i in range(T)) / T)


@formula(r"""\begin{aligned}
\sin(\theta - i\omega) &= \sin\theta \cos(i\omega) - \cos\theta \sin(i\omega) \\
\cos(\theta - i\omega) &= \cos\theta \cos(i\omega) + \sin\theta \sin(i\omega)
\end{aligned}""")
def formula_4():
    P = sinusoidal_encoding(T, 4)
    ω = torch.atan2(P[1, 2], P[1, 3])  # of the second pair
    θ = (T - 1) * ω
    for i in range(T):
        sin, cos = (i * ω).sin(), (i * ω).cos()
        assert_close(P[T - 1 - i, 2], θ.sin() * cos - θ.cos() * sin)
        assert_close(P[T - 1 - i, 3], θ.cos() * cos + θ.sin() * sin)


@formula(r"\text{loss} = -\frac{1}{T} \sum_{i=0}^{T-1} \ln p_{i}(y_{i})")
def formula_5():
    ids, scores = torch.randint(9, (1, T)), torch.randn(1, T, 9)
    p, y = torch.softmax(scores[0], dim=-1), ids[0].flip(-1)
    loss = -sum(p[i, y[i]].log() for i in range(T)) / T
    assert_close(loss_of(lambda ids: scores, ids), loss)


@formula(r"\text{accuracy} = \frac{1}{T - 1}, \qquad \text{loss} = \ln(T - 1)")
def formula_6():
    accuracy, loss = best_guess(T)  # T is even
    assert math.isclose(accuracy, 1 / (T - 1))
    assert math.isclose(loss, math.log(T - 1))
