"""Exercises of the chapter simplified-attention: checks and solutions."""

from collections.abc import Callable, Iterable, Sequence

import torch
from torch import Tensor

from snippets.sentences import JOURNEY, SUN
from snippets.simplified import attention_weights, simplified_attention


def check_most_looked_at(answer: Sequence[int]) -> None:
    """answer: four indices; answer[i] gets the largest weight of row i."""
    x = torch.tensor([[2.0, 0.0], [1.0, 1.0], [0.0, 3.0], [-1.0, 1.0]])
    best = simplified_attention(x)[1].argmax(dim=-1).tolist()
    assert len(answer) == 4, f"expected 4 indices, got {len(answer)}"
    for i, j in enumerate(answer):
        assert j == best[i], f"row {i}: x[{j}] does not have the largest score"
    print("ok")


most_looked_at = [0, 2, 2, 2]


def check_four_weights(answer: Sequence[float]) -> None:
    """answer: the weights of Hello, shiny, sun and "!", three digits each."""
    x = torch.cat([SUN.embeddings, torch.zeros(1, 3)])
    weights = attention_weights(x @ x[1]).tolist()  # T numbers
    assert len(answer) == 4, f"expected 4 weights, got {len(answer)}"
    total = sum(answer)
    assert abs(total - 1) < 0.003, f"they sum to {total:.4f}, not to 1"
    for j, (got, weight) in enumerate(zip(answer, weights)):
        assert abs(got - weight) < 0.001, f"the weight {j} is not {got:.4f}"
    print("ok")


# %% four-weights
exponentials = [2.1907, 3.8841, 3.4858, 1.0]  # exp(0) = 1
four_weights = [e / sum(exponentials) for e in exponentials]


# %%
def check_query_for_average(answer: Callable[[Tensor], Tensor]) -> None:
    """answer: x (T, D) -> a query (D,) whose context is the mean of x."""
    torch.manual_seed(0)
    for x in (SUN.embeddings, JOURNEY.embeddings, 5 * torch.randn(7, 4)):
        query = answer(x)
        expected = x.shape[1:]
        assert query.shape == expected, f"{query.shape}, expected {expected}"
        context = attention_weights(x @ query) @ x  # (D,)
        right = torch.allclose(context, x.mean(dim=0), atol=1e-4)
        assert right, f"context {context}, expected {x.mean(dim=0)}"
    print("ok")


def query_for_average(x: Tensor) -> Tensor:
    """A query that gives every token the same score.

    x (T, D) -> query (D,).
    """
    return torch.zeros_like(x[0])


def check_softmax_with_temperature(
    answer: Callable[[Tensor, float], Tensor],
) -> None:
    """answer: scores (..., S), temperature -> weights (..., S)."""
    torch.manual_seed(0)
    small = torch.randn(2, 3, 4)  # (B, T, S)
    for scores in (small, 500 * small):
        for tau in (0.1, 1.0, 10.0):
            kept = scores.clone()
            weights = answer(scores, tau)
            assert scores.equal(kept), "your function changes its input"
            wrong = f"scores up to {kept.max():.0f}, temperature {tau}: "
            assert not weights.isnan().any(), wrong + "NaN"
            sums = weights.sum(dim=-1)
            assert sums.allclose(torch.ones(2, 3)), wrong + f"sums {sums}"
            right = torch.softmax(kept / tau, dim=-1)
            assert weights.allclose(right, atol=1e-5), wrong + f"{weights}"
    print("ok")


def softmax_with_temperature(scores: Tensor, temperature: float) -> Tensor:
    """Softmax of the scores divided by a positive temperature.

    scores (..., S) -> weights (..., S).
    """
    return attention_weights(scores / temperature)


def check_unshuffle(answer: Callable[[Tensor, Tensor], Tensor]) -> None:
    """answer: contexts of x[order], order -> the contexts of x."""
    torch.manual_seed(0)
    for T in (3, 6, 10):
        x = torch.randn(T, 4)
        order = torch.randperm(T)
        shuffled = simplified_attention(x[order])[0]
        context = answer(shuffled, order)
        right = simplified_attention(x)[0]
        assert context.shape == right.shape, f"shape {context.shape}"
        differ = (context - right).abs().amax(dim=-1) > 1e-5
        rows = differ.nonzero().flatten().tolist()
        assert not rows, f"order {order.tolist()}: rows {rows} are wrong"
    print("ok")


def unshuffle(context: Tensor, order: Tensor) -> Tensor:
    """Put the context vectors of x[order] back into the order of x.

    context (T, D), order (T,) -> (T, D).
    """
    restored = torch.empty_like(context)
    restored[order] = context  # restored[order[k]] = context[k]
    return restored


def check_one_pass(
    answer: Callable[[Tensor, Iterable[Tensor]], Tensor],
) -> None:
    """answer: query (D,), vectors one by one -> context (D,).

    All vectors come in one tensor: each overwrites the one before.
    """
    journey = JOURNEY.embeddings
    for scale in (1, -1, 20):
        for x in (scale * journey, scale * journey.flip(0)):
            scores = x @ x[1]
            one = torch.empty_like(x[0])
            context = answer(x[1], (one.copy_(vector) for vector in x))
            right = attention_weights(scores) @ x
            assert context.shape == right.shape, f"shape {context.shape}"
            close = context.allclose(right, rtol=1e-3, atol=1e-4)
            wrong = f"largest score {scores.max():.1f}: {context}, not {right}"
            assert close, wrong
    print("ok")


def one_pass(query: Tensor, vectors: Iterable[Tensor]) -> Tensor:
    """The context vector of a query, looking at each vector once.

    query (D,), vectors T times (D,) -> context (D,).
    """
    m = torch.tensor(-torch.inf)
    total = torch.tensor(0.0)
    mixture = torch.zeros_like(query)  # (D,)
    for x in vectors:
        score = torch.dot(query, x)
        new = torch.maximum(m, score)
        shrink, share = torch.exp(m - new), torch.exp(score - new)
        total = shrink * total + share
        mixture = shrink * mixture + share * x
        m = new
    return mixture / total
