"""Exercises of the chapter why-attention: a check and a solution for each."""

# %% check-third-state
import functools
from collections.abc import Callable

import torch
from torch import Tensor, nn
from torch.nn import functional as F


def check_third_state(answer: float) -> None:
    """h_3 for w_x = 1, w_h = 0.5 and the inputs 1, 0, 1."""
    rnn = nn.RNN(input_size=1, hidden_size=1, bias=False)
    for weight, value in zip(rnn.parameters(), (1.0, 0.5)):
        nn.init.constant_(weight, value)
    right = rnn(torch.tensor([[1.0], [0.0], [1.0]]))[1].item()
    assert abs(answer - right) < 6e-4, (
        f"{answer} is not h_3; each of three steps has one tanh"
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


def check_look_back_all(
    answer: Callable[..., tuple[Tensor, Tensor]],
) -> None:
    """answer(asking, states) -> contexts (T, D), weights (T, S)."""
    generator = torch.Generator().manual_seed(0)
    for T, S, D in [(3, 5, 2), (4, 4, 4), (1, 7, 3)]:
        asking = torch.randn(T, D, generator=generator)
        states = torch.randn(S, D, generator=generator)
        contexts, weights = answer(asking, states)
        assert weights.shape == (T, S), (
            f"weights are {tuple(weights.shape)}, not {(T, S)}"
        )
        look = functools.partial(
            F.scaled_dot_product_attention, asking, states, scale=1
        )
        torch.testing.assert_close(weights, look(torch.eye(S)))
        torch.testing.assert_close(contexts, look(states))
    print("ok")


def look_back_all(
    asking: Tensor,
    states: Tensor,
) -> tuple[Tensor, Tensor]:
    """What each of the asking states reads from the others.

    asking (T, D), states (S, D)
    -> contexts (T, D), weights (T, S).
    """
    weights = torch.softmax(asking @ states.T, dim=-1)
    return weights @ states, weights
