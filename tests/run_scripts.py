"""Run the walkthroughs as scripts: `run_scripts '{NAME: ENVIRONMENT}'`.

Prints, as JSON, name -> what the script printed. Each runs in a process of its
own; on Linux torch is imported once.
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
    plt.switch_backend("agg")
    with tempfile.TemporaryFile("w+") as file:
        sys.stdout.flush()
        os.dup2(file.fileno(), 1)
        os.dup2(file.fileno(), 2)
        sys.argv = [name]
        module = f"snippets.chapters.{name}.steps"
        runpy.run_module(module, run_name="__main__")
        sys.stdout.flush()
        file.seek(0)
        return file.read()


def main(scripts: dict[str, dict[str, str]]) -> None:
    # To fork saves imports of torch; elsewhere it is missing or unsafe.
    fork = sys.platform == "linux"
    context = multiprocessing.get_context("fork" if fork else "spawn")
    with context.Pool(2, maxtasksperchild=1) as pool:
        found = pool.starmap(printed, scripts.items(), chunksize=1)
    print(json.dumps(dict(zip(scripts, found))))


if __name__ == "__main__":
    main(json.loads(sys.argv[1]))
