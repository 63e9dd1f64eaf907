"""The numbered formulas of this page, each asserted with its code."""

import torch
from torch import nn
from torch.testing import assert_close

from snippets.cross_attention import Attention
from snippets.decoder import DecoderLayer
from snippets.formula import formula
from snippets.generation import choose
from snippets.layer_norm import LayerNorm

T, S, D = 4, 5, 6


@formula(r"""\begin{aligned}
Q &= X W_q, \quad K = X_{\text{mem}} W_k, \quad V = X_{\text{mem}} W_v \\
Z &= \operatorname{softmax} \left( \frac{Q K^{\top}}{\sqrt{d_k}} \right) V
\end{aligned}""")
def formula_1():
    X, X_mem = torch.randn(T, D), torch.randn(S, D)
    cross = Attention(D, D, num_heads=1)
    cross.out_proj = nn.Identity()
    layers = cross.W_query, cross.W_key, cross.W_value
    W_q, W_k, W_v = (layer.weight.T for layer in layers)
    Q, K, V = X @ W_q, X_mem @ W_k, X_mem @ W_v
    Z = torch.softmax(Q @ K.T / D**0.5, dim=-1) @ V
    assert_close(cross(X, memory=X_mem), Z)


@formula(r"""\begin{aligned}
u &= \operatorname{LayerNorm}_{1}\bigl(x
+ \operatorname{MHA}_{\text{causal}}(x)\bigr) \\
w &= \operatorname{LayerNorm}_{2}\bigl(u
+ \operatorname{MHA}(u, X_{\text{mem}})\bigr) \\
y &= \operatorname{LayerNorm}_{3}\bigl(w + \operatorname{FFN}(w)\bigr) \\
n &= \operatorname{argmax} \bigl(\operatorname{Linear}(y_{T})\bigr)
\end{aligned}""")
def formula_2():
    x, X_mem = torch.randn(T, D), torch.randn(S, D)
    layer, linear = DecoderLayer(D, 2, 8), nn.Linear(D, 7)
    layer.norm2 = norm_2 = LayerNorm(D, eps=0.1)
    layer.norm3 = norm_3 = LayerNorm(D, eps=0.2)
    u = layer.norm1(x + layer.self_attention(x, is_causal=True))
    w = norm_2(u + layer.cross_attention(u, memory=X_mem))
    y = norm_3(w + layer.feed_forward(w))
    assert_close(layer(x, X_mem), y)
    greedy = choose(linear(y)[-1:], 0.0, top_k=None, generator=None)
    assert greedy == linear(y[T - 1]).argmax()
