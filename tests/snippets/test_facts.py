"""What the five source guides print and claim, computed anew.

facts.json holds for each fact which guides print it (one as often as it does),
what they print, to how many places, and whether it holds; `right` is what comes
out instead: the right value, what a wrong formula really gives, or the message
of the error. A refuted claim of truth needs none: it comes out as false.
`left_out` names by the reason what cannot be computed or must not be asserted.
"""

import json
import math
from pathlib import Path
from unittest.mock import patch

import pytest
import torch
from facts_one_head import (
    COMPUTED,
    PLACED,
    X,
    built,
    fact,
    first_and_second,
    refusal,
    same,
    sum_to_one,
)
from torch import Tensor, nn
from torch.nn import functional as F
from torch.testing import assert_close

from snippets.causal import CausalAttention, causal_mask
from snippets.encoder import EncoderLayer
from snippets.feed_forward import FeedForward
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
    merge_heads,
    split_heads,
)
from snippets.positional import sinusoidal_encoding
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV2
from snippets.sentences import CAPITAL, MECHANISM
from snippets.simplified import (
    attention_scores,
    attention_weights,
    simplified_attention,
)

RECORD = json.loads(Path(__file__).with_name("facts.json").read_text("utf-8"))
FACTS = RECORD["facts"]
IN_THE_GUIDES = 175

BATCH = torch.stack([X, X])
TWO_HEADS = torch.tensor(
    [
        [
            [0.2745, 0.6584, 0.2775, 0.8573],
            [0.8993, 0.0390, 0.9268, 0.7388],
            [0.7179, 0.7058, 0.9156, 0.4340],
        ],
        [
            [0.0772, 0.3565, 0.1479, 0.5331],
            [0.4066, 0.2318, 0.4545, 0.9737],
            [0.4606, 0.5159, 0.4220, 0.5786],
        ],
    ]
)[None]  # (1, 2, 3, 4)


def plain(value: object) -> object:
    """A result as JSON would hold it."""
    if isinstance(value, Tensor):
        return value.detach().tolist()
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def numbers(value: object) -> Tensor:
    """A recorded value as a tensor; strings are NaN and -inf."""
    if isinstance(value, list):
        return torch.stack([numbers(item) for item in value])
    return torch.tensor(float(value), dtype=torch.float64)


def check(value: object, recorded: object, places: int | None) -> None:
    """Raise AssertionError unless both agree to the places recorded."""
    value = plain(value)
    if places is None:
        assert type(value) is type(recorded) and value == recorded
    else:
        kwargs = {"rtol": 0, "atol": 0.6 * 10**-places, "equal_nan": True}
        assert_close(numbers(value), numbers(recorded), **kwargs)


def test_each_fact_has_one_function():
    assert set(COMPUTED) == set(FACTS)


def test_no_fact_of_the_guides_is_forgotten():
    kept = sum(len(entry["guides"]) for entry in FACTS.values())
    left_out = sum(map(len, RECORD["left_out"].values()))
    assert kept + left_out == IN_THE_GUIDES


def test_only_claims_of_truth_are_refuted_without_a_right_value():
    for name, entry in FACTS.items():
        if entry["holds"]:
            assert "right" not in entry, name
        else:
            assert "right" in entry or entry["printed"] is True, name


@pytest.mark.parametrize("name", FACTS)
def test_fact_holds_or_is_refuted(name: str):
    entry = FACTS[name]
    printed, places = entry["printed"], entry["places"]
    value = COMPUTED[name]()
    if entry["holds"]:
        check(value, printed, places)
    else:
        check(value, entry.get("right", False), places)
        with pytest.raises(AssertionError):
            check(value, printed, places)


# Causal attention.

UNMASKED = first_and_second()[1](X, return_weights=True)[1]


def causal_head(dropout: float = 0.0) -> CausalAttention:
    """A causal head with the weights of the second class."""
    _, second = first_and_second()
    head = CausalAttention(3, 2, 6, dropout)
    head.load_state_dict(second.state_dict())
    return head


def masked_after_softmax() -> Tensor:
    """The slip of a guide: it masks weights, not scores."""
    return UNMASKED.masked_fill(~causal_mask(6), -torch.inf)


@fact("causal-is-correct")
def causal_weights_are_softmax_of_masked_scores():
    weights = causal_head()(X, return_weights=True)[1]
    assert same(weights[-1], UNMASKED[-1])  # it sees every token
    return weights


@fact("causal-renormalise-equals-inf-mask")
def weights_renormalised_are_causal():
    kept = UNMASKED * causal_mask(6)
    weights = causal_head()(X, return_weights=True)[1]
    return same(kept / kept.sum(dim=-1, keepdim=True), weights)


