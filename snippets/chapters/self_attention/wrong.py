"""Answers that the checks of the chapter self-attention must refuse."""

import math

import torch
from torch.nn import functional as F

NAMES = ("W_query", "W_key", "W_value")


def attention_with(divide, dim=-1, softmax=torch.softmax):
    def attention(q, k, v):
        scores = q @ k.transpose(-2, -1) / divide(q, v)
        return softmax(scores, dim=dim) @ v

    return attention


def naive(scores, dim):
    return scores.exp() / scores.exp().sum(dim=dim, keepdim=True)


def root(q, v):
    return math.sqrt(q.shape[-1])


def reversed_dimensions(q, k, v):
    """What k.T does; right for two dimensions, silent for cubes."""
    if q.shape[:-1] != k.permute(*reversed(range(k.dim()))).shape[1:]:
        return F.scaled_dot_product_attention(q, k, v)
    k_T = k.permute(*reversed(range(k.dim())))
    return torch.softmax(q @ k_T / root(q, v), dim=-1) @ v


def not_transposed(v1, v2):
    with torch.no_grad():
        for name in NAMES:
            weight = getattr(v2, name).weight
            weight.copy_(getattr(v1, name).reshape(weight.shape))


def keys_forgotten(v1, v2):
    with torch.no_grad():
        for name in ("W_query", "W_value"):
            getattr(v2, name).weight.copy_(getattr(v1, name).T)


def other_way_round(v1, v2):
    with torch.no_grad():
        for name in NAMES:
            getattr(v1, name).copy_(getattr(v2, name).weight.T)


def shared(v1, v2):
    for name in NAMES:
        getattr(v2, name).weight.data = getattr(v1, name).data.T


def frozen(v1, v2):
    for name in NAMES:
        weight = getattr(v1, name).detach().T.clone()
        layer = getattr(v2, name)
        layer.weight = torch.nn.Parameter(weight, requires_grad=False)


def eye(T, factor=1.0, shift=0):
    return factor * torch.eye(T).roll(shift, dims=1), torch.eye(T)


WRONG = {
    "by_hand": [
        10 + 10 / (1 + math.exp(4)),  # not scaled
        10 + 10 / (1 + math.e),  # by d_k
        20 - 10 / (1 + math.exp(2)),  # weights swapped
        15.0,  # the plain mean
        0.8808,  # the weight itself
    ],
    "count_parameters": [
        lambda d_in, d_k, d_v, bias: 3 * d_in * d_k,
        lambda d_in, d_k, d_v, bias: d_in * (2 * d_k + d_v),
        lambda d_in, d_k, d_v, bias: d_in * (d_k + d_v) + bias * (d_k + d_v),
        lambda d_in, d_k, d_v, bias: (d_in + 3 * bias) * (2 * d_k + d_v),
    ],
    "attention": [
        attention_with(lambda q, v: 1),
        attention_with(lambda q, v: q.shape[-1]),
        attention_with(lambda q, v: math.sqrt(v.shape[-1])),
        attention_with(lambda q, v: math.sqrt(q.shape[-2])),
        attention_with(root, dim=-2),
        attention_with(root, dim=0),
        attention_with(root, softmax=naive),
        reversed_dimensions,
        lambda q, k, v: torch.softmax(q @ k.mT / root(q, v), dim=-1) @ k,
    ],
    "copy_weights": [
        not_transposed,
        keys_forgotten,
        other_way_round,
        shared,
        frozen,
        lambda v1, v2: None,
    ],
    "look_ahead": [
        lambda T: eye(T),
        lambda T: eye(T, 20),
        lambda T: eye(T, 1, 1),  # too weak
        lambda T: eye(T, 20, -1),  # looks back
        lambda T: eye(T, -20, 1),
    ],
    "softmax_jacobian": [
        torch.diag,
        lambda a: torch.outer(a, a) - torch.diag(a),
        lambda a: torch.diag(a * (1 - a)),
        lambda a: a * (1 - a),
        lambda a: torch.diag(a) - torch.outer(a, a) / len(a),
    ],
}
