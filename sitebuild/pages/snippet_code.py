"""Find code in `snippets` by the name of a definition or a cell.

A cell of Jupytext's percent format starts below `# %% name` and ends where the
next one begins. Pages show no code of a cell without a name.
"""

import ast
import builtins
import re
from decimal import Decimal
from functools import lru_cache
from symtable import symtable
from typing import NamedTuple

from sitebuild.files import Files
from sitebuild.pages.tolerance import ANY, EXACT, Tolerance

MARKER = r"# %%(?: (?P<name>[a-z][a-z0-9-]*))?"
# The last line of a block may declare that it is measured, or a tolerance for
# all decimals or for those after a word.
SIZE = re.compile(r"(?:(?P<word>[^\W\d][^,.]*) )?(?P<size>0\.0\d{0,2}[1-9])")
TOLERANCE = "# tolerance: "
MEASURED = "# measured: your numbers will differ"


class Section(NamedTuple):
    """A definition or a cell; `line` is the number of its first line."""

    path: str
    name: str
    line: int
    text: str

    @property
    def tolerance(self) -> Tolerance:
        """Return how far its numbers may differ: ANY if the block measures."""
        last = self.text.splitlines()[-1]
        if last == MEASURED:
            return ANY
        parts = last.removeprefix(TOLERANCE).split(", ")
        matches = [SIZE.fullmatch(part) for part in parts]
        if not last.startswith(TOLERANCE) or None in matches:
            return EXACT
        sizes = {m["word"] or "": Decimal(m["size"]) for m in matches}
        return sizes if len(sizes) == len(matches) else EXACT


def find(files: Files, path: str, name: str) -> Section | None:
    """Return the cell of this name in a file, else the definition, if any.

    Raises SyntaxError if there is no such cell and the file is no Python.
    """
    text = files.text(path)
    return cells(path, text).get(name) or definitions(path, text).get(name)


@lru_cache(maxsize=256)  # every block of every page looks into its file
def cells(path: str, text: str) -> dict[str, Section]:
    """Return the named cells of a file's text."""
    lines, named = text.splitlines(), {}
    markers = [re.fullmatch(MARKER, line) for line in lines]
    starts = [n for n, marker in enumerate(markers) if marker]
    for start, end in zip(starts, [*starts[1:], len(lines)]):
        if name := markers[start]["name"]:
            code = "\n".join(lines[start + 1 : end]).rstrip("\n") + "\n"
            named[name] = Section(path, name, start + 2, code)
    return named


@lru_cache(maxsize=256)  # likewise
def definitions(path: str, text: str) -> dict[str, Section]:
    """Return the functions, classes and values that a file defines, by name.

    Raises SyntaxError if the text is no Python.
    """
    lines, named = text.splitlines(), {}
    for node in ast.parse(text).body:
        decorators = [d.lineno for d in getattr(node, "decorator_list", [])]
        start = min([*decorators, node.lineno])
        code = "\n".join(lines[start - 1 : node.end_lineno]) + "\n"
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                names = [name]
            case ast.Assign(targets=targets):
                names = [t.id for t in targets if isinstance(t, ast.Name)]
            case _:
                names = []
        named |= {name: Section(path, name, start, code) for name in names}
    return named


def stands_alone(code: str) -> bool:
    """Tell whether Python code runs by itself, outside this project.

    It uses nothing of `snippets`, and no name that it does not bind.
    """
    tables = [symtable(code, "", "exec")]
    own = (s for s in tables[0].get_symbols() if s.is_local())
    bound = {"__name__", *dir(builtins), *(s.get_name() for s in own)}
    for table in tables:
        tables += table.get_children()
        names = (s.get_name() for s in table.get_symbols() if s.is_global())
        if not bound.issuperset(names):
            return False
    return "snippets" not in code
