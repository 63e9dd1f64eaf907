"""Exercises of the chapter simplified-attention: checks and solutions."""

from collections.abc import Callable, Sequence

import torch
from torch import Tensor

from snippets.sentences import SUN
from snippets.simplified import attention_weights, simplified_attention


def check_most_looked_at(answer: Sequence[int]) -> None:
    """answer: four indices; answer[i] gets the largest weight of row i."""
    x = torch.tensor([[2.0, 0.0], [1.0, 1.0], [0.0, 3.0], [-1.0, 1.0]])
    best = simplified_attention(x)[1].argmax(dim=-1).tolist()
    for i, j in zip(range(4), answer, strict=True):
        assert j == best[i], f"row {i}: x[{j}] does not have the largest score"
    print("ok")


most_looked_at = [0, 2, 2, 2]


def check_four_weights(answer: Sequence[float]) -> None:
    """answer: the weights of Hello, shiny, sun and "!", three digits each."""
    x = torch.cat([SUN.embeddings, torch.zeros(1, 3)])
    weights = attention_weights(x @ x[1]).tolist()  # T numbers
    total = sum(answer)
    assert abs(total - 1) < 0.003, f"they sum to {total:.4f}, not to 1"
    for j, (got, weight) in enumerate(zip(answer, weights, strict=True)):
        assert abs(got - weight) < 0.001, f"the weight {j} is not {got:.4f}"
    print("ok")


# %% four-weights
exponentials = [2.1907, 3.8841, 3.4858, 1.0]  # exp(0) = 1
four_weights = [e / sum(exponentials) for e in exponentials]


# %%
def check_softmax_with_temperature(
    answer: Callable[[Tensor, float], Tensor],
) -> None:
    """answer: scores (..., S), temperature -> weights (..., S)."""
    torch.manual_seed(0)
    small = torch.randn(2, 3, 4)  # (B, T, S)
    cases = [(small, 0.5, 2.0), (small, 1.0, 1.0), (small, 10.0, 0.1)]
    for scores, tau, slope in [*cases, (500 * small, 0.1, None)]:
        weights = answer(scores, tau)
        wrong = f"scores up to {scores.max():.0f}, temperature {tau}: "
        assert not weights.isnan().any(), wrong + "NaN"
        sums = weights.sum(dim=-1)
        assert sums.allclose(torch.ones(2, 3)), wrong + f"sums {sums}"
        if slope:  # how the ratios of the weights grow with the scores
            found = weights.log().diff() / scores.diff()
            right = found.allclose(torch.full_like(found, slope), rtol=1e-3)
            assert right, wrong + f"weights {weights[0, 0]}"
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
