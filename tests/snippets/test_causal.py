"""Causal attention: the mask, and that nothing leaks from the future."""

import pytest
import torch
from compare import close, float_dtypes, random, same_gradients, seeds, sizes
from hypothesis import given
from torch.nn import functional as F

from snippets.causal import CausalAttention, causal_mask
from snippets.multi_head import MultiHeadAttention, MultiHeadAttentionWrapper


def test_mask_is_true_on_and_below_the_diagonal():
    expected = [[True, False, False], [True, True, False], [True, True, True]]
    assert causal_mask(3).tolist() == expected
    assert causal_mask(3).dtype == torch.bool


def test_mask_is_made_on_the_device(device):
    assert causal_mask(2, device).device.type == device.type
    assert causal_mask(2, "meta").device.type == "meta"


@given(seeds, sizes, sizes, sizes, float_dtypes)
def test_matches_torch(seed, T, d_in, d_out, dtype):
    torch.manual_seed(seed)
    ours = CausalAttention(d_in, d_out, 5, qkv_bias=True).to(dtype)

    def theirs(x):
        q, k, v = (W(x) for W in (ours.W_query, ours.W_key, ours.W_value))
        return F.scaled_dot_product_attention(q, k, v, is_causal=True)

    same_gradients(ours, theirs, [random(2, T, d_in, seed=seed).to(dtype)])


CAUSAL = {
    "CausalAttention": lambda p=0.0: CausalAttention(3, 4, 6, dropout=p),
    "MultiHeadAttentionWrapper": lambda p=0.0: MultiHeadAttentionWrapper(
        3, 4, 6, 2, dropout=p
    ),
    "MultiHeadAttention": lambda p=0.0: MultiHeadAttention(
        3, 4, 6, 2, dropout=p
    ),
}


@pytest.mark.parametrize("name", CAUSAL)
@given(seed=seeds, position=sizes)
def test_changing_a_future_token_never_changes_an_earlier_output(
    name, seed, position
):
    torch.manual_seed(seed)
    layer, x = CAUSAL[name]().double(), random(2, 6, 3, seed=seed)
    changed = x.clone()
    changed[:, position:] = random(2, 6 - position, 3, seed=seed + 1)
    before, after = layer(x), layer(changed)
    assert torch.equal(before[:, :position], after[:, :position])
    assert not torch.equal(before[:, position], after[:, position])


@pytest.mark.parametrize("name", CAUSAL)
def test_future_weights_are_zero_and_present_ones_are_not(name):
    torch.manual_seed(0)
    weights = CAUSAL[name]()(random(2, 6, 3).float(), return_weights=True)[1]
    allowed = causal_mask(6).expand_as(weights)
    assert (weights[~allowed] == 0).all()
    assert (weights[allowed] > 0).all()


@pytest.mark.parametrize("name", CAUSAL)
def test_refuses_more_tokens_than_context_length(name):
    layer = CAUSAL[name]()
    assert layer(torch.zeros(6, 3)).shape == (
        6,
        layer(torch.zeros(1, 3)).size(1),
    )
    message = "7 tokens are more than context_length 6"
    with pytest.raises(ValueError, match=message):
        layer(torch.zeros(7, 3))


@pytest.mark.parametrize("name", CAUSAL)
def test_dropout_acts_in_training_only(name):
    torch.manual_seed(0)
    layer, x = CAUSAL[name](0.5), random(1, 6, 3).float()
    exact = layer.eval()(x, return_weights=True)[1]
    close(exact.sum(-1), torch.ones(exact.shape[:-1]))
    dropped = layer.train()(x, return_weights=True)[1]
    kept = dropped != 0
    close(dropped[kept], 2 * exact[kept])
    assert 0 < kept.sum() < (exact != 0).sum()
