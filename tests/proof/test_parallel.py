"""Work that is shared among the cores."""

import os
import signal
import subprocess
import sys
import time

import pytest

from proof.parallel import CAN_FORK, WAY, shared

needs_fork = pytest.mark.skipif(not CAN_FORK, reason="all is done here")


def test_each_item_is_worked_on_once_and_told_in_order(tmp_path):
    def work(item: int) -> int:
        (tmp_path / str(item)).touch(exist_ok=False)
        return item * item

    assert shared(work, range(300)) == [item * item for item in range(300)]
    assert len([*tmp_path.iterdir()]) == 300
    assert shared(work, []) == []


@needs_fork
def test_other_processes_do_it():
    assert os.getpid() not in shared(lambda item: os.getpid(), range(8))


@needs_fork
def test_all_but_the_first_give_way():
    def niceness(item: int) -> int:
        return os.getpriority(os.PRIO_PROCESS, 0)

    here = niceness(0)
    behind = max(here, WAY)
    assert shared(niceness, range(3), ahead=1) == [here, behind, behind]
    assert niceness(0) == here


def test_what_is_raised_there_is_raised_here():
    with pytest.raises(ZeroDivisionError):
        shared(lambda item: 1 / item, [1, 0])


@needs_fork
def test_a_process_that_is_killed_is_told():
    with pytest.raises(ChildProcessError):
        shared(lambda item: os.kill(os.getpid(), signal.SIGKILL), [1])


@needs_fork
def test_the_processes_end_with_the_one_that_shares(tmp_path):
    """However that ends."""
    code = """
import os, sys, time
from pathlib import Path
from proof.parallel import shared

def work(item):
    Path(sys.argv[1], str(os.getpid())).touch()
    time.sleep(3600)

shared(work, [1, 2])
"""
    command = [sys.executable, "-c", code, str(tmp_path)]
    with subprocess.Popen(command) as process:
        while not (found := [*tmp_path.iterdir()]):
            time.sleep(0.01)
        process.kill()
    for file in found:
        while running(int(file.name)):
            time.sleep(0.01)


@needs_fork
def test_none_works_on_after_what_is_raised(tmp_path, monkeypatch):
    """So that a folder can be removed that they write into."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})

    def work(item: int) -> None:
        (tmp_path / str(os.getpid())).touch()
        if item:
            while len([*tmp_path.iterdir()]) < 2:
                time.sleep(0.01)
            raise KeyboardInterrupt
        time.sleep(3600)

    with pytest.raises(KeyboardInterrupt):
        shared(work, [0, 1])
    assert not [file for file in tmp_path.iterdir() if running(int(file.name))]


def running(process: int) -> bool:
    try:
        with open(f"/proc/{process}/stat") as file:
            return file.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
