"""What the code in snippets is: small, in reading order, with wrong answers."""

import ast
from collections.abc import Iterator
from functools import lru_cache

from proof.checks import check
from proof.checks.code import EXERCISES
from proof.files import paths
from proof.pages.code import find, syntax
from proof.pages.project import Project
from proof.pages.settings import reading_order
from proof.problem import Problem

MODULE, FUNCTION = 170, 25  # lines, at most
WRONG = 2  # answers to an exercise, at least
# What an answer is made of, unlike what makes inputs, or compares.
STEPS = set(
    "MatMult matmul bmm einsum softmax log_softmax exp log tanh relu sigmoid "
    "mean var std cumsum argmax argsort sort topk roll flip outer "
    "tril triu masked_fill where gather repeat_interleave".split()
)
Place = tuple[str, str]  # a file, and a definition in it
Definition = ast.FunctionDef | ast.ClassDef


def parsed(project: Project, path: str) -> ast.Module:
    """Return a file's syntax; empty if it is wrong, which a block tells."""
    return syntax(project.files.text(path))


@check(finds="module that imports a later one")
def order(project: Project) -> Iterator[Problem]:
    """What a page shows or runs needs nothing that is shown later."""
    names = [n for n in reading_order(project.root) if n in project.originals]
    first = first_shown(project, names)
    for path, name, page in wanted(project, names, first):
        for need in sorted(needs(project, path, name, first)):
            if names.index(first[need]) > names.index(page):
                yield Problem(
                    path,
                    line_of(parsed(project, path), name),
                    f"{page} needs `{need[1]}` for this, which is shown later "
                    f"(on {first[need]}); do without it, or move a page",
                )


def first_shown(project: Project, names: list[str]) -> dict[Place, str]:
    """Return on which page each definition of a module is shown first."""
    first: dict[Place, str] = {}
    for name in names:
        for include in project.originals[name].includes:
            if not is_module(include.path):
                continue
            shown = find(project.files, include.path, include.section)
            for node in syntax(shown.text).body if shown else ():
                if isinstance(node, Definition):
                    first.setdefault((include.path, node.name), name)
    return first


def is_module(path: str) -> bool:
    """Tell whether a file holds a concept: it lies in snippets itself."""
    folder, _, file = path.rpartition("/")
    return folder == "snippets" and file.endswith(".py")


def wanted(
    project: Project, names: list[str], first: dict[Place, str]
) -> Iterator[tuple[str, str, str]]:
    """Yield what pages show or run: a file, a name in it, and the page."""
    for (path, name), page in first.items():
        yield path, name, page
    for page in names:
        path = project.originals[page].chapter_file("steps.py")
        for name in imported(parsed(project, path)):
            yield path, name, page


def needs(
    project: Project, path: str, name: str, first: dict[Place, str]
) -> set[Place]:
    """Return the shown definitions that one needs, by way of those that no
    page shows."""
    found, seen, waiting = set(), set(), [(path, name)]
    while waiting:
        place = waiting.pop()
        tree = parsed(project, place[0])
        here = {n.name: n for n in tree.body if isinstance(n, Definition)}
        away = imported(tree)
        used = {place[1]} | {
            node.id
            for node in ast.walk(here.get(place[1], ast.Module([], [])))
            if isinstance(node, ast.Name)
        }
        for need in {away[n] for n in used & away.keys()} | {
            (place[0], n) for n in used & here.keys()
        }:
            if need in first and need != (path, name):
                found.add(need)
            elif need not in seen:
                seen.add(need)
                waiting.append(need)
    return found


