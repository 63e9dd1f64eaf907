"""Find the files that a page's blocks need to run without the project."""

import ast
from functools import cache
from itertools import accumulate

from sitebuild.pages.page import Page
from sitebuild.pages.snippet_code import syntax

DATA = "docs/assets/"  # how the path of a data file begins
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
    """Return code that writes the files that a page's blocks need."""
    lines = (
        f'    "{path}": {quoted(text)},\n'
        for path, text in needed(page).items()
    )
    return SET_UP.format(files="".join(lines))


def needed(page: Page) -> dict[str, str]:
    """Return the files that a page's blocks import or read: path -> text.

    Lines that mark cells are left out.
    """
    codes = [block.section.text for block in page.blocks]
    paths: set[str] = set()
    while codes:
        named = named_files(codes.pop())
        new = {p for p in named - paths if page.files.exists(p)}
        codes += [page.files.text(path) for path in new if path.endswith(".py")]
        paths |= new
    texts = {}
    for path in sorted(paths, key=lambda path: (path.startswith(DATA), path)):
        lines = page.files.text(path).splitlines(keepends=True)
        kept = (line for line in lines if not line.startswith(MARKER))
        texts[path] = "".join(kept)
    return texts


@cache  # most pages import the same modules
def named_files(code: str) -> set[str]:
    """Return the paths that code may import or read, of files or of none."""
    modules, paths = [], set()
    for node in ast.walk(syntax(code)):
        match node:
            case ast.Import():
                modules += [alias.name for alias in node.names]
            case ast.ImportFrom():
                modules += [f"{node.module}.{a.name}" for a in node.names]
            case ast.Constant(value=str(text)) if text.startswith(DATA):
                paths.add(text)
    for name in modules:
        if name.partition(".")[0] == "snippets":
            for stem in accumulate(name.split("."), "{}/{}".format):
                paths |= {f"{stem}.py", f"{stem}/__init__.py"}
    return paths


def quoted(text: str) -> str:
    """Return a text as Python writes it, so that people can read it."""
    if "'''" in text or text[-1:] == "\\" or not text:
        return repr(text)
    return f"r'''\n{text}'''"
