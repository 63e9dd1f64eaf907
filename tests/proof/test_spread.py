"""A tolerance is that of what was measured: no smaller, nor much larger."""

import json
from decimal import Decimal

import pytest
import spread
import torch
from conftest import ROOT, edit
from torch import nn

MEASURED = json.loads(spread.FILE.read_text("utf-8"))
BLOCKS = {
    f"{p.name}/{b.section.name}": (p, b) for p, b in spread.tolerant(ROOT)
}
TO = nn.Module.to
KNOWN = [("loss", "3.42"), ("mass", "0.87"), ("mass", "0.93")]


@pytest.mark.parametrize("name", BLOCKS)
def test_each_tolerance_is_that_of_what_was_measured(name):
    page, block = BLOCKS[name]
    known, sizes = spread.recorded(page, block), block.section.tolerance
    assert [*spread.too_large(known, MEASURED[name], sizes)] == []


def test_nothing_else_was_measured():
    assert MEASURED.keys() == BLOCKS.keys()


@pytest.mark.parametrize(
    "moved, size, found",
    [
        ("0.03", "0.05", False),
        ("0.03", "0.02", True),  # smaller than what was measured
        ("0.00", "0.02", False),
        ("0.001", "0.05", True),  # which would hide a lie
        (None, "0.05", True),  # measured by nobody
    ],
)
def test_a_tolerance_that_fits_nothing_is_found(moved, size, found):
    tolerance, name = {"mass": Decimal(size)}, ["mass"] * found
    measured = {"mass": moved} if moved else {}
    assert [*spread.too_large(KNOWN, measured, tolerance)] == name
    assert [*spread.too_large(KNOWN[:1], measured, tolerance)] == ["mass"]


def test_what_moved_is_told_by_its_name():
    runs = [KNOWN, [("loss", "3.40"), ("mass", "0.88"), ("mass", "0.90")]]
    assert spread.moved(KNOWN, runs) == {"loss": "0.02", "mass": "0.03"}


def test_parameters_are_moved_by_little():
    one, other = (nn.Linear(4, 4) for _ in range(2))
    other.load_state_dict(one.state_dict())
    spread.disturbed(nn.Module.to, 0)(other, "cpu")
    off = (one.weight / other.weight - 1).abs().max()
    assert 0 < off < 10 * spread.NOISE
    assert torch.allclose(one.bias, other.bias)


def test_names_are_those_of_texts_and_columns(small):
    edit(
        small,
        "snippets/demo.py",
        "\n\n# %% two",
        "\n# tolerance: 0.05\n\n# %% two",
    )
    ((page, block),) = spread.tolerant(small)
    assert spread.recorded(page, block) == [("", "0.25")]
    edit(small, "docs/outputs/demo/one.txt", "0.25", "0.28")
    spread.main(small, small / "spread.json")
    told = json.loads((small / "spread.json").read_text())
    assert told == {"demo/one": {"": "0.03"}}
    assert nn.Module.to is TO
