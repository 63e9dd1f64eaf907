"""What the letters of this chapter's formulas stand for, by the code."""

import torch

from snippets.simplified import simplified_attention

T, D = 4, 3


def states(read):
    """The states of a network that reads random tokens."""
    x = torch.randn(T, D, requires_grad=True)
    W_x, W_h = torch.randn(D, D), torch.randn(D, D)
    h = read(x, W_x, W_h)
    return dict(x=x, W_x=W_x, W_h=W_h, h=h, T=T)


def formula_1(read):
    given = states(read)
    h = torch.cat([torch.zeros(1, D), given["h"]])
    return dict(given, h=h, first={"h": 0})


formula_2 = states


def in_sequence_to_sequence(read):
    ones = torch.tensor([[1.0], [0.0], [0.0]])
    h = read(ones, torch.tensor([[1.0]]), torch.tensor([[0.5]]))
    return dict(h=h[:, 0], within=1e-4)


def in_look_back_by_hand(look_back_by_hand):
    return dict(gives=[*look_back_by_hand["weights"]], within=1e-5)


def formula_3(look_back):
    asking, h = torch.randn(2, D), torch.randn(T, D)
    pairs = [look_back(one, h) for one in asking]
    z, α = map(torch.stack, zip(*pairs))
    return dict(s=asking @ h.T, α=α, z=z, h=h, T=T)


def formula_4(additive_scores):
    h_prime, h = torch.randn(2, D), torch.randn(T, D)
    W, U, w = torch.randn(D, 2), torch.randn(D, 2), torch.randn(2)
    s = torch.stack([additive_scores(one, h, W, U, w) for one in h_prime])
    return dict(locals(), first={"h_prime": 0})


def formula_5():
    x = torch.randn(T, D)
    z, α = simplified_attention(x)
    return dict(x=x, z=z, α=α, T=T)


def formula_6():
    X = torch.randn(T, D)
    Z, A = simplified_attention(X)
    return dict(X=X, Z=Z, A=A)


def in_weighted_average(average):
    return dict(z=average["A"] @ average["X"], within=1e-6)  # float32


def inline_look_back_by_hand(look_back):
    h_prime, h = torch.randn(2, D), torch.randn(T, D)
    weights = torch.stack([look_back(one, h)[1] for one in h_prime])
    # Weights fix scores up to a constant, which that of the first key gives.
    s = (weights / weights[:, :1]).log() + h_prime @ h[:1].T
    return dict(s=s, h_prime=h_prime, h=h, first={"h_prime": 0})


inline_weighted_average_5 = formula_5
inline_remember = formula_6
