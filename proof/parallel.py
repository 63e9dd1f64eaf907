"""Work that is shared among the cores."""

import ctypes
import multiprocessing
import os
import signal
import sys
from collections.abc import Callable, Sequence
from multiprocessing.connection import Connection, wait
from typing import TypeVar

Item = TypeVar("Item")
Made = TypeVar("Made")
PR_SET_PDEATHSIG = 1  # of prctl: a signal for when the parent ends
WAY = 5  # of niceness: who gives way has a third of the other's time
CAN_FORK = sys.platform == "linux"  # elsewhere it is not safe, or not there


def shared(
    work: Callable[[Item], Made], items: Sequence[Item], ahead: int = 0
) -> list[Made]:
    """Return what forked processes make of each item, in their order.

    A process gives way to others unless it works on one of the first `ahead`
    items, for which all the rest would have to wait. Each takes the next item
    as soon as it is free, has all that is in memory here, and ends with this
    process. They are ended before this returns or raises.
    Where the system cannot fork, this process does it. What `work` raises is
    raised here; ChildProcessError if a process was killed.
    """
    if not CAN_FORK:
        return list(map(work, items))
    fork = multiprocessing.get_context("fork")
    following, made = fork.Value("i", 0), {}
    workers, pipes = [], []
    try:
        for _ in range(min(len(items), len(os.sched_getaffinity(0)))):
            here, there = fork.Pipe(duplex=False)
            what = work, items, ahead, following, there, os.getpid()
            worker = fork.Process(target=take, args=what, daemon=True)
            worker.start()
            workers.append(worker)
            there.close()  # so that its end is heard
            pipes.append(here)
        while pipes:
            for pipe in wait(pipes):
                made |= received(pipe)
                pipes.remove(pipe)
    finally:
        for worker in workers:
            worker.kill()
            worker.join()
    return [made[number] for number in range(len(items))]


def received(pipe: Connection) -> dict:
    """Return what a process has made, number -> result, or raise its error."""
    try:
        found = pipe.recv()
    except EOFError:
        raise ChildProcessError("a process that works was killed") from None
    if isinstance(found, BaseException):
        raise found
    return found


def take(
    work: Callable, items: Sequence, ahead: int, following, there, parent: int
) -> None:
    """Work on what nobody else has taken, and send what came of it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has ended before it could be heard
        return
    made = {}
    try:
        while True:
            with following.get_lock():
                number = following.value
                following.value += 1
            if number >= len(items):
                break
            if number >= ahead:
                here = os.getpriority(os.PRIO_PROCESS, 0)
                os.setpriority(os.PRIO_PROCESS, 0, max(here, WAY))
            made[number] = work(items[number])
    except BaseException as error:
        made = error
    there.send(made)
