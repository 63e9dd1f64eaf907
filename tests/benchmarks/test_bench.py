"""The benchmark measures the same computation in three forms."""

import csv
import math

import pytest
from compare import close
from conftest import ROOT

from benchmarks import attention
from benchmarks.attention import (
    FORMS,
    LENGTHS,
    Case,
    Result,
    cases,
    header,
    measure,
    processor,
    row,
    step,
    table,
)


@pytest.mark.parametrize("module", ["attention", "encoder"])
@pytest.mark.parametrize("direction", ["forward", "both"])
def test_the_three_forms_compute_the_same(module, direction):
    case = Case(module, "cpu", "float32", 8, direction)
    explicit, fast, torch = (step(case, form)().detach() for form in FORMS)
    assert explicit.shape == (1, 8, 512)
    close(fast, explicit)
    close(torch, explicit)


CASE = Case("attention", "cpu", "float32", 16, "forward")


def test_a_row_has_times_ratios_and_memory():
    results = [
        Result(CASE, form, ms, mib)
        for form, ms, mib in zip(FORMS, (8, 2, 4), (30, 10, 20))
    ]
    assert row(results).split() == [
        *("cpu", "float32", "attention", "16", "forward"),
        *("8.00", "2.00", "4.00", "0.50", "2.00", "30.0", "10.0", "20.0"),
    ]


def test_each_form_is_measured():
    case = Case("attention", "cpu", "float32", 1024, "forward")
    results = measure(case, 0.01)
    assert [result.form for result in results] == list(FORMS)
    assert all(result.case == case and result.ms > 0 for result in results)
    explicit, fast, _ = (result.mib for result in results)
    if not math.isnan(explicit):  # some systems do not tell it
        # The matrices of 8 heads of T * T floats, in MiB.
        assert explicit > 8 * 1024**2 * 4 / 2**20 and fast < explicit


def test_explicit_form_is_left_out_where_it_does_not_fit(monkeypatch):
    monkeypatch.setattr(attention, "EXPLICIT_UP_TO", 15)
    monkeypatch.setattr(attention, "peak_memory", lambda case, form: 1.0)
    results = measure(CASE, 0.01)
    assert [result.form for result in results] == ["fast", "torch"]
    assert len(row(results)) == len(
        row([Result(CASE, "explicit", 1, 1), *results])
    )


def test_lengths_and_modules_can_be_chosen():
    chosen = [c for c in cases(["encoder"], [7]) if c.device == "cpu"]
    assert chosen == [
        Case("encoder", "cpu", "float32", 7, direction)
        for direction in ("forward", "both")
    ]
    every = [c for c in cases(["attention"], None) if c.device == "cpu"]
    assert [c.length for c in every[::2]] == list(LENGTHS["cpu"])


def test_table_says_what_was_measured_where_and_when():
    text = table([Result(CASE, "fast", 1.234, 5.67)])
    (line,) = csv.DictReader(text.splitlines())
    assert line["ms"] == "1.23" and line["mib"] == "5.7"
    assert line["form"] == "fast" and line["length"] == "16"
    assert line["processor"] == processor("cpu") != ""
    assert set(line) >= {"date", "torch", "threads", "batch", *Case._fields}


def test_table_that_the_page_shows_has_the_columns_of_today():
    saved = (ROOT / "docs/assets/benchmark.csv").read_text("utf-8")
    assert saved.partition("\n")[0] == table([]).strip()


def test_csv_is_written_by_the_command(monkeypatch, tmp_path):
    file = tmp_path / "new" / "table.csv"
    command = f"bench --csv {file} --module attention --lengths 16 32"
    monkeypatch.setattr("sys.argv", command.split())
    monkeypatch.setattr(
        attention, "measure", lambda case, _: [Result(case, "torch", 2, 1)]
    )
    attention.main()
    lines = [*csv.DictReader(file.read_text("utf-8").splitlines())]
    cpu = [line for line in lines if line["device"] == "cpu"]
    assert [(line["length"], line["direction"]) for line in cpu] == [
        *(("16", "forward"), ("16", "both")),
        *(("32", "forward"), ("32", "both")),
    ]


def test_header_names_the_columns():
    assert header().splitlines()[-1].split() == [
        *("explicit", "fast", "torch", "explicit", "fast"),
        *("explicit", "fast", "torch"),
    ]
