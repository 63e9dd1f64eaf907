"""What the code in snippets is: small, in reading order, with wrong answers."""

import ast
from collections.abc import Iterator

from proof.checks import check
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL, reading_order
from proof.problem import Problem

MODULE, FUNCTION = 170, 25  # lines, at most
WRONG = 2  # answers to an exercise, at least
Definition = ast.FunctionDef | ast.ClassDef


def parsed(project: Project, path: str) -> ast.Module:
    """Return a file's syntax; empty if it is wrong, which a block tells."""
    try:
        return ast.parse(project.files.text(path))
    except SyntaxError:
        return ast.Module([], [])


def modules(project: Project) -> list[str]:
    """Return the paths of the modules that teach a concept each."""
    files = sorted(project.root.glob("snippets/*.py"))
    paths = [file.relative_to(project.root).as_posix() for file in files]
    return [path for path in paths if not path.endswith("__init__.py")]


@check(finds="module that imports a later one")
def imports(project: Project) -> Iterator[Problem]:
    """A module imports only what pages have shown by then."""
    order, first = reading_order(project.root), {}
    pages = {p.name: p for p in project.written if p.language == ORIGINAL}
    for name in [name for name in order if name in pages]:
        for include in pages[name].includes:
            first.setdefault(include.path, name)
    for path in modules(project):
        for node in ast.walk(parsed(project, path)):
            module = getattr(node, "module", None) or ""
            other = first.get(f"{module.replace('.', '/')}.py")
            mine = first.get(path, order[-1] if order else "")
            if other and order.index(other) > order.index(mine):
                yield Problem(
                    path,
                    node.lineno,
                    f"{module} is shown later than this module (on {other}, "
                    f"after {mine}); move what is used here, or a page",
                )


@check(finds="function longer than a screen")
def sizes(project: Project) -> Iterator[Problem]:
    """A module fits a page, and a function of it a screen."""
    for path in modules(project):
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
    for file in sorted(project.root.glob("snippets/chapters/*/exercises.py")):
        path = file.relative_to(project.root).as_posix()
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
    try:
        body = ast.parse(code).body
    except SyntaxError:  # running it tells
        return 0
    classes = [node for node in body if isinstance(node, ast.ClassDef)]
    words = [ast.get_docstring(node, clean=False) for node in classes]
    return sum(text.count("\n") + 1 for text in words if text)
