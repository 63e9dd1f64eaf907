"""Exercises of the chapter multi-head-attention."""

import torch
from torch import Tensor, nn
from torch.nn import functional as F

from snippets.multi_head import split_heads


def check_head_weight(answer) -> None:
    """answer(W, H, h) -> the weight of head h, ready for a nn.Linear."""
    torch.manual_seed(0)
    for d_in, d_k, H in ((3, 2, 2), (4, 2, 3), (6, 6, 1)):
        W, x = torch.randn(H * d_k, d_in), torch.randn(5, d_in)
        for h in range(H):
            found = answer(W, H, h)
            shape = tuple(found.shape)
            expected = (d_k, d_in)
            assert shape == expected, f"expected {expected}, but got {shape}"
            head = split_heads(F.linear(x, W), H)[h]
            same = torch.allclose(F.linear(x, found), head, atol=1e-5)
            assert same, f"H = {H}: these are not the queries of head {h}"
    print("ok")


def head_weight(W: Tensor, H: int, h: int) -> Tensor:
    """W (H * d_k, d_in) -> (d_k, d_in): rows, since Linear transposes."""
    return W.chunk(H)[h]


def check_merge(answer) -> None:
    """answer(heads), heads (B, H, T, d_v) -> (B, T, H * d_v)."""
    for B, T, H, d in ((1, 3, 2, 2), (2, 5, 4, 1), (3, 2, 3, 4)):
        y = torch.arange(B * T * H * d).view(B, T, H * d)
        for heads in (split_heads(y, H), split_heads(y, H).contiguous()):
            found = answer(heads)
            shape = tuple(found.shape)
            expected = tuple(y.shape)
            assert shape == expected, f"expected {expected}, but got {shape}"
            assert torch.equal(found, y), (
                f"H = {H}: {found.tolist()}, not {y.tolist()}"
            )
    print("ok")


def merge(heads: Tensor) -> Tensor:
    """(B, H, T, d_v) -> (B, T, H * d_v): the heads of a token, side by side."""
    B, H, T, d = heads.shape
    return heads.transpose(1, 2).reshape(B, T, H * d)


def check_multi_head(answer) -> None:
    """answer(X, W_Q, W_K, W_V, W_O) -> (T, D), formula (3)."""
    torch.manual_seed(0)
    for T, D, H in ((2, 2, 2), (5, 6, 3)):
        theirs = nn.MultiheadAttention(D, H, bias=False)
        packed = theirs.in_proj_weight.detach().view(3, H, D // H, D)
        W_Q, W_K, W_V = packed.mT
        X, W_O = 5 * torch.randn(T, D), theirs.out_proj.weight.detach().T
        found, expected = answer(X, W_Q, W_K, W_V, W_O), theirs(X, X, X)[0]
        error = (found - expected).abs().max()
        assert error < 1e-4, f"D {D}, H {H}: off by {error:.4f}"
    print("ok")


def multi_head(
    X: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, W_O: Tensor
) -> Tensor:
    """X (T, D), W_Q, W_K (H, D, d_k), W_V (H, D, d_v) -> (T, D)."""
    q, k, v = X @ W_Q, X @ W_K, X @ W_V  # (H, T, d_k)
    scores = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5  # (H, T, T)
    context = torch.softmax(scores, dim=-1) @ v  # (H, T, d_v)
    return context.transpose(0, 1).flatten(-2) @ W_O
