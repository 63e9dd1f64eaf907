"""Exercises of the chapter self-attention: checks and solutions."""

# %% check-by-hand
import math
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.self_attention import SelfAttentionV1, SelfAttentionV2


def check_by_hand(answer: float) -> None:
    """The context vector of the task has one component: answer."""
    slips = {
        4: "the scores were not divided by √d_k",
        1: "the scores were divided by d_k, not by √d_k",
        -2: "each value got the weight of the other key",
    }
    for score, slip in slips.items():
        wrong = 10 + 10 / (1 + math.exp(score))
        assert not math.isclose(answer, wrong, abs_tol=0.01), slip
    right = 10 + 10 / (1 + math.exp(2))
    assert abs(answer - right) < 0.01, f"{answer:.2f} is not right"
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
        assert given.shape == right.shape, (
            f"q {size}: context {tuple(given.shape)}, not {tuple(right.shape)}"
        )
        error = (given - right).abs().max()
        assert error < 1e-4, f"q {size}: off by up to {error:.2f}"
    q, k = 1000 * q, 1000 * k  # scores in the millions
    given = answer(q, k, v)
    assert not given.isnan().any(), "large scores give NaN"
    error = (given - F.scaled_dot_product_attention(q, k, v)).abs().max()
    assert error < 1e-4, f"large scores: off by up to {error:.2f}"
    print("ok")


def attention(q: Tensor, k: Tensor, v: Tensor) -> Tensor:
    """q, k (..., T, d_k), v (..., T, d_v) -> context (..., T, d_v)."""
    scores = q @ k.transpose(-2, -1) / math.sqrt(k.shape[-1])
    exponentials = torch.exp(scores - scores.amax(dim=-1, keepdim=True))
    weights = exponentials / exponentials.sum(dim=-1, keepdim=True)
    return weights @ v


def check_copy_weights(
    answer: Callable[[SelfAttentionV1, SelfAttentionV2], None],
) -> None:
    """answer(v1, v2) makes v2 compute what v1 computes, and leaves v1."""
    torch.manual_seed(0)
    for d_in, d_out in ((4, 4), (3, 2)):
        v1, v2 = SelfAttentionV1(d_in, d_out), SelfAttentionV2(d_in, d_out)
        x = torch.randn(6, d_in)
        before = v1(x)
        answer(v1, v2)
        assert torch.equal(v1(x), before), "v1 has changed"
        error = (v2(x) - before).abs().max()
        assert error < 1e-5, f"d_in {d_in}, d_out {d_out}: off by {error:.2f}"
    with torch.no_grad():
        v1.W_key.zero_()
    assert v2.W_key.weight.any(), "v2 holds v1's own tensor, not a copy"
    for name, p in v2.named_parameters():
        assert p.requires_grad, f"{name} no longer learns"
    print("ok")


def copy_weights(v1: SelfAttentionV1, v2: SelfAttentionV2) -> None:
    """Give v2 the weights of v1; nn.Linear stores them transposed."""
    with torch.no_grad():
        for name in ("W_query", "W_key", "W_value"):
            getattr(v2, name).weight.copy_(getattr(v1, name).T)


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


def check_softmax_jacobian(answer: Callable[[Tensor], Tensor]) -> None:
    """answer(weights (S,)) is J (S, S), J[j, m] = ∂α_j / ∂s_m."""
    torch.manual_seed(0)
    for S in (2, 5):
        scores = torch.randn(S)
        right = torch.autograd.functional.jacobian(
            lambda scores: torch.softmax(scores, dim=-1), scores
        )
        given = answer(torch.softmax(scores, dim=-1))
        assert given.shape == (S, S), f"J {tuple(given.shape)}, not {(S, S)}"
        error = (given - right).abs().max()
        assert error < 1e-5, f"S {S}: off by up to {error:.3f}"
    print("ok")


def softmax_jacobian(weights: Tensor) -> Tensor:
    """The slopes of softmax, from its weights (S,) alone -> (S, S)."""
    return torch.diag(weights) - torch.outer(weights, weights)
