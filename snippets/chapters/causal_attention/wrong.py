"""Plausible wrong answers to the exercises of causal-attention."""

import torch
from torch.nn import functional as F

from snippets.causal import causal_mask


def masked_with_a_causal_mask(query, keys, values):
    """One row of a causal mask lets the query see the first key only."""
    mask = torch.ones(1, len(keys), dtype=torch.bool).tril()
    return F.scaled_dot_product_attention(query, keys, values, attn_mask=mask)


def without_scaling(query, keys, values):
    return torch.softmax(query @ keys.T, dim=-1) @ values


def without_the_last_key(query, keys, values):
    if len(keys) > 1:
        keys, values = keys[:-1], values[:-1]
    return F.scaled_dot_product_attention(query, keys, values)


def over_the_wrong_dimension(query, keys, values):
    scores = query @ keys.T / query.shape[-1] ** 0.5
    return torch.softmax(scores, dim=0) @ values


def first_output_only(attend, x):
    changed = x.clone()
    changed[-1] = 5.0
    return not torch.allclose(attend(changed)[0], attend(x)[0])


def all_outputs(attend, x):
    changed = x.clone()
    changed[-1] = 5.0
    return not torch.allclose(attend(changed), attend(x))


def changes_the_first(attend, x):
    changed = x.clone()
    changed[0] = 5.0
    return not torch.allclose(attend(changed)[1:], attend(x)[1:])


def first_cut_only(attend, x):
    changed = x.clone()
    changed[1:] += 1.0
    return not torch.allclose(attend(changed)[:1], attend(x)[:1])


def last_cut_only(attend, x):
    changed = x.clone()
    changed[-1:] += 1.0
    return not torch.allclose(attend(changed)[:-1], attend(x)[:-1])


def future_rows(attend, x):
    """Looks at the outputs after the change, which may change."""
    changed = x.clone()
    changed[2:] = 5.0
    return not torch.allclose(attend(changed)[2:], attend(x)[2:])


def next_token_only(attend, x):
    """Misses a leak that reaches back further than one token."""
    for t in range(1, len(x)):
        changed = x.clone()
        changed[t] = 5.0
        if not torch.allclose(attend(changed)[t - 1], attend(x)[t - 1]):
            return True
    return False


WRONG = {
    "third_row": [
        [1 / 16, 3 / 16, 4 / 16, 8 / 16],  # nothing masked
        [1 / 16, 3 / 16, 4 / 16, 0],  # masked after the softmax
        [1 / 4, 3 / 4, 0, 0],  # without itself
        [1 / 3, 1 / 3, 1 / 3, 0],
        [1 / 8, 3 / 8, 4 / 8],
        [0, 1, 0, 0],
        [1 / 9, 3 / 9, 4 / 9, 1 / 9],  # e^0 = 1 for the future
    ],
    "window_mask": [
        lambda T, W: causal_mask(T),
        lambda T, W: causal_mask(T).triu(-W),
        lambda T, W: causal_mask(T).triu(2 - W),
        lambda T, W: ~causal_mask(T).triu(1 - W),
        lambda T, W: causal_mask(T).triu(1 - W).int(),
        lambda T, W: causal_mask(T).tril(1 - W),
        lambda T, W: torch.ones(T, T).bool().triu(1 - W).tril(W - 1),
        lambda T, W: causal_mask(T).triu(1 - W).tolist(),
        lambda T, W: causal_mask(T).triu(1 - W)[:1],
    ],
    "last_context": [
        masked_with_a_causal_mask,
        without_scaling,
        without_the_last_key,
        over_the_wrong_dimension,
        lambda query, keys, values: None,
        lambda query, keys, values: values[-1:],
        lambda query, keys, values: values.mean(dim=0),
    ],
    "leaks": [
        first_output_only,
        all_outputs,
        changes_the_first,
        first_cut_only,
        last_cut_only,
        future_rows,
        next_token_only,
        lambda attend, x: True,
        lambda attend, x: False,
    ],
}
