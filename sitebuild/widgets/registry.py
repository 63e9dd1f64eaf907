"""List the widgets: what fills each placeholder, and every check."""

import pkgutil
from collections.abc import Iterator
from importlib import import_module

from sitebuild import checks, widgets
from sitebuild.checks import Check, check, declared
from sitebuild.pages.includes import MEASURED_HERE
from sitebuild.pages.placeholders import ACTIONS, FOOT, Place
from sitebuild.pages.project import WIDGETS, Project
from sitebuild.problem import Problem

NAMES = [module.name for module in pkgutil.iter_modules(widgets.__path__)]
MODULES = [import_module(f"{widgets.__name__}.{name}") for name in NAMES]
PLACES = declared(MODULES, Place)
# What an author may write on a page; the build marks the other places itself.
BUILT_IN = {ACTIONS, FOOT, MEASURED_HERE}
BY_COMMENT = {p.comment: p for p in PLACES if p.comment not in BUILT_IN}


@check(finds="place that nothing fills", refuses=True)
def known_placeholders(project: Project) -> Iterator[Problem]:
    """Refuse placeholders that no widget fills."""
    known = "`, `".join(sorted(BY_COMMENT))
    for page in project.written:
        for line, comment in page.placeholders:
            if comment not in BY_COMMENT:
                reason = f"nothing fills the place `{comment}`; correct it to "
                reason += f"one of `{known}`, or remove it"
                yield page.problem(line, reason)


@check(finds="second playground")
def usable_placeholders(project: Project) -> Iterator[Problem]:
    """Refuse a widget a second time, and a form without its recording."""
    for page in project.pages:
        seen = set()
        for line, comment in page.placeholders:
            place = BY_COMMENT[comment]
            if (place.form or place.until) and comment in seen:
                name = comment.strip("{ }")
                yield page.problem(line, f"this is a second {name}; remove it")
            elif place.form and not place.fill(project, page, page.language):
                reason = f"no recording has what `{comment}` starts with; run "
                reason += f"`make record`, name another block in {WIDGETS}, or "
                yield page.problem(line, f"{reason}remove this line")
            seen.add(comment)


def all_checks() -> list[Check]:
    """Return the checks of pages, data and widgets."""
    return [*checks.own_checks(), *declared(MODULES, Check)]


def problems(project: Project, refused: bool = False) -> list[Problem]:
    """Return what all checks find, or only what may not be rendered."""
    return checks.problems(project, all_checks(), refused)
