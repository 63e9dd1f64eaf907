"""Plausible wrong answers to the exercises of simplified-attention."""

import torch

from snippets.simplified import attention_weights, naive_softmax


def in_place(scores, temperature):
    scores /= temperature
    return torch.softmax(scores, dim=-1)


def no_maximum(query, vectors):
    total, mixture = 0.0, torch.zeros_like(query)
    for x in vectors:
        share = torch.exp(torch.dot(query, x))
        total, mixture = total + share, mixture + share * x
    return mixture / total


def first_score_as_maximum(query, vectors):
    first, total, mixture = None, 0.0, torch.zeros_like(query)
    for x in vectors:
        score = torch.dot(query, x)
        first = score if first is None else first
        share = torch.exp(score - first)
        total, mixture = total + share, mixture + share * x
    return mixture / total


def rescaled(total_too: bool, mixture_too: bool):
    def answer(query, vectors):
        m, total = torch.tensor(-torch.inf), torch.tensor(0.0)
        mixture = torch.zeros_like(query)
        for x in vectors:
            score = torch.dot(query, x)
            new = torch.maximum(m, score)
            shrink, share = torch.exp(m - new), torch.exp(score - new)
            total = (shrink if total_too else 1) * total + share
            mixture = (shrink if mixture_too else 1) * mixture + share * x
            m = new
        return mixture / total

    return answer


def running_weights(query, vectors):
    """The mean so far is mixed with the new vector, half and half."""
    mixture = torch.zeros_like(query)
    for x in vectors:
        pair = torch.stack([torch.dot(query, mixture), torch.dot(query, x)])
        w = attention_weights(pair)
        mixture = w[0] * mixture + w[1] * x
    return mixture


def all_kept(query, vectors):
    x = torch.stack(list(vectors))
    return attention_weights(x @ query) @ x


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
    "query_for_average": [
        lambda x: torch.ones_like(x[0]),
        lambda x: x.mean(dim=0),
        lambda x: x[0],
        lambda x: torch.zeros(len(x)),
        lambda x: x.sum(dim=0),
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
    "one_pass": [
        no_maximum,
        first_score_as_maximum,
        rescaled(True, False),
        rescaled(False, True),
        rescaled(False, False),
        running_weights,
        all_kept,
        lambda query, vectors: torch.stack(list(vectors)).mean(dim=0),
    ],
}
