"""Tests and blocks that compute, as other processors would run them.

A processor chooses the order in which numbers are added: by its vector
instructions (ATEN_CPU_CAPABILITY), its threads (OMP_NUM_THREADS) and, on x86,
the branch of its matrix library (MKL_CBWR). Each pair of values is tried once.

Run it by `make test-cpus`; further arguments go to pytest.
"""

import os
import re
import subprocess
import sys
from itertools import product
from pathlib import Path

import torch

ROOT = Path(__file__).parent.parent
CAPABILITIES = ("default", "avx2", "avx512")
THREADS = ("1", "2", "4")
BRANCHES = ({}, {"MKL_CBWR": "COMPATIBLE"})
# As many threads where there are fewer cores, and none that waits by spinning.
FOUR_ON_TWO = {"MKL_DYNAMIC": "FALSE", "OMP_WAIT_POLICY": "PASSIVE"}
IMPORTS = re.compile(r"^(import|from) (torch|snippets|compare)\b", re.M)
# They run the chapters' code without importing it.
OTHERS = ("test_walkthrough.py", "test_notebooks.py", "test_exercises.py")
# They build sites, which run the blocks again, and take most of the time.
BUILDING = ("test_bench_build.py", "test_playground.py")
NOTEBOOK = "test_every_page_with_code_has_its_notebook_beside_it"


def capabilities() -> tuple[str, ...]:
    """The vector instructions that this processor has."""
    best = torch.backends.cpu.get_cpu_capability().lower()
    known = best if best in CAPABILITIES else "default"
    return CAPABILITIES[: CAPABILITIES.index(known) + 1]


def settings(names: tuple[str, ...]) -> list[dict[str, str]]:
    """Environments in which each pair of values occurs."""
    rows = product(enumerate(names), enumerate(THREADS))
    return [
        {"ATEN_CPU_CAPABILITY": name, "OMP_NUM_THREADS": threads}
        | FOUR_ON_TWO
        | BRANCHES[(i + j) % 2]
        for (i, name), (j, threads) in rows
    ]


def computing(tests: Path) -> list[str]:
    """Paths of the test files that compute with torch."""
    return [
        str(file)
        for file in sorted(tests.rglob("test_*.py"))
        if file.name not in BUILDING
        and (file.name in OTHERS or IMPORTS.search(file.read_text("utf-8")))
    ]


def main(arguments: list[str]) -> int:
    command = [sys.executable, "-m", "pytest", "-q", "-n", "auto", "-m", ""]
    command += ["--dist", "loadfile", *computing(ROOT / "tests"), "docs"]
    command += [f"--deselect=tests/site/test_notebooks.py::{NOTEBOOK}"]
    failed = 0
    for row in settings(capabilities()):
        name = " ".join(f"{key}={value}" for key, value in row.items())
        result = subprocess.run(
            [*command, *arguments],
            cwd=ROOT,
            env={k: v for k, v in os.environ.items() if k != "MKL_CBWR"} | row,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            text=True,
        )
        failed += result.returncode != 0
        shown = result.stdout.splitlines()[-40 if result.returncode else -1 :]
        print(name, *shown, sep="\n  ", flush=True)
    print(f"{failed} of {len(settings(capabilities()))} settings failed")
    return bool(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