@fact("masked-rows-sum-1")
def causal_rows_sum_to_one_without_the_future():
    weights = causal_head()(X, return_weights=True)[1]
    future = weights[~causal_mask(6)]
    return sum_to_one(weights) and not future.any()


@fact("mask-values-as-written")
def zero_times_minus_infinity_is_nan():
    intended = torch.zeros(4, 4).masked_fill(~causal_mask(4), -torch.inf)
    check(intended, FACTS["mask-values-as-written"]["printed"], 4)
    return torch.ones(4, 4).triu(diagonal=1) * -torch.inf


@fact("before-current-only")
def first_token_has_someone_before_it():
    before = causal_mask(6).tril(diagonal=-1)
    plain_softmax = attention_scores(X).masked_fill(~before, -torch.inf)
    ours = scaled_dot_product_attention(X, X, X, before)[1]
    assert sum_to_one(ours[1:]) and not ours[0].any()
    return not plain_softmax.softmax(dim=-1).isnan().any().item()


@fact("dropout-scale")
def dropout_doubles_what_it_keeps():
    head = causal_head(dropout=0.5)
    dropped = head(X, return_weights=True)[1]
    weights = head.eval()(X, return_weights=True)[1]
    assert same(weights, causal_head()(X, return_weights=True)[1])
    kept = dropped != 0
    assert kept.any() and not kept[causal_mask(6)].all()
    return same(dropped, 2 * weights * kept)


@fact("dropout-after-values")
def dropout_acts_on_the_weights():
    with patch.object(F, "dropout", wraps=F.dropout) as spy:
        causal_head(dropout=0.5)(X)
    (call,) = spy.call_args_list
    return call.args[0].shape


# Several heads.


def wrapper() -> MultiHeadAttentionWrapper:
    return built(123, MultiHeadAttentionWrapper, 3, 2, 6, 0.0, 2)


def parallel() -> MultiHeadAttention:
    return built(123, MultiHeadAttention, 3, 2, 6, 0.0, 2)


@fact("mha-shapes")
def shapes_on_the_way():
    layer = parallel()
    q, k, v = layer.project(BATCH)
    weights = layer(BATCH, return_weights=True)[1]
    context = weights @ v
    split = [k.transpose(1, 2), k, q @ k.mT, causal_mask(6), weights]
    merged = [context.transpose(1, 2), merge_heads(context)]
    shapes = [tensor.shape for tensor in (*split, *merged)]
    return [layer.W_key(BATCH).shape, k.shape[-1], *shapes]


@fact("wrapper-equals-parallel")
def heads_side_by_side_are_one_wide_layer():
    heads, wide = wrapper(), MultiHeadAttention(3, 4, 6, 0.0, 2)
    wide.out_proj = nn.Identity()
    states = [head.state_dict() for head in heads.heads]
    wide.load_state_dict(
        {name: torch.cat([s[name] for s in states]) for name in states[0]}
    )
    return same(heads(BATCH), wide(BATCH))


@fact("8dims-3heads")
def three_heads_cannot_share_eight_dimensions():
    q, _, _ = MultiHeadAttention(8, 8, 6, 0.0, 2).project(torch.ones(6, 8))
    assert q.shape == (2, 6, 4)  # two heads can
    return refusal(lambda: MultiHeadAttention(8, 8, 6, 0.0, 3))


@fact("heads-use-slice-of-token")
def each_head_reads_the_whole_token():
    layer = built(0, MultiHeadSelfAttention, 8, 8, 2)
    x = torch.randn(6, 8, requires_grad=True)
    context, _ = scaled_dot_product_attention(*layer.project(x))
    read = [torch.autograd.grad(h.sum(), x, retain_graph=True) for h in context]
    return [int(gradient.any(dim=0).sum()) for (gradient,) in read]


# Tokens and positions.


@fact("row2-sign")
def position_moves_the_second_number_slightly():
    embedded, moved = -0.464, 0.461
    added = sinusoidal_encoding(7, 6)[1, 1].item()
    return abs(moved - embedded) < 0.1 or abs(added) < 0.1


@fact("eq2-cos-exponent")
def odd_exponents_of_the_cosine_change_the_scores():
    even = torch.arange(0, 6, 2)
    encoding = sinusoidal_encoding(5, 6)
    angle = torch.arange(5)[:, None] / 10000 ** ((even + 1) / 6)
    encoding[:, 1::2] = angle.cos()
    return attention_scores(MECHANISM.embeddings + encoding)


@fact("denominator-as-exp")
def exponential_is_the_factor_not_the_divisor():
    factor = torch.exp(-torch.arange(0, 6, 2) * math.log(10000) / 6)
    assert same(sinusoidal_encoding(2, 6)[1, 0::2], factor.sin())
    return factor


# The encoder.


