"""What the five source guides print or claim and does not hold, computed anew.

facts.json has for each claim which guides print it, what they print and to how
many places; `right` is what comes out instead: the right value, what a wrong
formula really gives, or the message of the error. Without it the claim, that
something is so, comes out as false. What they print and holds is in the
recordings.
"""

import json
import math
from pathlib import Path

import pytest
import torch
from torch import Tensor, nn

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
X, SHINY = JOURNEY.embeddings, 1
PLACED = MECHANISM.embeddings + sinusoidal_encoding(5, 6)


def built(seed: int, make: type[nn.Module], *sizes: int, **options):
    """A module whose parameters are drawn right after the seed."""
    torch.manual_seed(seed)
    return make(*sizes, **options)


def v1_and_v2() -> tuple[SelfAttentionV1, SelfAttentionV2]:
    """Both classes; the second draws where the first stopped."""
    return built(123, SelfAttentionV1, 3, 2), SelfAttentionV2(3, 2)


V1, V2 = v1_and_v2()
Q, K, V = (X @ W for W in (V1.W_query, V1.W_key, V1.W_value))
CONTEXT, WEIGHTS = simplified_attention(SUN.embeddings)
WEIGHTED = WEIGHTS[SHINY, :, None] * SUN.embeddings
HEADS = built(123, MultiHeadAttentionWrapper, 3, 2, 6, 2)


def softmax_spreads_more_than_shares() -> bool:
    scores = attention_scores(X)
    shares = scores / scores.sum(dim=-1, keepdim=True)
    ratios = (w.amax(-1) / w.amin(-1) for w in (scores.softmax(-1), shares))
    spread, other = ratios
    assert (spread < other).sum() == 4  # flatter in four rows of six
    return bool((spread > other).all())


def weights_are_symmetric() -> bool:
    both = simplified_attention(X)[1], scaled_dot_product_attention(X, X, X)[1]
    return any(torch.allclose(w, w.T, atol=0.01) for w in both)


def parameters_are_fixed_or_linear_is_not_random() -> bool:
    fixed = not any(w.requires_grad for w in V1.parameters())
    return fixed or V2.W_query.weight.equal(
        SelfAttentionV2(3, 2).W_query.weight
    )


def division_by_the_embedding_size_gives_the_same() -> bool:
    layer = built(0, SelfAttentionV2, 6, 3)
    scores = layer.W_query(PLACED) @ layer.W_key(PLACED).T
    weights = layer(PLACED, return_weights=True)[1]
    assert torch.allclose(weights, attention_weights(scores / math.sqrt(3)))
    return torch.allclose(weights, attention_weights(scores / 6), atol=1e-3)


def causal_weights() -> Tensor:
    head = CausalAttention(3, 2, 6)
    head.load_state_dict(V2.state_dict())
    return head(X, return_weights=True)[1]


def where_dropout_acts() -> torch.Size:
    head = built(0, CausalAttention, 3, 2, 6, dropout=0.5)
    weights = head(X, return_weights=True)[1]
    assert 0 < (weights == 0).tril().sum() < 21  # of those not masked
    return weights.shape


def first_token_has_someone_before_it() -> bool:
    before = causal_mask(6).tril(diagonal=-1)
    ours = scaled_dot_product_attention(X, X, X, before)[1]
    assert not ours[0].any() and torch.allclose(ours[1:].sum(-1), torch.ones(5))
    scores = attention_scores(X).masked_fill(~before, -torch.inf)
    return not scores.softmax(dim=-1).isnan().any()


def what_each_head_reads() -> list[int]:
    """How many numbers of a token the context of each head depends on."""
    layer = built(0, MultiHeadSelfAttention, 8, 8, 2)
    x = torch.randn(6, 8, requires_grad=True)
    context, _ = scaled_dot_product_attention(*layer.project(x))
    read = [torch.autograd.grad(h.sum(), x, retain_graph=True) for h in context]
    return [int(gradient.any(dim=0).sum()) for (gradient,) in read]


def odd_exponents_of_the_cosine() -> Tensor:
    encoding = sinusoidal_encoding(5, 6)
    odd = torch.arange(1, 7, 2)
    encoding[:, 1::2] = (torch.arange(5)[:, None] / 10000 ** (odd / 6)).cos()
    return attention_scores(MECHANISM.embeddings + encoding)


def output_projection_has_no_bias() -> bool:
    layer = built(0, MultiHeadSelfAttention, 6, 6, 2)
    context, _ = scaled_dot_product_attention(*layer.project(PLACED))
    product = merge_heads(context) @ layer.out_proj.weight.T
    return torch.allclose(product, layer(PLACED), atol=1e-3)


