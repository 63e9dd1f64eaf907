"""The benchmark of the build gives each way the same cells to run."""

import re

import nbformat
import pytest

from benchmarks.build import JUPYTER, run, write_project

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("way", ["rendering alone", JUPYTER])
def test_a_way_shows_and_perhaps_runs_the_cells_of_a_notebook(tmp_path, way):
    codes = "files = 'are written'", "x = 6", "print('so', x * 7)"
    cells = [nbformat.v4.new_code_cell(code) for code in codes]
    notebook = nbformat.v4.new_notebook(cells=cells)
    (tmp_path / "site").mkdir()
    nbformat.write(notebook, tmp_path / "site/page.ipynb")
    write_project(tmp_path / "project", tmp_path / "site", way)
    assert run(tmp_path / "project", "mkdocs", "build") > 0
    page = (tmp_path / "project/site/page/index.html").read_text("utf-8")
    text = re.sub(r"<[^>]+>", "", page)
    assert "files" not in text and "x = 6" in text
    assert ("so 42" in text) == (way == JUPYTER)
