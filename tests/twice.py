"""Every block run again: one whose outputs differ between two runs is named.

The pages run in one order and in the other, in processes of their own: the
outputs are the same, to the character. With two threads they agree as far as
the block declares. What is measured is declared incomparable.

Run it by `make test-twice`.
"""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from cpus import FOUR_ON_TWO

from proof.blocks.process import OPTIONS
from proof.blocks.run import where
from proof.outputs.agreement import ANY
from proof.outputs.kinds import kind_of
from proof.pages.project import Project

ROOT = Path(__file__).parent.parent
RUNS = {  # where it runs backwards, and with how many threads
    "once": (False, 1),
    "in another order of pages": (True, 1),
    "with two threads": (True, 2),
}
Report = dict[str, list[dict]]  # what passed, by the path of its page


def pages(root: Path, backwards: bool) -> list[str]:
    """The pages to run, in order."""
    return sorted(Project(root).by_path, reverse=backwards)


def different(
    root: Path, one: Report, other: Report, how: str
) -> Iterator[str]:
    """Name each block that passed twice and gave something else."""
    exact = RUNS[how][1] == RUNS["once"][1]
    for path, page in Project(root).by_path.items():
        given = [
            {block["line"]: block["outputs"] for block in report.get(path, [])}
            for report in (one, other)
        ]
        for block in page.blocks:
            a, b = (outputs.get(block.line) for outputs in given)
            size = block.section.tolerance
            if None in (a, b) or size == ANY or a == b:
                continue
            if (
                exact
                or a.keys() != b.keys()
                or not all(kind_of(k).same(a[k], b[k], size) for k in a)
            ):
                yield f"{where(page, block)} gives something else {how}"


def started(root: Path, how: str, report: Path) -> subprocess.Popen:
    """A process that runs all blocks and reports what they gave."""
    backwards, threads = RUNS[how]
    files = pages(root, backwards)
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *OPTIONS[1:], *files]
        + [f"--blocks-report={report}"],
        cwd=root,
        env=os.environ | FOUR_ON_TWO | {"BLOCKS_THREADS": str(threads)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        text=True,
    )


def main(root: Path = ROOT) -> int:
    faults, reports = [], {}
    with TemporaryDirectory() as folder:
        files = {how: Path(folder, f"{n}.json") for n, how in enumerate(RUNS)}
        runs = {how: started(root, how, file) for how, file in files.items()}
        for how, run in runs.items():
            told, _ = run.communicate()
            if run.returncode:
                faults.append(f"blocks fail when they run {how}:\n{told}")
            reports[how] = json.loads(files[how].read_text("utf-8"))
    once = reports.pop("once")
    for how, report in reports.items():
        faults += different(root, once, report, how)
    count = sum(map(len, once.values()))
    print(*faults, f"{count} blocks ran {len(RUNS)} times", sep="\n")
    return bool(faults)


if __name__ == "__main__":
    sys.exit(main())
