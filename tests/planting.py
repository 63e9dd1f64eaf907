"""How a fault is planted in a copy of a project, and where it must be told."""

import contextlib
import io
import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from projects import edit, line_of

from sitebuild.__main__ import main

# Of the project with one chapter.
CHAPTER = "docs/en/simplified-attention.md"
TWIN = "docs/pt/simplified-attention.md"
CODE = "snippets/chapters/simplified_attention/steps.py"
OUTPUTS = "docs/outputs/simplified-attention"


class Told(NamedTuple):
    """What a command said of a line of a file."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


# What `python -m sitebuild` says of a line, which may be told on several.
TOLD = r"(?ms)^([^\s:]+):(\d+): (.*?)(?=\n[^\s:]+:\d+: |\n\d+ pages, |\n*\Z)"


def check(root: Path) -> list[Told]:
    """The faults of a project that `make check` prints."""
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        with contextlib.redirect_stderr(printed):
            status = main(["check"], root)
    text = re.sub(r"(?m)^::.*\n", "", printed.getvalue())
    found = [Told(p, int(n), s) for p, n, s in re.findall(TOLD, text)]
    assert bool(status) == bool(found)
    assert status == 2 or text.endswith(f" pages, {len(found)} problems\n")
    return found


class Fault(NamedTuple):
    """A change, and where and in which words `check` must tell of it.

    The line is a number, or the first that has this text after planting.
    """

    plant: Callable[[Path], object]
    path: str
    line: int | str
    says: str

    def missed(self, root: Path) -> str:
        """Plant it; return what `check` says instead, if it misses it."""
        self.plant(root)
        line = self.line
        if isinstance(line, str):
            line = line_of(root, self.path, line)
        found = check(root)
        for problem in found:
            if problem[:2] == (self.path, line) and self.says in problem[2]:
                return ""
        told = "\n".join(map(str, found)) or "nothing"
        return f"{self.path}:{line}: {self.says}\nis not said, but\n{told}"


class Change(NamedTuple):
    """A change of a project, most often of one file."""

    plant: Callable[[Path], object]
    path: str = ""

    def __call__(self, root: Path) -> None:
        self.plant(root)

    def at(self, line: int | str, says: str, path: str = "") -> Fault:
        """Return the fault that it is, told of its file or of another."""
        return Fault(self, path or self.path, line, says)


def replace(path: str, old: str, new: str) -> Change:
    """Replace the first `old` of a file."""
    return Change(lambda root: edit(root, path, old, new), path)


def write(path: str, text: str | bytes) -> Change:
    """Write a file."""

    def plant(root: Path) -> None:
        content = text.encode() if isinstance(text, str) else text
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(content)

    return Change(plant, path)


def append(path: str, text: str) -> Change:
    def plant(root: Path) -> None:
        before = (root / path).read_bytes()
        (root / path).write_bytes(before + text.encode())

    return Change(plant, path)


def remove(path: str) -> Change:
    return Change(lambda root: (root / path).unlink(), path)


def both(*changes: Change) -> Change:
    """Several changes, one after the other."""
    return Change(lambda root: [change(root) for change in changes])


# What editors and systems leave behind, and where.
LEFT = """
    .index.md.swp .index.md.swo index.md~ #index.md# ._index.md 4913 .DS_Store
    Thumbs.db desktop.ini index.md.orig ._words.yml .~lock.index.md#
    index.md___jb_tmp___ .fuse_hidden00 one.py.bak ._one.py one.cpython-311.pyc
    .ipynb_checkpoints/index.md .idea/workspace.xml .vscode/settings.json
""".split()
FOLDERS = """
    docs docs/en docs/outputs docs/outputs/simplified-attention docs/assets
    docs/assets/styles docs/assets/theme docs/assets/diagrams sitebuild
    snippets snippets/chapters/simplified_attention
""".split()


def leave(root: Path) -> set[str]:
    """Leave all of it in each folder; return the paths."""
    left = {f"{folder}/{name}" for folder in FOLDERS for name in LEFT}
    for path in left:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_bytes(b"\0\xff<script>\n")
    (root / "docs/en/.#index.md").symlink_to("who@host.12")  # Emacs locks so
    return left
