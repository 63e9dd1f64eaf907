"""Each planted fault is found at its line, by what must find it.

`.ci/run` plants what this process finds; the weekly run also plants what needs
a command of its own.
"""

import pytest
from conftest import ROOT, copy_project
from faults import FAULTS
from planting import CHAPTER, Fault, both, planted, replace, said, write

from sitebuild.widgets.registry import all_checks

ALL = {one.finds: one for one in all_checks()}


def marks(fault: Fault) -> list[pytest.MarkDecorator]:
    """When a fault is planted."""
    return [pytest.mark.slow if fault.is_quick else pytest.mark.weekly]


def test_each_check_names_a_fault_of_its_own():
    assert len(ALL) == len(all_checks())
    assert ALL.keys() <= FAULTS.keys()


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=marks(fault)) for name, fault in FAULTS.items()],
)
def test_a_planted_fault_is_found_at_its_line(tmp_path, one_chapter, name):
    fault = FAULTS[name]
    root = copy_project(tmp_path, ROOT if fault.needs_all else one_chapter)
    reason = fault.missed(root)
    assert not reason, reason
    if name in ALL:
        alone = "\n".join(map(str, ALL[name].problems(planted(root))))
        assert said(alone, fault.place_in(root), fault.says)


REAL = Fault(
    replace(CHAPTER, "{ #hello-context }", ""),
    (CHAPTER, "### Step 3"),
    "this heading has no id",
)


@pytest.mark.parametrize(
    "fault",
    [
        REAL._replace(plant=lambda root: None),
        REAL._replace(says="this heading is too long"),
        REAL._replace(place=(CHAPTER, "### Step 2")),
        REAL._replace(plant=both(REAL.plant, write("site/index.html", ""))),
    ],
)
def test_a_fault_that_nothing_finds_is_told(chapter, fault):
    assert f"“{fault.says}” of {CHAPTER}:" in fault.missed(chapter)


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
