"""A build that is killed leaves no process, wherever it is just then."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from conftest import ROOT
from test_parallel import running

pytestmark = pytest.mark.usefixtures("unix")
# What takes seconds to load is empty here, and pytest runs two blocks that end
# never: each says which process it is.
STAND_IN = """
import os, time
from pathlib import Path
from proof.parallel import shared

def block(number):
    Path(f"{number}.txt").write_text(str(os.getpid()))
    time.sleep(3600)

def main(options, plugins):
    plugins[0].started()
    shared(block, [1, 2])
"""
BUILD = """
import sys, time
from pathlib import Path
from proof.blocks.process import BlockTests

with BlockTests(Path.cwd()) as tests:
    tests.prepare()
    Path("0.txt").write_text(str(tests.tests.pid))
    Path("folder.txt").write_text(tests.folder.name)
    if sys.argv[1] == "running":
        tests.start()
    time.sleep(3600)
"""


@pytest.mark.parametrize("when, names", [("waiting", "0"), ("running", "012")])
def test_the_tests_of_a_killed_build_end(tmp_path, when, names):
    (tmp_path / "matplotlib").mkdir()
    for module in ("matplotlib/__init__", "matplotlib/pyplot", "torch"):
        (tmp_path / f"{module}.py").touch()
    (tmp_path / "pytest.py").write_text(STAND_IN)
    path = os.pathsep.join([str(tmp_path), str(ROOT)])
    build = subprocess.Popen(
        [sys.executable, "-c", BUILD, when],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": path},
    )
    files = [tmp_path / f"{name}.txt" for name in names]
    files.append(tmp_path / "folder.txt")
    while not all(map(written, files)):
        assert build.poll() is None, "it has ended by itself"
        time.sleep(0.01)
    build.send_signal(signal.SIGKILL)
    build.wait()
    for file in files[:-1]:
        while running(int(file.read_text())):
            time.sleep(0.01)
    folder = Path(files[-1].read_text())
    while folder.exists():
        time.sleep(0.01)


def written(file: Path) -> bool:
    return file.exists() and bool(file.read_text())
