"""Exercises of the lab lab-train: checks and solutions."""

import math
from collections.abc import Callable

import torch
from torch import Tensor


def check_rotation_pattern(answer: Callable[[int, int], Tensor]) -> None:
    """Check the weights that take letter (i + k) mod T to position i."""
    for word, k, wanted in [
        ("abcdefgh", 1, "bcdefgha"),
        ("abcdefgh", 3, "defghabc"),
        ("abcde", 0, "abcde"),
        ("abc", 2, "cab"),
    ]:
        T = len(word)
        weights = answer(T, k)
        assert weights.shape == (T, T), f"the shape must be {T} x {T}"
        assert torch.equal(weights.sum(dim=-1), torch.ones(T)), (
            "each row of weights must sum to 1"
        )
        given = "".join(word[j] for j in weights.argmax(dim=-1).tolist())
        assert given == wanted, (
            f"{word}, k = {k}: wanted {wanted}, your rows copy {given}"
        )
    print("ok")


def rotation_pattern(T: int, k: int) -> Tensor:
    """Row i has its 1 in column (i + k) mod T: (T, T)."""
    return torch.eye(T).roll(k, dims=1)


def check_mass_at(answer: Callable[[Tensor, Tensor], Tensor]) -> None:
    """Check the share of the attention at one key for each query."""
    weights = torch.tensor([[0.5, 0.2, 0.3], [0.1, 0.6, 0.3], [0.0, 0.2, 0.8]])
    batch = torch.stack([weights, weights.flip(-1)])  # (2, T, T)
    for keys, one, two in [
        ([2, 1, 0], 0.3, 0.6333),
        ([1, 2, 1], 0.2333, 0.1667),
    ]:
        given = answer(weights, torch.tensor(keys))
        assert torch.is_tensor(given) and given.shape == (), (
            "weights (T, T) must give one number"
        )
        assert abs(given.item() - one) < 1e-3, (
            f"keys {keys}: expected {one}, got {given.item():.4f}"
        )
        given = answer(batch, torch.tensor(keys))
        assert given.shape == (2,), "weights (2, T, T) must give two numbers"
        assert torch.allclose(given, torch.tensor([one, two]), atol=1e-3), (
            f"keys {keys}: expected {[one, two]}, got {given.tolist()}"
        )
    print("ok")


def mass_at(weights: Tensor, keys: Tensor) -> Tensor:
    """weights (..., T, T), keys (T,) -> (...), the mean over the rows."""
    rows = torch.arange(len(keys))
    return weights[..., rows, keys].mean(dim=-1)


def check_best_guess(answer: Callable[[int], tuple[float, float]]) -> None:
    """Check the best accuracy and loss of a model without positions."""
    for T in range(2, 10):
        own = sum(i == T - 1 - i for i in range(T)) / T  # it is its partner
        shares = [own, *[(1 - own) / (T - 1)] * (T - 1)]
        loss = -sum(p * math.log(p) for p in shares if p)
        right = max(shares), loss
        given = answer(T)
        assert len(given) == 2, "give the accuracy and the loss"
        for name, a, b in zip(("accuracy", "loss"), given, right):
            assert math.isclose(a, b, abs_tol=1e-6), (
                f"T = {T}: the {name} is not {a:.4f}"
            )
    print("ok")


def best_guess(T: int) -> tuple[float, float]:
    """Accuracy and loss of the best guess, without positions."""
    choices = T if T % 2 else T - 1
    return 1 / choices, math.log(choices)
