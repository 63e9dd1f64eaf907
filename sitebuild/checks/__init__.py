"""Find faults in pages and data before anything is run or rendered.

Each module holds the checks of one subject; widgets have checks of their own.
A check names a planted fault (tests/faults.py) that it must find, so each has
been seen to fail.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from sitebuild.pages.project import Project
from sitebuild.problem import Problem, Unreadable


class Check(NamedTuple):
    """A function that yields the problems of a project, or of each page.

    If a check that `refuses` finds something, nothing is rendered, and checks
    that do not refuse do not run. Where a check with `alone` finds something,
    the others say nothing about the line.
    """

    run: Callable[..., Iterable[Problem]]
    finds: str
    refuses: bool = False
    alone: bool = False
    by_page: bool = False

    def problems(self, project: Project) -> set[Problem]:
        """Run the check on a project, or on each page as readers see it."""
        try:
            subjects = project.pages if self.by_page else [project]
            return {p for subject in subjects for p in self.run(subject)}
        except Unreadable as error:
            return {error.problem}


def check(finds: str, refuses: bool = False) -> Callable[[Callable], Check]:
    """Declare a check of a project."""
    return lambda run: Check(run, finds, refuses)


def page_check(finds: str, alone: bool = False) -> Callable[[Callable], Check]:
    """Declare a check of each page."""
    return lambda run: Check(run, finds, alone=alone, by_page=True)


def declared(modules: Iterable[ModuleType], kind: type) -> list:
    """Return the values of a type that modules define, in their order."""
    values = (value for module in modules for value in vars(module).values())
    return [value for value in values if isinstance(value, kind)]


def own_checks() -> list[Check]:
    """Return the checks of the modules in this package."""
    names = [module.name for module in pkgutil.iter_modules(__path__)]
    modules = [importlib.import_module(f"{__name__}.{name}") for name in names]
    return declared(modules, Check)


def problems(
    project: Project, checks: Iterable[Check], refused: bool = False
) -> list[Problem]:
    """Return what checks find, in file order.

    With `refused`, or if they find something, only checks that refuse run.
    """
    for refuses in (True,) if refused else (True, False):
        chosen = [check for check in checks if check.refuses == refuses]
        first = {p for c in chosen if c.alone for p in c.problems(project)}
        lines = {problem[:2] for problem in first}
        other = {p for c in chosen if not c.alone for p in c.problems(project)}
        if found := first | {p for p in other if p[:2] not in lines}:
            return sorted(found)
    return []
