"""What others link to is still there, and what a change is declared of."""

from collections.abc import Iterator

from proof.checks import check
from proof.pages.entries import FIELDS
from proof.pages.places import IDS, MOVED
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL
from proof.pages.states import EDITORIAL
from proof.problem import Problem


@check(finds="id that is gone")
def gone(project: Project) -> Iterator[Problem]:
    """An id that was published is on its page, or another one is named."""
    moved = project.data(MOVED)
    for name, ids in project.data(IDS).items():
        page = project.originals.get(name)
        if not page:
            reason = f"there is no page `{name}` any more, and it was published"
            yield project.entry_problem(IDS, name, f"{reason}; put it back")
            continue
        for old in ids:
            if old not in page.anchors and old not in moved.get(name, {}):
                yield page.problem(
                    1,
                    f"others link to `#{old}`, which is gone; name what takes "
                    f"its place in {MOVED}, as `{old}: another-id`",
                )


@check(finds="id moved to nowhere")
def nowhere(project: Project) -> Iterator[Problem]:
    """An old id leads to a heading of its page, and is none any more."""
    for name, ids in project.data(MOVED).items():
        page = project.originals.get(name)
        known = {h.id for h in page.headings} if page else set()
        for old, new in ids.items():
            if old in known or new not in known:
                reason = f"`{old}: {new}` leads to no other heading of {name}"
                yield project.entry_problem(
                    MOVED, name, f"{reason}; correct it"
                )


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
