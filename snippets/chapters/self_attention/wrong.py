"""Answers that the checks of the chapter self-attention must refuse."""

import math

import torch


def attention_with(divide, dim=-1, softmax=torch.softmax):
    def attention(q, k, v):
        scores = q @ k.transpose(-2, -1) / divide(q, v)
        return softmax(scores, dim=dim) @ v

    return attention


def naive(scores, dim):
    return scores.exp() / scores.exp().sum(dim=dim, keepdim=True)


def root(q, v):
    return math.sqrt(q.shape[-1])


def eye(T, factor=1.0, shift=0):
    return factor * torch.eye(T).roll(shift, dims=1), torch.eye(T)


WRONG = {
    "by_hand": [
        10 + 10 / (1 + math.exp(4)),  # not scaled
        10 + 10 / (1 + math.e),  # by d_k
        20 - 10 / (1 + math.exp(2)),  # weights swapped
    ],
    "count_parameters": [
        lambda d_in, d_k, d_v, bias: 3 * d_in * d_k,  # d_v taken for d_k
        lambda d_in, d_k, d_v, bias: d_in * (2 * d_k + d_v),  # no bias
        # queries and keys share a matrix
        lambda d_in, d_k, d_v, bias: d_in * (d_k + d_v) + bias * (d_k + d_v),
    ],
    "attention": [
        attention_with(lambda q, v: 1),  # not scaled
        attention_with(root, dim=-2),  # columns sum to 1
        attention_with(root, softmax=naive),  # overflows
    ],
    "look_ahead": [
        lambda T: eye(T, 20),  # looks at itself
        lambda T: eye(T, 1, 1),  # too weak
        lambda T: eye(T, 20, -1),  # looks back
    ],
}
