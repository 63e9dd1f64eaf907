"""Exercises of the chapter encoder: checks and solutions."""

from collections.abc import Callable

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.encoder import EncoderLayer


def check_second_token(answer: list[float]) -> None:
    """Check FFN(x) of the token (2, -2), worked out by hand."""
    assert len(answer) == 2, f"d_model is 2, your answer has {len(answer)}"
    W_1 = torch.tensor([[1.0, -1.0, 0.5], [0.5, 0.5, -1.0]])
    b_1 = torch.tensor([0.0, -0.5, 2.0])
    W_2 = torch.tensor([[1.0, 0.0], [2.0, 2.0], [-2.0, 1.0]])
    b_2 = torch.tensor([0.1, 0.2])
    before = torch.tensor([2.0, -2.0]) @ W_1 + b_1
    right = before.clamp(min=0) @ W_2 + b_2
    mistakes = {
        "max(0, ...) is missing": before @ W_2 + b_2,
        "b_2 is missing": right - b_2,
        "max(0, ...) belongs before W_2": (before @ W_2 + b_2).clamp(min=0),
    }
    y = torch.tensor(answer)
    for mistake, wrong in mistakes.items():
        assert not torch.allclose(y, wrong, atol=1e-3), mistake
    assert torch.allclose(y, right, atol=1e-3), f"{answer} is not FFN(x)"
    print("ok")


# %% second-token
hidden = [max(0, 1.0), max(0, -3.5), max(0, 5.0)]  # 1, 0, 5
second_token = [
    hidden[0] * 1.0 + hidden[1] * 2.0 + hidden[2] * -2.0 + 0.1,
    hidden[0] * 0.0 + hidden[1] * 2.0 + hidden[2] * 1.0 + 0.2,
]


# %%
def check_layer_parameters(answer: Callable[[int, int], int]) -> None:
    """Check the number of trainable numbers in one encoder layer."""
    for d_model, d_hidden in [(6, 24), (8, 4), (12, 7)]:
        layer = EncoderLayer(d_model, 2, d_hidden)
        right = sum(p.numel() for p in layer.parameters())
        given = answer(d_model, d_hidden)
        assert given == right, (
            f"d_model {d_model}, d_hidden {d_hidden}: "
            f"{right} parameters, not {given}"
        )
    print("ok")


def layer_parameters(d_model: int, d_hidden: int) -> int:
    """Parameters of one encoder layer, biases included."""
    attention = 4 * (d_model * d_model + d_model)
    to_hidden = d_model * d_hidden + d_hidden
    to_model = d_hidden * d_model + d_model
    norms = 2 * (d_model + d_model)
    return attention + to_hidden + to_model + norms


def check_layer_norm(answer: Callable[[Tensor], Tensor]) -> None:
    """Check a layer normalisation without gain and bias."""
    token = torch.tensor([1.0, 7.0, 7.0, 9.0])
    batch = torch.arange(24.0).reshape(2, 3, 4) ** 2
    for x in (token, batch, token / 1000, torch.full((2, 4), 5.0)):
        right = F.layer_norm(x, x.shape[-1:])
        y = answer(x.clone())
        assert y.shape == x.shape, f"{tuple(x.shape)} -> {tuple(y.shape)}"
        assert torch.allclose(y, right, atol=1e-4), (
            f"for {x.tolist()} expected {right.tolist()}, got {y.tolist()}"
        )
    print("ok")


def layer_norm(x: Tensor, eps: float = 1e-5) -> Tensor:
    """x (..., D) -> (..., D), each vector with mean 0 and variance 1."""
    mean = x.mean(dim=-1, keepdim=True)
    variance = x.var(dim=-1, keepdim=True, unbiased=False)
    return (x - mean) / torch.sqrt(variance + eps)


def faulty_pre_norm(x: Tensor, norm: Callable, sublayer: Callable) -> Tensor:
    """Meant to be the pre-norm form of a residual connection."""
    x = norm(x)
    return x + sublayer(x)


def check_pre_norm(answer: Callable[..., Tensor]) -> None:
    """Check the pre-norm form of a residual connection."""
    x = torch.tensor([[1.0, 7.0, 7.0, 9.0], [0.0, 2.0, 0.0, 6.0]])
    before = x.clone()

    def norm(x: Tensor) -> Tensor:
        return F.layer_norm(x, (4,))

    idle = answer(x, norm, torch.zeros_like)
    assert torch.equal(idle, x), (
        f"a sublayer that adds 0 must leave x as it is, not {idle.tolist()}"
    )
    right = x + 3 * norm(x)
    given = answer(x, norm, lambda y: 3 * y)
    assert torch.allclose(given, right), (
        f"with sublayer(y) = 3 y expected {right.tolist()}, "
        f"got {given.tolist()}"
    )
    assert torch.equal(x, before), "x itself was changed"
    print("ok")


def pre_norm(x: Tensor, norm: Callable, sublayer: Callable) -> Tensor:
    """x + Sublayer(LayerNorm(x))."""
    return x + sublayer(norm(x))


def check_token_mask(answer: Callable[[Tensor, int], Tensor]) -> None:
    """Check a padding mask made from ids (B, S) and the id of padding."""
    cases = [
        ([[5, 7, 9], [5, 0, 0]], 0, [[[1, 1, 1]], [[1, 0, 0]]]),
        ([[8, 2], [3, 8], [1, 4]], 8, [[[0, 1]], [[1, 0]], [[1, 1]]]),
    ]
    for ids, pad, mask in cases:
        right = torch.tensor(mask, dtype=torch.bool)
        given = answer(torch.tensor(ids), pad)
        assert given.dtype == torch.bool, f"the mask is {given.dtype}, not bool"
        assert given.shape == right.shape, (
            f"the shape must be (B, 1, S) = {tuple(right.shape)}, "
            f"not {tuple(given.shape)}"
        )
        assert torch.equal(given, right), (
            f"ids {ids}, pad {pad}: expected {right.tolist()}, "
            f"got {given.tolist()}"
        )
    print("ok")


def token_mask(ids: Tensor, pad: int) -> Tensor:
    """ids (B, S) -> mask (B, 1, S) bool, True = may attend."""
    return (ids != pad)[:, None]


def check_mean_of_tokens(answer: Callable[[Tensor, Tensor], Tensor]) -> None:
    """Check the mean of each sentence's tokens, padding left out."""
    lengths = torch.tensor([5, 3, 1])
    mask = (torch.arange(5) < lengths[:, None])[:, None]  # (B, 1, S)
    output = torch.arange(30.0).reshape(3, 5, 2) ** 2  # (B, S, D)
    given = answer(output, mask)
    assert given.shape == (3, 2), f"(B, D) is (3, 2), not {tuple(given.shape)}"
    for b, length in enumerate(lengths.tolist()):
        right = output[b, :length].mean(dim=0)
        assert torch.allclose(given[b], right), (
            f"sentence {b} with {length} tokens: expected {right.tolist()}, "
            f"got {given[b].tolist()}"
        )
    output[~mask[:, 0]] = torch.nan
    given = answer(output, mask)
    assert given.isfinite().all(), "NaN in the padding reached the mean"
    print("ok")


def mean_of_tokens(output: Tensor, mask: Tensor) -> Tensor:
    """output (B, S, D), mask (B, 1, S) -> (B, D)."""
    real = mask.transpose(-2, -1)  # (B, S, 1)
    total = output.masked_fill(~real, 0).sum(dim=-2)  # (B, D)
    return total / real.sum(dim=-2)
