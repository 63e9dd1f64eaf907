"""What must hold of pages and data before anything is run or rendered.

Each module here holds the checks of one subject; a course has its own. A check
cannot be written without the name of a planted fault (`tests/faults.py`) that
it finds: one that has never been seen to fail is none.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from sitebuild.pages.project import Project
from sitebuild.problem import Problem, Unreadable


class Check(NamedTuple):
    """A rule: `ask` yields the problems of a project, or of each page.

    What a check that `refuses` finds may not even be rendered, since it cannot
    be read or trusted; it would only hide what others find. Of a line where one
    that is told `alone` finds something, others say nothing.
    """

    ask: Callable[..., Iterable[Problem]]
    finds: str
    refuses: bool
    of_page: bool
    alone: bool = False

    def problems(self, project: Project) -> set[Problem]:
        """Return what breaks this rule; pages are asked as readers see them."""
        try:
            asked = project.pages if self.of_page else [project]
            return {problem for one in asked for problem in self.ask(one)}
        except Unreadable as error:
            return {error.problem}


def check(
    finds: str, refuses: bool = False, alone: bool = False
) -> Callable[[Callable], Check]:
    """Declare a check of a project."""
    return lambda ask: Check(ask, finds, refuses, False, alone)


def page_check(finds: str, alone: bool = False) -> Callable[[Callable], Check]:
    """Declare a check of each page."""
    return lambda ask: Check(ask, finds, False, True, alone)


def declared(modules: Iterable[ModuleType], kind: type) -> list:
    """Return the values of a type that modules define, in their order."""
    return [
        value
        for module in modules
        for value in vars(module).values()
        if isinstance(value, kind)
    ]


def own_checks() -> list[Check]:
    """Return the checks of this package; widgets have more of their own."""
    subjects = [
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
    ]
    return declared(subjects, Check)


def problems(
    project: Project, checks: Iterable[Check], refused: bool = False
) -> list[Problem]:
    """Return what checks find, in file order, or only what may not be shown.

    Where checks that refuse find something, others are not asked.
    """
    asked = sorted(checks, key=lambda each: not each.alone)
    for refuses in (True,) if refused else (True, False):
        found: set[Problem] = set()
        told: set[tuple[str, int]] = set()
        for each in asked:
            if each.refuses == refuses:
                new = {p for p in each.problems(project) if p[:2] not in told}
                found |= new
                told |= {p[:2] for p in new if each.alone}
        if found:
            return sorted(found)
    return []
