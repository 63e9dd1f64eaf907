"""What the letters of this lab's formulas stand for, by the code."""

import torch

from snippets.chapters.measure_it.exercises import exponent
from snippets.measure import peak_bytes
from snippets.scaled import scaled_dot_product_attention


def formula_1():
    H, T, b = 3, 16, torch.get_default_dtype().itemsize
    q, v = torch.randn(H, T, 2), torch.randn(H, T, 0)  # no context beside it
    peak = peak_bytes(
        lambda: scaled_dot_product_attention(q, q, v), torch.device("cpu")
    )
    return dict(H=H, T=T, b=b, gives=[peak])


def formula_2():
    T = 5

    def y(length):
        return 7 * length**1.5

    return dict(y=y, T=T, p=exponent(3, y(3), 8, y(8)))


def inline_exercise_exponent_2():
    T, y = (3, 8), (5.0, 11.0)
    return dict(T=T, y=y, p=exponent(T[0], y[0], T[1], y[1]))
