"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch import nn

from snippets.cross_attention import CrossAttention
from snippets.decoder import DecoderLayer

T, S, D = 4, 5, 6


def in_by_hand(by_hand):
    return dict(W_v=by_hand["W_v"])


def in_by_hand_2(by_hand):
    return dict(α=by_hand["weights"], z=by_hand["context"], within=1e-4)


def formula_1():
    X, X_mem = torch.randn(T, D), torch.randn(S, D)
    cross = CrossAttention(D, num_heads=1)
    layers = cross.W_query, cross.W_key, cross.W_value
    for layer in layers:
        nn.init.zeros_(layer.bias)
    W_q, W_k, W_v = (layer.weight.T for layer in layers)
    cross.out_proj = nn.Identity()
    Q = cross.project_queries(X)[0]
    K, V = (rows[0] for rows in cross.project_memory(X_mem))
    return dict(locals(), Z=cross(X, X_mem), d_k=D)


def formula_2():
    x, X_mem = torch.randn(T, D), torch.randn(S, D)
    layer, Linear = DecoderLayer(D, 2, 8), nn.Linear(D, 7)
    around = (
        layer.around_attention,
        layer.around_cross_attention,
        layer.around_feed_forward,
    )
    for one in around:
        nn.init.normal_(one.norm.gain)
    y = layer(x, X_mem)
    return dict(
        x=x,
        X_mem=X_mem,
        y=y,
        T=T,
        n=Linear(y)[-1].argmax(),
        LayerNorm=[one.norm for one in around],
        MHA_causal=layer.look_back,
        MHA=layer.cross_attention,
        FFN=layer.feed_forward,
        Linear=Linear,
    )
