"""The fast forms give what the explicit forms give, without the matrix.

Layers, stacks and norms are compared with PyTorch's where the explicit ones
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
    seeds,
    sizes,
)
from hypothesis import given
from hypothesis import strategies as st
from torch.utils._python_dispatch import TorchDispatchMode

from snippets import decoder, encoder, fast, multi_head

heads = st.sampled_from([1, 2, 4])


def pair(name: str, *arguments):
    """The explicit module and its fast form with the same weights."""
    modules = encoder, decoder, multi_head
    module = next(one for one in modules if hasattr(one, name))
    torch.manual_seed(0)
    explicit = getattr(module, name)(*arguments)
    quick = getattr(fast, f"Fast{name}")(*arguments)
    quick.load_state_dict(explicit.state_dict())
    return explicit, quick


def check(explicit, quick, x, *masks) -> None:
    explicit.zero_grad(), quick.zero_grad()
    same_gradients(
        lambda x: quick(x, *masks),
        lambda x: explicit(x, *masks),
        [x],
        list(zip(quick.parameters(), explicit.parameters())),
    )


@given(seeds, sizes, heads, float_dtypes)
def test_multi_head_equals_explicit_form(seed, T, H, dtype):
    explicit, quick = pair("MultiHeadSelfAttention", 3, 2 * H, H)
    explicit, quick = explicit.to(dtype), quick.to(dtype)
    x = random(2, T, 3, seed=seed).to(dtype)
    mask = random_mask(2, T, T, seed=seed)
    for m in (None, mask[0], mask):
        check(explicit, quick, x, m)


@given(seeds, sizes, heads, float_dtypes)
def test_causal_multi_head_equals_explicit_form(seed, T, H, dtype):
    explicit, quick = pair("MultiHeadAttention", 3, 2 * H, 5, 0.0, H)
    x = random(2, T, 3, seed=seed).to(dtype)
    check(explicit.to(dtype), quick.to(dtype), x)


class LargestTensor(TorchDispatchMode):
    """Remembers the size of the largest tensor made while it is on."""

    largest = 0

    def __torch_dispatch__(self, function, types, args=(), kwargs=None):
        result = function(*args, **(kwargs or {}))
        for value in result if isinstance(result, tuple) else (result,):
            if isinstance(value, torch.Tensor):
                self.largest = max(self.largest, value.numel())
        return result


def largest_tensor(module, T: int, inputs: int = 1) -> int:
    x = random(1, T, 8).float()
    with LargestTensor() as mode:
        module(*[x] * inputs).sum().backward()
    return mode.largest


def test_no_tensor_of_the_fast_form_grows_with_t_squared():
    explicit, quick = pair("MultiHeadAttention", 8, 8, 256, 0.0, 2)
    assert largest_tensor(quick, 256) <= 256 * 8
    assert largest_tensor(explicit, 256) >= 2 * 256 * 256
    explicit, quick = pair("Encoder", 1, 8, 2, 16)
    assert largest_tensor(quick, 256) <= 256 * 16
    assert largest_tensor(explicit, 256) >= 2 * 256 * 256
    explicit, quick = pair("Decoder", 1, 8, 2, 16)
    assert largest_tensor(quick, 256, 2) <= 256 * 16
    assert largest_tensor(explicit, 256, 2) >= 2 * 256 * 256


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_every_device_and_dtype(device, dtype):
    if device.type in ("mps", "meta") and dtype == torch.float64:
        pytest.skip(f"{device.type} has no float64")
    explicit, quick = pair("Encoder", 2, 16, 4, 32)
    x = random(2, 7, 16)
    mask = multi_head.padding_mask(torch.tensor([4, 7]))
    expected = explicit.double()(x, mask)
    quick = quick.to(device, dtype)
    actual = quick(x.to(device, dtype), mask.to(device))
    assert actual.dtype == dtype and actual.device.type == device.type
    close(actual.cpu(), expected.to(dtype))


def test_dropout_acts_in_training_only():
    torch.manual_seed(0)
    layer = fast.FastMultiHeadSelfAttention(4, 4, 2, dropout=0.5)
    x = random(1, 6, 4).float()
    assert torch.equal(layer.eval()(x), layer(x))
    assert not torch.equal(layer.train()(x), layer(x))


def test_fast_forms_refuse_to_show_weights():
    x = torch.zeros(1, 3, 4)
    for module, *inputs in (
        (fast.FastMultiHeadSelfAttention(4, 4, 2), x),
        (fast.FastMultiHeadAttention(4, 4, 3, 0.0, 2), x),
        (fast.FastDecoder(1, 4, 2, 8), x, x),
    ):
        with pytest.raises(ValueError, match="use the explicit one"):
            module(*inputs, return_weights=True)


def test_causal_fast_form_refuses_too_many_tokens():
    layer = fast.FastMultiHeadAttention(2, 4, 3, 0.0, 2)
    with pytest.raises(ValueError, match="4 tokens are more than"):
        layer(torch.zeros(4, 2))
