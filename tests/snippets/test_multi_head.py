"""Multi-head attention: against PyTorch, wrapper against parallel form."""

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

from benchmarks.torch_modules import torch_attention
from snippets.causal import causal_mask
from snippets.masks import padding_mask
from snippets.multi_head import (
    HeadList,
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
    merge_heads,
    split_heads,
)

heads = st.sampled_from([1, 2, 3, 4])


@given(seeds, sizes, sizes, heads, sizes, float_dtypes)
def test_matches_torch_with_gradients_and_weights(seed, B, T, H, d, dtype):
    torch.manual_seed(seed)
    ours = MultiHeadSelfAttention(H * d, H * d, H, qkv_bias=True).to(dtype)
    twin = torch_attention(ours)
    x = random(B, T, H * d, seed=seed).to(dtype)
    for mask in (None, causal_mask(T), random_mask(T, T, seed=seed)):
        blocked = None if mask is None else ~mask  # True = blocked there

        def theirs(x, blocked=blocked):
            return twin(x, x, x, attn_mask=blocked, need_weights=False)[0]

        ours.zero_grad(), twin.zero_grad()
        same_gradients(
            lambda x, mask=mask: ours(x, mask),
            theirs,
            [x],
            [(ours.out_proj.weight, twin.out_proj.weight)],
        )
        layers = ours.W_query, ours.W_key, ours.W_value
        mine = torch.cat([W.weight.grad for W in layers])
        close(mine, twin.in_proj_weight.grad, "gradient of the projections")
        expected = twin(x, x, x, attn_mask=blocked, average_attn_weights=False)[
            1
        ]
        close(ours(x, mask, return_weights=True)[1], expected, "weights")


@given(seeds, heads, st.integers(2, 5))
def test_causal_form_matches_torch_only_with_a_causal_mask(seed, H, T):
    torch.manual_seed(seed)
    ours = MultiHeadAttention(2 * H, 2 * H, 5, H, qkv_bias=True).double()
    twin, x = (
        torch_attention(ours),
        random(2, T + 1 if T < 5 else T, 2 * H, seed=seed),
    )
    mask = ~causal_mask(x.size(1))
    close(ours(x), twin(x, x, x, attn_mask=mask)[0])
    assert (ours(x) - twin(x, x, x)[0]).abs().max() > 1e-6


@given(seeds, sizes, sizes)
def test_padding_mask_matches_torch(seed, B, S):
    torch.manual_seed(seed)
    ours = MultiHeadSelfAttention(4, 4, 2, qkv_bias=True).double()
    lengths = torch.randint(1, S + 1, (B,))
    mask, x = padding_mask(lengths, S), random(B, S, 4, seed=seed)
    assert mask.shape == (B, 1, 1, S)
    assert mask.sum(-1).flatten().tolist() == lengths.tolist()
    blocked = ~mask[:, 0, 0]
    close(ours(x, mask), torch_attention(ours)(x, x, x, blocked)[0])


@given(seeds, sizes, heads, sizes)
def test_wrapper_equals_parallel_form_after_copying_weights(seed, T, H, d):
    torch.manual_seed(seed)
    wrapper = MultiHeadAttentionWrapper(3, d, 5, H, qkv_bias=True)
    parallel = MultiHeadAttention(3, H * d, 5, H, qkv_bias=True)
    wrapper, parallel = wrapper.double(), parallel.double()
    for name in ("W_query", "W_key", "W_value"):
        parts = [getattr(head, name) for head in wrapper.heads]
        target = getattr(parallel, name)
        target.weight.data = torch.cat([W.weight.data for W in parts])
        target.bias.data = torch.cat([W.bias.data for W in parts])
    parallel.out_proj.weight.data = torch.eye(H * d).double()
    parallel.out_proj.bias.data.zero_()
    x = random(2, T, 3, seed=seed)
    mine, other = (one(x, return_weights=True) for one in (wrapper, parallel))
    close(mine[0], other[0], "context")
    close(mine[1], other[1], "weights")
    close(wrapper(x), mine[0])


@given(seeds, sizes, heads, sizes)
def test_list_of_heads_matches_torch_with_and_without_projection(seed, T, H, d):
    torch.manual_seed(seed)
    layer, bare = (
        HeadList(H * d, d, H, projection=p).double() for p in (True, False)
    )
    bare.heads.load_state_dict(layer.heads.state_dict())
    parallel = MultiHeadSelfAttention(H * d, H * d, H, qkv_bias=True).double()
    for name in ("W_query", "W_key", "W_value"):
        parts = [getattr(head, name).weight.data for head in layer.heads]
        getattr(parallel, name).weight.data = torch.cat(parts)
        getattr(parallel, name).bias.data.zero_()
    parallel.out_proj.load_state_dict(layer.out_proj.state_dict())
    x = random(2, T, H * d, seed=seed)
    close(layer(x), torch_attention(parallel)(x, x, x)[0])
    close(layer.out_proj(bare(x)), layer(x))


def test_list_of_heads_is_as_wide_as_its_input_only_with_projection():
    x = torch.zeros(5, 6)
    assert HeadList(6, 1, 4)(x).shape == (5, 6)
    assert HeadList(6, 1, 4, projection=False)(x).shape == (5, 4)


def test_splitting_and_merging_heads():
    x = torch.arange(12).view(2, 6)  # T = 2, H * d = 6
    assert split_heads(x, 3).tolist() == [
        [[0, 1], [6, 7]],
        [[2, 3], [8, 9]],
        [[4, 5], [10, 11]],
    ]
    assert torch.equal(merge_heads(split_heads(x, 3)), x)


@pytest.mark.parametrize("batch", [(), (2,), (2, 3)])
def test_any_leading_shape(batch):
    torch.manual_seed(0)
    x = random(*batch, 4, 6).float()
    layers = (
        MultiHeadAttention(6, 4, 4, 2),
        MultiHeadSelfAttention(6, 4, 2),
        MultiHeadAttentionWrapper(6, 2, 4, 2),
    )
    for layer in layers:
        context, weights = layer(x, return_weights=True)
        assert context.shape == (*batch, 4, 4)
        assert weights.shape == (*batch, 2, 4, 4)
        flat = layer(x.reshape(-1, 4, 6))
        close(context.reshape(-1, 4, 4), flat)


@pytest.mark.parametrize("H", [3, 5])
def test_refuses_heads_that_do_not_divide(H):
    message = f"d_out 8 cannot be split into {H} heads"
    with pytest.raises(ValueError, match=message):
        MultiHeadAttention(8, 8, 4, H)
    with pytest.raises(ValueError, match=message):
        MultiHeadSelfAttention(8, 8, H)


def test_biases():
    for bias in (False, True):
        layer = MultiHeadAttention(4, 4, 3, 2, qkv_bias=bias)
        for W in (layer.W_query, layer.W_key, layer.W_value):
            assert (W.bias is not None) == bias
        assert layer.out_proj.bias is not None
        for head in MultiHeadAttentionWrapper(4, 2, 3, 2, qkv_bias=bias).heads:
            assert (head.W_query.bias is not None) == bias
    assert MultiHeadSelfAttention(4, 4, 2).W_query.bias is None


def test_padding_mask_is_made_where_the_lengths_are():
    lengths = torch.tensor([1, 3], device="meta")
    assert padding_mask(lengths, 3).device.type == "meta"


def test_default_padding_mask_is_as_long_as_the_longest():
    mask = padding_mask(torch.tensor([1, 3]))
    assert mask.tolist() == [[[[True, False, False]]], [[[True, True, True]]]]
