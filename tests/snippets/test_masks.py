"""Masks: every class takes what PyTorch's function takes, and nothing else."""

import pytest
import torch
from compare import close, generator, random
from torch.nn import functional as F

from snippets import fast
from snippets.causal import CausalAttention, causal_mask
from snippets.cross_attention import CrossAttention
from snippets.decoder import Decoder, DecoderLayer
from snippets.encoder import Encoder, EncoderLayer
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
)
from snippets.scaled import scaled_dot_product_attention

B, H, T, S = 2, 4, 5, 3


def masks(T: int, S: int) -> list[torch.Tensor]:
    """Masks of each shape that scores (B, H, T, S) can have; a row is empty."""
    shapes = [
        *((), (S,), (1,), (T, S), (1, S), (T, 1), (1, 1)),
        *((B, T, S), (B, 1, S), (1, T, S), (B, T, 1)),
        *((B, 1, T, S), (1, 1, T, S), (B, 1, 1, S), (B, H, T, S)),
        *((1, H, T, S), (B, H, T, 1), (1, H, 1, 1)),
    ]
    source = generator(0)
    found = [torch.rand(shape, generator=source) > 0.3 for shape in shapes]
    for mask in found:
        if mask.dim() > 1 and mask.shape[-2] > 1:
            mask[..., 1, :] = False
    return found


def wide(mask: torch.Tensor, T: int, S: int) -> torch.Tensor:
    """As PyTorch's function takes it: three dimensions are (B, T, S)."""
    mask = torch.atleast_2d(mask)
    mask = mask[:, None] if mask.dim() == 3 else mask
    return mask.expand(B, H, T, S)


# Made with its options; whether causal; whether there is a memory.
CLASSES = {
    "MultiHeadSelfAttention": (MultiHeadSelfAttention, (8, 8, H), 0, 0),
    "MultiHeadAttention": (MultiHeadAttention, (8, 8, T, 0.0, H), 1, 0),
    "CrossAttention": (CrossAttention, (8, H), 0, 1),
    "FastSelf": (fast.FastMultiHeadSelfAttention, (8, 8, H), 0, 0),
    "FastCausal": (fast.FastMultiHeadAttention, (8, 8, T, 0.0, H), 1, 0),
    "FastCross": (fast.FastCrossAttention, (8, H), 0, 1),
}


@pytest.mark.parametrize("name", CLASSES)
def test_every_boolean_mask_does_what_it_does_in_torch(name):
    kind, options, is_causal, has_memory = CLASSES[name]
    torch.manual_seed(0)
    ours, x = kind(*options).double(), random(B, T, 8)
    memory = random(B, S, 8, seed=1) if has_memory else x
    keys = memory.shape[-2]

    def theirs(mask):
        q, k, v = (
            W(y).unflatten(-1, (H, -1)).transpose(1, 2)
            for W, y in (
                (ours.W_query, x),
                (ours.W_key, memory),
                (ours.W_value, memory),
            )
        )
        mask = wide(mask, T, keys)
        mask = mask & causal_mask(T) if is_causal else mask
        context = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
        return ours.out_proj(context.transpose(1, 2).flatten(-2))

    inputs = (x, memory) if has_memory else (x,)
    for mask in masks(T, keys):
        close(ours(*inputs, mask), theirs(mask), str(tuple(mask.shape)))


def test_the_wrapper_takes_the_masks_of_the_parallel_form():
    torch.manual_seed(0)
    wrapper = MultiHeadAttentionWrapper(8, 2, T, 0.0, H).double()
    x = random(B, T, 8)
    for mask in masks(T, T):
        _, weights = wrapper(x, mask, return_weights=True)
        allowed = wide(mask, T, T) & causal_mask(T)
        assert torch.equal(weights > 0, allowed), tuple(mask.shape)


