"""Each planted fault is told with its file, its line, cause and remedy."""

import pytest
from faults import FAULTS
from planting import check


def test_the_site_has_no_fault_before(demo):
    assert check(demo) == []


@pytest.mark.parametrize("name", FAULTS)
def test_a_planted_fault_is_told_at_its_line(demo, name):
    reason = FAULTS[name].missed(demo)
    assert not reason, reason
