"""A folder of sitebuild imports only from those to its left, without cycles."""

import ast
from collections import Counter
from graphlib import TopologicalSorter

from conftest import ROOT

from sitebuild.pages.site_config import reading_order

# Of one rank, folders do not import from each other.
RANKS = {"": 0, "pages": 1, "runner": 2, "checks": 2, "i18n": 2}
RANKS |= {"widgets": 3, "site": 4}
FILES = [
    file
    for file in (ROOT / "sitebuild").rglob("*.py")
    if file.name not in ("__init__.py", "__main__.py")
]
# Pages that MkDocs or the glossary need by name are no chapters.
CHAPTERS = {*reading_order(ROOT)} - {"index", "glossary", "sources"}


def module(file) -> str:
    """The dotted name of a file."""
    return ".".join(file.relative_to(ROOT).with_suffix("").parts)


NAMES = [module(file) for file in FILES]


def imported(file) -> set[str]:
    """The modules of the project that a file imports, wherever it does."""
    found = set()
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom):
            found |= {f"{node.module}.{n.name}" for n in node.names}
            found |= {node.module}
        elif isinstance(node, ast.Import):
            found |= {name.name for name in node.names}
    return {name for name in found if name in NAMES or "snippets" in name}


def folder(name: str) -> str:
    return name.split(".")[1] if name.count(".") == 2 else ""


def test_a_folder_imports_only_from_those_to_its_left():
    for file in FILES:
        mine = folder(module(file))
        for name in imported(file):
            assert not name.startswith("snippets"), f"{file} imports {name}"
            theirs = folder(name)
            assert mine == theirs or RANKS[theirs] < RANKS[mine], (file, name)


def test_no_module_imports_itself_in_the_end():
    TopologicalSorter({module(f): imported(f) for f in FILES}).prepare()


def test_no_two_modules_share_a_name():
    count = Counter(file.stem for file in FILES)
    assert count.most_common(1)[0][1] == 1, count.most_common(3)


def test_chapters_are_named_in_pages_and_data_alone():
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Constant):
                assert node.value not in CHAPTERS, (file, node.value)


def test_snippets_imports_nothing_of_the_build():
    for file in (ROOT / "snippets").rglob("*.py"):
        assert "sitebuild" not in file.read_text("utf-8"), file
