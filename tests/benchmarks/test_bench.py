"""The benchmark measures the same computation in three forms."""

import csv
import math

import pytest
import torch
from compare import close
from conftest import ROOT, run

from benchmarks import attention, writing
from benchmarks.attention import (
    FORMS,
    MODULES,
    Case,
    Result,
    measure,
    row,
    step,
    table,
)

pytestmark = pytest.mark.slow

CASE = Case("attention", "cpu", "float32", 16, "forward")


@pytest.mark.parametrize("module", MODULES)
@pytest.mark.parametrize("direction", ["forward", "both"])
def test_the_three_forms_compute_the_same(module, direction):
    case = Case(module, "cpu", "float32", 8, direction)
    explicit, fast, torch = (step(case, form)().detach() for form in FORMS)
    assert explicit.shape == (1, 8, 512)
    close(fast, explicit)
    close(torch, explicit)


@pytest.mark.weekly
def test_each_form_is_measured(monkeypatch):
    def output(command: list[str], text: bool) -> str:
        return run(ROOT, *command[2:]).stdout

    monkeypatch.setattr(attention.subprocess, "check_output", output)
    case = CASE._replace(length=1024)
    results = measure(case, 0.01)
    assert [result.form for result in results] == list(FORMS)
    assert all(result.case == case and result.ms > 0 for result in results)
    explicit, fast, _ = (result.mib for result in results)
    if not math.isnan(explicit):  # some systems do not tell it
        # The matrices of 8 heads of T * T floats, in MiB.
        assert explicit > 8 * 1024**2 * 4 / 2**20 and fast < explicit


def test_a_row_has_times_ratios_and_memory():
    results = [
        Result(CASE, form, ms, mib)
        for form, ms, mib in zip(FORMS, (8, 2, 4), (30, 10, 20))
    ]
    assert row(results).split() == [
        *("cpu", "float32", "attention", "16", "forward"),
        *("8.00", "2.00", "4.00", "0.50", "2.00", "30.0", "10.0", "20.0"),
    ]
    alone = row([Result(CASE, "explicit", math.nan, math.nan), *results[1:]])
    assert len(row(results)) == len(alone)


def test_what_is_saved_says_what_was_measured_and_has_todays_columns():
    text = table([Result(CASE, "fast", 1.234, 5.67)])
    (line,) = csv.DictReader(text.splitlines())
    assert line["ms"] == "1.23" and line["mib"] == "5.7"
    assert line["form"] == "fast" and line["length"] == "16"
    assert line["processor"] == attention.processor("cpu") != ""
    saved = (ROOT / "docs/assets/benchmark.csv").read_text("utf-8")
    assert saved.partition("\n")[0] == table([]).strip()


def test_both_ways_write_the_same(device):
    runs = writing.ways(device, 6)
    cached, anew = (run() for run in runs.values())
    assert cached.shape == (1, 6) and torch.equal(cached, anew)


@pytest.mark.slow
def test_writing_is_counted_and_timed():
    _, *lines = writing.rows((2, 4), 0.01)
    found = [line.split() for line in lines if line.startswith("cpu")]
    assert [int(cells[1]) for cells in found] == [2, 4]
    for cells in found:
        cached, anew, ratio = map(float, cells[5:])
        assert 1 < ratio and abs(ratio - anew / cached) < 0.1
        assert all(float(ms) > 0 for ms in cells[2:5])
    assert float(found[0][-1]) < float(found[1][-1])
