"""Run the walkthroughs as scripts: `run_scripts '{NAME: ENVIRONMENT}'`.

Prints, as JSON, name -> what the script printed. Each runs in a process of its
own; torch is imported once.
"""

import json
import multiprocessing
import os
import runpy
import sys
import tempfile

import matplotlib.pyplot as plt
import torch  # noqa: F401, so that each process has it


def printed(name: str, environment: dict[str, str]) -> str:
    """All that a script writes, by whatever way, and how it failed."""
    os.environ |= environment
    with tempfile.TemporaryFile("w+") as file:
        sys.stdout.flush()
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        sys.argv = [name]
        runpy.run_module(f"snippets.walkthrough.{name}", run_name="__main__")
        sys.stdout.flush()
        file.seek(0)
        return file.read()


def main(scripts: dict[str, dict[str, str]]) -> None:
    plt.switch_backend("agg")
    context = multiprocessing.get_context("fork")
    with context.Pool(2, maxtasksperchild=1) as pool:
        found = pool.starmap(printed, scripts.items(), chunksize=1)
    print(json.dumps(dict(zip(scripts, found))))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
