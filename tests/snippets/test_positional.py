"""Sinusoidal positional encoding: against the formula and its properties."""

import math

import pytest
import torch
from compare import close
from far import FAR, TwoDevices

from snippets.positional import (
    sinusoidal_encoding,
    sinusoidal_encoding_loop,
)


def by_the_formula(length: int, d_model: int, base: float) -> torch.Tensor:
    """Vaswani et al. 2017, section 3.5, one entry at a time."""
    rows = []
    for pos in range(length):
        row = []
        for column in range(d_model):
            angle = pos / base ** (2 * (column // 2) / d_model)
            row.append((math.cos if column % 2 else math.sin)(angle))
        rows.append(row)
    return torch.tensor(rows)


@pytest.mark.parametrize("base", [100.0, 10000.0])
@pytest.mark.parametrize("d_model", [1, 2, 5, 6, 64])
@pytest.mark.parametrize("length", [1, 5, 50])
def test_equals_the_formula(length, d_model, base):
    actual = sinusoidal_encoding(length, d_model, base)
    assert actual.shape == (length, d_model)
    close(actual, by_the_formula(length, d_model, base))
    close(sinusoidal_encoding_loop(length, d_model, base), actual)


def test_base_is_ten_thousand_by_default():
    close(sinusoidal_encoding(9, 6), by_the_formula(9, 6, 10000.0))
    close(sinusoidal_encoding_loop(9, 6), sinusoidal_encoding(9, 6))


def test_far_positions_are_as_exact_as_near_ones():
    far = sinusoidal_encoding(100_001, 6)[-1]
    assert far.dtype == torch.float32
    close(far, by_the_formula(100_001, 6, 10000.0)[-1])


@pytest.mark.parametrize(
    "form", [sinusoidal_encoding, sinusoidal_encoding_loop]
)
@pytest.mark.parametrize("wrong", [(5, 0), (-1, 6), (5, 6, 0.0), (5, 6, -1.0)])
def test_refuses_tables_that_there_are_not(form, wrong):
    assert form(0, 6).shape == (0, 6)
    with pytest.raises(ValueError, match="no table of"):
        form(*wrong)


def test_a_default_device_without_float64_still_gets_a_table(monkeypatch):
    with TwoDevices(monkeypatch), FAR:
        far = sinusoidal_encoding(5, 6)
    assert far.device == FAR
    close(far.near, sinusoidal_encoding(5, 6))
