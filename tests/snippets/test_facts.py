"""What the five source guides print or claim and does not hold, computed anew.

facts.json holds for each claim which guides print it, what they print and to
how many places; `right` is what comes out instead: the right value, what a
wrong formula really gives, or the message of the error. A claim of truth needs
none: it comes out as false. What they print and holds is in the recordings.
"""

import json
import math
from collections.abc import Callable
from pathlib import Path
from unittest.mock import patch

import pytest
import torch
from torch import Tensor, nn
from torch.nn import functional as F
from torch.testing import assert_close

from snippets.causal import CausalAttention, causal_mask
from snippets.multi_head import (
    MultiHeadAttention,
    MultiHeadAttentionWrapper,
    MultiHeadSelfAttention,
    merge_heads,
)
from snippets.positional import sinusoidal_encoding
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.sentences import CAPITAL, JOURNEY, MECHANISM, SUN
from snippets.simplified import (
    attention_scores,
    attention_weights,
    naive_softmax,
    simplified_attention,
)

FACTS = json.loads(Path(__file__).with_name("facts.json").read_text("utf-8"))

X = JOURNEY.embeddings  # (6, 3)
SHINY, SUN_X = 1, SUN.embeddings
PLACED = MECHANISM.embeddings + sinusoidal_encoding(5, 6)
BATCH = torch.stack([X, X])

Compute = Callable[[], object]
COMPUTED: dict[str, Compute] = {}


def fact(*names: str) -> Callable[[Compute], Compute]:
    """Register a function as what computes the facts of these names."""

    def register(compute: Compute) -> Compute:
        for name in names:
            assert name not in COMPUTED, f"{name} is computed twice"
            COMPUTED[name] = compute
        return compute

    return register


def built(seed: int, make: Callable[..., nn.Module], *sizes: int) -> nn.Module:
    """A module whose parameters are drawn right after the seed."""
    torch.manual_seed(seed)
    return make(*sizes)


def same(a: Tensor, b: Tensor) -> bool:
    """Whether two results differ by rounding only."""
    return torch.allclose(a, b, rtol=0, atol=1e-6)


def refusal(call: Callable[[], object]) -> str:
    """The message of the error that a call must raise."""
    with pytest.raises((ValueError, RuntimeError)) as caught:
        call()
    return str(caught.value)


def sum_to_one(weights: Tensor) -> bool:
    return same(weights.sum(-1), torch.ones(weights.shape[:-1]))


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


@pytest.mark.parametrize("name", FACTS)
def test_a_claim_of_the_guides_is_refuted(name: str):
    entry = FACTS[name]
    printed, places = entry["printed"], entry["places"]
    value = COMPUTED[name]()
    check(value, entry.get("right", False), places)
    with pytest.raises(AssertionError):
        check(value, printed, places)


# The worked example: "shiny" asks, each of the three words answers.


def weighted() -> Tensor:
    """The three vectors that add up to the context of "shiny"."""
    return simplified_attention(SUN_X)[1][SHINY, :, None] * SUN_X


# Simplified attention.


def shares() -> Tensor:
    """Scores divided by their sum, without softmax."""
    scores = attention_scores(X)
    return scores / scores.sum(dim=-1, keepdim=True)


@fact("softmax-accentuates")
def softmax_always_spreads_more_than_shares():
    weights = attention_weights(attention_scores(X))
    spread, other = (w.amax(-1) / w.amin(-1) for w in (weights, shares()))
    assert (spread < other).sum() == 4  # flatter in four rows of six
    return bool((spread > other).all())


@fact("attn-symmetric")
def weights_are_symmetric():
    both = simplified_attention(X)[1], scaled_dot_product_attention(X, X, X)[1]
    return any(torch.allclose(w, w.T, atol=0.01) for w in both)


@fact("output-rows-sum-1")
def rows_of_the_output_do_not_sum_to_one():
    context, weights = scaled_dot_product_attention(X, X, X)
    assert sum_to_one(weights)
    return context.sum(dim=-1)


@fact("m-outputs")
def outputs_can_be_more_or_fewer_than_inputs():
    attend = built(0, SelfAttentionV2, 3, 2)
    contexts = [(n, attend(X[:n])) for n in range(1, 7)]
    return any(len(context) != n for n, context in contexts)


# Queries, keys and values.


def first_and_second() -> tuple[SelfAttentionV1, SelfAttentionV2]:
    """Both classes; the second draws where the first stopped."""
    return built(123, SelfAttentionV1, 3, 2), SelfAttentionV2(3, 2)


