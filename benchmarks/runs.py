"""What the benchmark of the build runs, each in a process of its own.

`python -m benchmarks.runs plain FILE` runs code and compares nothing,
`python -m benchmarks.runs blocks` runs a project's block tests as a build
does and says, as JSON in its last line, how many blocks it ran.
"""

import ast
import contextlib
import io
import json
import sys
from pathlib import Path


def plain(file: Path) -> None:
    """Run each block once, one namespace a chapter; figures become SVG.

    The file holds chapters as JSON: lists of their blocks' code.
    """
    import matplotlib

    matplotlib.use("agg")
    import torch

    torch.set_num_threads(1)  # as the block tests do
    for chapter in json.loads(file.read_text("utf-8")):
        torch.manual_seed(0)
        torch.set_grad_enabled(True)  # whatever the chapter before has done
        torch.set_default_dtype(torch.float32)
        namespace = {"__name__": "__main__"}
        for code in chapter:
            beside = contextlib.redirect_stderr(io.StringIO())
            with contextlib.redirect_stdout(io.StringIO()), beside:
                value = execute(code, namespace)
                if hasattr(value, "savefig"):
                    value.savefig(io.StringIO(), format="svg")


def execute(code: str, namespace: dict) -> object:
    """Run code; returns the value of an expression at its end."""
    tree = ast.parse(code)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, "block", "exec"), namespace)
    return last and eval(compile(last, "block", "eval"), namespace)


class Count:
    """A pytest plugin: how many blocks pages show, how many of them ran.

    What several languages show alike runs once.
    """

    shown = executed = 0

    def pytest_sessionfinish(self, session) -> None:
        plugin = session.config.pluginmanager.get_plugin("blocks-session")
        self.shown = session.testscollected
        runs = plugin.runner.runs.values()
        self.executed = sum(
            len(run.outputs) for run in runs if not run.recalled
        )


def blocks(*options: str) -> int:
    """Run the block tests of the project in this folder; the exit status."""
    import pytest

    from proof.blocks.process import OPTIONS

    count = Count()
    status = pytest.main([*OPTIONS, *options], plugins=[count])
    print(json.dumps({"shown": count.shown, "executed": count.executed}))
    return int(status)


if __name__ == "__main__":
    what, *rest = sys.argv[1:]
    sys.exit(plain(Path(*rest)) if what == "plain" else blocks(*rest))
