"""A block that gives something else in another run is named."""

import json
import sys

import pytest
import twice
from conftest import ROOT

from proof.blocks import run
from proof.pages.code import MEASURED

COUNTS = "import sys\nsys.count = getattr(sys, 'count', 0)"
BOTH, THREADS, NEITHER = ("in another", "with two"), ("with two",), ()
BLOCKS = {  # of a page, and in which runs it shows that they differ
    "start": (COUNTS, NEITHER),
    "always": ("print(1)", NEITHER),
    "random": ("import random\nprint(random.random())", BOTH),  # unseeded
    "time": ("import time\nprint(time.time_ns())", BOTH),
    "order": ("print(sys.count)", BOTH),  # how many pages ran before
    "threads": ("import torch\nprint(torch.get_num_threads())", THREADS),
    "measured": (f"print(time.time_ns())\n{MEASURED}", NEITHER),
}


@pytest.fixture
def pair(small):
    """Two pages, of which the second one counts its runs."""
    pages = {"demo": {name: code for name, (code, _) in BLOCKS.items()}}
    pages["plain"] = {"start": f"{COUNTS} + 1"}
    for page, blocks in pages.items():
        cells = "".join(f"# %% {n}\n{c}\n\n" for n, c in blocks.items())
        (small / f"snippets/{page}.py").write_text(cells)
        fences = "".join(
            f'```python\n--8<-- "snippets/{page}.py:{n}"\n```\n\n'
            for n in blocks
        )
        (small / f"docs/en/{page}.md").write_text(f"# A {{ #a }}\n\n{fences}")
    return small


def test_a_block_that_differs_is_named(pair, pytester, monkeypatch):
    reports = {}
    for how, (backwards, threads) in twice.RUNS.items():
        monkeypatch.setattr(run, "THREADS", threads)
        monkeypatch.setattr(sys, "count", 0, raising=False)
        options = (*twice.pages(pair, backwards), "--blocks-report=r.json")
        pytester.runpytest_inprocess("--record", *options)
        reports[how] = json.loads((pair / "r.json").read_text())
    for how, report in reports.items():
        said = [*twice.different(pair, reports["once"], report, how)]
        named = [line.split("'")[1] for line in said]
        wanted = [
            name for name, (_, hows) in BLOCKS.items() if how.startswith(hows)
        ]
        assert named == wanted
        assert all(
            line.endswith(f"gives something else {how}") for line in said
        )


@pytest.mark.weekly
def test_the_command_fails_where_a_block_differs(pair, pytester, capsys):
    assert twice.main(pair) == 1
    assert "blocks fail when they run once" in capsys.readouterr().out


def test_the_week_runs_it():
    weekly = (ROOT / ".github/workflows/weekly.yml").read_text("utf-8")
    assert "run: make test-twice" in weekly
