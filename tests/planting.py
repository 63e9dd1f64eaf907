"""How a fault is planted in a copy of the project, and who must find it."""

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from conftest import edit, line_of, run

from sitebuild.pages.project import Project
from sitebuild.problem import Unreadable
from sitebuild.widgets.registry import problems

CHAPTER = "docs/en/simplified-attention.md"
TWIN = "docs/pt/simplified-attention.md"
CODE = "snippets/chapters/simplified_attention/steps.py"
OUTPUTS = "docs/outputs/simplified-attention"
ENDS = (CHAPTER, "## What to remember"), (TWIN, "## Para lembrar")

CHECKS = ("sitebuild", "check")
BUILD = ("mkdocs", "build")
PYTEST = ("pytest", "-q", "--tb=short", "-pno:cacheprovider")
BLOCKS = (*PYTEST, CHAPTER)  # as `make test` runs them, and a build too

Plant = Callable[[Path], None]


class Fault(NamedTuple):
    """One fault.

    place: a file and a text; the line where the text starts there first, after
    planting, is the one that is named. If it is empty that is line 1, if None
    any line.
    says: what stands beside the place, or in the line below it.
    command: what must find it, as in `python -m …`.
    """

    plant: Plant
    place: tuple[str, str | None]
    says: str
    command: tuple[str, ...] = CHECKS

    @property
    def is_quick(self) -> bool:
        """Whether it is found in this process, in no time."""
        return self.command == CHECKS

    @property
    def needs_all(self) -> bool:
        """Whether it cannot be planted where there is one chapter alone."""
        return not self.is_quick and self.command not in (BUILD, BLOCKS)

    def missed(self, root: Path) -> str:
        """Plant it in a copy; what is said instead of it, if it is not found.

        Neither is it if something was published.
        """
        self.plant(root)
        place = self.place_in(root)
        status, output = carried_out(self.command, root)
        published = [*root.glob("site"), *root.glob(".site*")]
        if status and said(output, place, self.says) and not published:
            return ""
        return f"nothing said “{self.says}” of {place}\n{output}\n{published}"

    def place_in(self, root: Path) -> str:
        """File and line that must be named, of a copy with the fault."""
        path, text = self.place
        if text is None:
            return f"{path}:"
        return f"{path}:{line_of(root, path, text) if text else 1}:"


@lru_cache(maxsize=1)  # all checks are asked of it, then one
def planted(root: Path) -> Project:
    """A project in which something has been planted."""
    return Project(root)


def carried_out(command: tuple[str, ...], root: Path) -> tuple[int, str]:
    """Exit status and output of `python -m …` in a project."""
    if command == CHECKS:
        try:
            found = problems(planted(root))
        except Unreadable as error:
            found = error.args
        return len(found), "\n".join(map(str, found))
    result = run(root, *command)
    return result.returncode, result.stdout


def said(output: str, place: str, says: str) -> bool:
    """Whether the place is named, with the reason there or one line below."""
    lines = output.splitlines()
    return any(
        place in line and says in "\n".join([line, *below])
        for line, *below in zip(lines, [*lines[1:], ""])
    )


def block(section: str, path: str = CODE) -> str:
    """A fence as it stands on a page."""
    return f'```python\n--8<-- "{path}:{section}"\n```\n'


def replace(path: str, old: str, new: str) -> Plant:
    """Replace the first `old` of a file."""
    return lambda root: edit(root, path, old, new)


def insert(path: str, before: str, new: str) -> Plant:
    return replace(path, before, new + before)


def write(path: str, text: str) -> Plant:
    """Write a new file."""

    def plant(root: Path) -> None:
        file = root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        assert not file.exists(), f"there is a file {path} already"
        file.write_text(text, "utf-8")

    return plant


def append(path: str, text: str) -> Plant:
    def plant(root: Path) -> None:
        with (root / path).open("a", encoding="utf-8", newline="\n") as file:
            file.write(text)

    return plant


def remove(path: str) -> Plant:
    return lambda root: (root / path).unlink()


def both(*plants: Plant) -> Plant:
    """Several changes, one after the other."""

    def plant(root: Path) -> None:
        for change in plants:
            change(root)

    return plant


def at_the_end(text: str) -> Plant:
    """A text above the chapter's last section, in each language."""
    return both(*(insert(*end, f"{text}\n\n") for end in ENDS))


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
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_bytes(b"\0\xff<script>\n")
    (root / "docs/en/.#index.md").symlink_to("who@host.12")  # Emacs locks so
    return left
