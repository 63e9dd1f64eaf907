"""Exercises of the lab lab-encoder: checks and solutions."""

from collections.abc import Callable

import torch
from torch import Tensor

from snippets.encoder import EncoderLayer
from snippets.multi_head import MultiHeadSelfAttention, merge_heads
from snippets.scaled import scaled_dot_product_attention


def check_neighbours(answer: Callable[[int], Tensor]) -> None:
    """Check a mask that allows each token itself and its neighbours."""
    for length in (1, 2, 7):
        mask = answer(length)
        assert mask.dtype == torch.bool, f"the mask is {mask.dtype}, not bool"
        assert mask.shape == (length, length), (
            f"for {length} tokens the shape is {tuple(mask.shape)}"
        )
        for i in range(length):
            for j in range(length):
                assert mask[i, j] == (abs(i - j) <= 1), (
                    f"length {length}: query {i}, key {j} is {mask[i, j]}"
                )
    print("ok")


def neighbours(length: int) -> Tensor:
    """Mask (T, T) bool, True = may attend: itself and one to each side."""
    places = torch.arange(length)
    return (places[:, None] - places).abs() <= 1


@torch.no_grad()
def check_without_head(answer: Callable[..., Tensor]) -> None:
    """Check the output of attention in which one head gives only zeros."""
    torch.manual_seed(0)
    for D, H in ((8, 2), (12, 3)):
        attention = MultiHeadSelfAttention(D, D, H, qkv_bias=True)
        x = torch.randn(2, 5, D)  # (B, T, D)
        q, k, v = attention.project(x)
        heads, _ = scaled_dot_product_attention(q, k, v)  # (B, H, T, d_v)
        W_O = attention.out_proj.weight.T.unflatten(0, (H, -1))
        for h in range(H):
            right = attention(x) - heads[:, h] @ W_O[h]
            given = answer(attention, x, h)
            assert given.shape == x.shape, f"the shape is {tuple(given.shape)}"
            error = (given - right).abs().max()
            assert error < 1e-5, (
                f"{H} heads, without the one with index {h}: off by {error:.4f}"
            )
    print("ok")


def without_head(attention: MultiHeadSelfAttention, x: Tensor, h: int):
    """x (..., T, D) -> (..., T, D); head h (from 0) hands over zeros."""
    context, _ = scaled_dot_product_attention(*attention.project(x))
    context[..., h, :, :] = 0  # (..., H, T, d_v)
    return attention.out_proj(merge_heads(context))


@torch.no_grad()
def check_bare_layer(answer: Callable[..., Tensor]) -> None:
    """Check a post-norm layer without its two residual connections."""
    torch.manual_seed(0)
    layer = EncoderLayer(8, 2, 32)
    for part in (layer.around_attention, layer.around_feed_forward):
        part.norm.gain.normal_()  # two norms that can be told apart
    x = torch.randn(5, 8)  # (T, D)
    y = layer.around_attention(x, lambda y: layer.attention(y) - y)
    right = layer.around_feed_forward(y, lambda y: layer.feed_forward(y) - y)
    given = answer(layer, x)
    assert given.shape == x.shape, f"the shape is {tuple(given.shape)}"
    assert not torch.allclose(given, layer(x)), "x is still added"
    error = (given - right).abs().max()
    assert error < 1e-5, f"off by {error:.4f}"
    print("ok")


def bare_layer(layer: EncoderLayer, x: Tensor) -> Tensor:
    """x (..., T, D) -> (..., T, D): attend, norm, feed forward, norm."""
    y = layer.around_attention.norm(layer.attention(x))
    return layer.around_feed_forward.norm(layer.feed_forward(y))
