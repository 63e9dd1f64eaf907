"""The benchmark of the build gives each way the same cells to run."""

import re

import nbformat
import pytest

from benchmarks.build import BARE, VERIFIED, WAYS, run, table, write_project

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("way", [BARE, "mkdocs-jupyter"])
def test_a_way_shows_and_perhaps_runs_the_cells_of_a_notebook(tmp_path, way):
    codes = "files = 'are written'", "x = 6", "print('so', x * 7)"
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    notebook = nbformat.v4.new_notebook(cells=cells)
    (tmp_path / "site").mkdir()
    nbformat.write(notebook, tmp_path / "site/page.ipynb")
    write_project(tmp_path / "project", tmp_path / "site", way)
    run(tmp_path / "project", "mkdocs", "build")
    page = (tmp_path / "project/site/page/index.html").read_text("utf-8")
    text = re.sub(r"<[^>]+>", "", page)
    assert "files" not in text and "x = 6" in text
    assert ("so 42" in text) == (WAYS[way] != WAYS[BARE])


def test_a_command_that_fails_or_does_less_is_not_measured(tmp_path):
    (tmp_path / "wrong.py").write_text("print('reason')\nraise SystemExit(3)")
    with pytest.raises(SystemExit, match="(?s)reason.*failed"):
        run(tmp_path, "wrong")
    (tmp_path / "less.py").write_text("print('0 ran')")
    assert run(tmp_path, "less") > 0
    with pytest.raises(SystemExit, match="failed"):
        run(tmp_path, "less", says="ran and agree")


def test_the_table_says_how_many_times_the_seconds_of_this_site():
    rows = table({VERIFIED: 10.0, BARE: 4.0}).splitlines()
    assert rows[2:] == [
        "| this site | 10.0 | 1.00 |",
        f"| {BARE} | 4.0 | 0.40 |",
    ]
