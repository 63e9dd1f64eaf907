"""Fill the placeholders of pages with widgets, and list every check."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial

from sitebuild.checks import data_files, markup, page_rules, prose_numbers
from sitebuild.files import Problem, Unreadable
from sitebuild.pages.project import WIDGETS, Project, View
from sitebuild.widgets import fill, live_forms, page_facts, practice, stepper

# Functions of a view that return what a template is filled with, or nothing, by
# the name of the template and of the placeholder.
GATHER = {
    "changes": page_facts.changes,
    "chapters": page_facts.chapters,
    "film": live_forms.film,
    "glass": partial(live_forms.arcs, widget="glass"),
    "mixture": partial(live_forms.numbers, widget="mixture"),
    "playground": partial(live_forms.numbers, widget="playground"),
    "repository": page_facts.repository,
    "training": live_forms.training,
    "translator": partial(live_forms.arcs, widget="translator"),
    "turn": live_forms.turn,
}
FILLED_BY = {f"{{{{ {name} }}}}": gather for name, gather in GATHER.items()}
KNOWN = sorted([*FILLED_BY, stepper.COMMENT])


def widgets(view: View) -> dict[str, str]:
    """Return the HTML of a page's widgets by their placeholders.

    It is empty where no recording has what a widget starts with. A stepper is
    none of these: it is made of what stands below its placeholder.
    """
    filled = {}
    for _, mark in view.page.placeholders:
        if mark in FILLED_BY:
            values = FILLED_BY[mark](view)
            html = values and fill(mark.strip("{ }"), view, **values)
            # A line break between two words would be seen as a space.
            filled[mark] = re.sub(r">\s*\n\s*<", "><", html or "").strip()
    return filled


def usable_placeholders(project: Project) -> Iterator[Problem]:
    """Refuse places that no widget fills, or a second time, or from nothing."""
    for page in project.pages:
        filled, seen = widgets(View(project, page, page.language)), set()
        for line, mark in page.placeholders:
            if mark not in KNOWN:
                reason = f"nothing fills the place `{mark}`; correct it to "
                reason += f"one of `{'`, `'.join(KNOWN)}`, or remove it"
                yield page.problem(line, reason)
            elif mark in seen:
                reason = f"this is a second {mark.strip('{ }')}; remove it"
                yield page.problem(line, reason)
            elif not filled.get(mark, mark):
                reason = f"no recording has what `{mark}` starts with; run "
                reason += f"`make record`, name another block in {WIDGETS}, or "
                yield page.problem(line, f"{reason}remove this line")
            seen.add(mark)


# Functions that yield problems. What the first ones find is not even served.
REFUSING = (
    data_files.unknown_files,
    data_files.faulty_data,
    data_files.faulty_words,
    markup.refused_markup,
    page_rules.unreadable_code,
    page_rules.unreadable_pages,
    page_rules.missing_originals,
)
CHECKS = (
    page_rules.dead_links,
    page_rules.missing_outputs,
    page_rules.unrecorded_chapters,
    prose_numbers.unconfirmed_numbers,
    page_rules.faulty_terms,
    page_rules.refused_variants,
    usable_placeholders,
)
PAGE_CHECKS = (  # of each page
    page_rules.faulty_formulas,
    page_rules.missing_ids,
    practice.answers,
    practice.predictions,
    prose_numbers.numbers_with_commas,
    stepper.steppers,
)


def problems(project: Project, refused: bool = False) -> list[Problem]:
    """Return what checks find, in file order.

    With `refused`, or if they find something, only those REFUSING run.
    """
    faults = found(REFUSING, project)
    if not (faults or refused):
        faults = found(CHECKS, project) | found(PAGE_CHECKS, *project.pages)
    return sorted(faults)


def found(checks: Iterable[Callable], *subjects: object) -> set[Problem]:
    """Return what checks find in a project, or in each of several pages."""
    faults = set()
    for check in checks:
        try:
            faults.update(p for subject in subjects for p in check(subject))
        except Unreadable as error:
            faults.update(error.args)
    return faults
