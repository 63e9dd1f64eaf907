"""What `make test-cpus` tries, and that it tells of a failure."""

from itertools import combinations, product

import cpus
import pytest


@pytest.mark.parametrize("names", [cpus.CAPABILITIES, cpus.CAPABILITIES[:2]])
def test_each_pair_of_settings_occurs(names):
    branches = [row.get("MKL_CBWR") for row in cpus.BRANCHES]
    rows = [
        (r["ATEN_CPU_CAPABILITY"], r["OMP_NUM_THREADS"], r.get("MKL_CBWR"))
        for r in cpus.settings(names)
    ]
    values = (names, cpus.THREADS, branches)
    for a, b in combinations(range(3), 2):
        tried = {(row[a], row[b]) for row in rows}
        assert tried == set(product(values[a], values[b]))


@pytest.mark.weekly
def test_settings_reach_what_is_computed(monkeypatch, capsys, tmp_path):
    """A test that fails in one setting fails the run, and is shown."""
    planted = tmp_path / "test_planted.py"
    planted.write_text(
        "import os, torch\n"
        "def test_threads():\n"
        "    threads = int(os.environ['OMP_NUM_THREADS'])\n"
        "    assert torch.get_num_threads() == threads != 2\n"
    )
    monkeypatch.setattr(cpus, "ROOT", tmp_path)
    monkeypatch.setattr(cpus, "computing", lambda tests: [str(planted)])
    monkeypatch.setattr(cpus, "capabilities", lambda: ("default",))
    monkeypatch.setattr(cpus, "THREADS", ("1", "2"))
    (tmp_path / "docs").mkdir()
    assert cpus.main(["-n", "0", "-p", "no:cacheprovider"]) == 1
    said = capsys.readouterr().out
    assert "1 of 2 settings failed" in said, said
    assert "assert 2 != 2" in said


def test_the_files_that_compute_are_found(tmp_path):
    (tmp_path / "test_a.py").write_text("from snippets.scaled import x\n")
    (tmp_path / "test_b.py").write_text("import re\n")
    (tmp_path / "test_playground.py").write_text("import torch\n")
    (found,) = cpus.computing(tmp_path)
    assert found.endswith("test_a.py")
