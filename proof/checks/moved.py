"""Declared changes name something that exists."""

from collections.abc import Iterator

from proof.checks import check
from proof.pages.entries import FIELDS
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.pages.states import EDITORIAL
from proof.problem import Problem


@check(finds="editorial change of what is gone")
def editorial(project: Project) -> Iterator[Problem]:
    """Each declared change is of something there is."""
    units = {
        f"{name}#{heading.id}"
        for name, page in project.originals.items()
        for heading in page.headings
    } | {
        f"{file}#{key}"
        for file in FIELDS
        for key in project.entries(file)[ORIGINAL]
    }
    for unit in project.data(EDITORIAL).keys() - units:
        reason = f"there is no '{unit}' any more; remove it"
        yield project.entry_problem(EDITORIAL, unit, reason)
