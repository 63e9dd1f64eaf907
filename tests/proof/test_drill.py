"""The drill reports what nothing finds, and trusts no command that fails."""

import pytest
from conftest import ROOT, line_of
from drill import Result, drill, main, said
from planting import CHAPTER, Fault, replace

REAL = Fault(
    replace(CHAPTER, "{ #hello-context }", ""),
    (CHAPTER, "### Step 3"),
    "this heading has no id",
)
TABLE = {
    "a heading without its id": REAL,
    "nothing at all": REAL._replace(plant=lambda root: None),
    "another reason": REAL._replace(says="this heading is too long"),
    "another place": REAL._replace(place=(CHAPTER, "### Step 2")),
}


def test_a_fault_that_nothing_finds_is_named(capsys):
    assert main(TABLE) == 1
    first, *missed, last = (
        line
        for line in capsys.readouterr().out.splitlines()
        if any(name in line for name in TABLE) or "faults found" in line
    )
    line = line_of(ROOT, CHAPTER, "### Step 3")
    assert first.endswith(f"proof.checks: {CHAPTER}:{line}")
    assert [line.endswith("NOT FOUND") for line in missed[:3]] == [True] * 3
    assert missed[3].startswith("nothing at all: nothing said")
    assert "1 of 4 faults found" in last


def test_what_is_published_was_not_found():
    fault = REAL._replace(
        plant=lambda root: (REAL.plant(root), (root / "site").mkdir())
    )
    (result,) = drill({"published": fault})
    assert result == Result("published", "", result.seconds, result.output)
    assert "this heading has no id" in result.output


def test_a_command_that_always_fails_proves_nothing(capsys):
    fault = REAL._replace(command=("proof.gone",))
    assert main({"broken": fault}) == 1
    assert "the project has a fault as is" in capsys.readouterr().out


@pytest.mark.parametrize(
    "output, expected",
    [
        ("a.md:7: no id", True),
        ("a.md:7: block 'x'\nno id", True),
        ("a.md:7: block 'x'\n\nno id", False),
        ("a.md:77: no id", False),
        ("a.md:8: no id", False),
    ],
)
def test_the_reason_stands_beside_the_place(output, expected):
    assert said(output, "a.md:7:", "no id") == expected
