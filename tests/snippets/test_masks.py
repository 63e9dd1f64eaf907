"""Masks: every class takes what PyTorch's function takes, and nothing else."""

import pytest
import torch
from compare import close, generator, random
from layers import WITH_MASK, H, call
from torch.nn import functional as F

from snippets.causal import causal_mask
from snippets.cross_attention import Attention
from snippets.fast import FastAttention
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
)
from snippets.scaled import scaled_dot_product_attention

B, T, S = 2, 5, 3
SIZES = 8, 8, H
MEMORY = random(B, S, 8, seed=1)


def masks(T: int, S: int) -> list[torch.Tensor]:
    """Masks of each shape that scores (B, H, T, S) can have; a row is empty."""
    shapes = [
        *((), (S,), (1,), (T, S), (1, S), (T, 1), (1, 1)),
        *((H, T, S), (H, 1, S), (1, T, S), (H, T, 1)),
        *((B, 1, T, S), (1, 1, T, S), (B, 1, 1, S), (B, H, T, S)),
        *((1, H, T, S), (B, H, T, 1), (1, H, 1, 1)),
    ]
    source = generator(0)
    found = [torch.rand(shape, generator=source) > 0.3 for shape in shapes]
    for mask in found:
        if mask.dim() > 1 and mask.shape[-2] > 1:
            mask[..., 1, :] = False
    return found


@pytest.mark.parametrize(
    "kind, sizes, given",
    [
        (MultiHeadSelfAttention, SIZES, {}),
        (MultiHeadAttention, (8, 8, T, H), {}),
        *(
            (kind, SIZES, given)
            for kind in (Attention, FastAttention)
            for given in ({}, {"is_causal": True}, {"memory": MEMORY})
        ),
    ],
)
def test_every_boolean_mask_does_what_it_does_in_torch(kind, sizes, given):
    torch.manual_seed(0)
    ours, x = kind(*sizes).double(), random(B, T, 8)
    memory = given.get("memory", x)
    is_causal = kind is MultiHeadAttention or "is_causal" in given
    layers = (ours.W_query, x), (ours.W_key, memory), (ours.W_value, memory)
    qkv = [W(y).unflatten(-1, (H, -1)).transpose(1, 2) for W, y in layers]
    for mask in masks(T, memory.shape[-2]):
        seen = torch.atleast_2d(mask & causal_mask(T) if is_causal else mask)
        context = F.scaled_dot_product_attention(*qkv, attn_mask=seen)
        expected = ours.out_proj(context.transpose(1, 2).flatten(-2))
        close(ours(x, mask, **given), expected, str(tuple(mask.shape)))


def test_the_wrapper_takes_the_masks_of_the_parallel_form():
    torch.manual_seed(0)
    wrapper = MultiHeadAttentionWrapper(8, 2, T, H).double()
    x = random(B, T, 8)
    for mask in masks(T, T):
        _, weights = wrapper(x, mask, return_weights=True)
        allowed = (mask & causal_mask(T)).expand(B, H, T, T)
        assert torch.equal(weights > 0, allowed), tuple(mask.shape)


def test_the_function_takes_every_mask_that_torch_takes():
    sizes = (T, 4), (S, 4), (S, 3)
    q, k, v = (random(B, H, *size, seed=n) for n, size in enumerate(sizes))
    for mask in masks(T, S):
        seen = torch.atleast_2d(mask)
        expected = F.scaled_dot_product_attention(q, k, v, attn_mask=seen)
        close(scaled_dot_product_attention(q, k, v, mask)[0], expected)


@pytest.mark.parametrize("kind", [MultiHeadSelfAttention, FastAttention])
def test_a_mask_with_heads_fits_a_sentence_without_a_batch(kind):
    torch.manual_seed(0)
    x, mask = random(T, 8), random(H, T, T, seed=3) > 0
    ours = kind(*SIZES).double()
    close(ours(x, mask), ours(x[None], mask)[0])


def plain(x, mask):
    return scaled_dot_product_attention(x, x, x, mask)[0]


LAYERS = {"function": lambda: plain} | WITH_MASK


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize(
    "mask, message",
    [
        (torch.ones(T, T).tril(), "mask is torch.float32: it must be bool"),
        (torch.ones(T, T).int(), "mask is torch.int32: it must be bool"),
        (True, "mask is bool: it must be bool, True = may attend"),
        (torch.ones(T, T + 1).bool(), "does not fit scores"),
        (torch.ones(B + 1, T, T).bool(), "does not fit scores"),
    ],
)
def test_every_form_refuses_other_masks_alike(name, mask, message):
    with pytest.raises(ValueError, match=message):
        call(LAYERS[name](), torch.zeros(B, T, 8), mask)


@pytest.mark.parametrize("name", ["Decoder", "fast Decoder"])
def test_a_float_mask_of_the_memory_is_refused(name):
    x = torch.zeros(B, T, 8)
    with pytest.raises(ValueError, match="it must be bool"):
        LAYERS[name]()(x, x, None, torch.ones(T, T))


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
@pytest.mark.parametrize("name", LAYERS)
def test_a_row_without_a_key_makes_no_nan_anywhere(name, dtype):
    torch.manual_seed(0)
    layer, x = LAYERS[name](), random(B, T, 8).to(dtype).requires_grad_()
    one, every = torch.ones(T, T).bool(), torch.zeros(T, T).bool()
    one[1] = False
    for mask in (one, every):
        with torch.autograd.detect_anomaly():
            output = call(layer, x, mask)
            output.sum().backward()
        assert output.isfinite().all() and x.grad.isfinite().all()


@pytest.mark.parametrize("size", [40, 60_000])
def test_large_halves_do_not_overflow(size):
    x = torch.full((2, 64), float(size), dtype=torch.float16)
    context, weights = scaled_dot_product_attention(x, x, x)
    assert (context == size).all() and (weights == 0.5).all()
