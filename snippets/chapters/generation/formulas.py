"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch.testing import assert_close
from torch.utils.flop_counter import FlopCounterMode

from snippets.cross_attention import LayerCache
from snippets.decoder import DecoderLayer
from snippets.formula import formula
from snippets.generation import next_token_probabilities
from snippets.transformer import START, Transformer

N, D, H, S, T = 7, 6, 2, 5, 4


@formula(r"""p(y_{1}, \dots, y_{T} | X)
= \prod_{t=1}^{T} p(y_{t} | y_{1}, \dots, y_{t-1}, X)""")
def formula_1():
    X, y = torch.randint(3, N, (1, S)), torch.randint(3, N, (1, T))
    ids = torch.cat([torch.tensor([[START]]), y], dim=-1)
    model = Transformer(N, N, D, H, 8)
    rows = next_token_probabilities(model(X, ids[:, :-1]))[0]  # all at once
    product = 1.0
    for t in range(1, T + 1):
        before = next_token_probabilities(model(X, ids[:, :t]))[0, -1]
        product = product * before[ids[0, t]]
    assert_close(rows[range(T), y[0]].prod(), product)


@formula(r"p_{n} = \frac{e^{s_{n} / \tau}}{\sum_{m=1}^{N} e^{s_{m} / \tau}}")
def formula_2():
    s, τ = torch.randn(N), 0.7
    p = next_token_probabilities(s, τ)
    for n in range(N):
        total = sum((s[m] / τ).exp() for m in range(N))
        assert_close(p[n], (s[n] / τ).exp() / total)


@formula(r"28 D^{2} + 4 \, (t + S) \, D")
def formula_3():
    layer, memory = DecoderLayer(D, H, 4 * D), torch.randn(1, S, D)
    cache, allowed = LayerCache(layer, memory), torch.ones(1, 1, S) > 0
    for t in range(1, 4):
        with FlopCounterMode(display=False) as counter:
            layer(torch.randn(1, 1, D), memory, None, allowed, cache)
        assert counter.get_total_flops() == 28 * D**2 + 4 * (t + S) * D


@formula(r"2 \, L \, H \, d_k \, T")
def formula_4():
    L, d_k = 3, D // H
    layers = [DecoderLayer(D, H, 8) for _ in range(L)]
    caches = [LayerCache(layer, torch.randn(1, S, D)) for layer in layers]
    for layer, cache in zip(layers, caches):
        for _ in range(T):
            k, v = layer.self_attention.project(torch.randn(1, 1, D))[1:]
            cache.extend(k, v)
    numbers = sum(kv.numel() for cache in caches for kv in cache.tokens)
    assert numbers == 2 * L * H * d_k * T
