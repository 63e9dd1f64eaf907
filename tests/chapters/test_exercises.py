"""Each check accepts its solution and refuses wrong answers."""

import importlib
import inspect
from collections.abc import Callable
from pathlib import Path

import pytest
from conftest import ROOT, in_turn

CHAPTERS = "snippets.chapters"
MODULES = sorted(
    path.parent.name
    for path in Path(ROOT, "snippets/chapters").glob("*/exercises.py")
)


def checks(name: str) -> dict:
    """The checks of a chapter's exercises, by the name of the solution."""
    module = importlib.import_module(f"{CHAPTERS}.{name}.exercises")
    return {
        function.removeprefix("check_"): (check, vars(module))
        for function, check in inspect.getmembers(module, inspect.isfunction)
        if function.startswith("check_")
    }


CASES = [(name, answer) for name in MODULES for answer in checks(name)]


@in_turn("name, answer", CASES)
def test_check_accepts_the_solution(name, answer, capsys):
    check, module = checks(name)[answer]
    check(module[answer])
    assert capsys.readouterr().out == "ok\n"


def edited(module: dict, answer: str, old: str, new: str) -> Callable:
    """The solution, a function, with one thing replaced in its code."""
    code = inspect.getsource(module[answer])
    assert code.count(old) == 1, f"'{old}' is not once in {answer}"
    names = {**module}
    exec(code.replace(old, new), names)
    return names[answer]


@in_turn("name, answer", CASES)
def test_check_refuses_wrong_answers_and_says_why(name, answer):
    wrong = importlib.import_module(f"{CHAPTERS}.{name}.wrong").WRONG[answer]
    check, module = checks(name)[answer]
    assert len(wrong) >= 2
    for attempt in wrong:
        if isinstance(attempt, tuple):
            attempt = edited(module, answer, *attempt)
        with pytest.raises(AssertionError) as error:
            check(attempt)
        assert str(error.value).strip(), "the learner must be told what differs"
