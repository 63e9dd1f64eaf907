"""Run notebooks where the project is not installed: `IN.json OUT.json`.

In: name -> notebook. Out: name -> {"error", "module", "cells"}: the first
error, the file that `snippets` was imported from, and of each cell of code
what it printed and the kinds of what it showed. Each runs in a process and an
empty folder of its own; on Linux torch is imported once.
"""

import json
import multiprocessing
import os
import sys
import tempfile
from pathlib import Path

import matplotlib.pyplot as plt
import torch  # noqa: F401, so that each process has it
from IPython.core.displayhook import DisplayHook
from IPython.core.interactiveshell import InteractiveShell
from IPython.core.pylabtools import select_figure_formats
from IPython.utils.capture import capture_output


class Hook(DisplayHook):
    """Keeps what the last line of a cell shows, where a kernel sends it."""

    kinds: list[str] = []

    def write_output_prompt(self) -> None:
        pass

    def write_format_data(self, format_dict, md_dict=None) -> None:
        Hook.kinds = sorted(format_dict)


class Shell(InteractiveShell):
    displayhook_class = Hook


def leave_the_project() -> None:
    """What is installed to be edited has a finder of its own."""
    sys.meta_path = [f for f in sys.meta_path if "editable" not in repr(f)]
    sys.path = ["", *(p for p in sys.path if "editable" not in p)]
    for name in ("snippets", "proof"):
        specs = [finder.find_spec(name, None) for finder in sys.meta_path]
        assert not any(specs), f"{name} is still found: {specs}"


def run(notebook: dict) -> dict:
    """What becomes of a notebook in an empty folder."""
    found = {"error": None, "module": None, "cells": {}}
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        leave_the_project()
        plt.switch_backend("agg")
        shell = Shell.instance()
        select_figure_formats(shell, {"png"})
        for cell in notebook["cells"]:
            if cell["cell_type"] != "code":
                continue
            Hook.kinds = []
            with capture_output() as captured:
                result = shell.run_cell("".join(cell["source"]))
            found["cells"][cell["id"]] = [captured.stdout, Hook.kinds]
            if error := result.error_before_exec or result.error_in_exec:
                found["error"] = f"{type(error).__name__}: {error}"
                break
        if module := sys.modules.get("snippets"):
            path = Path(os.path.relpath(module.__file__))
            found["module"] = path.as_posix()
        os.chdir("/")
    return found


def main(source: Path, target: Path) -> None:
    notebooks = json.loads(source.read_text("utf-8"))
    # To fork saves imports of torch; elsewhere it is missing or unsafe.
    fork = sys.platform == "linux"
    context = multiprocessing.get_context("fork" if fork else "spawn")
    with context.Pool(2, maxtasksperchild=1) as pool:
        found = pool.map(run, notebooks.values(), chunksize=1)
    target.write_text(json.dumps(dict(zip(notebooks, found))), "utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
