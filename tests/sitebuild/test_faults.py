"""Each planted fault is told with its file, its line, cause and remedy."""

import pytest
from conftest import check
from faults import FAULTS, NAMED

from sitebuild.pages.project import Project
from sitebuild.widgets.registry import all_checks


def test_the_demo_has_no_fault(demo):
    assert check(demo) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_told_at_its_line(demo, name):
    reason = FAULTS[name].missed(demo)
    assert not reason, reason


@pytest.mark.parametrize("each", all_checks(), ids=lambda each: each.finds)
def test_each_check_finds_a_fault_of_its_own(demo, each):
    NAMED[each.finds].plant(demo)
    assert each.problems(Project(demo))
