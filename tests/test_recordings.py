"""What counts as the same output, and that recordings are written whole."""

import os

import pytest

from tools import recordings
from tools.recordings import (
    MADE,
    difference,
    last_place,
    read_made,
    same,
    save,
    write,
)


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("", ""),
        ("0.7842", "0.7842"),
        ("0.7842", "0.7844"),
        ("tensor([0.3990, -0.3854])", "tensor([0.3988, -0.3856])"),
        ("1.5e+02", "1.7e+02"),
        ("-0.0001", "0.0001"),
        ('<path d="M 44.08 38.16"/>', '<path d="M 44.09 38.15"/>'),
    ],
)
def test_same(recorded, actual):
    assert same(recorded, actual)
    assert same(actual, recorded)


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("0.7842", "0.7845"),  # three units
        ("0.7842", "0.784"),  # fewer places
        ("0.78", "0.7800"),  # more places
        ("tensor([1., 2.])", "tensor([2., 2.])"),  # no decimals shown: exact
        ("torch.Size([6, 3])", "torch.Size([6, 4])"),  # whole numbers: exact
        ("0.1 0.2", "0.1 0.2 0.3"),
        ("0.1", "0.1\n"),
        ("sum 0.1", "total 0.1"),
        ("0.1 0.2", "0.1  0.2"),
        ("1.5e+02", "1.8e+02"),
        ("nan", "0.0"),
        ("#d3c05f", "#d3c06f"),
        ("torch 2.13.0", "torch 2.12.0"),  # a version is no number
    ],
)
def test_not_same(recorded, actual):
    assert not same(recorded, actual)
    assert not same(actual, recorded)


@pytest.mark.parametrize(
    "number, place", [("3.14", "0.01"), ("1.5e+02", "10"), ("-0.5", "0.1")]
)
def test_last_place(number, place):
    assert last_place(number) == recordings.Decimal(place)


def test_difference_names_the_file_and_stays_short():
    many = "\n".join(str(k) for k in range(100))
    text = difference(many, many.replace("5", "x"), "a.txt")
    assert text.startswith("--- a.txt (recorded)\n+++ a.txt (now)")
    assert len(text.splitlines()) == 41


MONDAY = {"python": "3", "torch": "2", "device": "cpu", "date": "2026-01-05"}
TUESDAY = MONDAY | {"date": "2026-01-06"}


def test_save_reports_new_changed_and_removed(tmp_path):
    folder = "docs/outputs/c"
    noted = f"changed  {MADE}"
    assert save(tmp_path, {f"{folder}/a.txt": "1.00\n"}, MONDAY) == [
        f"new      {folder}/a.txt",
        noted,
    ]
    # Still the same within the tolerance: not touched.
    assert save(tmp_path, {f"{folder}/a.txt": "1.01\n"}, TUESDAY) == []
    assert (tmp_path / folder / "a.txt").read_text() == "1.00\n"
    assert read_made(tmp_path) == {"c": MONDAY}
    changed, last = save(tmp_path, {f"{folder}/a.txt": "2.00\n"}, TUESDAY)
    assert changed.startswith(f"changed  {folder}/a.txt\n")
    assert "-1.00\n+2.00" in changed
    assert last == noted and read_made(tmp_path) == {"c": TUESDAY}
    newer = TUESDAY | {"torch": "3"}
    assert save(tmp_path, {f"{folder}/a.txt": "2.00\n"}, newer) == [noted]
    assert save(tmp_path, {}, newer) == [f"removed  {folder}/a.txt", noted]
    assert not (tmp_path / folder / "a.txt").exists()
    assert read_made(tmp_path) == {}


def test_an_interrupted_write_leaves_the_old_file(tmp_path, monkeypatch):
    file = tmp_path / "a.txt"
    write(file, "old")

    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write(file, "new")
    assert [f.name for f in tmp_path.iterdir()] == ["a.txt"]
    assert file.read_text() == "old"
