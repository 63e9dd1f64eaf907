"""Exercises of the chapter multi-head-attention."""

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.multi_head import MultiHeadSelfAttention, merge_heads, split_heads
from snippets.scaled import scaled_dot_product_attention


def check_shapes(answer) -> None:
    """answer(B, T, d_in, d_out, H) -> shapes of q, scores, merged, output."""
    for sizes in ((2, 6, 3, 2, 2), (5, 7, 12, 8, 4), (1, 3, 10, 6, 1)):
        B, T, d_in, d_out, H = sizes
        layer = MultiHeadSelfAttention(d_in, d_out, H)
        x = torch.zeros(B, T, d_in)
        q, k, v = layer.project(x)
        scores = q @ k.transpose(-2, -1)
        merged = merge_heads(scores @ v)
        expected = [tuple(y.shape) for y in (q, scores, merged, layer(x))]
        found = [tuple(shape) for shape in answer(*sizes)]
        message = f"{sizes}: expected {expected}, but got {found}"
        assert found == expected, message
    print("ok")


def shapes(B: int, T: int, d_in: int, d_out: int, H: int) -> list[tuple]:
    """Shapes of q, scores, merged and output; d_in plays no part."""
    return [(B, H, T, d_out // H), (B, H, T, T), (B, T, d_out), (B, T, d_out)]


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


def check_count(answer) -> None:
    """answer(d_model, H, d_k, d_v) -> how many weights, without biases."""
    cases = {
        (512, 8, 64, 64): 1048576,
        (768, 12, 64, 64): 2359296,
        (6, 4, 1, 1): 96,
        (10, 3, 2, 5): 420,
    }
    for sizes, expected in cases.items():
        found = answer(*sizes)
        message = f"{sizes}: expected {expected}, but got {found}"
        assert found == expected, message
    print("ok")


def count(d_model: int, H: int, d_k: int, d_v: int) -> int:
    """W_Q and W_K have d_k columns in each head, W_V has d_v; then W_O."""
    return H * d_model * (2 * d_k + d_v) + H * d_v * d_model


def check_merge(answer) -> None:
    """answer(heads), heads (B, H, T, d) -> (B, T, H * d)."""
    for B, T, H, d in ((1, 3, 2, 2), (2, 5, 4, 1), (3, 2, 3, 4)):
        y = torch.arange(B * T * H * d).view(B, T, H * d)
        for heads in (split_heads(y, H), split_heads(y, H).contiguous()):
            found = answer(heads)
            shape = tuple(found.shape)
            expected = tuple(y.shape)
            assert shape == expected, f"expected {expected}, but got {shape}"
            row, wanted = found[0, 0].tolist(), y[0, 0].tolist()
            message = f"H = {H}: expected {wanted} first, but got {row}"
            assert row == wanted, message
            assert torch.equal(found, y), f"H = {H}: a later token is wrong"
    print("ok")


def merge(heads: Tensor) -> Tensor:
    """(B, H, T, d) -> (B, T, H * d): the heads of a token, side by side."""
    B, H, T, d = heads.shape
    return heads.transpose(1, 2).reshape(B, T, H * d)


def check_multi_head(answer) -> None:
    """answer(X, W_Q, W_K, W_V, W_O) -> (T, d_model), formula (3)."""
    torch.manual_seed(0)
    for T, d_model, H, d_k, d_v in ((2, 2, 2, 1, 1), (5, 6, 3, 4, 2)):
        X = torch.randn(T, d_model)
        W_Q, W_K = torch.randn(2, H, d_model, d_k)
        W_V = torch.randn(H, d_model, d_v)
        W_O = torch.randn(H * d_v, d_model)
        parts = zip(W_Q, W_K, W_V)
        pairs = [
            scaled_dot_product_attention(X @ q, X @ k, X @ v)
            for q, k, v in parts
        ]
        expected = torch.cat([context for context, _ in pairs], -1) @ W_O
        found = answer(X, W_Q, W_K, W_V, W_O)
        assert found.shape == expected.shape, f"got {tuple(found.shape)}"
        error = (found - expected).abs().max()
        assert error < 1e-4, f"H {H}, d_k {d_k}, d_v {d_v}: off by {error:.4f}"
    print("ok")


def multi_head(
    X: Tensor, W_Q: Tensor, W_K: Tensor, W_V: Tensor, W_O: Tensor
) -> Tensor:
    """X (T, d_model), W_Q, W_K, W_V (H, d_model, d) -> (T, d_model)."""
    q, k, v = X @ W_Q, X @ W_K, X @ W_V  # (H, T, d)
    scores = q @ k.transpose(-2, -1) / k.shape[-1] ** 0.5  # (H, T, T)
    context = torch.softmax(scores, dim=-1) @ v  # (H, T, d_v)
    return context.transpose(0, 1).flatten(-2) @ W_O
