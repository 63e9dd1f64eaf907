"""Find faults in pages and data before anything is run or rendered.

Each module holds the checks of one subject; widgets have checks of their own.
A check names a planted fault (tests/faults.py) that it must find, so each has
been seen to fail.
"""

from collections.abc import Callable, Iterable
from types import ModuleType
from typing import NamedTuple

from sitebuild.pages.project import Project
from sitebuild.problem import Problem, Unreadable


class Check(NamedTuple):
    """A function that yields the problems of a project, or of each page.

    If a check that `refuses` finds something, nothing is rendered, and checks
    that do not refuse do not run.
    """

    run: Callable[..., Iterable[Problem]]
    finds: str
    refuses: bool = False
    by_page: bool = False

    def problems(self, project: Project) -> set[Problem]:
        """Run the check on a project, or on each page as readers see it."""
        try:
            subjects = project.pages if self.by_page else [project]
            return {p for subject in subjects for p in self.run(subject)}
        except Unreadable as error:
            return {*error.args}


def check(finds: str, refuses: bool = False) -> Callable[[Callable], Check]:
    """Declare a check of a project."""
    return lambda run: Check(run, finds, refuses)


def page_check(finds: str) -> Callable[[Callable], Check]:
    """Declare a check of each page."""
    return lambda run: Check(run, finds, by_page=True)


def declared(modules: Iterable[ModuleType]) -> list[Check]:
    """Return the checks that modules define, in their order."""
    values = (value for module in modules for value in vars(module).values())
    return [value for value in values if isinstance(value, Check)]


def problems(
    project: Project, checks: Iterable[Check], refused: bool = False
) -> list[Problem]:
    """Return what checks find, in file order.

    With `refused`, or if they find something, only checks that refuse run.
    """
    for refuses in (True,) if refused else (True, False):
        chosen = [check for check in checks if check.refuses == refuses]
        if found := {p for check in chosen for p in check.problems(project)}:
            return sorted(found)
    return []
