"""Every test can fail: it asserts something, and nothing skips it."""

import ast
import re
from collections.abc import Iterator

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


def functions(*texts: str) -> list[ast.FunctionDef]:
    return [
        node
        for text in texts
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.FunctionDef)
    ]


def asserting(found: list[ast.FunctionDef]) -> set[str]:
    """Names of functions that assert, or call one that does."""
    names = set(RAISES)
    while True:
        more = {
            function.name
            for function in found
            for node in ast.walk(function)
            if isinstance(node, ast.Assert)
            or (isinstance(node, ast.Call) and name_of(node) in names)
        }
        if more <= names:
            return names
        names |= more


def idle(function: ast.FunctionDef, able: set[str]) -> Iterator[str]:
    """What keeps a test from failing."""
    if function.name.startswith("test_") and function.name not in able:
        yield f"{function.lineno}: {function.name} asserts nothing"
    for mark in function.decorator_list:
        if name_of(mark) in SKIPS:
            yield f"{mark.lineno}: no test is skipped by a mark; remove it"


def test_every_test_can_fail():
    texts = {f.relative_to(ROOT): f.read_text("utf-8") for f in FILES}
    able = asserting(functions(*texts.values()))
    found = [
        f"{path}:{reason}"
        for path, text in texts.items()
        for function in functions(text)
        for reason in idle(function, able)
    ]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    "body",
    ["assert f()", "with pytest.raises(ValueError):\n    f()", "helper()"],
)
def test_a_test_that_can_fail_is_known(body):
    found = functions(f"def helper():\n  assert f()\ndef test_a():\n  {body}\n")
    assert "test_a" in asserting(found)


@pytest.mark.parametrize(
    "text, said",
    [
        ("def test_a():\n  len([1])\n", "1: test_a asserts nothing"),
        ("@pytest.mark.skip(reason='')\ndef test_a():\n  assert 1\n", "1: no"),
        ("@mark.xfail\ndef helper():\n  f()\n", "1: no test is skipped by"),
    ],
)
def test_a_test_that_cannot_fail_is_named(text, said):
    (function,) = functions(text)
    (reason,) = idle(function, asserting([function]))
    assert reason.startswith(said)


def no_functions(text: str) -> Iterator[int]:
    """Lines where a page is to be polled for what is no function.

    Such an expression is evaluated by each poll but the first in a way that a
    page's policy forbids: a test of it fails where anything has to be waited
    for.
    """
    tree = ast.parse(text)
    known = {
        target.id: node.value
        for node in tree.body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and name_of(call) == "wait_for_function":
            asked = call.args[0]
            asked = known.get(getattr(asked, "id", ""), asked)
            start = [*getattr(asked, "values", []), asked][0]
            code = str(getattr(start, "value", ""))
            if not re.match(r"\s*(async )?(\([^()]*\)|\w+) =>", code):
                yield call.lineno


def test_what_is_waited_for_is_a_function():
    for file in FILES:
        assert [*no_functions(file.read_text("utf-8"))] == [], file


@pytest.mark.parametrize(
    "said, found", [("() => x", []), ("async (x) => x", []), ("x", [2])]
)
@pytest.mark.parametrize("form", ['"{}"', 'f"{} {{y}}"', "A"])
def test_an_expression_that_is_waited_for_is_found(said, found, form):
    text = f'A = "{said}"\npage.wait_for_function({form.format(said)})\n'
    assert [*no_functions(text)] == found
