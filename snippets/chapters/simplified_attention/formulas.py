"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch.nn import functional as F

from snippets.sentences import SUN
from snippets.simplified import (
    attention_scores_loop,
    attention_weights,
    naive_softmax,
    simplified_attention,
)


def formula_1():
    T = 5
    x = torch.randn(T, 3)
    z, α = simplified_attention(x)
    return locals()


def formula_2():
    T = 5
    α = attention_weights(torch.randn(T, T))
    return locals()


def in_hello_shiny_sun():
    T = 5
    x = torch.randn(T, 3)
    z, α = simplified_attention(x)
    s = attention_scores_loop(x)
    return locals()


def formula_3():
    D = 3
    x = torch.randn(5, D)
    s = attention_scores_loop(x)
    return locals()


def in_hello_scores():
    x = SUN.embeddings
    s = attention_scores_loop(x)
    return dict(x=x, s=s, within=1e-6)  # float32


def formula_4():
    T = 5
    s = torch.randn(T, T)
    α = naive_softmax(s)
    return locals()


def in_hello_weights_2():
    _, α = simplified_attention(SUN.embeddings)
    return dict(α=α, within=1e-5)


def in_hello_context():
    x = SUN.embeddings
    z, _ = simplified_attention(x)
    return dict(x=x, z=z, within=1e-4)  # weights of four places


def formula_5():
    x = torch.randn(2, 3)
    i, j = 1, 2
    θ = F.cosine_similarity(x[0], x[1], dim=0).acos()
    return locals()


def formula_6():
    T, c = 5, torch.randn(())
    s = torch.randn(T, T)
    α = attention_weights(s)
    return locals()


def formula_7():
    X = torch.randn(5, 3)
    Z, A = simplified_attention(X)
    return locals()


def formula_8():
    T = 5
    x = torch.randn(T, 3)
    z, α = simplified_attention(x)
    return locals()


formula_9 = formula_7


def formula_10():
    s = torch.randn(5, 5)
    α = attention_weights(s)
    return locals()


def in_exercise_most_looked_at():
    return dict(X=torch.tensor([[2.0, 0], [1, 1], [0, 3], [-1, 1]]))


inline_all_queries_8 = formula_7
inline_remember = formula_7
