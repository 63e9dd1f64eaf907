"""The fast form gives what the explicit form gives, without the matrix.

Layers and stacks of it are compared with PyTorch's where the explicit ones
are, in their own tests.
"""

import pytest
import torch
from compare import (
    TOLERANCE,
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
from torch.utils._python_dispatch import TorchDispatchMode

from snippets.cross_attention import Attention
from snippets.decoder import Decoder
from snippets.encoder import Encoder
from snippets.fast import FastAttention
from snippets.masks import padding_mask

heads = st.sampled_from([1, 2, 4])


@given(seeds, sizes, sizes, heads, float_dtypes)
def test_equals_explicit_form(seed, T, S, H, dtype):
    explicit, quick = (
        kind(3, 2 * H, H).to(dtype) for kind in (Attention, FastAttention)
    )
    scramble(explicit, seed)
    quick.load_state_dict(explicit.state_dict())
    x = random(2, T, 3, seed=seed).to(dtype)
    memory = random(2, S, 3, seed=seed + 1).to(dtype)
    mask, across = (random_mask(2, H, T, n, seed=seed) for n in (T, S))
    for inputs, options in [
        *(([x], {"mask": m}) for m in (None, mask[0, 0], mask[0], mask)),
        *(([x], {"mask": m, "is_causal": True}) for m in (None, mask)),
        *(([x, memory], {"mask": m}) for m in (None, across)),
    ]:
        calls = [
            lambda x, memory=None, one=one, options=options: one(
                x, memory=memory, **options
            )
            for one in (quick, explicit)
        ]
        explicit.zero_grad(), quick.zero_grad()
        pairs = zip(quick.parameters(), explicit.parameters())
        same_gradients(*calls, inputs, pairs)


class LargestTensor(TorchDispatchMode):
    """Remembers the size of the largest tensor made while it is on."""

    largest = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        for value in result if isinstance(result, tuple) else (result,):
            if isinstance(value, torch.Tensor):
                self.largest = max(self.largest, value.numel())
        return result


CALLS = {
    "causal": lambda attention, x: attention(8, 8, 2)(x, is_causal=True),
    "encoder": lambda attention, x: Encoder(1, 8, 2, 16, attention=attention)(
        x
    ),
    "decoder": lambda attention, x: Decoder(1, 8, 2, 16, attention=attention)(
        x, x
    ),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_tensor_of_the_fast_form_grows_with_t_squared(name):
    T, largest = 256, {}
    for attention in (Attention, FastAttention):
        with LargestTensor() as mode:
            CALLS[name](attention, torch.ones(1, T, 8)).sum().backward()
        largest[attention] = mode.largest
    assert largest[FastAttention] <= T * 16
    assert largest[Attention] >= 2 * T * T


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_every_device_and_dtype(device, dtype):
    if device.type in ("mps", "meta") and dtype == torch.float64:
        pytest.skip(f"{device.type} has no float64")
    torch.manual_seed(0)
    explicit = Encoder(2, 16, 4, 32)
    quick = Encoder(2, 16, 4, 32, attention=FastAttention)
    quick.load_state_dict(explicit.state_dict())
    x, mask = random(2, 7, 16), padding_mask(torch.tensor([4, 7]))
    expected = explicit.double()(x, mask)
    quick = quick.to(device, dtype)
    actual = quick(x.to(device, dtype), mask.to(device))
    assert actual.dtype == dtype and actual.device.type == device.type
    close(actual.cpu(), expected.to(dtype))


def test_nan_that_a_query_may_see_is_not_hidden():
    ours, x = FastAttention(4, 4, 2), random(3, 4).float()
    x[1] = torch.nan
    assert ours(x, is_causal=True)[1:].isnan().all()


def test_refuses_to_show_weights():
    with pytest.raises(ValueError, match="use the explicit one"):
        FastAttention(4, 4, 2)(torch.zeros(1, 3, 4), return_weights=True)
