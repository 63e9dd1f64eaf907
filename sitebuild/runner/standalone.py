"""What blocks of code need of the project to run somewhere else."""

import ast
from collections.abc import Iterable
from functools import cache

from sitebuild.files import Files
from sitebuild.pages.page import Page
from sitebuild.pages.snippet_code import syntax

DATA = "docs/assets/"  # how the name of a data file begins
MARKER = "# %%"  # of a cell
# Sets what the blocks were recorded with (`sitebuild.runner.execution`).
SET_UP = """\
from pathlib import Path

import torch

FILES = {{
{files}}}

for path, text in FILES.items():
    file = Path(path)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text.removeprefix("\\n"), "utf-8")

torch.manual_seed(0)
torch.set_num_threads(1)"""


def set_up(page: Page) -> str:
    """Return code that lets a page's blocks run where the project is not.

    It writes the modules that they import and the data that they read.
    """
    return SET_UP.format(
        files="".join(
            f'    "{path}": {quoted(text)},\n'
            for path, text in needed(page).items()
        )
    )


def needed(page: Page) -> dict[str, str]:
    """Return the files that a page's blocks import or read: path -> text."""
    codes = [block.section.text for block in page.blocks]
    imported = modules(page.files, codes)
    codes += [page.files.text(path) for path in imported]
    paths = [*imported, *data(page.files, codes)]
    return {path: without_markers(page.files.text(path)) for path in paths}


def without_markers(text: str) -> str:
    """Return code without the lines that mark its cells."""
    lines = text.splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(MARKER))


def quoted(text: str) -> str:
    """Return a text as Python writes it, so that people can read it."""
    if "'''" in text or text[-1:] == "\\" or not text:
        return repr(text)
    return f"r'''\n{text}'''"


def modules(files: Files, codes: Iterable[str]) -> list[str]:
    """Return the paths of all modules of `snippets` that the codes import."""
    found: set[str] = set()
    left = list(codes)
    while left:
        for name in imported(left.pop()):
            parts = name.split(".")
            stems = ["/".join(parts[: k + 1]) for k in range(len(parts))]
            for stem in stems if parts[0] == "snippets" else []:
                for path in (f"{stem}.py", f"{stem}/__init__.py"):
                    if path not in found and files.exists(path):
                        found.add(path)
                        left.append(files.text(path))
    return sorted(found)


@cache  # each page asks of the same modules
def imported(code: str) -> list[str]:
    """Return the whole names of the modules and things that code imports."""
    names = []
    for node in ast.walk(syntax(code)):
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names += [f"{node.module}.{alias.name}" for alias in node.names]
    return names


def data(files: Files, codes: Iterable[str]) -> list[str]:
    """Return the paths of the project's data files that the codes name."""
    named = {
        node.value
        for code in codes
        for node in ast.walk(syntax(code))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return sorted(p for p in named if p.startswith(DATA) and files.exists(p))
