"""What must hold of pages and data before anything is run or rendered.

Each module here holds the checks of one subject; a course has its own. A check
cannot be written without the name of a planted fault (`tests/faults.py`) that
it finds: one that has never been seen to fail is none.
"""

import importlib
import pkgutil
from collections.abc import Callable, Iterable
from typing import NamedTuple

from proof.pages.project import Project, declared
from proof.problem import Problem, Unreadable


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


def checks(project: Project) -> list[Check]:
    """Return the checks of this package and of a project's course."""
    subjects = [
        importlib.import_module(f"{__name__}.{module.name}")
        for module in pkgutil.iter_modules(__path__)
        if module.name != "__main__"
    ]
    return declared([*subjects, *project.course], Check)


def problems(project: Project, refused: bool = False) -> list[Problem]:
    """Return the faults of a project in file order, or what is refused."""
    try:
        asked = sorted(checks(project), key=lambda each: not each.alone)
    except Unreadable as error:
        return [error.problem]
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
