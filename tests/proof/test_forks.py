"""A forked command is like `python -m …` in a new process."""

import json

import pytest
from conftest import run
from forks import DEADLOCK

PROBE = """\
import json
import os
import sys
import time

loaded = {name.partition(".")[0] for name in sys.modules}
print(json.dumps([
    __name__, __file__, sys.argv[1:], os.getcwd(), sys.stdin.read(),
    os.environ.get("PROBE"), time.tzname[0], sys.path[0],
    sorted(loaded & {"proof", "snippets", "course", "conftest", "benchmarks"}),
]))
sys.exit(7)
"""


@pytest.mark.parametrize("env", [{}, {"PYTHONHASHSEED": "1"}])
def test_a_command_runs_as_if_alone(small, env):
    """The second starts Python anew."""
    (small / "probe.py").write_text(PROBE)
    result = run(small, "probe", "a", "b", PROBE="x", TZ="UTC", **env)
    assert result.returncode == 7
    assert json.loads(result.stdout) == [
        *("__main__", str(small / "probe.py"), ["a", "b"], str(small)),
        *("", "x", "UTC", str(small), []),
    ]


def test_what_a_command_raises_is_told(small):
    (small / "probe.py").write_text("print('é')\nraise ValueError('planted')")
    result = run(small, "probe")
    assert result.returncode == 1
    assert result.stdout.startswith("é\n")
    assert result.stdout.endswith("ValueError: planted\n")


STUCK = """\
import threading

def test_stuck():
    threading.Event().wait()
"""


def test_what_waits_for_ever_is_named_and_ends(small, pytestconfig):
    assert pytestconfig.getini("faulthandler_timeout") == DEADLOCK
    (small / "test_stuck.py").write_text(STUCK)
    soon = "faulthandler_timeout=0.1"
    result = run(small, "pytest", "-o", soon, "test_stuck.py")
    assert result.returncode == 1
    assert "Timeout (0:00:00.1" in result.stdout
    assert 'test_stuck.py", line 4 in test_stuck' in result.stdout
