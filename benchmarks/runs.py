"""What the benchmark of the build runs in a process of its own.

`python -m benchmarks.runs FILE` runs code and compares nothing.
"""

import ast
import contextlib
import io
import json
import sys
import time
from pathlib import Path


def plain(file: Path) -> None:
    """Run each block once, one namespace a chapter; figures become SVG.

    The file holds chapters as JSON: lists of their blocks' code. Prints the
    number of the chapter that took longest.
    """
    import matplotlib

    matplotlib.use("agg")
    import torch

    torch.set_num_threads(1)  # as the block tests do
    took = []
    for chapter in json.loads(file.read_text("utf-8")):
        start = time.perf_counter()
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
        took.append(time.perf_counter() - start)
    print(took.index(max(took)))


def execute(code: str, namespace: dict) -> object:
    """Run code; returns the value of an expression at its end."""
    tree = ast.parse(code)
    last = None
    if tree.body and isinstance(tree.body[-1], ast.Expr):
        last = ast.Expression(tree.body.pop().value)
    exec(compile(tree, "block", "exec"), namespace)
    return last and eval(compile(last, "block", "eval"), namespace)


if __name__ == "__main__":
    plain(Path(sys.argv[1]))