V1 = first_and_second()[0]
Q, K, V = (X @ W for W in (V1.W_query, V1.W_key, V1.W_value))


@fact("linear-only-marks-trainable")
def parameters_are_fixed_or_linear_is_not_random():
    first, second = first_and_second()
    fixed = not any(w.requires_grad for w in first.parameters())
    again = SelfAttentionV2(3, 2)
    return fixed or same(second.W_query.weight, again.W_query.weight)


@fact("scaled-by-embedding-size")
def division_by_the_size_gives_the_same_weights():
    layer = built(0, SelfAttentionV2, 6, 3)
    scores = layer.W_query(PLACED) @ layer.W_key(PLACED).T
    weights = layer(PLACED, return_weights=True)[1]
    assert same(weights, attention_weights(scores / math.sqrt(3)))
    return torch.allclose(weights, attention_weights(scores / 6), atol=1e-3)


# Causal attention.

UNMASKED = first_and_second()[1](X, return_weights=True)[1]


def causal_head(dropout: float = 0.0) -> CausalAttention:
    """A causal head with the weights of the second class."""
    _, second = first_and_second()
    head = CausalAttention(3, 2, 6, dropout=dropout)
    head.load_state_dict(second.state_dict())
    return head


@fact("causal-is-correct")
def causal_weights_are_softmax_of_masked_scores():
    weights = causal_head()(X, return_weights=True)[1]
    assert same(weights[-1], UNMASKED[-1])  # it sees every token
    return weights


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


@fact("dropout-after-values")
def dropout_acts_on_the_weights():
    with patch.object(F, "dropout", wraps=F.dropout) as spy:
        causal_head(dropout=0.5)(X)
    (call,) = spy.call_args_list
    return call.args[0].shape


# Several heads.


def wrapper() -> MultiHeadAttentionWrapper:
    return built(123, MultiHeadAttentionWrapper, 3, 2, 6, 2)


def parallel() -> MultiHeadAttention:
    return built(123, MultiHeadAttention, 3, 2, 6, 2)


@fact("8dims-3heads")
def three_heads_cannot_share_eight_dimensions():
    q, _, _ = MultiHeadAttention(8, 8, 6, 2).project(torch.ones(6, 8))
    assert q.shape == (2, 6, 4)  # two heads can
    return refusal(lambda: MultiHeadAttention(8, 8, 6, 3))


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
    # The worked example: "shiny" asks, each of the three words answers.
    "hello-exp": lambda: attention_scores(SUN_X)[SHINY].exp(),
    "hello-exp-sum": lambda: attention_scores(SUN_X)[SHINY].exp().sum(),
    "hello-weights": lambda: simplified_attention(SUN_X)[1][SHINY],
    "hello-weighted-shiny": lambda: weighted()[1],
    "hello-weighted-sun": lambda: weighted()[2],
    "hello-context": lambda: simplified_attention(SUN_X)[0][SHINY],
    "sum-all-dimensions": lambda: weighted().sum(dim=-1),
    # Simplified attention.
    "softmax-stable": lambda: naive_softmax(torch.tensor([100.0, 0.0])),
    # Queries, keys and values.
    "tr-scores-in-key-value-space": lambda: K[1] @ V.T,
    "QKV-have-d_model-rows": lambda: len(Q),
    "query-is-raw-data": lambda: refusal(
        lambda: scaled_dot_product_attention(X, K, V)
    ),
    "dq-free": lambda: refusal(lambda: scaled_dot_product_attention(Q, X, V)),
    # Several heads.
    "wrapper-d_out-doc": lambda: wrapper()(BATCH).shape[-1],
    "mha-BTD": lambda: parallel().W_query(X).shape[-1],
    "concat-stacked-on-top": lambda: (
        torch.cat([head(X) for head in wrapper().heads]).shape
    ),
    # Tokens and positions.
    "embedding-is-tokenizer-output": lambda: (
        not all(isinstance(number, int) for number in CAPITAL.ids)
    ),
    "rounding": lambda: torch.tensor(-0.4159).round(decimals=3),
    "pe-slight": lambda: bool(sinusoidal_encoding(1, 6).abs().max() < 0.1),
    "eq2-index-range": lambda: (
        2 * (6 // 2) + 1 < sinusoidal_encoding(5, 6).shape[-1]
    ),
    # The encoder.
    "eq1-wji": lambda: simplified_attention(PLACED)[1].T @ PLACED,
}
