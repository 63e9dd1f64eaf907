"""What the letters of this chapter's formulas stand for, by the code."""

import math

import torch

from snippets.positional import sinusoidal_encoding
from snippets.simplified import simplified_attention

T, D = 4, 6


def table():
    """Positions and their vectors; frequencies are the angles of position 1."""
    P = sinusoidal_encoding(T, D)
    θ = torch.atan2(P[:, 0::2], P[:, 1::2])  # (T, D / 2), below π
    return dict(p=P, θ=θ, ω=θ[1], D=D, first=0)


def formula_1():
    X, Π = torch.randn(T, D), torch.eye(T).roll(1, dims=0)
    return dict(X=X, Π=Π, Z=lambda X: simplified_attention(X)[0])


def formula_2():
    P = sinusoidal_encoding(T, D)

    def PE(pos, column):
        return P[int(pos), int(column)]

    return dict(PE=PE, D=D, pos=range(T), i=range(D // 2))


def formula_3():
    given = table()
    return [
        dict(given, θ=given["θ"][pos, i], pos=pos, i=i)
        for pos in range(T)
        for i in range(D // 2)
    ]


formula_4 = table


def formula_5():
    given = table()
    # The first time that the sine and the cosine are what they were at 0.
    return dict(given, λ=2 * torch.pi / given["ω"])


formula_6 = table
formula_7 = table


def formula_8(rotation):
    pairs = [2 * i + torch.arange(2) for i in range(D // 2)]
    R = [
        torch.stack([rotation(k, D)[pair][:, pair] for k in range(T)])
        for pair in pairs
    ]
    return dict(table(), R=torch.stack(R), pos=range(T))


def formula_9():
    X, P = torch.randn(T, D), sinusoidal_encoding(T, D)
    return dict(X=X, P=P, x=X, p=P, T=T, first={"p": 0})


def formula_10():
    X, P = torch.randn(T, D), sinusoidal_encoding(T, D)
    return dict(X=X, P=P, D=D, gives=[math.sqrt(D) * X + P])


inline_order_is_lost_8 = formula_1


def inline_distance_3():
    return dict(a=torch.randn(()), b=torch.randn(()))


def inline_rotation_9(rotation):
    far = sinusoidal_encoding(2 * T, D)
    turns = torch.stack([rotation(k, D) for k in range(T)])
    return [
        dict(p=far, R=turns, pos=pos, k=k, first=0)
        for pos in range(T)
        for k in range(T)
    ]
