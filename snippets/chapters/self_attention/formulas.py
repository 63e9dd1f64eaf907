"""What the letters of this chapter's formulas stand for, by the code."""

from itertools import product

import torch

from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV2

T, D, d_k, d_v = 5, 4, 3, 2


def projected():
    """Queries, keys and values of random tokens, by the layers of a class."""
    x, layers = torch.randn(T, D), SelfAttentionV2(D, d_k)
    names = {"q": layers.W_query, "k": layers.W_key, "v": layers.W_value}
    rows = {name: layer(x) for name, layer in names.items()}
    return x, rows, {f"W_{n}": layer.weight.T for n, layer in names.items()}


def attended():
    """Queries, keys, values, and what attention makes of them."""
    Q, K, V = torch.randn(T, d_k), torch.randn(T, d_k), torch.randn(T, d_v)
    Z, A = scaled_dot_product_attention(Q, K, V)
    return dict(Q=Q, K=K, V=V, Z=Z, A=A, T=T, d_k=d_k)


def journey(given):
    """What the page computes for its sentence."""
    x = given["x"]
    q, k, v = (x @ given[f"W_{name}"] for name in ("query", "key", "value"))
    z, α = scaled_dot_product_attention(q, k, v)
    s = q @ k.T / 2**0.5
    return dict(q=q, s=s, α=α, z=z, within=1e-4)  # numbers of four places


def formula_1():
    x, rows, matrices = projected()
    return dict(x=x, **rows, **matrices)


def in_one_query_projections(three_matrices):
    return journey(three_matrices)


in_one_query_scores = in_one_query_projections
in_one_query_weights = in_one_query_projections
in_one_query_context = in_one_query_projections


def formula_2():
    q, k = torch.randn(T, d_k), torch.randn(T, d_k)
    # The score of one more key, of zeros, is 0: the others, from the weights.
    more = torch.cat([k, torch.zeros(1, d_k)])
    _, weights = scaled_dot_product_attention(q, more, more)
    s = (weights[:, :T] / weights[:, T:]).log()
    return dict(q=q, k=k, s=s, d_k=d_k)


def formula_3():
    s = torch.randn(T, T)
    return dict(s=s, α=torch.softmax(s, dim=-1), T=T)


def formula_4():
    given = attended()
    return dict(T=T, z=given["Z"], α=given["A"], v=given["V"])


def formula_5():
    x, rows, matrices = projected()
    return dict(X=x, Q=rows["q"], K=rows["k"], V=rows["v"], **matrices)


def formula_6():
    given = attended()
    return dict(given, α=given["A"], v=given["V"])


def formula_7():
    return dict(
        attended(), Attention=lambda *qkv: scaled_dot_product_attention(*qkv)[0]
    )


def formula_8():
    # Each component takes three values equally often: mean 0, variance 1.
    d_k, values = 3, (-(1.5**0.5), 0.0, 1.5**0.5)
    outcomes = [
        dict(q=torch.tensor(q), k=torch.tensor(k))
        for q in product(values, repeat=d_k)
        for k in product(values, repeat=d_k)
    ]
    return locals() | outcomes[0]


def formula_9():
    s = torch.randn(T, requires_grad=True)
    α = torch.softmax(s, dim=0)
    return dict(s=s, α=α)


inline_variance_7 = formula_8
