"""Exercises of the chapter self-attention: checks and solutions."""

# %% check-by-hand
import math
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def check_by_hand(answer: float) -> None:
    """The context vector of the task has one component: answer."""
    q = torch.ones(1, 4)
    k = torch.tensor([[1.0, 1.0, 1.0, 1.0], [1.0, 1.0, -1.0, -1.0]])
    v = torch.tensor([[10.0], [20.0]])
    attend = F.scaled_dot_product_attention
    slips = {
        "the scores were not divided by √d_k": attend(q, k, v, scale=1),
        "the scores were divided by d_k": attend(q, k, v, scale=1 / 4),
        "each value got the other's weight": attend(q, k, v.flip(0)),
    }
    reason = f"{answer:.2f} is not right"
    for slip, wrong in slips.items():
        if abs(answer - wrong.item()) < 0.01:
            reason = slip
    assert abs(answer - attend(q, k, v).item()) < 0.01, reason
    print("ok")


# %% solve-by-hand
weight = math.exp(2) / (math.exp(2) + math.exp(0))  # 4 / √4 and 0 / √4
by_hand = weight * 10 + (1 - weight) * 20


# %%
def check_count_parameters(answer: Callable[..., int]) -> None:
    """answer(d_in, d_k, d_v, bias) is how many numbers a head learns."""
    for d_in, d_k, d_v in ((3, 2, 2), (4, 3, 5), (512, 64, 64)):
        for bias in (False, True):
            layers = [nn.Linear(d_in, d, bias=bias) for d in (d_k, d_k, d_v)]
            right = sum(p.numel() for w in layers for p in w.parameters())
            given = answer(d_in, d_k, d_v, bias)
            assert given == right, (
                f"d_in {d_in}, d_k {d_k}, d_v {d_v}, bias {bias}: "
                f"{given} instead of {right}"
            )
    print("ok")


def count_parameters(d_in: int, d_k: int, d_v: int, bias: bool) -> int:
    """Numbers in W_query, W_key and W_value; T plays no part."""
    columns = d_k + d_k + d_v  # W_query has as many as W_key
    return columns * (d_in + bias)


def check_attention(answer: Callable[..., Tensor]) -> None:
    """answer(q, k, v) is the context; any batch, d_v free, any size."""
    torch.manual_seed(0)
    for size in ((6, 2), (2, 6, 4), (3, 3, 3), (2, 4, 6, 8)):
        q, k = torch.randn(size), torch.randn(size)
        v = torch.randn(*size[:-1], 5)
        right = F.scaled_dot_product_attention(q, k, v)
        given = answer(q, k, v)
        error = (given - right).abs().max()
        assert error < 1e-4, f"q {size}: off by up to {error:.2f}"
    q, k = 1000 * q, 1000 * k  # scores in the millions
    assert not answer(q, k, v).isnan().any(), "large scores give NaN"
    print("ok")


def attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """q, k (..., T, d_k), v (..., T, d_v) -> context (..., T, d_v)."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])
    exponentials = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ v


def check_look_ahead(
    answer: Callable[[int], tuple[Tensor, Tensor]],
) -> None:
    """answer(T) is W_query, W_key: token i attends to token i + 1.

    The embeddings are the rows of the identity; the last token attends to
    the first.
    """
    for T in (3, 5):
        x = torch.eye(T)
        W_query, W_key = answer(T)
        Q, K = x @ W_query, x @ W_key
        A = torch.softmax(Q @ K.T / math.sqrt(K.shape[-1]), dim=-1)
        for i in range(T):
            j = (i + 1) % T
            assert A[i, j] > 0.99, (
                f"T {T}: token {i} gives token {j} only {A[i, j]:.2f}"
            )
    print("ok")


def look_ahead(T: int) -> tuple[Tensor, Tensor]:
    """Query i is 20 times the one-hot key i + 1 (T x T each)."""
    W_key = torch.eye(T)
    W_query = 20 * torch.eye(T).roll(1, dims=1)
    return W_query, W_key