@lru_cache(maxsize=256)
def imported(tree: ast.Module) -> dict[str, Place]:
    """Return what a file imports of the modules: by name, where it is."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            path = f"{(node.module or '').replace('.', '/')}.py"
            for alias in node.names if is_module(path) else ():
                found[alias.asname or alias.name] = path, alias.name
    return found


def line_of(tree: ast.Module, name: str) -> int:
    """Return the line that defines a name, or imports it."""
    for node in tree.body:
        names = [alias.name for alias in getattr(node, "names", ())]
        if name in [*names, getattr(node, "name", "")]:
            return node.lineno
    return 1


@check(finds="function longer than a screen")
def sizes(project: Project) -> Iterator[Problem]:
    """A module fits a page, and a function of it a screen."""
    for path in paths(project.root, "snippets/*.py"):
        count = len(project.files.text(path).splitlines())
        if count > MODULE:
            reason = f"this module has {count} lines; split it, {MODULE} do"
            yield Problem(path, 1, reason)
        for node in ast.walk(parsed(project, path)):
            if isinstance(node, ast.FunctionDef):
                words = ast.get_docstring(node, clean=False) or ""
                count = node.end_lineno - node.lineno - words.count("\n")
                if count > FUNCTION:
                    yield Problem(
                        path,
                        node.lineno,
                        f"`{node.name}` has {count} lines; split it, a screen "
                        f"shows {FUNCTION}",
                    )


@check(finds="exercise without wrong answers")
def answers(project: Project) -> Iterator[Problem]:
    """Each check has a solution, and answers that it must refuse."""
    for path in paths(project.root, EXERCISES):
        wrong = path.replace("exercises.py", "wrong.py")
        counts = wrong_answers(parsed(project, wrong))
        tree = parsed(project, path)
        names = {n.id for n in ast.walk(tree) if isinstance(n, ast.Name)}
        names |= {n.name for n in tree.body if isinstance(n, Definition)}
        for node in tree.body:
            name = getattr(node, "name", "").removeprefix("check_")
            if getattr(node, "name", "") == name:
                continue
            count = counts.pop(name, 0)
            if name not in names:
                reason = f"there is no solution `{name}`; write one"
                yield Problem(path, node.lineno, reason)
            if count < WRONG:
                yield Problem(
                    path,
                    node.lineno,
                    f"WRONG of {wrong} has {count} answers to `{name}`; write "
                    f"{WRONG} or more, each of which this must refuse",
                )
        for name in counts:
            reason = f"WRONG has answers to `{name}`, and {path} no check"
            yield Problem(wrong, 1, f"{reason} `check_{name}`; correct it")


@check(finds="check that gives the answer away")
def given_away(project: Project) -> Iterator[Problem]:
    """A check, which readers see, does not compute as the solution does."""
    for path in paths(project.root, EXERCISES):
        known = {
            node.name: node
            for node in parsed(project, path).body
            if isinstance(node, Definition)
        }
        for name in known.keys() & {f"check_{name}" for name in known}:
            solution = known[name.removeprefix("check_")]
            for used in sorted(steps(known[name]) & steps(solution)):
                yield Problem(
                    path,
                    known[name].lineno,
                    f"`{name}` computes with `{used}`, as the solution does; "
                    "compare with numbers, or with what must hold",
                )


def steps(node: Definition) -> set[str]:
    """Return the steps of a solution that a definition computes with."""
    calls = (n.func for n in ast.walk(node) if isinstance(n, ast.Call))
    names = {getattr(call, "attr", getattr(call, "id", "")) for call in calls}
    names |= {type(n.op).__name__ for n in ast.walk(node) if hasattr(n, "op")}
    return names & STEPS


def wrong_answers(tree: ast.Module) -> dict[str, int]:
    """Return how many wrong answers an exercise has, by its solution."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Dict):
            if [getattr(t, "id", "") for t in node.targets] == ["WRONG"]:
                pairs = zip(node.value.keys, node.value.values)
                return {k.value: len(v.elts) for k, v in pairs}
    return {}


def explained(code: str) -> int:
    """Return how many lines say in words what a class of this code does."""
    body = syntax(code).body
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    words = [ast.get_docstring(node, clean=False) for node in classes]
    return sum(text.count("\n") + 1 for text in words if text)
