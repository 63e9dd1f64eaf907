"""Answers that the checks of the chapter self-attention must refuse."""

import math

import torch
from torch.nn import functional as F


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
    "look_ahead": [
        lambda T: eye(T),
        lambda T: eye(T, 20),
        lambda T: eye(T, 1, 1),  # too weak
        lambda T: eye(T, 20, -1),  # looks back
        lambda T: eye(T, -20, 1),
    ],
}
