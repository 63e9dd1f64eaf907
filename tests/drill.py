"""Plant each fault in a copy of the project; the real command must find it.

Command line: `python tests/drill.py [NAME ...]` drills all faults, or those
whose names hold one of the words, and exits with 1 if one was not found.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from conftest import copy_project, keep_one_chapter, line_of
from faults import FAULTS
from planting import BLOCKS, BUILD, CHECKS, Fault, checked

AT_ONCE = 2


class Result(NamedTuple):
    name: str
    place: str  # file and line that were named; empty if it was not found
    seconds: float
    output: str


class Drill:
    """Copies of the project in a folder, and the commands that run there."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.running: set[subprocess.Popen] = set()
        self.stopped = False
        self.whole = copy_project(new(folder / "whole"))
        # With one chapter a build takes seconds.
        self.chapter = copy_project(new(folder / "chapter"))
        keep_one_chapter(self.chapter)

    def base(self, command: tuple[str, ...]) -> Path:
        small = command in (CHECKS, BUILD, BLOCKS)
        return self.chapter if small else self.whole

    def run(self, root: Path, command: tuple[str, ...]) -> tuple[int, str]:
        """Exit status and output of `python -m …` in a copy."""
        if command == CHECKS:
            return checked(root)
        process = subprocess.Popen(
            [sys.executable, "-m", *command],
            cwd=root,
            env={**os.environ, "PYTHONPATH": str(root)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,  # to be stopped with all that it starts
        )
        self.running.add(process)
        if self.stopped:
            self.stop()
        output = process.communicate()[0]
        self.running.discard(process)
        return process.returncode, output

    def stop(self) -> None:
        """Kill what runs now and what starts from now on."""
        self.stopped = True
        for process in list(self.running):
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)

    def unharmed(self, command: tuple[str, ...]) -> str:
        """What a command says of the project as it is; empty if content."""
        status, output = self.run(self.base(command), command)
        shutil.rmtree(self.base(command) / "site", ignore_errors=True)
        return output if status else ""

    def plant(self, name: str, fault: Fault) -> Result:
        started = time.monotonic()
        with TemporaryDirectory(dir=self.folder) as copy:
            root = Path(copy)
            base = self.base(fault.command)
            shutil.copytree(base, root, dirs_exist_ok=True)
            fault.plant(root)
            place = place_of(root, fault)
            status, output = self.run(root, fault.command)
            published = [*root.glob("site"), *root.glob(".site*")]
        found = status and not published and said(output, place, fault.says)
        seconds = time.monotonic() - started
        return Result(name, place if found else "", seconds, output)


def new(folder: Path) -> Path:
    folder.mkdir()
    return folder


def place_of(root: Path, fault: Fault) -> str:
    """File and line that must be named, of a copy with the fault."""
    path, text = fault.place
    return f"{path}:{line_of(root, path, text) if text else 1}:"


def said(output: str, place: str, says: str) -> bool:
    """Whether the place is named, with the reason there or one line below."""
    lines = output.splitlines()
    return any(
        place in line and says in "\n".join([line, *below[:1]])
        for k, line in enumerate(lines)
        for below in [lines[k + 1 :]]
    )


def drill(faults: dict[str, Fault]) -> Iterator[Result]:
    """A result for each fault; ValueError if all is not well now.

    First come those that are found in this process, one after the other.
    """
    with (
        TemporaryDirectory(prefix="drill-") as folder,
        ThreadPoolExecutor(AT_ONCE) as pool,
    ):
        here = Drill(Path(folder))
        try:
            quick = {n: f for n, f in faults.items() if f.command == CHECKS}
            slow = {n: f for n, f in faults.items() if n not in quick}
            for part, each in ((quick, map), (slow, pool.map)):
                commands = {fault.command for fault in part.values()}
                for output in each(here.unharmed, commands):
                    if output:
                        raise ValueError(
                            f"{output}\nthe project has a fault as is"
                        )
                yield from each(here.plant, part, part.values())
        finally:
            pool.shutdown(wait=False, cancel_futures=True)
            here.stop()


def main(faults: dict[str, Fault]) -> int:
    """Drill these faults and print what was found where."""
    width = max(map(len, faults))
    missed, started = [], time.monotonic()
    try:
        for result in drill(faults):
            words = faults[result.name].command
            command = " ".join(w for w in words if w[0] != "-")
            place = result.place.rstrip(":") or "NOT FOUND"
            print(
                f"{result.name:{width}}  {result.seconds:4.1f} s  "
                f"{command}: {place}",
                flush=True,
            )
            if not result.place:
                missed.append(result)
    except ValueError as error:
        print(error)
        return 1
    except KeyboardInterrupt:
        print("interrupted: nothing is proved")
        return 1
    for result in missed:
        fault = faults[result.name]
        print(
            f"\n{result.name}: nothing said “{fault.says}” of "
            f"{fault.place[0]}. The last lines of what was said instead:"
        )
        print(*result.output.splitlines()[-20:], sep="\n")
    found = len(faults) - len(missed)
    seconds = time.monotonic() - started
    print(f"\n{found} of {len(faults)} faults found, in {seconds:.0f} s")
    return 1 if missed else 0


if __name__ == "__main__":
    words = sys.argv[1:] or [""]
    chosen = {n: f for n, f in FAULTS.items() if any(w in n for w in words)}
    sys.exit(main(chosen))
