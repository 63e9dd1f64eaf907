"""Attention by hand and by its properties: what is blocked, seen and kept."""

import math
import re

import pytest
import torch
from compare import close, random, random_mask, same_gradients, seeds, sizes
from hypothesis import given
from models import MODELS, D, T
from torch.nn import functional as F
from torch.utils._python_dispatch import TorchDispatchMode

from snippets import simplified
from snippets.causal import CausalAttention, causal_mask
from snippets.cross_attention import Attention
from snippets.decoder import Decoder
from snippets.encoder import Encoder
from snippets.fast import FastAttention
from snippets.layer_norm import LayerNorm
from snippets.masks import padding_mask
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadSelfAttention,
    merge_heads,
    split_heads,
)
from snippets.scaled import scaled_dot_product_attention as attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2


@given(seeds, sizes, sizes, sizes, sizes, sizes)
def test_function_matches_torch_at_any_size(seed, batch, T, S, d_k, d_v):
    shapes = (batch, T, d_k), (batch, S, d_k), (batch, S, d_v)
    inputs = [random(*s, seed=seed + k) for k, s in enumerate(shapes)]
    mask = random_mask(batch, T, S, seed=seed)
    same_gradients(
        lambda q, k, v: attention(q, k, v, mask)[0],
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v, mask),
        inputs,
    )
    weights = attention(*inputs, mask)[1]
    close(weights.sum(dim=-1), torch.ones(batch, T).double())


def test_by_hand():
    q = torch.tensor([[1.0, 0.0, 0.0, 0.0]])
    k = torch.tensor([[2.0, 9.0, 0.0, 0.0], [0.0, 0.0, 9.0, 0.0]])
    v = torch.tensor([[1.0], [3.0]])
    context, weights = attention(q, k, v)  # scores 2 / √4 = 1 and 0
    first = math.e / (math.e + 1)
    close(weights, torch.tensor([[first, 1 - first]]))
    close(context, torch.tensor([[first + 3 * (1 - first)]]))


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


def test_nan_that_a_query_may_see_is_not_hidden():
    q, k, v = (random(2, 3, seed=s) for s in range(3))
    k[0] = torch.nan
    mask = torch.tensor([[False, True], [True, True]])
    context, weights = attention(q, k, v, mask)
    assert context[0].isfinite().all()
    assert weights[1].isnan().all() and context[1].isnan().all()
    fast, x = FastAttention(4, 4, 2), random(3, 4).float()
    x[1] = torch.nan
    assert fast(x, is_causal=True)[1:].isnan().all()


CAUSAL = ["CausalAttention", "Wrapper", "MultiHeadAttention"]
CAUSAL += [n for n in MODELS if "causal" in n or "Decoder" in n]


@pytest.mark.parametrize("name", CAUSAL)
@given(seed=seeds, position=sizes)
def test_changing_a_future_token_never_changes_an_earlier_output(
    name, seed, position
):
    torch.manual_seed(seed)
    model = MODELS[name]
    layer, (x, *memory) = model.make().double(), model.inputs()
    changed, position = x.clone(), position % T
    changed[..., position:, :] = random(T - position, D, seed=seed + 1)
    before, after = (model.call(layer, y, *memory) for y in (x, changed))
    earlier = slice(0, position)
    assert torch.equal(before[..., earlier, :], after[..., earlier, :])
    assert not torch.equal(before[..., position, :], after[..., position, :])


@pytest.mark.parametrize("size", [40, 60_000])
def test_large_halves_do_not_overflow(size):
    x = torch.full((2, 64), float(size), dtype=torch.float16)
    context, weights = attention(x, x, x)
    assert (context == size).all() and (weights == 0.5).all()


def test_dropout_scales_the_weights_that_it_keeps():
    torch.manual_seed(0)
    q, v = torch.zeros(1000, 4), torch.ones(50, 1)
    context, weights = attention(q, torch.zeros(50, 4), v, dropout_p=0.2)
    assert weights.unique().tolist() == pytest.approx([0, 0.025])
    assert (weights == 0).float().mean().item() == pytest.approx(0.2, abs=0.02)
    close(context, weights @ v)  # the weights returned are those applied
    layer, x = CausalAttention(3, 4, 6, dropout=0.5), random(6, 3).float()
    exact = layer.eval()(x, return_weights=True)[1]
    dropped = layer.train()(x, return_weights=True)[1]
    kept = dropped != 0
    close(dropped[kept], 2 * exact[kept])


X = torch.zeros(4, 3)


