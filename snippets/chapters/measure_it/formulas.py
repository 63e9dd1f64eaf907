"""The numbered formulas of this page, each asserted with its code."""

import math
from functools import partial

import torch

from snippets.chapters.measure_it.exercises import exponent
from snippets.formula import formula
from snippets.measure import peak_bytes
from snippets.scaled import scaled_dot_product_attention

H, T, b = 3, 16, 4  # bytes of a float32


def explicit(T):
    """Return the bytes that scores and weights need; the values are empty."""
    q, v = torch.randn(2, H, T, 2).float()
    call = partial(scaled_dot_product_attention, q, q, v[..., :0])
    return peak_bytes(call, torch.device("cpu"))


@formula(r"2 \, H \, T^{2} \, b \ \text{bytes.}")
def formula_1():
    assert explicit(T) == 2 * H * T**2 * b


@formula(r"\frac{y(2T)}{y(T)} = \frac{(2T)^{p}}{T^{p}} = 2^{p}.")
def formula_2():
    p = exponent(T, explicit(T), 2 * T, explicit(2 * T))
    ratio = explicit(2 * T) / explicit(T)
    assert math.isclose(ratio, (2 * T) ** p / T**p)
    assert math.isclose(ratio, 2**p)
