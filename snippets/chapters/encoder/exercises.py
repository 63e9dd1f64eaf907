"""Exercises of the chapter encoder: checks and solutions."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.encoder import EncoderLayer


def check_second_token(answer: list[float]) -> None:
    """Check FFN(x) of the token (2, -2), worked out by hand."""
    first, second = answer
    total = round(first + second, 3)
    product = round(first * second, 3)
    mistakes = {
        (-17.7, 28.62, True): "max(0, ...) is missing",
        (-4.0, -45.0, True): "b_2 is missing",
        (0.0, 0.0, False): "max(0, ...) belongs before W_2",
        (-3.7, -46.28, False): "the two numbers have changed places",
    }
    given = total, product, first < second
    reason = mistakes.get(given, f"{answer} is not FFN(x)")
    assert given == (-3.7, -46.28, True), reason
    print("ok")


# %% second-token
hidden = [max(0, 1.0), max(0, -3.5), max(0, 5.0)]  # 1, 0, 5
second_token = [
    hidden[0] * 1.0 + hidden[1] * 2.0 + hidden[2] * -2.0 + 0.1,
    hidden[0] * 0.0 + hidden[1] * 2.0 + hidden[2] * 1.0 + 0.2,
]


# %%
def check_layer_parameters(answer: Callable) -> None:
    """Check the number of parameters of an encoder layer."""
    for D, d_ff in [(6, 24), (8, 4), (12, 7)]:
        layer = EncoderLayer(D, 2, d_ff)
        right = sum(p.numel() for p in layer.parameters())
        given = answer(D, d_ff)
        assert given == right, f"{D}, {d_ff}: {right}, not {given}"
    print("ok")


def layer_parameters(D: int, d_ff: int) -> int:
    """Parameters of one encoder layer, biases included."""
    attention = 4 * (D * D + D)
    up = D * d_ff + d_ff
    down = d_ff * D + D
    norms = 2 * (D + D)
    return attention + up + down + norms


def faulty_pre_norm(x, norm: Callable, sublayer: Callable):
    """Meant to be the pre-norm form."""
    x = norm(x)
    return x + sublayer(x)


def check_pre_norm(answer: Callable[..., Tensor]) -> None:
    """Check the pre-norm form of a residual connection."""
    rows = [[1.0, 7.0, 7.0, 9.0], [3.0, 3.0, 5.0, 5.0]]
    x = torch.tensor(rows)
    before = x.clone()

    def norm(x: Tensor) -> Tensor:
        return F.layer_norm(x, (4,))

    idle = answer(x, norm, torch.zeros_like)
    assert torch.equal(idle, x), (
        f"a sublayer that gives 0 leaves x, not {idle.tolist()}"
    )
    rows = [[-4.0, 8.0, 8.0, 12.0], [0.0, 0.0, 8.0, 8.0]]
    right = torch.tensor(rows)
    given = answer(x, norm, lambda y: 3 * y)
    assert torch.allclose(given, right, atol=1e-3), (
        f"a sublayer that multiplies by 3: expected {rows}, "
        f"got {given.tolist()}"
    )
    assert torch.equal(x, before), "x itself was changed"
    print("ok")


def pre_norm(x: Tensor, norm: Callable, sublayer: Callable):
    """Normalise what the sublayer gets, add what it gives."""
    return x + sublayer(norm(x))


def check_mean_of_tokens(answer: Callable) -> None:
    """Check the mean of each sentence's tokens."""
    lengths = torch.tensor([5, 3, 1])
    mask = (torch.arange(5) < lengths[:, None])[:, None]
    output = torch.arange(30.0).reshape(3, 5, 2) ** 2
    given = answer(output, mask)
    shape = tuple(given.shape)
    assert shape == (3, 2), f"(B, D) is (3, 2), not {shape}"
    for b, length in enumerate(lengths.tolist()):
        right = output[b, :length].mean(dim=0)
        assert torch.allclose(given[b], right), (
            f"sentence {b} with {length} tokens: "
            f"{right.tolist()}, not {given[b].tolist()}"
        )
    output[~mask[:, 0]] = torch.nan
    given = answer(output, mask)
    finite = given.isfinite().all()
    assert finite, "NaN in the padding reached the mean"
    print("ok")


def mean_of_tokens(output: Tensor, mask: Tensor) -> Tensor:
    """output (B, S, D), mask (B, 1, S) -> (B, D)."""
    real = mask.transpose(-2, -1)  # (B, S, 1)
    total = output.masked_fill(~real, 0).sum(dim=-2)  # (B, D)
    return total / real.sum(dim=-2)
