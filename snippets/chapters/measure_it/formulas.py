"""The numbered formulas of this page, each asserted with its code."""

import math
from functools import partial

import torch

from snippets.chapters.measure_it.exercises import exponent
from snippets.formula import formula
from snippets.measure import peak_bytes
from snippets.scaled import scaled_dot_product_attention

H, T, b = 3, 16, 4  # bytes of a float32


@formula(r"2 \, H \, T^{2} \, b \ \text{bytes.}")
def formula_1():
    q = torch.randn(H, T, 2).float()
    call = partial(scaled_dot_product_attention, q, q, q[..., :0])  # no values
    assert peak_bytes(call, torch.device("cpu")) == 2 * H * T**2 * b


@formula(r"\frac{y(2T)}{y(T)} = \frac{(2T)^{p}}{T^{p}} = 2^{p}.")
def formula_2():
    short, long = 7 * T**1.5, 7 * (2 * T) ** 1.5
    p = exponent(T, short, 2 * T, long)
    assert math.isclose(long / short, (2 * T) ** p / T**p)
    assert math.isclose(long / short, 2**p)
