"""Scaled dot-product attention: parity, properties, refusals."""

import math

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
from torch.nn import functional as F

from snippets.scaled import scaled_dot_product_attention as attention


@given(seeds, sizes, sizes, sizes, sizes, sizes, float_dtypes)
def test_matches_torch_with_gradients(seed, B, T, S, d_k, d_v, dtype):
    shapes = (B, T, d_k), (B, S, d_k), (B, S, d_v)
    inputs = [random(*s, seed=seed + k).to(dtype) for k, s in enumerate(shapes)]
    mask = random_mask(B, T, S, seed=seed)
    for m in (None, mask, mask[0], mask[:, :1]):
        same_gradients(
            lambda q, k, v, m=m: attention(q, k, v, m)[0],
            lambda q, k, v, m=m: F.scaled_dot_product_attention(
                q, k, v, attn_mask=m
            ),
            inputs,
        )


def test_by_hand():
    q = torch.tensor([[1.0, 0.0, 0.0, 0.0]])
    k = torch.tensor([[2.0, 9.0, 0.0, 0.0], [0.0, 0.0, 9.0, 0.0]])
    v = torch.tensor([[1.0], [3.0]])
    context, weights = attention(q, k, v)  # scores 2 / √4 = 1 and 0
    first = math.e / (math.e + 1)
    close(weights, torch.tensor([[first, 1 - first]]))
    close(context, torch.tensor([[first + 3 * (1 - first)]]))


@given(seeds, sizes, sizes)
def test_rows_of_weights_sum_to_one(seed, T, S):
    q, k = random(T, 3, seed=seed), random(S, 3, seed=seed + 1)
    weights = attention(q, k, k, random_mask(T, S, seed=seed))[1]
    close(weights.sum(dim=-1), torch.ones(T).double())


@given(seeds, sizes, sizes)
def test_blocked_key_gets_weight_zero_and_no_gradient(seed, T, S):
    q = random(T, 3, seed=seed)
    k = random(S + 1, 3, seed=seed + 1).requires_grad_()
    v = random(S + 1, 2, seed=seed + 2).requires_grad_()
    mask = torch.ones(T, S + 1, dtype=torch.bool)
    mask[:, -1] = False
    context, weights = attention(q, k, v, mask)
    assert (weights[:, -1] == 0).all()
    (context**2).sum().backward()
    assert (k.grad[-1] == 0).all() and (v.grad[-1] == 0).all()
    close(context, attention(q, k[:-1], v[:-1])[0])


def test_query_that_may_attend_to_nothing_gets_zero_without_nan():
    q, k, v = (random(2, 3, seed=s).requires_grad_() for s in range(3))
    mask = torch.tensor([[False, False], [True, False]])
    context, weights = attention(q, k, v, mask)
    assert (weights[0] == 0).all() and (context[0] == 0).all()
    context.sum().backward()
    for x in (q, k, v):
        assert x.grad.isfinite().all()
    assert (q.grad[0] == 0).all()
    close(context, F.scaled_dot_product_attention(q, k, v, attn_mask=mask))


def test_nan_that_a_query_may_see_is_not_hidden():
    q, k, v = (random(2, 3, seed=s) for s in range(3))
    k[0] = torch.nan
    mask = torch.tensor([[False, True], [True, True]])
    context, weights = attention(q, k, v, mask)
    assert context[0].isfinite().all()
    assert weights[1].isnan().all() and context[1].isnan().all()


def test_without_scaling_softmax_saturates_and_gradients_vanish():
    def mean_largest_weight(d_k: int, scale: float) -> float:
        q, k = random(200, 1, d_k, seed=3), random(200, 16, d_k, seed=4)
        return attention(q * scale, k, k)[1].amax(-1).mean().item()

    assert mean_largest_weight(768, math.sqrt(768)) > 0.9  # unscaled scores
    assert mean_largest_weight(768, 1.0) < 0.3


def test_attention_dropout_scales_what_it_keeps():
    torch.manual_seed(0)
    q, v = torch.zeros(1000, 4), torch.ones(50, 1)
    context, weights = attention(q, torch.zeros(50, 4), v, dropout_p=0.2)
    assert weights.unique().tolist() == pytest.approx([0, 0.025])
    assert (weights == 0).float().mean().item() == pytest.approx(0.2, abs=0.02)
    close(context, weights @ v)  # the weights returned are those applied


@pytest.mark.parametrize("batch", [(), (2,), (2, 3), (2, 1, 3)])
def test_any_leading_shape(batch):
    q, k, v = (random(*batch, n, 4, seed=n) for n in (2, 5, 5))
    context, weights = attention(q, k, v)
    assert context.shape == (*batch, 2, 4)
    assert weights.shape == (*batch, 2, 5)
    close(context, F.scaled_dot_product_attention(q, k, v))


@pytest.mark.parametrize("dtype", TOLERANCE)
def test_dtype_and_device_follow_the_input(device, dtype):
    if device.type in ("mps", "meta") and dtype == torch.float64:
        pytest.skip(f"{device.type} has no float64")
    inputs = [random(2, 4, 8, seed=s).to(device, dtype) for s in range(3)]
    context, weights = attention(*inputs)
    assert context.dtype == weights.dtype == dtype
    assert context.device.type == weights.device.type == device.type
    expected = attention(*(x.cpu().double() for x in inputs))[0]
    close(context.cpu(), expected.to(dtype))


X = torch.zeros(4, 3)


@pytest.mark.parametrize(
    "arguments, message",
    [
        (
            (torch.zeros(1, 4, 3), torch.zeros(1, 5, 2), X),
            "queries have size 3, keys 2: d_k must be the same",
        ),
        ((X, X, torch.zeros(5, 3)), "4 keys but 5 values"),
        ((X, torch.zeros(5, 3), X), "5 keys but 4 values"),
        ((X, X, X, torch.ones(4, 4)), "mask is torch.float32: it must be bool"),
        (
            (X, X, X, torch.ones(4, 5, dtype=torch.bool)),
            r"mask \(4, 5\) does not fit scores \(4, 4\)",
        ),
        (
            (X, X, X, torch.ones(2, 4, 4, dtype=torch.bool)),
            r"mask \(2, 4, 4\) does not fit scores \(4, 4\)",
        ),
    ],
)
def test_refuses_what_does_not_fit(arguments, message):
    with pytest.raises(ValueError, match=message):
        attention(*arguments)
