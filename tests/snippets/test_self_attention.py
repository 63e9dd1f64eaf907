"""The two classes with trainable weights.

That they agree once one has the other's weights, `test_facts.py` asks.
"""

import torch
from compare import (
    close,
    float_dtypes,
    random,
    same_gradients,
    seeds,
    sizes,
)
from hypothesis import given
from torch.nn import functional as F

from snippets.self_attention import SelfAttentionV1, SelfAttentionV2


def composed(query, key, value):
    """The formula with PyTorch's own attention."""
    return lambda x: F.scaled_dot_product_attention(query(x), key(x), value(x))


@given(seeds, sizes, sizes, sizes, float_dtypes)
def test_v1_matches_torch(seed, T, d_in, d_out, dtype):
    torch.manual_seed(seed)
    ours = SelfAttentionV1(d_in, d_out).to(dtype)
    theirs = composed(
        lambda x: x @ ours.W_query,
        lambda x: x @ ours.W_key,
        lambda x: x @ ours.W_value,
    )
    same_gradients(ours, theirs, [random(2, T, d_in, seed=seed).to(dtype)])


@given(seeds, sizes, sizes, sizes, float_dtypes)
def test_v2_matches_torch(seed, T, d_in, d_out, dtype):
    torch.manual_seed(seed)
    ours = SelfAttentionV2(d_in, d_out, qkv_bias=True).to(dtype)
    theirs = composed(ours.W_query, ours.W_key, ours.W_value)
    same_gradients(ours, theirs, [random(2, T, d_in, seed=seed).to(dtype)])


def test_biases_are_there_when_asked_for():
    assert SelfAttentionV2(3, 2).W_query.bias is None
    layer = SelfAttentionV2(3, 2, qkv_bias=True)
    for W in (layer.W_query, layer.W_key, layer.W_value):
        assert W.bias.shape == (2,)


def test_v1_draws_its_weights_from_a_normal_distribution():
    torch.manual_seed(0)
    layer = SelfAttentionV1(100, 100)
    for W in (layer.W_query, layer.W_key, layer.W_value):
        assert abs(W.mean().item()) < 0.05
        assert abs(W.std().item() - 1) < 0.05


def test_weights_returned_are_those_that_made_the_context():
    torch.manual_seed(0)
    for layer in (SelfAttentionV1(3, 2), SelfAttentionV2(3, 2)):
        x = random(2, 5, 3).float()
        context, weights = layer(x, return_weights=True)
        assert weights.shape == (2, 5, 5)
        close(context, layer(x))
        W = layer.W_value
        close(context, weights @ (W(x) if callable(W) else x @ W))
