"""Exercises of the lab lab-translate: checks and solutions."""

from collections.abc import Callable

import torch
from torch import Tensor


def check_looks_at(answer: Callable[[Tensor, Tensor], float]) -> None:
    """Check the share of rows whose largest weight is on the true word."""
    weights = torch.tensor(
        [[0.6, 0.4, 0.0], [0.2, 0.3, 0.5], [0.4, 0.35, 0.25]]
    )
    for places, wanted in [
        ([0, 2, 1], 2 / 3),
        ([0, 2, 0], 1.0),
        ([1, 1, 1], 0.0),
        ([0, -1, -1], 1.0),
        ([0, 1, -1], 1 / 2),
    ]:
        given = float(answer(weights, torch.tensor(places)))
        assert abs(given - wanted) < 1e-4, (
            f"places {places}: wanted {wanted:.4f}, you give {given:.4f}"
        )
    print("ok")


def looks_at(weights: Tensor, places: Tensor) -> float:
    """weights (T, S), places (T,), -1 for no word -> a share of the words."""
    right = weights.argmax(dim=-1) == places
    return right[places >= 0].float().mean().item()
