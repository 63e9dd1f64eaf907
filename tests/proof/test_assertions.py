"""Every test can fail: it asserts something, and nothing skips it."""

import ast
from pathlib import Path

import pytest
from conftest import ROOT

FILES = sorted((ROOT / "tests").rglob("*.py"))
SKIPS = {"skip", "skipif", "xfail"}  # as marks; `pytest.skip` says its reason
RAISES = {"raises", "fail", "assert_close"}
RAISES |= {"wait_for_function", "wait_for_url"}  # what does not come, in time


def name_of(call: ast.AST) -> str:
    """The last name of what is called."""
    function = call.func if isinstance(call, ast.Call) else call
    return getattr(function, "attr", getattr(function, "id", ""))


def functions(files: list[Path]) -> list[tuple[Path, ast.FunctionDef]]:
    return [
        (file, node)
        for file in files
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef)
    ]


def asserting(found: list[tuple[Path, ast.FunctionDef]]) -> set[str]:
    """Names of functions that assert, or call one that does."""
    names = set(RAISES)
    while True:
        more = {
            function.name
            for _, function in found
            for node in ast.walk(function)
            if isinstance(node, ast.Assert)
            or (isinstance(node, ast.Call) and name_of(node) in names)
        }
        if more <= names:
            return names
        names |= more


def place(file: Path) -> str:
    """The file's path from the folder `tests` on."""
    parts = file.parts
    return "/".join(parts[len(parts) - 1 - parts[::-1].index("tests") :])


def idle(found: list[tuple[Path, ast.FunctionDef]]) -> list[str]:
    """Tests that nothing can make fail, with file and line."""
    able = asserting(found)
    return [
        f"{place(file)}:{function.lineno}: {function.name} asserts nothing"
        for file, function in found
        if function.name.startswith("test_") and function.name not in able
    ]


def skipped(found: list[tuple[Path, ast.FunctionDef]]) -> list[str]:
    """Tests with a mark that keeps them from running or from failing."""
    return [
        f"{place(file)}:{mark.lineno}: "
        "no test is skipped by a mark; mend or remove it"
        for file, function in found
        for mark in function.decorator_list
        if name_of(mark) in SKIPS
    ]


def test_every_test_asserts_something():
    found = idle(functions(FILES))
    assert not found, "\n".join(found)


def test_no_test_is_skipped():
    found = skipped(functions(FILES))
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "body, expected",
    [
        ("assert f()", True),
        ("with pytest.raises(ValueError):\n        f()", True),
        ("helper()", True),
        ("f() == 2", False),
        ("pass", False),
    ],
)
def test_an_idle_test_would_be_seen(tmp_path, body, expected):
    file = tmp_path / "tests/test_x.py"
    file.parent.mkdir()
    file.write_text(
        f"def helper():\n    assert f()\n\ndef test_a():\n    {body}\n"
    )
    wanted = [] if expected else ["tests/test_x.py:4: test_a asserts nothing"]
    assert idle(functions([file])) == wanted


def test_a_mark_that_skips_would_be_seen(tmp_path):
    file = tmp_path / "tests/test_x.py"
    file.parent.mkdir()
    file.write_text("@pytest.mark.skip\ndef test_a():\n    assert 1\n")
    (line,) = skipped(functions([file]))
    assert line.startswith("tests/test_x.py:1: no test is skipped")
