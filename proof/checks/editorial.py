"""Changes of the original that are declared to concern no translator."""

from collections.abc import Iterator

from proof.checks import check
from proof.pages.entries import FIELDS
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.pages.states import EDITORIAL
from proof.problem import Problem


@check(finds="editorial change of what is gone")
def editorial(project: Project) -> Iterator[Problem]:
    """Each declared change is of something there is, and has a reason."""
    units = {
        f"{name}#{heading.id}"
        for name, page in project.originals.items()
        for heading in page.headings
    } | {
        f"{file}#{key}"
        for file in FIELDS
        for key in project.entries(file)[ORIGINAL]
    }
    for unit, changes in project.data(EDITORIAL).items():
        faults = [f"'{unit}' has a change without `reason`"] * sum(
            not str(change.get("reason") or "").strip() for change in changes
        )
        if unit not in units:
            faults.append(f"there is no '{unit}' any more; remove it")
        for fault in faults:
            yield project.entry_problem(EDITORIAL, unit, fault)
