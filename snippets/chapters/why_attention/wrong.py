"""Plausible wrong answers to the exercises of why-attention."""

import torch


def order_of_the_source(source, target, dictionary):
    return torch.eye(len(target), len(source))


def transposed(source, target, dictionary):
    return torch.tensor(
        [[float(dictionary[s] == t) for t in target] for s in source]
    )


def backwards(source, target, dictionary):
    return torch.eye(len(target), len(source)).flip(0)


def over_queries(asking, states):
    weights = torch.softmax(asking @ states.T, dim=0)
    return weights @ states, weights


def scores_only(asking, states):
    return asking @ states.T @ states, asking @ states.T


def keys_first(asking, states):
    weights = torch.softmax(states @ asking.T, dim=-1)
    return weights @ asking, weights


WRONG = {
    "third_state": [
        1.1817,  # the last tanh forgotten
        1.25,  # no tanh at all
        0.8811,  # the step with the input 0 left out
    ],
    "alignment": [order_of_the_source, transposed, backwards],
    "look_back_all": [over_queries, scores_only, keys_first],
}
