"""Exercises of the chapter why-attention: a check and a solution for each."""

from collections.abc import Callable

import torch
from torch import Tensor


def check_third_state(answer: float) -> None:
    """h_3 for w_x = 1, w_h = 0.5 and the inputs 1, 0, 1."""
    h = torch.tensor(0.0)
    for x_t in (1.0, 0.0, 1.0):
        h = torch.tanh(x_t + 0.5 * h)
    assert abs(answer - h) < 6e-4, (
        f"{answer} is not h_3; tanh is applied once in each of three steps"
    )
    print("ok")


# %% third-state
h_1 = torch.tanh(torch.tensor(1 * 1.0 + 0.5 * 0))
h_2 = torch.tanh(1 * 0 + 0.5 * h_1)
h_3 = torch.tanh(1 * 1 + 0.5 * h_2)
third_state = h_3.item()


# %%
def check_alignment(answer: Callable[..., Tensor]) -> None:
    """answer(source, target, dictionary) -> A (target words, source words)."""
    meaning = {"kein": "no", "Wort": "word", "so": "so", "gut": "well"}
    for source, target, expected in [
        ("so kein Wort", "no word so", [[0, 1, 0], [0, 0, 1], [1, 0, 0]]),
        ("gut so", "so well", [[0, 1], [1, 0]]),
        ("kein Wort so gut", "so word", [[0, 0, 1, 0], [0, 1, 0, 0]]),
    ]:
        A = answer(source.split(), target.split(), meaning)
        shape = len(expected), len(expected[0])
        assert A.shape == shape, f"A is {tuple(A.shape)}, not {shape}"
        assert A.tolist() == expected, (
            f"{source} -> {target}: A is {A.tolist()}, not {expected}; "
            "A[i, j] is 1 where target word i is source word j translated"
        )
    print("ok")


def alignment(
    source: list[str], target: list[str], dictionary: dict[str, str]
) -> Tensor:
    """Which source word each target word translates.

    (target words, source words): 1 where they belong together, else 0.
    """
    return torch.tensor(
        [[float(dictionary[s] == t) for s in source] for t in target]
    )


def check_look_back_all(answer: Callable[..., tuple[Tensor, Tensor]]) -> None:
    """answer(all_s, states) -> contexts (T_out, D), weights (T_out, T_in)."""
    generator = torch.Generator().manual_seed(0)
    for T_out, T_in, D in [(3, 5, 2), (4, 4, 4), (1, 7, 3)]:
        all_s = torch.randn(T_out, D, generator=generator)
        states = torch.randn(T_in, D, generator=generator)
        contexts, weights = answer(all_s, states)
        assert weights.shape == (T_out, T_in), (
            f"weights are {tuple(weights.shape)}, not {(T_out, T_in)}"
        )
        assert contexts.shape == (T_out, D), (
            f"contexts are {tuple(contexts.shape)}, not {(T_out, D)}"
        )
        for i, s in enumerate(all_s):
            right = torch.softmax(states @ s, dim=0)
            assert torch.allclose(weights[i], right, atol=1e-5), (
                f"row {i} of the weights is {weights[i]}, not {right}"
            )
            assert torch.allclose(contexts[i], right @ states, atol=1e-5), (
                f"context {i} is {contexts[i]}, not {right @ states}"
            )
    print("ok")


def look_back_all(all_s: Tensor, states: Tensor) -> tuple[Tensor, Tensor]:
    """What each decoder state reads from the encoder states.

    all_s (T_out, D), states (T_in, D)
    -> contexts (T_out, D), weights (T_out, T_in).
    """
    weights = torch.softmax(all_s @ states.transpose(-2, -1), dim=-1)
    return weights @ states, weights


def faulty_shares(scores: Tensor) -> Tensor:
    """Attention weights of scores (..., T_out, T_in)."""
    return torch.softmax(scores, dim=0)


def check_shares(answer: Callable[[Tensor], Tensor]) -> None:
    """answer(scores) -> weights, a softmax for each output token."""
    generator = torch.Generator().manual_seed(0)
    for shape in [(2, 3), (3, 3), (5, 2), (2, 4, 3), (2, 2, 3, 5)]:
        scores = torch.randn(shape, generator=generator)
        weights = answer(scores)
        assert weights.shape == shape, f"the shape must stay {shape}"
        sums = weights.sum(dim=-1)
        assert torch.allclose(sums, torch.ones(shape[:-1])), (
            f"scores {shape}: the rows sum to {sums}, not to 1"
        )
        right = scores.exp() / scores.exp().sum(dim=-1, keepdim=True)
        assert torch.allclose(weights, right, atol=1e-5), (
            f"scores {shape}: rows sum to 1, but they are no softmax"
        )
    print("ok")


def shares(scores: Tensor) -> Tensor:
    """Attention weights of scores (..., T_out, T_in), row by row."""
    return torch.softmax(scores, dim=-1)


def check_chain(answer: Callable[..., Tensor]) -> None:
    """answer(states, W_x, W_h) -> J (D, D), J[a, b] = d h_T[b] / d x_1[a]."""
    generator = torch.Generator().manual_seed(0)

    def read(x: Tensor, W_x: Tensor, W_h: Tensor) -> Tensor:
        h, states = torch.zeros(3), []
        for x_t in x:
            h = torch.tanh(x_t @ W_x + h @ W_h)
            states.append(h)
        return torch.stack(states)

    for T in (1, 2, 3, 6):
        x = torch.randn(T, 3, generator=generator)
        W_x, W_h = 0.5 * torch.randn(2, 3, 3, generator=generator)
        J = answer(read(x, W_x, W_h), W_x, W_h)
        right = torch.func.jacrev(read)(x, W_x, W_h)[-1, :, 0].T
        assert J.shape == (3, 3), f"J is {tuple(J.shape)}, not (3, 3)"
        assert torch.allclose(J, right, atol=1e-5), (
            f"T = {T}: J is\n{J}\nand should be\n{right}"
        )
    print("ok")


def chain(states: Tensor, W_x: Tensor, W_h: Tensor) -> Tensor:
    """How h_T changes with x_1: one factor for each step.

    states (T, D), W_x and W_h (D, D) -> J (D, D).
    """
    slopes = 1 - states**2  # (T, D), the diagonal of D_t
    J = W_x * slopes[0]  # W_x D_1
    for slope in slopes[1:]:
        J = J @ (W_h * slope)  # ... W_h D_t
    return J
