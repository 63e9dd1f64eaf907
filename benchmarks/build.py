"""How long the verified build takes beside other ways to run the same code.

`python -m benchmarks.build` builds this site and takes the notebooks that it
offers, in every language. mkdocs-jupyter and markdown-exec then run the same
cells, and Material renders them without running any. All are timed in turns.
It writes into a temporary folder only.
"""

import argparse
import ast
import os
import platform
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import date
from functools import partial
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory

import nbformat

from sitebuild.runner.execution import processor

ROOT = Path(__file__).parent.parent
COMPARED = {
    "mkdocs-jupyter": "mkdocs_jupyter",
    "markdown-exec": "markdown_exec",
}
VERIFIED, BARE = "this site", "rendering alone"
CONFIG = """\
site_name: The same cells
theme: {name: material, font: false}
markdown_extensions: [pymdownx.superfences, pymdownx.highlight]
plugins:
  - search
"""
JUPYTER = """\
  - mkdocs-jupyter: {execute: true, allow_errors: false, cache: false}
"""
# What the build sets before a page's first block, and where blocks find files.
SET_UP = f"""\
import os

import torch

os.chdir({str(ROOT)!r})
torch.manual_seed(0)
torch.set_num_threads(1)"""
NOTEBOOK = """\
---
jupyter:
  kernelspec: {display_name: Python 3, language: python, name: python3}
---

"""
# With markdown-exec a block prints its figure, as HTML.
PRINTED = """
if hasattr(shown, "savefig"):
    from io import StringIO

    picture = StringIO()
    shown.savefig(picture, format="svg")
    print(picture.getvalue())
"""


def run(root: Path, *command: str, says: str = "") -> float:
    """Seconds of `python -m …` in a folder.

    Raises SystemExit with its output if it fails or does not say what it must.
    """
    environment = os.environ | {
        "CI": "true",  # runs all blocks, whatever has run before
        "NO_MKDOCS_2_WARNING": "1",
        "PYTHONPATH": str(ROOT),
        "SNIPPETS_DEVICE": "cpu",
    }
    start = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=root,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    seconds = time.perf_counter() - start
    if done.returncode or says not in done.stdout:
        raise SystemExit(
            f"{done.stdout}\n{' '.join(command)} failed: see above"
        )
    return seconds


def build_this_site(into: Path) -> float:
    """Seconds of a build of this site that runs and compares all blocks."""
    command = "mkdocs", "build", "--site-dir", str(into)
    return run(ROOT, *command, says="ran and agree")


def code_cells(notebook: Path) -> list[str]:
    """The code of a notebook's cells; the first writes files: ours does not."""
    cells = nbformat.read(notebook, as_version=4).cells
    _, *codes = (cell.source for cell in cells if cell.cell_type == "code")
    return [SET_UP, *codes]


def for_markdown_exec(page: str, cells: list[str]) -> str:
    """A page whose cells markdown-exec runs, in a session of its own."""
    head = f'```python exec="1" source="above" html="1" session="{page}"\n'
    return "\n".join(f"{head}{printing(cell)}\n```\n" for cell in cells)


def printing(cell: str) -> str:
    """A cell that prints the figure which its last expression gives."""
    *_, last = ast.parse(cell).body
    if not isinstance(last, ast.Expr):
        return cell
    lines = cell.splitlines()
    lines[last.lineno - 1] = f"shown = {lines[last.lineno - 1]}"
    return "\n".join(lines) + PRINTED


def only_shown(page: str, cells: list[str]) -> str:
    """A page whose cells nobody runs."""
    return "\n".join(f"```python\n{cell}\n```\n" for cell in cells)


def for_jupyter(page: str, cells: list[str]) -> str:
    """A page whose cells mkdocs-jupyter runs."""
    return NOTEBOOK + only_shown(page, cells)


WAYS = {  # a plugin beside the search, and how it is given a page
    "mkdocs-jupyter": (JUPYTER, for_jupyter),
    "markdown-exec": ("  - markdown-exec\n", for_markdown_exec),
    BARE: ("", only_shown),
}


def write_project(root: Path, site: Path, way: str) -> None:
    """Write a project that shows the cells of a built site's notebooks."""
    plugin, write = WAYS[way]
    for notebook in sorted(site.rglob("*.ipynb")):
        page = notebook.relative_to(site).with_suffix(".md")
        target = root / "docs" / page
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(write(str(page), code_cells(notebook)), "utf-8")
    (root / "docs/index.md").write_text("# The same cells\n", "utf-8")
    (root / "mkdocs.yml").write_text(CONFIG + plugin, "utf-8")


def in_turns(
    ways: dict[str, Callable[[], float]], rounds: int
) -> dict[str, float]:
    """Median seconds of each way, measured in turns."""
    taken = [[measure() for measure in ways.values()] for _ in range(rounds)]
    return dict(zip(ways, map(statistics.median, zip(*taken))))


def table(took: dict[str, float]) -> str:
    """Seconds, and how many times those of this site they are."""
    rows = ["| | seconds | this site = 1 |", "| --- | ---: | ---: |"]
    for way, seconds in took.items():
        ratio = seconds / took[VERIFIED]
        rows.append(f"| {way} | {seconds:.1f} | {ratio:.2f} |")
    return "\n".join(rows)


def header(rounds: int) -> str:
    """What was measured with, where and when."""
    names = "torch", "mkdocs-material", *COMPARED
    versions = ", ".join(f"{name} {version(name)}" for name in names)
    return (
        f"{date.today()}, Python {platform.python_version()}, {versions}\n"
        f"{processor('cpu')}, {os.cpu_count()} cores; medians of {rounds} "
        "rounds in turns\n"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rounds", type=int, default=3, help="of each way")
    rounds = parser.parse_args().rounds
    if absent := [
        name for name, module in COMPARED.items() if not find_spec(module)
    ]:
        names = " and ".join(absent)
        raise SystemExit(f"no {names} here: run `make bench OF=build`")
    with TemporaryDirectory(prefix="bench-") as folder:
        site = Path(folder, "site")
        build_this_site(site)
        ways = {VERIFIED: partial(build_this_site, site)}
        for way in WAYS:
            root = Path(folder, way)
            write_project(root, site, way)
            ways[way] = partial(run, root, "mkdocs", "build")
        print(header(rounds) + "\n" + table(in_turns(ways, rounds)))


if __name__ == "__main__":
    main()
