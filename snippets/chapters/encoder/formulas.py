"""What the letters of this chapter's formulas stand for, by the code."""

import torch
from torch import nn

from snippets.encoder import Encoder, EncoderLayer
from snippets.feed_forward import FeedForward
from snippets.layer_norm import LayerNorm, Residual

T, D = 4, 6


def normalisation():
    """A layer norm whose gain and bias are not 1 and 0."""
    norm = LayerNorm(D, eps=0.1)
    nn.init.normal_(norm.gain)
    nn.init.normal_(norm.bias)
    return norm


def in_feed_forward_by_hand(ffn_by_hand):
    return ffn_by_hand


def in_feed_forward_by_hand_2(ffn_by_hand):
    return dict(ffn_by_hand, x=ffn_by_hand["token"])


def formula_1():
    x, FFN = torch.randn(T, D), FeedForward(D, 8)
    W_1, b_1 = FFN.hidden.weight.T, FFN.hidden.bias
    W_2, b_2 = FFN.out.weight.T, FFN.out.bias
    return locals()


def formula_2():
    x, F = torch.randn(T, D), FeedForward(D, 8)
    around = Residual(D, norm_first=True)
    around.norm = nn.Identity()
    return dict(x=x, F=F, y=around(x, F))


def formula_3():
    x, F = torch.randn(D, requires_grad=True), nn.Linear(D, D)
    around = Residual(D, norm_first=True)
    around.norm = nn.Identity()
    y = around(x, F)
    return dict(x=x, y=y, J=F.weight, I=torch.eye(D), l=y.square().sum())


def in_layer_norm_by_hand():
    x = torch.tensor([1.0, 7.0, 7.0, 9.0])
    return dict(x=x, μ=x.mean(), σ=x.std(correction=0))


def formula_4():
    x = torch.randn(D)
    μ, σ = x.mean(), x.std(correction=0)
    return dict(x=x, μ=μ, σ=σ, D=D)


def formula_5():
    norm = normalisation()
    return dict(
        formula_4(),
        LayerNorm=norm,
        γ=norm.gain,
        β=norm.bias,
        ε=norm.eps,
    )


def around(norm_first):
    """A residual connection around a sublayer, and its norm."""
    x, Sublayer = torch.randn(T, D), FeedForward(D, 8)
    whole = Residual(D, norm_first=norm_first)
    whole.norm = LayerNorm = normalisation()
    return dict(
        x=x, Sublayer=Sublayer, LayerNorm=LayerNorm, gives=[whole(x, Sublayer)]
    )


def formula_6():
    return around(norm_first=False)


def formula_7():
    return around(norm_first=True)


def formula_8():
    x, layer = torch.randn(T, D), EncoderLayer(D, 2, 8)
    norms = layer.around_attention, layer.around_feed_forward
    for one in norms:
        one.norm = normalisation()
    return dict(
        x=x,
        y=layer(x),
        LayerNorm=[one.norm for one in norms],
        MHA=layer.attention,
        FFN=layer.feed_forward,
    )


def formula_9():
    L, x = 3, torch.randn(T, D)
    Layer = Encoder(L, D, 2, 8).layers
    y = [x]
    for count in range(1, L + 1):
        stack = Encoder(count, D, 2, 8)
        stack.layers = Layer[:count]
        y.append(stack(x))
    return dict(
        x=x, y=y, L=L, Layer=[*Layer], l=range(1, L + 1), first={"y": 0}
    )


def inline_feed_forward_class_8():
    return formula_1()
