"""The encoder against PyTorch's, with copied weights."""

import pytest
import torch
from compare import (
    close,
    float_dtypes,
    random,
    random_mask,
    same_gradients,
    scramble,
    seeds,
    sizes,
)
from hypothesis import given
from hypothesis import strategies as st

from benchmarks.torch_modules import torch_layer, torch_stack
from snippets.decoder import DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.fast import FastAttention
from snippets.masks import padding_mask
from snippets.multi_head import MultiHeadSelfAttention

norm_firsts = st.booleans()
attentions = pytest.mark.parametrize(
    "attention", [MultiHeadSelfAttention, FastAttention]
)


@attentions
@given(
    seeds, sizes, sizes, st.sampled_from([1, 2, 4]), norm_firsts, float_dtypes
)
def test_layer_matches_torch(attention, seed, B, T, H, norm_first, dtype):
    options = {"norm_first": norm_first, "attention": attention}
    ours = EncoderLayer(8, H, 7, **options).to(dtype)
    scramble(ours, seed)
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
                (ours.norm1.weight, twin.norm1.weight),
                (ours.norm2.bias, twin.norm2.bias),
            ],
        )


@attentions
@given(seeds, st.integers(1, 3), sizes, norm_firsts, float_dtypes)
def test_stack_matches_torch_with_padding(
    attention, seed, layers, T, norm_first, dtype
):
    options = {"norm_first": norm_first, "attention": attention}
    ours = Encoder(layers, 8, 2, 8, **options).to(dtype)
    scramble(ours, seed)
    twin, x = torch_stack(ours), random(3, T, 8, seed=seed).to(dtype)
    mask = padding_mask(torch.randint(1, T + 1, (3,)), T)
    same_gradients(
        lambda x: ours(x, mask),
        lambda x: twin(x, src_key_padding_mask=~mask[:, 0, 0]),
        [x],
    )


@pytest.mark.parametrize("kind", [EncoderLayer, DecoderLayer])
@pytest.mark.parametrize("norm_first", [False, True])
def test_dropout_acts_on_what_a_sublayer_adds(kind, norm_first):
    torch.manual_seed(0)
    layer, x = kind(4, 2, 8, norm_first=norm_first), random(2, 5, 4).float()
    inputs = (x, x) if kind is DecoderLayer else (x,)
    layer.dropout.p = 1.0
    assert (layer.eval()(*inputs) - x).abs().max() > 0.1
    for k in range(1, 0 if norm_first else 2 + len(inputs)):
        x = layer.get_submodule(f"norm{k}")(x)  # nothing is added before it
    close(layer.train()(*inputs), x)