@fact("head-sizes")
def sizes_of_two_heads():
    q, _, _ = MultiHeadSelfAttention(6, 6, 2).project(PLACED)
    return [merge_heads(q).shape[-1], q.shape[-1], len(q)]


@fact("ffn-formula")
def feed_forward_is_the_formula():
    layer = built(0, FeedForward, 6, 24)
    W1, b1, W2, b2 = layer.parameters()
    hidden = (PLACED @ W1.T + b1).clamp(min=0)
    return same(hidden @ W2.T + b2, layer(PLACED))


@fact("mha-formula-bias")
def output_projection_has_no_bias():
    layer = built(0, MultiHeadSelfAttention, 6, 6, 2)
    context, _ = scaled_dot_product_attention(*layer.project(PLACED))
    product = merge_heads(context) @ layer.out_proj.weight.T
    assert same(product + layer.out_proj.bias, layer(PLACED))
    return torch.allclose(product, layer(PLACED), atol=1e-3)


@fact("output-linear-general")
def projection_as_wide_as_the_token_does_not_fit_four_heads():
    heads = [SelfAttentionV2(6, 1)(PLACED) for _ in range(4)]
    return refusal(lambda: nn.Linear(6, 6)(torch.cat(heads, dim=-1)))


# What is one expression.

COMPUTED |= {
    # Causal attention.
    "causal-weights": lambda: UNMASKED,
    "causal-simple-mask": lambda: causal_mask(6).int(),
    "causal-triu-mask": lambda: (~causal_mask(6)).int(),
    "causal-masked": lambda: masked_after_softmax(),
    "causal-masked-normalized": lambda: attention_weights(
        masked_after_softmax() / math.sqrt(2)
    ),
    "batch-shape": lambda: BATCH.shape,
    "CausalAttention-seed123": lambda: built(123, CausalAttention, 3, 2, 6)(
        BATCH
    ),
    "CausalAttention-shape": lambda: CausalAttention(3, 2, 6)(BATCH).shape,
    # Several heads.
    "wrapper": lambda: wrapper()(BATCH),
    "wrapper-shape": lambda: wrapper()(BATCH).shape,
    "wrapper-d_out-doc": lambda: wrapper()(BATCH).shape[-1],
    "MultiHeadAttention-seed123": lambda: parallel()(BATCH),
    "MultiHeadAttention-shape": lambda: parallel()(BATCH).shape,
    "aat-shape": lambda: attention_scores(TWO_HEADS).shape,
    "aat": lambda: attention_scores(TWO_HEADS),
    "aat-first-head": lambda: attention_scores(TWO_HEADS[0, 0]),
    "aat-second-head": lambda: attention_scores(TWO_HEADS[0, 1]),
    "mha-BTD": lambda: parallel().W_query(X).shape[-1],
    "views-shapes": lambda: [
        TWO_HEADS[0].shape,
        split_heads(TWO_HEADS[0], 2).transpose(1, 2).shape,
    ],
    "dims-64": lambda: split_heads(torch.empty(1, 512), 8).shape[-1],
    "concat-stacked-on-top": lambda: (
        torch.cat([head(X) for head in wrapper().heads]).shape
    ),
    "concat-dims": lambda: nn.Linear(4, 3, bias=False)(wrapper()(X)).shape,
    # Tokens and positions.
    "7-tokens": lambda: len(CAPITAL.tokens),
    "embedding-is-tokenizer-output": lambda: (
        not all(isinstance(number, int) for number in CAPITAL.ids)
    ),
    "rounding": lambda: torch.tensor(-0.4159).round(decimals=3),
    "pe-slight": lambda: bool(sinusoidal_encoding(1, 6).abs().max() < 0.1),
    "eq2-index-range": lambda: (
        2 * (6 // 2) + 1 < sinusoidal_encoding(5, 6).shape[-1]
    ),
    "pe-shape": lambda: sinusoidal_encoding(5, 6).shape,
    "pe-values": lambda: sinusoidal_encoding(5, 6),
    # The encoder.
    "dims": lambda: MECHANISM.embeddings.shape,
    "scores": lambda: attention_scores(PLACED),
    "weights": lambda: simplified_attention(PLACED)[1],
    "row-sums": lambda: simplified_attention(PLACED)[1].sum(dim=-1),
    "context": lambda: simplified_attention(PLACED)[0],
    "eq1-wji": lambda: simplified_attention(PLACED)[1].T @ PLACED,
    "mha-shape-004": lambda: MultiHeadSelfAttention(6, 6, 2)(PLACED).shape,
    "ff-shape": lambda: FeedForward(6, 24)(PLACED).shape,
    "encoder-shape": lambda: EncoderLayer(6, 2, 24)(PLACED).shape,
}
