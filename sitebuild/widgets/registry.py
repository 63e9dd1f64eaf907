"""List the widgets: what fills each placeholder, and every check."""

from collections.abc import Iterator

from sitebuild import checks
from sitebuild.checks import Check, check, declared
from sitebuild.pages.includes import MEASURED_HERE
from sitebuild.pages.placeholders import ACTIONS, FOOT, Place, Rewrite
from sitebuild.pages.project import Project
from sitebuild.problem import Problem
from sitebuild.widgets import (
    answers,
    attention_arcs,
    changes,
    course_cards,
    live_models,
    playground,
    predictions,
    stepper,
)

MODULES = (
    answers,
    attention_arcs,
    changes,
    course_cards,
    live_models,
    playground,
    predictions,
    stepper,
)
PLACES = tuple(declared(MODULES, Place))
REWRITES = tuple(declared(MODULES, Rewrite))
# What an author may write on a page; the build marks the other places itself.
BUILT_IN = {ACTIONS, FOOT, MEASURED_HERE}
COMMENTS = tuple(sorted({p.comment for p in PLACES} - BUILT_IN))


@check(finds="place that nothing fills", refuses=True)
def known_placeholders(project: Project) -> Iterator[Problem]:
    """Refuse placeholders that no widget fills."""
    known = "`, `".join(COMMENTS)
    for page in project.written:
        for line, comment in page.placeholders:
            if comment not in COMMENTS:
                reason = f"nothing fills the place `{comment}`; correct it to "
                reason += f"one of `{known}`, or remove it"
                yield page.problem(line, reason)


@check(finds="second playground")
def single_placeholders(project: Project) -> Iterator[Problem]:
    """Refuse a second placeholder of a widget that a page may have once."""
    once = {place.comment for place in PLACES if place.once}
    for page in project.pages:
        seen = set()
        for line, comment in page.placeholders:
            if comment in once & seen:
                name = comment.strip("<!- >")
                yield page.problem(line, f"this is a second {name}; remove it")
            seen.add(comment)


def all_checks() -> list[Check]:
    """Return the checks of pages, data and widgets."""
    own = [known_placeholders, single_placeholders]
    return [*checks.own_checks(), *own, *declared(MODULES, Check)]


def problems(project: Project, refused: bool = False) -> list[Problem]:
    """Return what all checks find, or only what may not be rendered."""
    return checks.problems(project, all_checks(), refused)
