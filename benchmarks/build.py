"""How long the verified build takes beside other ways to run the same code.

`python -m benchmarks.build` builds this site and takes the notebooks that it
offers, in every language. mkdocs-jupyter and markdown-exec then run the same
cells, and Material renders them without running any. All are timed in turns.
It writes into a temporary folder only.
"""

import argparse
import ast
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat
from nbformat import NotebookNode

ROOT = Path(__file__).parent.parent
VERIFIED, JUPYTER = "this site", "mkdocs-jupyter"
CONFIG = """\
site_name: The same cells
theme: {name: material, font: false}
markdown_extensions: [pymdownx.superfences, pymdownx.highlight]
plugins:
  - search
"""
# What the build sets before a page's first block, and where blocks find files.
SET_UP = f"""\
import os

import torch

os.chdir({str(ROOT)!r})
torch.manual_seed(0)
torch.set_num_threads(1)"""
# With markdown-exec a block prints its figure, as HTML.
PRINTED = """
if hasattr(shown, "savefig"):
    from io import StringIO

    picture = StringIO()
    shown.savefig(picture, format="svg")
    print(picture.getvalue())
"""


def run(root: Path, *command: str) -> float:
    """Seconds of `python -m …` in a folder, and all blocks run anew.

    Raises CalledProcessError if it fails.
    """
    more = {"CI": "true", "PYTHONPATH": str(ROOT), "SNIPPETS_DEVICE": "cpu"}
    start = time.perf_counter()
    command = sys.executable, "-m", *command
    subprocess.run(command, cwd=root, env=os.environ | more, check=True)
    return time.perf_counter() - start


def for_jupyter(notebook: NotebookNode, page: Path) -> None:
    """Write a page whose cells mkdocs-jupyter runs."""
    nbformat.write(notebook, page.with_suffix(".ipynb"))


def with_fences(head: str, notebook: NotebookNode, page: Path) -> None:
    """Write a page whose cells stand below such lines."""
    cells = [c.source for c in notebook.cells if c.cell_type == "code"]
    if "exec" in head:
        cells = map(printing, cells)
    head = head.format(page=page)
    fences = "\n".join(f"```python{head}\n{cell}\n```\n" for cell in cells)
    page.with_suffix(".md").write_text(fences, "utf-8")


def printing(cell: str) -> str:
    """A cell that prints the figure which its last expression gives."""
    *_, last = ast.parse(cell).body
    if not isinstance(last, ast.Expr):
        return cell
    lines = cell.splitlines()
    lines[last.lineno - 1] = f"shown = {lines[last.lineno - 1]}"
    return "\n".join(lines) + PRINTED


STRICT = "{execute: true, allow_errors: false}"
EXEC = ' exec="1" source="above" html="1" session="{page}"'
WAYS = {  # a plugin beside the search, and how it is given a notebook
    JUPYTER: (f"  - {JUPYTER}: {STRICT}\n", for_jupyter),
    "markdown-exec": ("  - markdown-exec\n", partial(with_fences, EXEC)),
    "rendering alone": ("", partial(with_fences, "")),
}


def write_project(root: Path, site: Path, way: str) -> None:
    """Write a project that shows the cells of a built site's notebooks.

    The first cell of each writes the files of the project; here it sets up.
    """
    plugin, write = WAYS[way]
    for file in sorted(site.rglob("*.ipynb")):
        notebook = nbformat.read(file, as_version=4)
        first = next(c for c in notebook.cells if c.cell_type == "code")
        first.source = SET_UP
        page = root / "docs" / file.relative_to(site)
        page.parent.mkdir(parents=True, exist_ok=True)
        write(notebook, page)
    (root / "docs/index.md").write_text("# The same cells\n", "utf-8")
    (root / "mkdocs.yml").write_text(CONFIG + plugin, "utf-8")


def in_turns(
    ways: dict[str, Callable[[], float]], rounds: int
) -> dict[str, float]:
    """Median seconds of each way, measured in turns."""
    taken = [[measure() for measure in ways.values()] for _ in range(rounds)]
    return dict(zip(ways, map(statistics.median, zip(*taken))))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="of each way")
    rounds = parser.parse_args().rounds
    with TemporaryDirectory(prefix="bench-") as folder:
        site = Path(folder, "site")
        build = "mkdocs", "build"
        ways = {VERIFIED: partial(run, ROOT, *build, "--site-dir", str(site))}
        ways[VERIFIED]()
        for way in WAYS:
            write_project(root := Path(folder, way), site, way)
            ways[way] = partial(run, root, *build)
        took = in_turns(ways, rounds)
    print(f"\n{os.cpu_count()} cores; medians of {rounds} rounds in turns\n")
    print("| | seconds | this site = 1 |\n| --- | ---: | ---: |")
    for way, seconds in took.items():
        print(f"| {way} | {seconds:.1f} | {seconds / took[VERIFIED]:.2f} |")


if __name__ == "__main__":
    main()
