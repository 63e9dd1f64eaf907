"""The encoder against PyTorch's, with copied weights."""

import pytest
import torch
from compare import (
    close,
    float_dtypes,
    random,
    random_mask,
    same_gradients,
    seeds,
    sizes,
)
from hypothesis import given
from hypothesis import strategies as st
from torch import nn

from benchmarks.torch_modules import torch_layer, torch_stack
from snippets.encoder import Encoder, EncoderLayer
from snippets.fast import FastEncoder, FastEncoderLayer
from snippets.multi_head import padding_mask

norm_firsts = st.booleans()


def scramble_norms(module: nn.Module, seed: int) -> None:
    """Gains and biases away from 1 and 0, so that they are compared too."""
    for name, p in module.named_parameters():
        if name.endswith(("gain", "norm.bias")):
            p.data += 0.3 * random(*p.shape, seed=seed).to(p.dtype)


@pytest.mark.parametrize("layer_class", [EncoderLayer, FastEncoderLayer])
@given(
    seeds, sizes, sizes, st.sampled_from([1, 2, 4]), norm_firsts, float_dtypes
)
def test_layer_matches_torch(layer_class, seed, B, T, H, norm_first, dtype):
    torch.manual_seed(seed)
    ours = layer_class(8, H, 7, norm_first=norm_first).to(dtype)
    scramble_norms(ours, seed)
    twin = torch_layer(ours)
    x = random(B, T, 8, seed=seed).to(dtype)
    for mask in (None, random_mask(T, T, seed=seed)):
        ours.zero_grad(), twin.zero_grad()
        same_gradients(
            lambda x, mask=mask: ours(x, mask),
            lambda x, mask=mask: twin(x, None if mask is None else ~mask),
            [x],
            [
                (ours.feed_forward.hidden.weight, twin.linear1.weight),
                (ours.feed_forward.out.bias, twin.linear2.bias),
                (ours.around_attention.norm.gain, twin.norm1.weight),
                (ours.around_feed_forward.norm.bias, twin.norm2.bias),
            ],
        )


@pytest.mark.parametrize("encoder_class", [Encoder, FastEncoder])
@given(seeds, st.integers(1, 3), sizes, norm_firsts, float_dtypes)
def test_stack_matches_torch_with_padding(
    encoder_class, seed, layers, T, norm_first, dtype
):
    torch.manual_seed(seed)
    ours = encoder_class(layers, 8, 2, 8, norm_first=norm_first).to(dtype)
    for p in ours.parameters():  # all layers different, norms scrambled
        p.data = 0.5 * random(*p.shape, seed=seed + p.numel()).to(dtype)
    twin, x = torch_stack(ours), random(3, T, 8, seed=seed).to(dtype)
    lengths = torch.randint(1, T + 1, (3,))
    mask = padding_mask(lengths, T)
    same_gradients(
        lambda x: ours(x, mask),
        lambda x: twin(x, src_key_padding_mask=~mask[:, 0]),
        [x],
    )


@pytest.mark.parametrize("norm_first", [False, True])
def test_weights_of_all_layers_and_heads(norm_first):
    torch.manual_seed(0)
    encoder = Encoder(3, 4, 2, 8, norm_first=norm_first)
    x = random(2, 5, 4).float()
    output, weights = encoder(x, return_weights=True)
    assert weights.shape == (3, 2, 2, 5, 5)
    close(weights.sum(-1), torch.ones(3, 2, 2, 5))
    close(output, encoder(x))
    layer = encoder.layers[0]
    y = layer.around_attention.norm(x) if norm_first else x
    close(weights[0], layer.attention(y, return_weights=True)[1])


def test_weights_of_a_padded_batch_are_those_of_the_mask():
    torch.manual_seed(0)
    encoder, x = Encoder(2, 4, 2, 8), random(2, 5, 4).float()
    mask = padding_mask(torch.tensor([3, 5]))
    output, weights = encoder(x, mask, return_weights=True)
    close(output, encoder(x, mask))
    assert (weights[:, 0, ..., 3:] == 0).all()
    assert (weights[:, 1] > 0).all()


def test_dropout_reaches_every_part_in_training_only():
    layer = EncoderLayer(4, 2, 8, dropout=0.3)
    parts = (
        layer.attention,
        layer.feed_forward,
        layer.around_attention,
        layer.around_feed_forward,
    )
    assert [part.dropout for part in parts] == [0.3] * 4
    encoder = Encoder(2, 4, 2, 8, 0.3)
    assert all(one.attention.dropout == 0.3 for one in encoder.layers)
    x = random(1, 5, 4).float()
    assert torch.equal(encoder.eval()(x), encoder(x))
    torch.manual_seed(0)
    assert not torch.equal(encoder.train()(x), encoder(x))
