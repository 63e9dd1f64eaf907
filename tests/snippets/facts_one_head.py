"""What the guides say of one head without a mask, for test_facts.

Beside these functions stand those that register and compare them.
"""

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn
from torch.testing import assert_close

from snippets.positional import sinusoidal_encoding
from snippets.scaled import scaled_dot_product_attention
from snippets.self_attention import SelfAttentionV1, SelfAttentionV2
from snippets.sentences import JOURNEY, MECHANISM, SUN
from snippets.simplified import (
    attention_scores,
    attention_scores_loop,
    attention_weights,
    naive_softmax,
    simplified_attention,
)

X = JOURNEY.embeddings  # (6, 3)
SHINY, SUN_X = 1, SUN.embeddings
PLACED = MECHANISM.embeddings + sinusoidal_encoding(5, 6)

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


# The worked example: "shiny" asks, each of the three words answers.


@fact("hello-score-hello")
def score_of_hello():
    return attention_scores(SUN_X)[SHINY, 0]


@fact("hello-score-shiny")
def score_of_shiny():
    return attention_scores(SUN_X)[SHINY, 1]


@fact("hello-score-sun")
def score_of_sun():
    return attention_scores(SUN_X)[SHINY, 2]


@fact("hello-exp")
def exponentials_of_the_scores():
    return attention_scores(SUN_X)[SHINY].exp()


@fact("hello-exp-sum")
def total_of_the_exponentials():
    return attention_scores(SUN_X)[SHINY].exp().sum()


@fact("hello-weights")
def weights_of_shiny():
    return simplified_attention(SUN_X)[1][SHINY]


def weighted() -> Tensor:
    """The three vectors that add up to the context of "shiny"."""
    return simplified_attention(SUN_X)[1][SHINY, :, None] * SUN_X


@fact("hello-weighted-Hello")
def hello_by_its_weight():
    return weighted()[0]


@fact("hello-weighted-shiny")
def shiny_by_its_weight():
    return weighted()[1]


@fact("hello-weighted-sun")
def sun_by_its_weight():
    return weighted()[2]


@fact("hello-context")
def context_of_shiny():
    return simplified_attention(SUN_X)[0][SHINY]


@fact("sum-all-dimensions")
def sum_over_dimensions_is_a_number_per_token():
    return weighted().sum(dim=-1)


# Simplified attention.


@fact("simple-attn-scores")
def scores_of_journey_by_loop():
    return attention_scores_loop(X)[1]


@fact("simple-attn-scores-mm")
def scores_of_journey():
    return attention_scores(X)[1]


@fact("simple-loop-equals-mm")
def loop_and_product_agree():
    return same(attention_scores_loop(X), attention_scores(X))


def shares() -> Tensor:
    """Scores divided by their sum, without softmax."""
    scores = attention_scores(X)
    return scores / scores.sum(dim=-1, keepdim=True)


@fact("simple-weights-naive")
def shares_of_journey():
    return shares()[1]


@fact("simple-weights-naive-sum")
def shares_of_journey_sum_to_one():
    return shares()[1].sum()


@fact("simple-weights-softmax")
def weights_of_journey():
    return simplified_attention(X)[1][1]


@fact("simple-weights-softmax-sum")
def weights_of_journey_sum_to_one():
    return simplified_attention(X)[1][1].sum()


@fact("simple-context-2")
def context_of_journey_by_loop():
    weights = simplified_attention(X)[1][1]
    return sum(weight * x for weight, x in zip(weights, X))


@fact("simple-context-2-mm")
def context_of_journey():
    return simplified_attention(X)[0][1]


@fact("batch-inputs-shape")
def shape_of_the_sentence():
    return X.shape


@fact("batch-scores")
def all_scores():
    return attention_scores(X)


@fact("batch-weights")
def all_weights():
    return attention_weights(attention_scores(X))


@fact("batch-row-sums")
def all_rows_sum_to_one():
    return simplified_attention(X)[1].sum(dim=-1)


@fact("batch-context")
def all_contexts():
    return simplified_attention(X)[0]


@fact("softmax-accentuates")
def softmax_always_spreads_more_than_shares():
    weights = attention_weights(attention_scores(X))
    spread, other = (w.amax(-1) / w.amin(-1) for w in (weights, shares()))
    assert (spread < other).sum() == 4  # flatter in four rows of six
    return bool((spread > other).all())


@fact("softmax-formula")
def naive_softmax_is_that_of_torch():
    return same(naive_softmax(X), torch.softmax(X, dim=-1))


