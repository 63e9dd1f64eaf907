"""What blocks of code need of the project to run somewhere else."""

import ast
import re
from collections.abc import Iterable, Iterator

from tools.sections import Files

DATA = re.compile(r"docs/assets/[\w./-]+")


def nodes(code: str) -> Iterator[ast.AST]:
    """The code's syntax; none if it is wrong, which running it tells."""
    try:
        yield from ast.walk(ast.parse(code))
    except SyntaxError:
        return


def modules(files: Files, codes: Iterable[str]) -> list[str]:
    """Paths of all modules of `snippets` that running the codes imports."""
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


def imported(code: str) -> Iterator[str]:
    """What the code imports, by whole names: modules and things in them."""
    for node in nodes(code):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def data(files: Files, codes: Iterable[str]) -> list[str]:
    """Paths of the project's data files that the codes name."""
    named = {
        node.value
        for code in codes
        for node in nodes(code)
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    return sorted(p for p in named if DATA.fullmatch(p) and files.exists(p))
