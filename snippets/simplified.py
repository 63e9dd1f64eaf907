"""Self-attention without trainable weights.

A token's context vector is the average of all tokens' vectors, weighted by
how well each of them matches it. Here the match is the plain dot product of
the embeddings; queries, keys and values with weights of their own come later.
"""

import torch
from torch import Tensor


def attention_scores_loop(x: Tensor) -> Tensor:
    """Dot product of every pair of tokens, one pair at a time.

    x (T, D) -> scores (T, T), scores[i, j] = x[i] · x[j].
    """
    T = len(x)
    scores = x.new_zeros(T, T)
    for i in range(T):
        for j in range(T):
            scores[i, j] = torch.dot(x[i], x[j])
    return scores


def attention_scores(x: Tensor) -> Tensor:
    """Dot product of every pair of tokens, in one matrix product.

    x (..., T, D) -> scores (..., T, T), scores[i, j] = x[i] · x[j].
    """
    return x @ x.transpose(-2, -1)


def naive_softmax(scores: Tensor) -> Tensor:
    """Softmax over the last dimension, as the formula is written.

    scores (..., S) -> weights (..., S), positive, each row sums to 1.
    float32 overflows for scores above 88.72: inf / inf is NaN.
    """
    exponentials = torch.exp(scores)
    return exponentials / exponentials.sum(dim=-1, keepdim=True)


def attention_weights(scores: Tensor) -> Tensor:
    """Stable softmax over the last dimension (the keys).

    scores (..., S) -> weights (..., S), positive, each row sums to 1.
    The row maximum is subtracted first, so no exponent exceeds 0.
    Raises ValueError if there is no key (S = 0).
    """
    if not scores.shape[-1]:
        raise ValueError(f"scores {tuple(scores.shape)} have no keys")
    shifted = scores - scores.amax(dim=-1, keepdim=True)  # <= 0
    return naive_softmax(shifted)


def simplified_attention(x: Tensor) -> tuple[Tensor, Tensor]:
    """Self-attention with the embeddings as queries, keys and values.

    x (..., T, D) -> context (..., T, D), weights (..., T, T).
    context[i] = sum over j of weights[i, j] * x[j].
    """
    weights = attention_weights(attention_scores(x))  # (..., T, T)
    return weights @ x, weights
