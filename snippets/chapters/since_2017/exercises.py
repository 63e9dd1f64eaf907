"""Exercises of the chapter since-2017: checks and solutions."""

import torch
from torch import Tensor
from torch.nn import functional as F

from snippets.positional import rotate


def check_quarter_turns(answer) -> None:
    """answer: the three scores, a list."""
    assert len(answer) == 3, f"expected 3 scores, got {len(answer)}"
    q, k = complex(1, 2), complex(3, 0)
    for got, (m, n) in zip(answer, ((5, 3), (9, 5), (7, 8))):
        turned = q * 1j**m, k * 1j**n
        expected = (turned[0] * turned[1].conjugate()).real
        assert got == expected, f"m = {m}, n = {n}: {got} is not right"
    print("ok")


quarter_turns = [-3, 3, 6]


def check_to_halves(answer) -> None:
    """answer(x): (..., d_k), its components in another order."""

    def rotate_halves(x: Tensor) -> Tensor:
        T, d_k = x.shape
        i = torch.arange(d_k // 2, dtype=torch.float64)
        angle = torch.arange(T)[:, None] / 10000 ** (2 * i / d_k)
        a, b = x.chunk(2, dim=-1)  # components i and i + d_k / 2
        cos, sin = angle.cos(), angle.sin()
        return torch.cat([a * cos - b * sin, a * sin + b * cos], dim=-1)

    generator = torch.Generator().manual_seed(0)
    for d_k in (2, 4, 8, 12):
        shape = 2, 6, d_k
        q, k = torch.randn(shape, generator=generator, dtype=torch.float64)
        mine = rotate(q) @ rotate(k).T
        yours = rotate_halves(answer(q)) @ rotate_halves(answer(k)).T
        error = (mine - yours).abs().max().item()
        assert error < 1e-6, f"d_k = {d_k}: scores are off by {error:.4f}"
    print("ok")


def to_halves(x: Tensor) -> Tensor:
    """Even components first, then the odd ones."""
    return torch.cat([x[..., 0::2], x[..., 1::2]], dim=-1)


def check_grouped_attention(answer) -> None:
    """answer(q, k, v): contexts (H, T, d_k) with fewer k, v."""
    generator = torch.Generator().manual_seed(0)
    for H, G in ((4, 4), (4, 2), (6, 2), (4, 1)):
        q = torch.randn(H, 3, 8, generator=generator)
        k, v = torch.randn(2, G, 5, 8, generator=generator)
        got = answer(q, k, v)
        for h in range(H):
            g = h * G // H  # its group
            qkv = q[h], k[g], v[g]
            one = F.scaled_dot_product_attention(*qkv)
            error = (got[h] - one).abs().max().item()
            assert error < 1e-5, f"H = {H}, G = {G}: head {h}"
    print("ok")


def grouped_attention(q: Tensor, k: Tensor, v: Tensor):
    """q (H, T, d_k); k, v (G, S, d_k) -> (H, T, d_k)."""
    q = q.unflatten(0, (len(k), -1))  # (G, H / G, T, d_k)
    scores = q @ k[:, None].mT / q.shape[-1] ** 0.5
    z = scores.softmax(dim=-1) @ v[:, None]
    return z.flatten(0, 1)


def check_reach(answer) -> None:
    """answer(L, W): tokens that a token depends on, an int."""
    for L in range(1, 5):
        for W in (1, 2, 4, 7):
            seen = {0}  # how far back
            for _ in range(L):
                seen = {far + j for far in seen for j in range(W)}
            got = answer(L, W)
            expected = len(seen)
            assert got == expected, f"L = {L}, W = {W}: {got}, not {expected}"
    print("ok")


def reach(L: int, W: int) -> int:
    """Each layer adds W - 1 tokens to the one itself."""
    return 1 + L * (W - 1)
