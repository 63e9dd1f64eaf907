"""Layer normalisation against PyTorch."""

import torch
from compare import (
    close,
    float_dtypes,
    random,
    same_gradients,
    scramble,
    seeds,
    sizes,
)
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from snippets.layer_norm import LayerNorm


@given(seeds, sizes, st.integers(2, 7), st.floats(1e-3, 1e-1), float_dtypes)
def test_matches_torch_with_gradients(seed, T, d_model, eps, dtype):
    ours = LayerNorm(d_model, eps).to(dtype)
    scramble(ours, seed)
    theirs = nn.LayerNorm(d_model, eps).to(dtype)
    theirs.load_state_dict(ours.state_dict())
    x = random(2, T, d_model, seed=seed).to(dtype)
    pairs = [(ours.weight, theirs.weight), (ours.bias, theirs.bias)]
    same_gradients(ours, theirs, [x], pairs)


def test_epsilon_is_that_of_torch_by_default():
    x = torch.tensor([[0.0, 1e-3]])
    close(LayerNorm(2)(x), nn.LayerNorm(2)(x))
    assert LayerNorm(2)(x).abs().max() < 0.5  # epsilon counts here
