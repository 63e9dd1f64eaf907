"""The engine's rooms import only those below them, and name no chapter."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from conftest import ROOT

# From below.
ROOMS = ("outputs", "pages", "blocks", "checks", "translate", "site")
BELOW = "deceit files history problem".split()
BELOW = tuple(f"proof.{name}" for name in BELOW)
OURS = ("benchmarks", "course", "proof", "snippets", "tests")
NAMES = {  # of chapters; one of a single word is a word of prose, too
    folder.name.replace("_", "-")
    for folder in (ROOT / "snippets/chapters").glob("*_*/")
    if not folder.name.startswith("_")
}


def may_import(path: Path) -> tuple[str, ...]:
    """What of the project a file of it may import."""
    if path.parts[0] == "course":
        return ("course", "proof", "snippets.chapters")
    rooms = ROOMS[: ROOMS.index(path.parts[1]) + 1] if path.parts[2:] else ()
    return (*BELOW, *(f"proof.{room}" for room in rooms))


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Line and name of all that a file imports, inside functions too."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            for alias in node.names:
                yield node.lineno, f"{node.module}.{alias.name}"


def out_of_place(path: Path, text: str) -> list[str]:
    """What a file imports from above it, and the chapters that it names."""
    allowed = tuple(f"{name}." for name in may_import(path))
    found = [
        f"{path}:{line}: imports {name}"
        for line, name in imported(ast.parse(text))
        if name.partition(".")[0] in OURS
        if not f"{name}.".startswith(allowed)
    ]
    words = set(re.findall(r"[a-z]+(?:[-_][a-z]+)+", text))
    named = NAMES & {word.replace("_", "-") for word in words}
    if path.parts[0] == "proof":
        found += [f"{path}: names {name}" for name in sorted(named)]
    return found


def test_each_file_imports_only_from_below_and_names_no_chapter():
    files = [*ROOT.glob("proof/**/*.py"), *ROOT.glob("course/**/*.py")]
    assert len(files) > 40 and len(NAMES) > 8
    paths = {file: file.relative_to(ROOT) for file in files}
    found = [out_of_place(paths[f], f.read_text("utf-8")) for f in files]
    assert sum(found, []) == []


@pytest.mark.parametrize(
    "path, text, says",
    [
        ("pages/page.py", "import proof.checks", "imports proof.checks"),
        ("blocks/run.py", "from proof.site import x", "imports proof.site.x"),
        ("checks/data.py", "def f():\n    from course import x", "2: imports"),
        ("site/hooks.py", "from snippets.device import x", "snippets.device"),
        ("deceit.py", "from proof.pages.page import x", "imports proof.p"),
        ("site/roles.py", 'X = "going-fast"', "names going-fast"),
        ("site/roles.py", "# as in going_fast", "names going-fast"),
    ],
)
def test_what_is_out_of_place_is_found(path, text, says):
    (found,) = out_of_place(Path("proof", path), text)
    assert found.startswith(f"proof/{path}:") and says in found


def test_the_course_imports_the_engine_but_no_module_of_snippets():
    text = "from proof.site import x\nfrom snippets.device import y\n"
    found = out_of_place(Path("course/new.py"), text)
    assert found == ["course/new.py:2: imports snippets.device.y"]