@fact("softmax-stable")
def naive_softmax_overflows():
    scores = torch.tensor([100.0, 0.0])
    assert_close(attention_weights(scores), torch.tensor([1.0, 0.0]))
    return naive_softmax(scores)


@fact("qkt-symmetric-before-softmax")
def scores_are_symmetric():
    return same(attention_scores(X), attention_scores(X).T)


@fact("attn-symmetric")
def weights_are_symmetric():
    both = simplified_attention(X)[1], scaled_dot_product_attention(X, X, X)[1]
    return any(torch.allclose(w, w.T, atol=0.01) for w in both)


@fact("every-cell-filled")
def each_token_attends_to_each():
    return bool((scaled_dot_product_attention(X, X, X)[1] > 0).all())


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


def projected() -> tuple[Tensor, Tensor, Tensor]:
    """Queries, keys and values of the first class."""
    layer = built(123, SelfAttentionV1, 3, 2)
    return X @ layer.W_query, X @ layer.W_key, X @ layer.W_value


def first_and_second() -> tuple[SelfAttentionV1, SelfAttentionV2]:
    """Both classes; the second draws where the first stopped."""
    return built(123, SelfAttentionV1, 3, 2), SelfAttentionV2(3, 2)


@fact("tr-input-token")
def vector_of_journey():
    return X[JOURNEY.tokens.index("journey")]


@fact("tr-W-shape")
def shape_of_a_weight_matrix():
    return SelfAttentionV1(3, 2).W_query.shape


@fact("tr-query-2")
def query_of_journey():
    return projected()[0][1]


@fact("tr-keys-shape")
def shape_of_the_keys():
    return projected()[1].shape


@fact("tr-values-shape")
def shape_of_the_values():
    return projected()[2].shape


@fact("tr-score-22-4dec")
def score_of_journey_with_itself():
    q, k, _ = projected()
    return q[1] @ k[1]


@fact("tr-scores")
def scores_of_the_query_of_journey():
    q, k, _ = projected()
    return q[1] @ k.T


@fact("tr-weights")
def weights_of_the_query_of_journey():
    layer = built(123, SelfAttentionV1, 3, 2)
    return layer(X, return_weights=True)[1][1]


@fact("tr-context-2", "class-before")
def context_of_the_query_of_journey():
    return scaled_dot_product_attention(*projected())[0][1]


@fact("tr-scores-in-key-value-space")
def scores_of_key_and_value_are_others():
    _, k, v = projected()
    return k[1] @ v.T


@fact("class-v1")
def contexts_of_the_first_class():
    return first_and_second()[0](X)


@fact("class-v2")
def contexts_of_the_second_class():
    return first_and_second()[1](X)


@fact("class-v1-v2-equal-after-copy")
def classes_agree_on_the_same_weights():
    first, second = first_and_second()
    assert not same(first(X), second(X))
    copied = {f"{k}.weight": w.T for k, w in first.state_dict().items()}
    second.load_state_dict(copied)
    return same(first(X), second(X))


@fact("SelfAttention_v2-seed789")
def contexts_after_seed_789():
    return built(789, SelfAttentionV2, 3, 2)(X)


@fact("linear-only-marks-trainable")
def parameters_are_fixed_or_linear_is_not_random():
    first, second = first_and_second()
    fixed = not any(w.requires_grad for w in first.parameters())
    again = SelfAttentionV2(3, 2)
    return fixed or same(second.W_query.weight, again.W_query.weight)


@fact("query-is-raw-data")
def token_is_no_query():
    _, k, v = projected()
    return refusal(lambda: scaled_dot_product_attention(X, k, v))


@fact("dq-free")
def keys_need_the_size_of_queries():
    q, _, v = projected()
    return refusal(lambda: scaled_dot_product_attention(q, X, v))


@fact("W-has-d_model-rows")
def rows_of_the_weight_matrices():
    return [len(w) for w in SelfAttentionV1(3, 2).parameters()]


@fact("QKV-have-d_model-rows")
def queries_have_a_row_per_token():
    rows = {len(projection) for projection in projected()}
    (number,) = rows
    return number


@fact("scaled-by-embedding-size")
def division_by_the_size_gives_the_same_weights():
    layer = built(0, SelfAttentionV2, 6, 3)
    scores = layer.W_query(PLACED) @ layer.W_key(PLACED).T
    weights = layer(PLACED, return_weights=True)[1]
    assert same(weights, attention_weights(scores / math.sqrt(3)))
    return torch.allclose(weights, attention_weights(scores / 6), atol=1e-3)
