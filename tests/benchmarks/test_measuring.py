"""The benchmark of attention measures the same computation in each form."""

import csv

import pytest
import torch
from compare import close
from conftest import ROOT

from benchmarks.attention import FIELDS, FORMS, Case, measure, peak_memory, step

pytestmark = pytest.mark.slow

MIB = 2**20


@pytest.mark.parametrize("direction", ["forward", "both"])
def test_the_three_forms_compute_the_same(direction):
    case = Case("cpu", "float32", 8, direction)
    explicit, fast, theirs = (step(case, form)().detach() for form in FORMS)
    assert explicit.shape == (1, 8, 512)
    close(fast, explicit)
    close(theirs, explicit)


def test_peak_memory_counts_what_is_there_at_once():
    def call() -> torch.Tensor:
        first = torch.zeros(MIB)  # 4 MiB
        second = first + 1
        del first
        return second[: MIB // 4] + 1  # 1 MiB, and the first is gone

    assert 8 <= peak_memory(call, "cpu") < 8.5


def test_a_row_has_the_columns_of_the_saved_table():
    cells = measure(Case("cpu", "float32", 16, "forward"), "fast")
    with (ROOT / "docs/assets/benchmark.csv").open(encoding="utf-8") as file:
        assert next(csv.reader(file)) == list(FIELDS)
    found = dict(zip(FIELDS, cells, strict=True))
    assert found["form"] == "fast" and found["length"] == 16
    assert float(found["ms"]) > 0 and float(found["mib"]) > 0
