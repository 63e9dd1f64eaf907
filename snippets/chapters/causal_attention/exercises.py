"""Exercises of the chapter causal-attention: checks and solutions."""

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.causal import causal_mask
from snippets.causal import window_mask as window_mask  # a solution


def check_third_row(answer) -> None:
    """answer: the four weights of the third token, a list."""
    assert len(answer) == 4, f"expected 4 weights, got {len(answer)}"
    assert answer[3] == 0, f"the third token sees the fourth: {answer[3]}"
    scores = torch.tensor([1.0, 3.0, 4.0, 8.0]).log().expand(4, 4)
    masked = scores.masked_fill(~causal_mask(4), -torch.inf)
    expected = torch.softmax(masked, dim=-1)[2]  # (T,)
    for j, weight in enumerate(answer):
        off = abs(weight - expected[j].item())
        assert off < 1e-3, f"weight {j + 1} is off by {off:.4f}"
    print("ok")


third_row = [1 / 8, 3 / 8, 4 / 8, 0]


def check_window_mask(answer) -> None:
    """answer(T, W): bool (T, T), each token sees the last W up to itself."""
    cases = [
        (1, 1, "1"),
        (3, 1, "100 010 001"),
        (4, 2, "1000 1100 0110 0011"),
        (5, 3, "10000 11000 11100 01110 00111"),
        (3, 9, "100 110 111"),
    ]
    for T, W, rows in cases:
        mask = answer(T, W)
        kind = getattr(mask, "dtype", type(mask))
        assert kind == torch.bool, f"expected torch.bool, got {kind}"
        got = ["".join(map(str, row)) for row in mask.int().tolist()]
        assert got == rows.split(), f"T = {T}, W = {W}: {got}, not {rows}"
    print("ok")


def check_last_context(answer) -> None:
    """answer(query, keys, values): z of the last token, (1, d_v)."""
    torch.manual_seed(0)
    for S in (1, 2, 7):
        q, k, v = torch.randn(S, 4), torch.randn(S, 4), torch.randn(S, 3)
        full = F.scaled_dot_product_attention(q, k, v, is_causal=True)
        got = answer(q[-1:], k, v)
        shape = getattr(got, "shape", None)
        assert shape == (1, 3), f"expected (1, 3), got {shape}"
        error = (got - full[-1:]).abs().max().item()
        assert error < 1e-5, f"S = {S}: off by {error:.4f}"
    print("ok")


def last_context(query: Tensor, keys: Tensor, values: Tensor) -> Tensor:
    """query (1, d_k), keys (S, d_k), values (S, d_v) -> (1, d_v)."""
    scores = query @ keys.transpose(-2, -1) / query.shape[-1] ** 0.5  # (1, S)
    return torch.softmax(scores, dim=-1) @ values
