"""Each check accepts its solution and refuses wrong answers."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest
from conftest import ROOT

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


@pytest.mark.parametrize("name, answer", CASES)
def test_check_accepts_the_solution(name, answer, capsys):
    check, module = checks(name)[answer]
    check(module[answer])
    assert capsys.readouterr().out == "ok\n"


@pytest.mark.parametrize("name, answer", CASES)
def test_check_refuses_wrong_answers_and_says_why(name, answer):
    wrong = importlib.import_module(f"{CHAPTERS}.{name}.wrong").WRONG[answer]
    check, _ = checks(name)[answer]
    for attempt in wrong:
        with pytest.raises(AssertionError) as error:
            check(attempt)
        assert str(error.value).strip(), "the learner must be told what differs"


@pytest.mark.parametrize("name", MODULES)
def test_each_exercise_has_two_wrong_answers_or_more(name):
    wrong = importlib.import_module(f"{CHAPTERS}.{name}.wrong").WRONG
    assert wrong.keys() == checks(name).keys()
    assert min(map(len, wrong.values())) >= 2


# What an answer is made of, unlike what makes inputs or compares.
STEPS = set(
    "MatMult matmul bmm einsum softmax log_softmax exp log tanh relu sigmoid "
    "mean var std cumsum argmax argsort sort topk roll flip outer "
    "tril triu masked_fill where gather repeat_interleave".split()
)


def steps(function: object) -> set[str]:
    """The steps of an answer that a function or a class computes with."""
    nodes = [*ast.walk(ast.parse(inspect.getsource(function)))]
    calls = [node.func for node in nodes if isinstance(node, ast.Call)]
    names = {getattr(call, "attr", getattr(call, "id", "")) for call in calls}
    names |= {type(n.op).__name__ for n in nodes if hasattr(n, "op")}
    return names & STEPS


@pytest.mark.parametrize("name, answer", CASES)
def test_no_check_gives_the_answer_away(name, answer):
    """Readers see a check before they answer."""
    check, module = checks(name)[answer]
    if callable(solution := module[answer]):
        assert not steps(check) & steps(solution)
