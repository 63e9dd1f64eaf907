"""Named pieces of the files in `snippets`, as the pages include them.

A piece is a definition, known by its name, or a cell of the percent format of
Jupytext: it starts below `# %% name` and ends where the next one begins. What
stands in a cell without a name, or above the first one, is on no page.
"""

import ast
import builtins
import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple

from sitebuild.files import Files
from sitebuild.pages.tolerance import ANY, EXACT, Tolerance
from sitebuild.problem import Problem

LIKE = r"\s*#[# ]*%%"  # what an editor, or a person, takes for a marker
CELL = r"# %%(?: (?P<name>[a-z][a-z0-9-]*))?"
UNREAD = (
    "this cell marker is not read; write it as `# %% name`, the name in "
    "lower-case letters, digits and hyphens, or as `# %%` above what is on no "
    "page"
)
# The last line of a block, where readers see it, may be one of these. The
# first is always below 0.1, for all decimals or for those after a word; what
# is measured may differ by any amount.
SIZE = re.compile(r"(?:(?P<word>[^\W\d][^,.]*) )?(?P<size>0\.0\d{0,2}[1-9])")
TOLERANCE = "# tolerance: "
MEASURED = "# measured: your numbers will differ"
DECLARED = ("# tolerance", "# measured")
DECLARED_TWICE = (
    "a block is measured or has a tolerance, which its last line says; remove "
    "this line"
)
UNDECLARED = (
    "this declaration is not read; write, as the block's last line, a "
    f"tolerance below 0.1, such as `# tolerance: 0.05` or, of single numbers, "
    f"`# tolerance: loss 0.05, accuracy 0.01`, or `{MEASURED}`"
)


def stands_alone(code: str) -> bool:
    """Tell whether Python code runs by itself, outside this project.

    It imports nothing of `snippets` and uses no name before binding it.
    """
    bound = {"__name__", *dir(builtins)}
    for statement in ast.parse(code).body:
        loaded, stored, imported = set(), set(), set()
        for node in ast.walk(statement):
            match node:
                case ast.Name(id=name):
                    is_read = isinstance(node.ctx, ast.Load)
                    (loaded if is_read else stored).add(name)
                case ast.arg(arg=name):
                    stored.add(name)
                case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                    stored.add(name)
                case ast.alias():
                    stored.add((node.asname or node.name).partition(".")[0])
                    imported.add(node.name.partition(".")[0])
                case ast.ImportFrom(module=name):
                    imported.add((name or "").partition(".")[0])
        match statement:  # what is on its right is read before
            case ast.Assign(targets=targets):
                early = {n.id for n in targets if isinstance(n, ast.Name)}
            case ast.AugAssign(target=ast.Name(id=name)):
                early = {name}
                loaded.add(name)
            case _:
                early = set()
        if "snippets" in imported or loaded - (stored - early) - bound:
            return False
        bound |= stored
    return True


class Section(NamedTuple):
    """A definition or a cell; `line` is the number of its first line."""

    path: str
    name: str
    line: int
    text: str

    @property
    def lines(self) -> range:
        """Return the numbers of its lines in the file."""
        return range(self.line, self.line + self.text.count("\n"))

    @property
    def tolerance(self) -> Tolerance:
        """Return by how much its numbers may differ; usually EXACT.

        ANY if they are measured.
        """
        last = self.text.splitlines()[-1]
        if last == MEASURED:
            return ANY
        parts = last.removeprefix(TOLERANCE).split(", ")
        found = list(map(SIZE.fullmatch, parts))
        if not last.startswith(TOLERANCE) or None in found:
            return EXACT
        sizes = {m["word"] or "": Decimal(m["size"]) for m in found}
        return sizes if len(sizes) == len(found) else EXACT

    def not_read(self) -> Iterator[Problem]:
        """Yield what is declared in another line, or in other words."""
        reason = DECLARED_TWICE if self.tolerance else UNDECLARED
        lines = self.text.splitlines()[: -1 if self.tolerance else None]
        for line, text in enumerate(lines, start=self.line):
            if any(words in text for words in DECLARED):
                yield Problem(self.path, line, reason)


def find(files: Files, path: str, name: str) -> Section | None:
    """Return the cell of this name in a file, else the definition, if any.

    Raises SyntaxError if there is no such cell and the file is no Python.
    """
    text = files.text(path)
    return cells(path, text)[0].get(name) or definitions(path, text).get(name)


@lru_cache(maxsize=256)  # every block of every page asks for its file
def cells(path: str, text: str) -> tuple[dict[str, Section], list[Problem]]:
    """Return the named cells of a file's text, and what is wrong with them."""
    found: dict[str, Section] = {}
    problems: list[Problem] = []
    lines = text.splitlines()
    starts = [n for n, s in enumerate(lines, start=1) if re.match(LIKE, s)]
    for start, end in zip(starts, [*starts[1:], len(lines) + 1]):
        marker = re.fullmatch(CELL, lines[start - 1])
        if marker is None:
            problems.append(Problem(path, start, UNREAD))
        elif (name := marker["name"]) in found:
            reason = f"there are two cells '{name}'; give this one another name"
            problems.append(Problem(path, start, reason))
        elif name:
            code = "\n".join(lines[start : end - 1]).rstrip("\n") + "\n"
            found[name] = Section(path, name, start + 1, code)
            problems += found[name].not_read()
    return found, problems


@lru_cache(maxsize=256)
def definitions(path: str, text: str) -> dict[str, Section]:
    """Return what a file defines at its top level, by its names.

    That is functions, classes and values. Raises SyntaxError if it is no
    Python.
    """
    lines, found = text.splitlines(), {}
    for node in ast.parse(text).body:
        decorators = [d.lineno for d in getattr(node, "decorator_list", [])]
        start = min([*decorators, node.lineno])
        code = "\n".join(lines[start - 1 : node.end_lineno]) + "\n"
        for name in defined(node):
            found[name] = Section(path, name, start, code)
    return found


@lru_cache(maxsize=1024)  # each is asked for several times
def syntax(text: str) -> ast.Module:
    """Return what a text is as Python; empty if it is none."""
    try:
        return ast.parse(text)
    except SyntaxError:
        return ast.Module([], [])


def defined(node: ast.stmt) -> list[str]:
    """Return the names that a statement defines; usually none, or one."""
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else []
    targets = [node.target] if isinstance(node, ast.AnnAssign) else targets
    return [t.id for t in targets if isinstance(t, ast.Name)]