def test_the_function_takes_every_mask_that_torch_takes():
    q, k, v = random(B, T, 4), random(B, S, 4, seed=1), random(B, S, 3, seed=2)
    for mask in masks(T, S):
        if mask.dim() <= 3:
            expected = F.scaled_dot_product_attention(q, k, v, attn_mask=mask)
            close(scaled_dot_product_attention(q, k, v, mask)[0], expected)


def test_a_mask_with_heads_fits_a_sentence_without_a_batch():
    torch.manual_seed(0)
    x, mask = random(T, 8), random(H, T, T, seed=3) > 0
    for kind in (MultiHeadSelfAttention, fast.FastMultiHeadSelfAttention):
        ours = kind(8, 8, H).double()
        close(ours(x, mask), ours(x[None], mask[None])[0])


def plain(x, mask):
    return scaled_dot_product_attention(x, x, x, mask)[0]


LAYERS = {name: made for name, (*made, _, _) in CLASSES.items()} | {
    "function": (lambda: plain, ()),
    "CausalAttention": (CausalAttention, (8, 8, T)),
    "Wrapper": (MultiHeadAttentionWrapper, (8, 2, T, 0.0, H)),
    "EncoderLayer": (EncoderLayer, (8, H, 8)),
    "Encoder": (Encoder, (1, 8, H, 8)),
    "DecoderLayer": (DecoderLayer, (8, H, 8)),
    "Decoder": (Decoder, (1, 8, H, 8)),
    "FastEncoder": (fast.FastEncoder, (1, 8, H, 8)),
    "FastDecoder": (fast.FastDecoder, (1, 8, H, 8)),
}


def call(name: str, x, mask):
    """A layer with one mask wherever it takes one; the memory has T tokens."""
    kind, options = LAYERS[name]
    torch.manual_seed(0)
    layer = kind(*options)
    layer = layer.to(x.dtype) if isinstance(layer, torch.nn.Module) else layer
    if "Decoder" in name:
        return layer(x, x, mask, mask)
    return layer(x, x, mask) if "Cross" in name else layer(x, mask)


@pytest.mark.parametrize("name", LAYERS)
@pytest.mark.parametrize(
    "mask, message",
    [
        (torch.ones(T, T).tril(), "mask is torch.float32: it must be bool"),
        (torch.ones(B, T, T).int(), "mask is torch.int32: it must be bool"),
        (torch.ones(T, T + 1).bool(), "does not fit scores"),
        (torch.ones(B + 1, T, T).bool(), "does not fit scores"),
    ],
)
def test_every_form_refuses_other_masks_alike(name, mask, message):
    with pytest.raises(ValueError, match=message):
        call(name, torch.zeros(B, T, 8), mask)


@pytest.mark.parametrize("name", ["FastDecoder", "Decoder"])
def test_a_float_mask_of_the_memory_is_refused(name):
    kind, options = LAYERS[name]
    x = torch.zeros(B, T, 8)
    with pytest.raises(ValueError, match="it must be bool"):
        kind(*options)(x, x, None, torch.ones(T, T))


@pytest.mark.filterwarnings("ignore:Anomaly Detection")
@pytest.mark.parametrize("dtype", [torch.float32, torch.float16])
@pytest.mark.parametrize("name", LAYERS)
def test_a_row_without_a_key_makes_no_nan_anywhere(name, dtype):
    x = random(B, T, 8).to(dtype).requires_grad_()
    mask = torch.ones(B, T, T, dtype=torch.bool)
    mask[0, 1], mask[1] = False, False
    with torch.autograd.detect_anomaly():
        output = call(name, x, mask)
        output.sum().backward()
    assert output.isfinite().all() and x.grad.isfinite().all()


@pytest.mark.parametrize("size", [40, 60_000])
def test_large_halves_do_not_overflow(size):
    x = torch.full((2, 64), float(size), dtype=torch.float16)
    context, weights = scaled_dot_product_attention(x, x, x)
    assert (context == size).all() and (weights == 0.5).all()
