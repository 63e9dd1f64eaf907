"""Plausible wrong answers to the exercises of why-attention."""

import torch

from snippets.chapters.why_attention.exercises import faulty_shares


def order_of_the_source(source, target, dictionary):
    return torch.eye(len(target), len(source))


def transposed(source, target, dictionary):
    return torch.tensor(
        [[float(dictionary[s] == t) for t in target] for s in source]
    )


def backwards(source, target, dictionary):
    return torch.eye(len(target), len(source)).flip(0)


def over_queries(all_s, states):
    weights = torch.softmax(all_s @ states.T, dim=0)
    return weights @ states, weights


def scores_only(all_s, states):
    return all_s @ states.T @ states, all_s @ states.T


def keys_first(all_s, states):
    weights = torch.softmax(states @ all_s.T, dim=-1)
    return weights @ all_s, weights


def reads_itself(all_s, states):
    weights = torch.softmax(all_s @ states.T, dim=-1)
    return torch.zeros_like(all_s) + all_s, weights


def states_without(states):
    return 1 - states**2


def no_slope(states, W_x, W_h):
    return W_x @ torch.linalg.matrix_power(W_h, len(states) - 1)


def one_step_too_many(states, W_x, W_h):
    J = W_x * states_without(states)[0]
    for slope in states_without(states):
        J = J @ (W_h * slope)
    return J


def slope_on_the_rows(states, W_x, W_h):
    J = W_x * states_without(states)[0][:, None]
    for slope in states_without(states)[1:]:
        J = J @ (W_h * slope[:, None])
    return J


def output_by_input(states, W_x, W_h):
    J = W_x * states_without(states)[0]
    for slope in states_without(states)[1:]:
        J = J @ (W_h * slope)
    return J.T


WRONG = {
    "third_state": [0.8415, 1.1817, 0.7616, 0.1797, 1.25, 0.8808],
    "alignment": [order_of_the_source, transposed, backwards],
    "look_back_all": [over_queries, scores_only, keys_first, reads_itself],
    "shares": [
        faulty_shares,
        lambda scores: torch.softmax(scores, dim=1),
        lambda scores: torch.softmax(scores.flatten(), 0).view_as(scores),
        lambda scores: scores / scores.sum(dim=-1, keepdim=True),
        lambda scores: torch.softmax(-scores, dim=-1),
    ],
    "chain": [no_slope, one_step_too_many, slope_on_the_rows, output_by_input],
}