@pytest.mark.parametrize(
    "call, message",
    [
        (
            lambda: attention(X[None], torch.zeros(1, 5, 2), X),
            "queries have size 3, keys 2: d_k must be the same",
        ),
        (lambda: attention(X, X, X[1:]), "4 keys but 3 values"),
        (lambda: attention(X[None], X, X), r"batches of \(1,\), \(\) and \(\)"),
        (lambda: attention(*[X[:, :0]] * 3), "d_k must be at least 1"),
        (lambda: attention(X, X.double(), X), "the same floating-point dtype"),
        (lambda: attention(*[X.long()] * 3), "the same floating-point dtype"),
        (lambda: simplified.attention_weights(X[:, :0]), "have no keys"),
        (lambda: MultiHeadSelfAttention(8, 8, 3), "split into 3 heads"),
        (lambda: MultiHeadAttention(8, 8, 4, 0), "split into 0 heads"),
        (
            lambda: FastAttention(3, 3, 1)(X, return_weights=True),
            "no weights here: use the explicit form",
        ),
        (
            lambda: Attention(3, 3, 1)(X, None, X[1:], is_causal=True),
            r"mask \(4, 4\) does not fit scores \(1, 4, 3\)",
        ),
        (
            lambda: FastAttention(3, 3, 1)(X, None, X[1:], is_causal=True),
            r"mask \(4, 4\) does not fit scores \(1, 4, 3\)",
        ),
    ],
)
def test_what_does_not_fit_is_refused_in_words(call, message):
    with pytest.raises(ValueError, match=message):
        call()


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
    "causal": lambda kind, x: kind(8, 8, 2)(x, is_causal=True),
    "encoder": lambda kind, x: Encoder(1, 8, 2, 16, attention=kind)(x),
    "decoder": lambda kind, x: Decoder(1, 8, 2, 16, attention=kind)(x, x),
}


@pytest.mark.parametrize("name", CALLS)
def test_no_tensor_of_the_fast_form_grows_with_t_squared(name):
    T, largest = 256, {}
    for kind in (Attention, FastAttention):
        with LargestTensor() as mode:
            CALLS[name](kind, torch.ones(1, T, 8)).sum().backward()
        largest[kind] = mode.largest
    assert largest[FastAttention] <= T * 16
    assert largest[Attention] >= 2 * T * T


def test_masks_by_hand(device):
    expected = [[True, False, False], [True, True, False], [True, True, True]]
    mask, lengths = causal_mask(3, device), torch.tensor([1, 3])
    assert mask.cpu().tolist() == expected
    for longest in (None, 3):
        padding = padding_mask(lengths.to(device), longest)
        assert padding.device.type == mask.device.type == device.type
        assert padding.cpu().tolist() == [[[expected[0]]], [[expected[2]]]]
    assert padding_mask(lengths, 4)[1, 0, 0].tolist() == [*expected[2], False]
    assert padding_mask(lengths[:0]).shape == (0, 1, 1, 0)


def test_splitting_and_merging_heads():
    x = torch.arange(12).view(2, 6)  # T = 2, H * d = 6
    first, second, third = split_heads(x, 3).tolist()
    assert first == [[0, 1], [6, 7]] and second == [[2, 3], [8, 9]]
    assert third == [[4, 5], [10, 11]]
    assert torch.equal(merge_heads(split_heads(x, 3)), x)


def test_projections_are_normal_and_have_a_bias_if_asked():
    torch.manual_seed(0)
    for W in SelfAttentionV1(100, 100).parameters():
        assert abs(W.mean().item()) < 0.05 and abs(W.std().item() - 1) < 0.05
    for layer in (SelfAttentionV2(4, 4), MultiHeadAttention(4, 4, 3, 2)):
        for W in (layer.W_query, layer.W_key, layer.W_value):
            assert W.bias is None


def test_layer_norm_of_very_small_and_of_large_numbers():
    small = torch.tensor([[0.0, 1e-3]])  # epsilon counts
    close(LayerNorm(2)(small), F.layer_norm(small, (2,)))
    for dtype in (torch.float16, torch.bfloat16, torch.float32):
        x = 300 * random(2, 8).to(dtype)  # their squares overflow float16
        close(LayerNorm(8).to(dtype)(x), F.layer_norm(x, (8,)))


@given(seeds, sizes, sizes)
def test_simplified_attention_step_by_step(seed, T, D):
    x = random(T, D, seed=seed)
    scores = simplified.attention_scores(x)
    close(simplified.attention_scores_loop(x), scores)
    close(simplified.attention_weights(scores + 50), scores.softmax(dim=-1))
    context, weights = simplified.simplified_attention(x)
    order = torch.randperm(T, generator=torch.Generator().manual_seed(seed))
    permuted = simplified.simplified_attention(x[order])
    close(permuted[0], context[order])
    close(permuted[1], weights[order][:, order])


def test_naive_softmax_overflows_where_its_documentation_says():
    said = re.search(r"above ([\d.]+):", simplified.naive_softmax.__doc__)
    bound = float(said[1])
    assert torch.exp(torch.tensor([bound, bound + 0.01])).isinf().any()
    assert torch.exp(torch.tensor(bound)).isfinite()
    scores = torch.tensor([[100.0, 0.0], [1000.0, 1000.0]])
    assert simplified.naive_softmax(scores[0]).isnan().tolist() == [True, False]
    expected = torch.tensor([[1.0, 0.0], [0.5, 0.5]])
    close(simplified.attention_weights(scores), expected)
