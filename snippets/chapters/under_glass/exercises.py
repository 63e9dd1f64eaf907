"""Exercises of the chapter under-glass: checks and solutions."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.testing import assert_close


def check_after_cut(answer: list[float]) -> None:
    """Check the weights (0.05, 0.15, 0.8) after the last arc is cut."""
    assert len(answer) == 3, f"three weights, not {len(answer)}"
    total = sum(answer)
    assert abs(total - 1) < 1e-4, f"their sum is {total:.4f}, not 1"
    for weight, right in zip(answer, (0.25, 0.75, 0)):
        assert abs(weight - right) < 1e-4, f"{weight:.4f} is wrong"
    print("ok")


# %% after-cut
after_cut = [0.25, 0.75, 0]


# %%
def check_mirrored(answer: Callable[..., Tensor]) -> None:
    """Check vectors that a probe reads the other way round."""
    torch.manual_seed(0)
    w, b = torch.randn(4), 0.5
    x = torch.randn(7, 4)
    given = answer(x, w, b)
    assert_close(given @ w + b, -(x @ w + b), msg="w · x + b must change sign")
    away = given - x
    across = away - (away @ w)[:, None] * w / (w @ w)
    assert across.abs().max() < 1e-4, "move along w alone"
    print("ok")


def mirrored(x: Tensor, w: Tensor, b: float) -> Tensor:
    """x (N, D), w (D,): each vector as far on the other side of w · x + b."""
    far = (x @ w + b) / (w @ w)  # (N,), in units of w
    return x - 2 * far[:, None] * w
