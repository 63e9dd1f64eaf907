"""A folder of sitebuild imports only from those to its left, without cycles."""

import ast
from collections import Counter
from pathlib import Path

from conftest import ROOT, in_turn

# Of one rank, folders do not import from each other.
RANKS = {"": 0, "pages": 1, "runner": 2, "checks": 2, "i18n": 2}
RANKS |= {"widgets": 3, "site": 4}
FILES = {
    ".".join(file.relative_to(ROOT).with_suffix("").parts): file
    for file in (ROOT / "sitebuild").rglob("*.py")
    if file.name not in ("__init__.py", "__main__.py")
}


def imported(file: Path) -> set[str]:
    """The modules of the project that a file imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{n.name}" for n in node.names}
            found |= {node.module}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name in FILES or "snippets" in name}


def folder(name: str) -> str:
    return name.split(".")[1] if name.count(".") == 2 else ""


@in_turn("name", FILES)
def test_a_module_imports_only_from_folders_to_its_left(name):
    for other in imported(FILES[name]):
        assert not other.startswith("snippets"), other
        same = folder(other) == folder(name)
        assert same or RANKS[folder(other)] < RANKS[folder(name)], other


def test_no_two_modules_share_a_name():
    count = Counter(file.stem for file in FILES.values())
    assert max(count.values()) == 1, count.most_common(3)


def test_snippets_imports_nothing_of_the_build():
    for file in (ROOT / "snippets").rglob("*.py"):
        assert "sitebuild" not in file.read_text("utf-8"), file
