"""How many small faults in `snippets` the tests of the models find.

`python -m benchmarks.mutants` plants, one after the other, 400 faults in all
files, always the same ones: another operator, a constant that is off by one, an
argument or a statement that is missing. For each it runs tests until one fails.
It fails if no test finds more than one in twenty. Arguments are the files.
"""

import ast
import importlib.abc
import importlib.util
import math
import os
import random
import re
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

os.environ |= {"OMP_NUM_THREADS": "1", "CI": "true"}  # before torch is there

# What takes long to import, once for all processes; the tests load `snippets`.
import hypothesis  # noqa: F401
import pytest
import torch._dynamo  # noqa: F401

import sitebuild.__main__  # noqa: F401

ROOT = Path(__file__).parent.parent
COUNT = 400  # of faults, in all files together
PATIENCE = 900  # seconds; what takes longer hangs
PAIRS = """
    Lt LtE Gt GtE Eq NotEq In NotIn Is IsNot Add Sub Div Mult BitAnd BitOr And
    Or sin cos max min amax amin argmax argmin all any mean sum tril triu
""".split()
OTHER = dict(zip(PAIRS[::2] + PAIRS[1::2], PAIRS[1::2] + PAIRS[::2]))
SYMMETRIC = "transpose promote_types min max equal dot".split()
OPTIONS = ["-x", "-q", "--tb=no", "--assert=plain", "-pno:cacheprovider"]
# What computes the same elsewhere takes long.
OPTIONS += ["-knot transforms"]
SLOW = re.compile("in_page|formulas")
ON_PAGES = re.compile("matplotlib|LISTS =|loss_of")


def changed(node: ast.AST, **fields) -> ast.AST:
    """A copy of a node with other fields."""
    return type(node)(**vars(node) | fields)


def other(op: ast.AST) -> ast.AST:
    """The operator that is taken for another: of products, a quotient."""
    return getattr(ast, OTHER.get(type(op).__name__, "Div"))()


def variants(node: ast.AST) -> Iterator[ast.AST]:
    """What a node may become by one small fault."""
    match node:
        case ast.Compare(ops=[op, *rest]):
            yield changed(node, ops=[other(op), *rest])
        case ast.BinOp(op=op) | ast.BoolOp(op=op) | ast.AugAssign(op=op):
            yield changed(node, op=other(op))
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.Constant(bool(value)):
            yield ast.Constant(not value)
        case ast.Constant(int(value) | float(value)):
            yield ast.Constant(value + 1)
        case ast.IfExp(body=body, orelse=orelse):
            yield from (body, orelse)
        case ast.If():
            yield changed(node, test=ast.Constant(True))
            yield changed(node, test=ast.Constant(False))
        case ast.Expr(ast.Call()):
            yield ast.Pass()
        case ast.Call(func=ast.Attribute(attr="item" | "cpu")):
            return  # the same numbers
        case ast.Call(func=function, args=args, keywords=keywords):
            name = getattr(function, "attr", "")
            for n in range(len(keywords)):
                rest = keywords[:n] + keywords[n + 1 :]
                yield changed(node, keywords=rest)
            if len(args) > 1 and name not in SYMMETRIC:
                yield changed(node, args=[args[1], args[0], *args[2:]])
            if name in OTHER:
                yield changed(node, func=changed(function, attr=OTHER[name]))
            elif name and not isinstance(function.value, ast.Name):
                yield function.value  # the method is forgotten


class Planter(ast.NodeTransformer):
    """Plants the fault of a number in a module; none in words and types."""

    def __init__(self, path: Path, number: int = -1):
        self.number, self.count, self.planted = number, 0, ""
        self.tree = self.visit(ast.parse(path.read_text("utf-8")))

    def visit(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.Raise):
            return node
        for field in {"annotation", "returns"} & {*node._fields}:
            setattr(node, field, ast.Constant("any"))
        for new in variants(node):
            self.count += 1
            if self.count == self.number:
                was, now = (ast.unparse(n).split("\n")[0] for n in (node, new))
                self.planted = f"{node.lineno}: {was} => {now}"
                return new
        if isinstance(node, ast.UnaryOp):
            return node
        return self.generic_visit(node)


class Mutant(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Imports one module with a fault in it."""

    def __init__(self, path: Path, number: int):
        self.path, self.name = path, f"snippets.{path.stem}"
        planter = Planter(path, number)
        tree = ast.fix_missing_locations(planter.tree)
        self.code = compile(tree, str(path), "exec")
        self.planted = f"{path.name}:{planter.planted}"

    def find_spec(self, name, path, target=None):
        if name == self.name:
            find = importlib.util.spec_from_file_location
            return find(name, self.path, loader=self)

    def exec_module(self, module) -> None:
        exec(self.code, vars(module))


def tests_of(path: Path) -> list[str]:
    """The tests to run, those that name the module most often first.

    What draws and trains is compared with recordings: its tests are pages.
    """
    word = re.compile(rf"\b{path.stem.replace('_', '[_ ]')}\b")
    files = [*ROOT.glob("tests/[cs]*s/test_*.py")]
    count = {f: len(word.findall(f.read_text("utf-8"))) for f in files}
    for name in ("attention", "models"):  # of a table of all models: later
        count[ROOT / f"tests/snippets/test_{name}.py"] += 0.5
    files = [f for f in files if count[f] and not SLOW.search(f.name)]
    files.sort(key=count.get, reverse=True)
    if ON_PAGES.search(path.read_text("utf-8")):
        chapters = ROOT.glob("snippets/chapters/*/steps.py")
        uses = [f for f in chapters if word.search(f.read_text("utf-8"))]
        names = sorted(file.parent.name.replace("_", "-") for file in uses)
        files += [ROOT / f"docs/en/{name}.md" for name in names[:3]]
    return [str(file) for file in files]


def started(tests: list[str], mutant: Mutant | None = None) -> int:
    """Run tests in a process of its own, with a fault; return its number."""
    process = os.fork()
    if process:
        return process
    signal.alarm(PATIENCE)
    silence, passed = os.open(os.devnull, os.O_WRONLY), False
    os.dup2(silence, 1), os.dup2(silence, 2)
    try:
        sys.meta_path[:0] = [mutant] if mutant else []
        passed = pytest.main([*OPTIONS, *tests]) == 0
    finally:
        os._exit(not passed)


def drawn(files: list[Path]) -> list[Mutant]:
    """The faults that are planted: the same share of each file's, by a seed."""
    counts = {path: Planter(path).count for path in files}
    share, chance = min(1, COUNT / sum(counts.values())), random.Random(0)
    found = []
    for path, count in counts.items():
        numbers = chance.sample(range(count), math.ceil(share * count))
        found += [Mutant(path, number + 1) for number in numbers]
    return found


def main() -> None:
    names = sys.argv[1:] or sorted(ROOT.glob("snippets/[a-z]*.py"))
    files = [Path(name).resolve() for name in names]
    tests = sorted({test for path in files for test in tests_of(path)})
    if os.waitpid(started(tests), 0)[1]:
        sys.exit("tests fail that no fault was planted for: run `make test`")
    waiting, running, alive = drawn(files), {}, 0
    count = len(waiting)
    while waiting or running:
        while waiting and len(running) < os.cpu_count():
            mutant = waiting.pop()
            running[started(tests_of(mutant.path), mutant)] = mutant
        process, status = os.wait()
        alive += not status
        said = running.pop(process).planted
        print("found" if status else "ALIVE", said, flush=True)
    print(f"{count - alive} of {count} faults were found")
    sys.exit(alive > count / 20)


if __name__ == "__main__":
    main()
