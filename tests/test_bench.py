"""The benchmark measures the same computation in three forms."""

import math

import pytest
from compare import close

from tools.bench import FORMS, Case, header, peak_memory, row, step


@pytest.mark.parametrize("module", ["attention", "encoder"])
@pytest.mark.parametrize("direction", ["forward", "both"])
def test_the_three_forms_compute_the_same(module, direction):
    case = Case(module, "cpu", "float32", 8, direction)
    explicit, fast, torch = (step(case, form)().detach() for form in FORMS)
    assert explicit.shape == (1, 8, 512)
    close(fast, explicit)
    close(torch, explicit)


def test_a_row_has_times_ratios_and_memory():
    line = row(Case("attention", "cpu", "float32", 16, "forward"), 0.01)
    head, numbers = line.split()[:5], [float(n) for n in line.split()[5:]]
    assert head == ["cpu", "float32", "attention", "16", "forward"]
    assert len(numbers) == 8
    explicit, fast, torch = numbers[:3]
    assert numbers[3] == pytest.approx(torch / explicit, abs=0.1, rel=0.1)
    assert numbers[4] == pytest.approx(torch / fast, abs=0.1, rel=0.1)


def test_explicit_form_needs_the_memory_of_its_matrices():
    case = Case("attention", "cpu", "float32", 1024, "forward")
    needed = peak_memory(case, "explicit")
    if math.isnan(needed):
        pytest.skip("this system does not tell a process's peak memory")
    assert needed > 8 * 1024**2 * 4 / 2**20  # heads * T * T floats, in MiB
    assert peak_memory(case, "fast") < needed


def test_header_names_the_columns():
    assert header().splitlines()[-1].split() == [
        *("explicit", "fast", "torch", "explicit", "fast"),
        *("explicit", "fast", "torch"),
    ]