# -0.464 of the embedding becomes 0.461: the position is no small change.
SECOND = sinusoidal_encoding(7, 6)[1, 1].item()
COMPUTED = {
    # The worked example: "shiny" asks, each of the three words answers.
    "hello-exp": lambda: attention_scores(SUN.embeddings)[SHINY].exp(),
    "hello-exp-sum": lambda: attention_scores(SUN.embeddings)[1].exp().sum(),
    "hello-weights": lambda: WEIGHTS[SHINY],
    "hello-weighted-shiny": lambda: WEIGHTED[1],
    "hello-weighted-sun": lambda: WEIGHTED[2],
    "hello-context": lambda: CONTEXT[SHINY],
    "sum-all-dimensions": lambda: WEIGHTED.sum(dim=-1),
    # Simplified attention.
    "softmax-accentuates": softmax_spreads_more_than_shares,
    "softmax-stable": lambda: naive_softmax(torch.tensor([100.0, 0.0])),
    "attn-symmetric": weights_are_symmetric,
    "output-rows-sum-1": lambda: scaled_dot_product_attention(X, X, X)[0].sum(
        -1
    ),
    "m-outputs": lambda: any(len(V2(X[:n])) != n for n in range(1, 7)),
    # Queries, keys and values.
    "tr-scores-in-key-value-space": lambda: K[1] @ V.T,
    "QKV-have-d_model-rows": lambda: len(Q),
    "query-is-raw-data": lambda: scaled_dot_product_attention(X, K, V),
    "dq-free": lambda: scaled_dot_product_attention(Q, X, V),
    "linear-only-marks-trainable": parameters_are_fixed_or_linear_is_not_random,
    "scaled-by-embedding-size": division_by_the_embedding_size_gives_the_same,
    # Causal attention: 0 · -∞ is NaN.
    "causal-is-correct": causal_weights,
    "mask-values-as-written": lambda: torch.ones(4, 4).triu(1) * -torch.inf,
    "before-current-only": first_token_has_someone_before_it,
    "dropout-after-values": where_dropout_acts,
    # Several heads.
    "8dims-3heads": lambda: MultiHeadAttention(8, 8, 6, 3),
    "heads-use-slice-of-token": what_each_head_reads,
    "wrapper-d_out-doc": lambda: HEADS(X[None]).shape[-1],
    "mha-BTD": lambda: MultiHeadAttention(3, 2, 6, 2).W_query(X).shape[-1],
    "concat-stacked-on-top": lambda: (
        torch.cat([h(X) for h in HEADS.heads]).shape
    ),
    # Tokens and positions.
    "embedding-is-tokenizer-output": lambda: (
        not all(isinstance(number, int) for number in CAPITAL.ids)
    ),
    "rounding": lambda: torch.tensor(-0.4159).round(decimals=3),
    "row2-sign": lambda: abs(0.461 + 0.464) < 0.1 or abs(SECOND) < 0.1,
    "pe-slight": lambda: bool(sinusoidal_encoding(1, 6).abs().max() < 0.1),
    "eq2-index-range": lambda: 2 * (6 // 2) + 1 < len(PLACED[0]),
    "eq2-cos-exponent": odd_exponents_of_the_cosine,
    "denominator-as-exp": lambda: torch.exp(
        -torch.arange(0, 6, 2) * math.log(10000) / 6
    ),
    # The encoder.
    "eq1-wji": lambda: simplified_attention(PLACED)[1].T @ PLACED,
    "mha-formula-bias": output_projection_has_no_bias,
    "output-linear-general": lambda: nn.Linear(6, 6)(torch.ones(5, 4)),
}


def agree(value: object, recorded: object, places: int | None) -> bool:
    """Whether both are the same, numbers to so many places."""
    if places is None:
        value = [*value] if isinstance(value, tuple) else value
        return type(value) is type(recorded) and value == recorded
    as_text = json.dumps(recorded).replace('"', "").replace("inf", "Infinity")
    recorded, atol = torch.tensor(json.loads(as_text)), 0.6 * 10**-places
    return torch.allclose(value, recorded, rtol=0, atol=atol, equal_nan=True)


@pytest.mark.parametrize("name", FACTS)
def test_a_claim_of_the_guides_is_refuted(name: str):
    fact = FACTS[name]
    try:
        value = COMPUTED[name]()
    except (ValueError, RuntimeError) as error:
        value = str(error)
    assert agree(value, fact.get("right", False), fact["places"]), value
    assert not agree(value, fact["printed"], fact["places"])
