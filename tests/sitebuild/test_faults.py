"""Each planted fault is told with its file, its line, cause and remedy."""

import shutil
from contextlib import suppress

import pytest
from faults import FAULTS, NAMED
from planting import check

from sitebuild.pages.project import Project
from sitebuild.widgets.registry import CHECKS, PAGE_CHECKS, REFUSING, found


def test_the_site_has_no_fault_before(demo):
    assert check(demo) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_told_at_its_line(demo, name):
    reason = FAULTS[name].missed(demo)
    assert not reason, reason


def test_each_check_tells_of_a_planted_fault(made_demo, tmp_path):
    left = [*REFUSING, *CHECKS, *PAGE_CHECKS]
    for name, fault in NAMED.items():
        root = shutil.copytree(made_demo, tmp_path / name.replace("/", ""))
        fault.plant(root)
        project = Project(root)
        for each in [*left]:
            of = project.pages if each in PAGE_CHECKS else [project]
            with suppress(SyntaxError):  # of code that another one refuses
                told = found([each], *of)
                if any(fault.says in problem.message for problem in told):
                    left.remove(each)
    assert left == [], "plant a fault in tests/faults.py for each of these"
