"""Code in snippets is marked so that it is read, and is shown once."""

import ast
from collections import Counter
from collections.abc import Iterator
from functools import lru_cache

from sitebuild.checks import check
from sitebuild.files import paths
from sitebuild.pages.project import Project
from sitebuild.pages.snippet_code import Section, cells, definitions
from sitebuild.problem import Problem

CODE, EXERCISES = "snippets/**/*.py", "snippets/chapters/*/exercises.py"


@check(finds="misspelt marker", refuses=True)
def markers(project: Project) -> Iterator[Problem]:
    """Every file in snippets can be read, with the cells that it marks."""
    files = project.files
    for path in paths(project.root, CODE):
        yield from [*files.read(path)[1], *cells(path, files.text(path))[1]]
    for path in paths(project.root, "snippets/**/*.yml"):
        yield from files.read(path)[1]


@check(finds="cell on no page")
def unused(project: Project) -> Iterator[Problem]:
    """Every cell with a name in snippets stands on a page."""
    shown = included(project)
    for path in paths(project.root, CODE):
        for cell in cells(path, project.files.text(path))[0].values():
            if (path, cell.name) not in shown:
                yield Problem(
                    path,
                    cell.line - 1,
                    f"no page includes cell '{cell.name}'; include it, or "
                    "leave out its name",
                )


@check(finds="cell that runs on")
def twice(project: Project) -> Iterator[Problem]:
    """No cell holds a definition that pages include by its own name.

    Where a cell ends is said by the next marker alone: without it, a page
    would show all that follows.
    """
    shown = included(project)
    for path in paths(project.root, CODE):
        named = cells(path, project.files.text(path))[0]
        for part in defined(project, path):
            if (path, part.name) in shown and part.name not in named:
                for cell in named.values():
                    if part.line in cell.lines:
                        yield Problem(
                            path,
                            part.line,
                            f"pages include `{part.name}` by its name, and it "
                            f"stands in cell '{cell.name}' too; end the cell "
                            "with a line `# %%` above",
                        )


@check(finds="exercise on no page")
def exercises(project: Project) -> Iterator[Problem]:
    """Every public definition of exercises is shown, or another uses it."""
    shown = included(project)
    for path in paths(project.root, EXERCISES):
        named = cells(path, project.files.text(path))[0].values()
        parts = {
            part.name: part
            for part in defined(project, path)
            if (path, part.name) not in shown
            if not part.name.startswith("_")
            if not any(part.line in cell.lines for cell in named)
        }
        used = uses(project.files.text(path)) if parts else Counter()
        for name, part in parts.items():
            if used[name] == uses(part.text)[name]:  # by itself alone
                message = f"no page includes `{name}`; include it, or remove it"
                yield Problem(path, part.line, message)


def included(project: Project) -> set[tuple[str, str]]:
    """Return path and name of each piece of code that a page includes."""
    return {
        (include.path, include.section)
        for page in project.pages
        for include in page.includes
    }


def defined(project: Project, path: str) -> list[Section]:
    """Return the definitions of a file; none if it is no Python."""
    try:
        return list(definitions(path, project.files.text(path)).values())
    except SyntaxError:
        return []


@lru_cache(maxsize=1024)
def uses(code: str) -> Counter[str]:
    """Count how often each name is read in code."""
    names = (n for n in ast.walk(ast.parse(code)) if isinstance(n, ast.Name))
    return Counter(n.id for n in names if isinstance(n.ctx, ast.Load))
