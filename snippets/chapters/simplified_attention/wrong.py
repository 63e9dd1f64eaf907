"""Plausible wrong answers to the exercises of simplified-attention."""

import torch

from snippets.simplified import naive_softmax


def in_place(scores, temperature):
    scores /= temperature
    return torch.softmax(scores, dim=-1)


WRONG = {
    "most_looked_at": [
        [0, 1, 2, 3],  # each looks at itself
        [2, 2, 2, 2],  # the longest always wins
        [0, 0, 2, 3],
        [1, 3, 3, 3],  # counted from 1
        [0, 2, 2],
        [0, 0, 2, 2],  # a draw between the first two
    ],
    "four_weights": [
        [0.2291, 0.4063, 0.3646, 0.0],  # a zero vector gets nothing
        [0.2291, 0.4063, 0.3646, 0.1046],  # the old total
        [0.25, 0.25, 0.25, 0.25],
        [0.2313, 0.4003, 0.3684, 0.0],  # divided by the sum
        [0.2074, 0.3678, 0.3301],
        [0.3678, 0.2074, 0.3301, 0.0947],
    ],
    "softmax_with_temperature": [
        lambda scores, tau: torch.softmax(scores * tau, dim=-1),
        lambda scores, tau: torch.softmax(scores, dim=-1) / tau,
        lambda scores, tau: torch.softmax(scores / tau, dim=0),
        lambda scores, tau: torch.softmax(scores / tau, dim=1),
        lambda scores, tau: naive_softmax(scores / tau),
        lambda scores, tau: torch.softmax(scores, dim=-1),
        in_place,
    ],
    "unshuffle": [
        lambda context, order: context,
        lambda context, order: context[order],
        lambda context, order: context.flip(0),
        lambda context, order: context[order.flip(0)],
        lambda context, order: context[: len(order) - 1],
    ],
}
