"""Changes of the original that are declared to concern no translator."""

from collections.abc import Iterator

from proof.checks import check
from proof.pages.entries import FIELDS, key_lines, read_entries
from proof.pages.page import ORIGINAL
from proof.pages.passages import EDITORIAL, Editorial
from proof.pages.project import Project
from proof.problem import Problem


@check(finds="editorial change of what is gone")
def editorial(project: Project) -> Iterator[Problem]:
    """Each declared change is of something there is, and has a reason."""
    root, data = project.root, Editorial(project.root).data
    known = {
        f"{page.name}#{heading.id}"
        for page in (project.written if data else ())
        if page.language == ORIGINAL
        for heading in page.headings
    } | {
        f"{file}#{key}"
        for file in FIELDS
        for key in read_entries(root, ORIGINAL, file)
    }
    lines = key_lines(root, EDITORIAL)
    for unit, changes in data.items():
        if unit not in known:
            reason = f"there is no '{unit}' any more; remove it"
            yield Problem(EDITORIAL, lines[unit], reason)
        for change in changes:
            if not str(change.get("reason") or "").strip():
                reason = f"'{unit}' has a change without `reason`"
                yield Problem(EDITORIAL, lines[unit], reason)
