"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch.utils.flop_counter import FlopCounterMode

from snippets.decoder import DecoderLayer
from snippets.generation import (
    LayerCache,
    cached_layer,
    next_token_probabilities,
)
from snippets.transformer import START, Transformer

N, D, H, S = 7, 6, 2, 5


def formula_1():
    T = 4
    X, y = torch.randint(3, N, (1, S)), torch.randint(3, N, (T,))
    model = Transformer(N, N, D, H, 8)

    def p(tokens, given):
        *before, source = given
        ids = torch.tensor([[START, *before, *tokens]])
        rows = next_token_probabilities(model(source, ids[:, :-1]))[0]
        return (
            rows[-len(tokens) :].gather(-1, ids[0, -len(tokens) :, None]).prod()
        )

    return locals()


def formula_2():
    s, τ = torch.randn(N), 0.7
    p = next_token_probabilities(s, τ)
    return dict(s=s, p=p, τ=τ, N=N)


def formula_3():
    t = 3
    layer, memory = DecoderLayer(D, H, 4 * D), torch.randn(1, S, D)
    cache, allowed = LayerCache(layer, memory), torch.ones(1, 1, S) > 0
    for _ in range(t):  # the last one is counted
        with FlopCounterMode(display=False) as counter:
            cached_layer(layer, torch.randn(1, 1, D), cache, allowed)
    return dict(D=D, S=S, t=t, gives=[counter.get_total_flops()])


def formula_4():
    L, T, d_k = 3, 4, D // H
    layers = [DecoderLayer(D, H, 8) for _ in range(L)]
    caches = [LayerCache(layer, torch.randn(1, S, D)) for layer in layers]
    for layer, cache in zip(layers, caches):
        for _ in range(T):
            k, v = layer.attention.project(torch.randn(1, 1, D))[1:]
            cache.extend(k, v)
    numbers = sum(kv.numel() for cache in caches for kv in cache.tokens)
    return dict(L=L, H=H, d_k=d_k, T=T, gives=[numbers])


def inline_temperature_5():
    return dict(s=torch.randn(()), τ=0.7)
