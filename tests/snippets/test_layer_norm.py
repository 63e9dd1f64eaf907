"""Layer normalisation against PyTorch, and the residual connection."""

import pytest
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
from hypothesis import strategies as st
from torch.nn import functional as F

from snippets.fast import FastLayerNorm
from snippets.layer_norm import LayerNorm, Residual


@pytest.mark.parametrize("norm", [LayerNorm, FastLayerNorm])
@given(seeds, sizes, st.integers(2, 7), st.floats(1e-3, 1e-1), float_dtypes)
def test_matches_torch_with_gradients(norm, seed, T, d_model, eps, dtype):
    ours = norm(d_model, eps).to(dtype)
    gain, bias = (
        random(d_model, seed=seed + k).to(dtype).requires_grad_()
        for k in range(2)
    )
    with torch.no_grad():
        ours.gain.copy_(gain), ours.bias.copy_(bias)

    def theirs(x):
        return F.layer_norm(x, (d_model,), gain, bias, eps)

    x = random(2, T, d_model, seed=seed).to(dtype)
    pairs = [(ours.gain, gain), (ours.bias, bias)]
    same_gradients(ours, theirs, [x], pairs)


def test_epsilon_is_that_of_torch_by_default():
    x = torch.tensor([[0.0, 1e-3]])
    close(LayerNorm(2)(x), torch.nn.LayerNorm(2)(x))
    assert LayerNorm(2)(x).abs().max() < 0.5  # epsilon counts here


def double(y):
    return 2 * y


def test_post_norm_normalises_the_sum():
    x, block = random(3, 4), Residual(4).double()
    close(block(x, double), block.norm(x + 2 * x))


def test_pre_norm_normalises_the_input_of_the_sublayer():
    x, block = random(3, 4), Residual(4, norm_first=True).double()
    close(block(x, double), x + 2 * block.norm(x))


@pytest.mark.parametrize("norm_first", [False, True])
def test_dropout_acts_on_the_sublayer_only_and_in_training_only(norm_first):
    torch.manual_seed(0)
    block = Residual(4, dropout=0.5, norm_first=norm_first)
    block.norm = torch.nn.Identity()
    x = torch.ones(1000, 4)
    assert (block.eval()(x, double) == 3).all()
    y = block.train()(x, double)
    assert y.unique().tolist() == [1, 5]  # 1 + 0 or 1 + 2 / (1 - 0.5)
    assert abs((y == 1).float().mean().item() - 0.5) < 0.05
