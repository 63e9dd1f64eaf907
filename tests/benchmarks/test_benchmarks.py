"""Benchmarks measure the same computation, and a build that ran all blocks."""

import csv

import pytest
import torch
from compare import close
from conftest import ROOT, check, run

from benchmarks import attention, build, writing
from benchmarks.pages import WORDS, seeded, steps
from benchmarks.projects import write_project
from sitebuild.pages.snippet_code import cells

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("module", attention.MODULES)
@pytest.mark.parametrize("direction", ["forward", "both"])
def test_the_three_forms_compute_the_same(module, direction):
    case = attention.Case(module, "cpu", "float32", 8, direction)
    forms = (attention.step(case, form)() for form in attention.FORMS)
    explicit, fast, torchs = (form.detach() for form in forms)
    assert explicit.shape == (1, 8, 512)
    close(fast, explicit)
    close(torchs, explicit)


def test_both_ways_to_write_give_the_same(device):
    cached, anew = (way() for way in writing.ways(device, 6).values())
    assert cached.shape == (1, 6) and torch.equal(cached, anew)


def test_what_is_saved_has_the_columns_of_what_is_shown():
    case = attention.Case("attention", "cpu", "float32", 16, "forward")
    text = attention.table([attention.Result(case, "fast", 1.234, 5.67)])
    (line,) = csv.DictReader(text.splitlines())
    assert (line["form"], line["ms"], line["mib"]) == ("fast", "1.23", "5.7")
    saved = (ROOT / "docs/assets/benchmark.csv").read_text("utf-8")
    assert saved.partition("\n")[0] == text.partition("\n")[0]


def test_made_up_pages_pass_every_check(tmp_path):
    write_project(tmp_path, 2, list(WORDS))
    result = run(tmp_path, "pytest", "docs", "-q", "--noconftest", "--record")
    assert result.returncode == 0, result.stdout
    assert check(tmp_path) == []
    path = "snippets/chapters/chapter_01/steps.py"
    found = cells(path, (tmp_path / path).read_text("utf-8"))[0].values()
    codes = [cell.text for cell in found]
    assert codes == [seeded(1, step.text) for step in steps()]


def test_a_build_that_ran_not_every_block_is_not_measured(
    tmp_path, monkeypatch
):
    bench = build.Bench(tmp_path)
    said = "4 blocks on 2 pages agree: 0 ran, 4 had run before"
    monkeypatch.setattr(bench, "run", lambda *_: (1.0, said))
    with pytest.raises(SystemExit, match="does not say `ran and agree`"):
        bench.verified(tmp_path)
