"""Each attempt to fool this project has a name and is caught by what is named.

`make drill` tries all of them (`attempts.py`). Here are those that are planted
together in one copy of the project, which the mark `slow` has.
"""

import re
from pathlib import Path

import pytest
from attempts import FAULT, LIST, PLANTED, Attempt, attempts, table, unknown
from conftest import COLLECTED, ROOT, check, copy_project, edit
from mutants import mutants

from proof.problem import Problem

FOUND = attempts()
FLAT = re.compile(r'["\s]+')


def plant(root: Path, texts: list[str]) -> None:
    for path, old, new in zip(texts[::3], texts[1::3], texts[2::3]):
        edit(root, path, old, new)


@pytest.fixture(scope="module")
def told(tmp_path_factory) -> list[Problem]:
    """What `make check` says when all of them are planted."""
    root = copy_project(tmp_path_factory.mktemp("all"))
    for texts in (*LIST["planted"].values(), *LIST["free"].values()):
        plant(root, texts)
    return check(root)


def is_of(problem: Problem, texts: list[str]) -> bool:
    """Whether a problem is what is to be said of something planted."""
    return problem.path == texts[0] and texts[-1] in problem.message


@pytest.mark.slow
@pytest.mark.parametrize("name", LIST["planted"])
def test_what_is_planted_is_told(told, name):
    assert any(is_of(one, LIST["planted"][name]) for one in told)


@pytest.mark.slow
def test_of_what_is_free_nothing_is_said(told):
    """If one of them is found, README promises too little."""
    planted = LIST["planted"].values()
    assert [p for p in told if not any(is_of(p, t) for t in planted)] == []


def test_each_test_is_there():
    """Of the files that are asked just now."""
    assert unknown(FOUND, COLLECTED) == []
    assert unknown([Attempt("a", "a.py::b")], {"a.py::c"}) == ["a.py::b"]


def test_each_says_its_words():
    for name, by, words in FOUND:
        file = by.partition("::")[0]
        if file.startswith("tests/") and not by.startswith((PLANTED, FAULT)):
            text = FLAT.sub("", (ROOT / file).read_text("utf-8"))
            assert FLAT.sub("", words) in text, (name, words)


def test_each_mutant_is_made():
    names = {*LIST["mutants"].values()}
    paths = {name.partition(" ")[0] for name in names}
    assert names <= {one.name for path in paths for one in mutants(path)}


def test_what_nothing_caught_is_told():
    one = Attempt("a", "a.py::b", "c")
    assert table([one], {"a.py::b": True}) == [f"{'a':52} a.py::b c"]
    for passed in ({"a.py::b": False}, {}):
        assert table([one], passed) == ["NOT CAUGHT: a (a.py::b)"]
