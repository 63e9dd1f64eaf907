"""Answers to the exercises of the lab lab-encoder that must be refused."""

import torch

from snippets.multi_head import merge_heads
from snippets.scaled import scaled_dot_product_attention


def places(length):
    return torch.arange(length)


def heads(attention, x):
    return scaled_dot_product_attention(*attention.project(x))[0]


def not_projected(attention, x, h):
    """Forgets W_O."""
    context = heads(attention, x)
    context[..., h, :, :] = 0
    return merge_heads(context)


def one_token_less(attention, x, h):
    context = heads(attention, x)
    context[..., h, :] = 0  # a position, not a head
    return attention.out_proj(merge_heads(context))


def the_other_head(attention, x, h):
    """Counts the heads from 1."""
    context = heads(attention, x)
    context[..., h - 1, :, :] = 0
    return attention.out_proj(merge_heads(context))


WRONG = {
    "neighbours": [
        # numbers, not bool
        lambda n: ((places(n)[:, None] - places(n)).abs() <= 1).float(),
        lambda n: (places(n)[:, None] - places(n)).abs() == 1,  # not itself
        lambda n: torch.ones(n, n, dtype=torch.bool).tril(1),  # all the past
    ],
    "without_head": [
        not_projected,
        one_token_less,
        the_other_head,
    ],
}
