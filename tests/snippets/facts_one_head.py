"""What the guides say of one head without a mask, for test_facts.

Beside these functions stand those that register and compare them.
"""

import math
from collections.abc import Callable

import pytest
import torch
from torch import Tensor, nn

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


def weighted() -> Tensor:
    """The three vectors that add up to the context of "shiny"."""
    return simplified_attention(SUN_X)[1][SHINY, :, None] * SUN_X


# Simplified attention.


def shares() -> Tensor:
    """Scores divided by their sum, without softmax."""
    scores = attention_scores(X)
    return scores / scores.sum(dim=-1, keepdim=True)


@fact("simple-context-2")
def context_of_journey_by_loop():
    weights = simplified_attention(X)[1][1]
    return sum(weight * x for weight, x in zip(weights, X))


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


@fact("class-v1-v2-equal-after-copy")
def classes_agree_on_the_same_weights():
    first, second = first_and_second()
    assert not same(first(X), second(X))
    copied = {f"{k}.weight": w.T for k, w in first.state_dict().items()}
    second.load_state_dict(copied)
    return same(first(X), second(X))


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


# What is one expression.

COMPUTED |= {
    # The worked example: "shiny" asks, each of the three words answers.
    "hello-score-hello": lambda: attention_scores(SUN_X)[SHINY, 0],
    "hello-score-shiny": lambda: attention_scores(SUN_X)[SHINY, 1],
    "hello-score-sun": lambda: attention_scores(SUN_X)[SHINY, 2],
    "hello-exp": lambda: attention_scores(SUN_X)[SHINY].exp(),
    "hello-exp-sum": lambda: attention_scores(SUN_X)[SHINY].exp().sum(),
    "hello-weights": lambda: simplified_attention(SUN_X)[1][SHINY],
    "hello-weighted-Hello": lambda: weighted()[0],
    "hello-weighted-shiny": lambda: weighted()[1],
    "hello-weighted-sun": lambda: weighted()[2],
    "hello-context": lambda: simplified_attention(SUN_X)[0][SHINY],
    "sum-all-dimensions": lambda: weighted().sum(dim=-1),
    # Simplified attention.
    "simple-attn-scores": lambda: attention_scores_loop(X)[1],
    "simple-attn-scores-mm": lambda: attention_scores(X)[1],
    "simple-loop-equals-mm": lambda: same(
        attention_scores_loop(X), attention_scores(X)
    ),
    "simple-weights-naive": lambda: shares()[1],
    "simple-weights-naive-sum": lambda: shares()[1].sum(),
    "simple-weights-softmax": lambda: simplified_attention(X)[1][1],
    "simple-weights-softmax-sum": lambda: simplified_attention(X)[1][1].sum(),
    "simple-context-2-mm": lambda: simplified_attention(X)[0][1],
    "batch-inputs-shape": lambda: X.shape,
    "batch-scores": lambda: attention_scores(X),
    "batch-weights": lambda: attention_weights(attention_scores(X)),
    "batch-row-sums": lambda: simplified_attention(X)[1].sum(dim=-1),
    "batch-context": lambda: simplified_attention(X)[0],
    "softmax-stable": lambda: naive_softmax(torch.tensor([100.0, 0.0])),
    "softmax-formula": lambda: same(naive_softmax(X), torch.softmax(X, dim=-1)),
    "qkt-symmetric-before-softmax": lambda: same(
        attention_scores(X), attention_scores(X).T
    ),
    "every-cell-filled": lambda: bool(
        (scaled_dot_product_attention(X, X, X)[1] > 0).all()
    ),
    # Queries, keys and values.
    "tr-input-token": lambda: X[JOURNEY.tokens.index("journey")],
    "tr-W-shape": lambda: SelfAttentionV1(3, 2).W_query.shape,
    "tr-query-2": lambda: Q[1],
    "tr-keys-shape": lambda: K.shape,
    "tr-values-shape": lambda: V.shape,
    "tr-score-22-4dec": lambda: Q[1] @ K[1],
    "tr-scores": lambda: Q[1] @ K.T,
    "tr-scores-in-key-value-space": lambda: K[1] @ V.T,
    "tr-weights": lambda: V1(X, return_weights=True)[1][1],
    "tr-context-2": lambda: scaled_dot_product_attention(Q, K, V)[0][1],
    "QKV-have-d_model-rows": lambda: len(Q),
    "query-is-raw-data": lambda: refusal(
        lambda: scaled_dot_product_attention(X, K, V)
    ),
    "dq-free": lambda: refusal(lambda: scaled_dot_product_attention(Q, X, V)),
    "class-v1": lambda: first_and_second()[0](X),
    "class-v2": lambda: first_and_second()[1](X),
    "SelfAttention_v2-seed789": lambda: built(789, SelfAttentionV2, 3, 2)(X),
    "W-has-d_model-rows": lambda: [
        len(w) for w in SelfAttentionV1(3, 2).parameters()
    ],
}
