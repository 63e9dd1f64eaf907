"""Plausible wrong answers to the exercises of simplified-attention."""

import torch

from snippets.simplified import naive_softmax

WRONG = {
    "most_looked_at": [
        [0, 1, 2, 3],  # each looks at itself
        [2, 2, 2, 2],  # the longest always wins
        [1, 3, 3, 3],  # counted from 1
    ],
    "four_weights": [
        [0.2291, 0.4063, 0.3646, 0.0],  # a zero vector gets nothing
        [0.2291, 0.4063, 0.3646, 0.1046],  # the old total
        [0.2313, 0.4003, 0.3684, 0.0],  # divided by the sum
    ],
    "softmax_with_temperature": [
        lambda scores, tau: torch.softmax(scores * tau, dim=-1),  # times
        lambda scores, tau: torch.softmax(scores, dim=-1) / tau,  # too late
        lambda scores, tau: naive_softmax(scores / tau),  # overflows
    ],
    "unshuffle": [
        lambda context, order: context,  # the order does not matter
        lambda context, order: context[order],  # shuffles again
        lambda context, order: context[order.flip(0)],  # not the inverse
    ],
}
