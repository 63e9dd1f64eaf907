"""Exercises of the chapter generation: checks and solutions."""

import torch
from torch import Tensor


def check_two_best(answer) -> None:
    """answer: four probabilities, a list."""
    assert len(answer) == 4, f"expected 4, got {len(answer)}"
    total = sum(answer)
    assert abs(total - 1) < 1e-6, f"they sum to {total}"
    expected = torch.tensor([1.0, 2.0, 3.0, 4.0]).log() * 2
    expected[:2] = -torch.inf
    for n, p in enumerate(expected.softmax(0).tolist()):
        off = abs(answer[n] - p)
        assert off < 1e-3, f"number {n + 1} is off by {off:.4f}"
    print("ok")


# %% two-best
two_best = [0, 0, 9 / 25, 16 / 25]


# %%
def check_tokens_that_fit(answer) -> None:
    """answer(gib, layers, G, d_k): tokens, an int."""
    cases = {
        (1, 1, 1, 1): 268435456,
        (1, 32, 8, 128): 8192,
        (40, 80, 8, 128): 131072,
        (9, 96, 96, 128): 2048,
        (1, 3, 5, 7): 2556528,
    }
    for case, expected in cases.items():
        got = answer(*case)
        assert got == expected, f"{case}: {got}, not {expected}"
        kind = type(got).__name__
        assert kind == "int", f"a {kind}: tokens are counted"
    print("ok")


def tokens_that_fit(gib: int, layers: int, G: int, d_k: int):
    """Tokens whose keys and values, 16 bits each, fit."""
    per_token = 2 * layers * G * d_k * 2  # bytes
    return gib * 2**30 // per_token


def check_top_p(answer) -> None:
    """answer(p, share): the kept probabilities, sum 1."""
    cases = [
        ([0.5, 0.25, 0.125, 0.125], 0.7, [4, 2, 0, 0]),
        ([0.125, 0.5, 0.125, 0.25], 0.7, [0, 4, 0, 2]),
        ([0.125, 0.5, 0.125, 0.25], 0.5, [0, 1, 0, 0]),
        ([0.125, 0.5, 0.125, 0.25], 0.3, [0, 1, 0, 0]),
        ([0.125, 0.5, 0.125, 0.25], 1.0, [1, 4, 1, 2]),
    ]
    for p, share, parts in cases:
        got = answer(torch.tensor(p), share)
        expected = torch.tensor(parts) / sum(parts)
        close = torch.allclose(got, expected)
        assert close, f"{p}, {share}: {got}, not {expected}"
    print("ok")


def top_p(p: Tensor, share: float) -> Tensor:
    """Keep the fewest tokens that have the share together."""
    values, order = p.sort(descending=True)
    before = values.cumsum(0) - values  # of the better ones
    kept = torch.zeros_like(p)
    kept[order] = values.where(before < share, 0)
    return kept / kept.sum()
