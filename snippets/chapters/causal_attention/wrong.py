"""Plausible wrong answers to the exercises of causal-attention."""

import torch
from torch.nn import functional as F

from snippets.causal import causal_mask


def masked_with_a_causal_mask(query, keys, values):
    """One row of a causal mask lets the query see the first key only."""
    mask = torch.ones(1, len(keys), dtype=torch.bool).tril()
    return F.scaled_dot_product_attention(query, keys, values, attn_mask=mask)


def without_scaling(query, keys, values):
    """Forgets the square root of d_k."""
    return torch.softmax(query @ keys.T, dim=-1) @ values


def for_every_key(query, keys, values):
    """Gives all rows, not the last one alone."""
    queries = query.expand(len(keys), -1)
    return F.scaled_dot_product_attention(queries, keys, values, is_causal=True)


WRONG = {
    "third_row": [
        [1 / 9, 3 / 9, 4 / 9, 1 / 9],  # masked with 0: e^0 = 1
        [1 / 16, 3 / 16, 4 / 16, 0],  # masked after the softmax
        [1 / 8, 3 / 8, 4 / 8],  # without the token that is hidden
    ],
    "window_mask": [
        lambda T, W: causal_mask(T).triu(-W),  # W earlier tokens and itself
        lambda T, W: ~causal_mask(T).triu(1 - W),  # True where banned
        lambda T, W: causal_mask(T).triu(1 - W).int(),  # numbers
    ],
    "last_context": [
        masked_with_a_causal_mask,
        without_scaling,
        for_every_key,
    ],
}
