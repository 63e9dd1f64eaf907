"""Fill the placeholders of pages with widgets, and list every check."""

import re
import sys
from collections.abc import Iterator

from sitebuild import checks
from sitebuild.checks import (
    Check,
    check,
    data_files,
    declared,
    markup,
    page_rules,
    prose_numbers,
    translations,
)
from sitebuild.pages.page import Page
from sitebuild.pages.project import WIDGETS, Project
from sitebuild.problem import Problem
from sitebuild.widgets import fill, practice, stepper
from sitebuild.widgets.attention_arcs import looks
from sitebuild.widgets.live_forms import playground, reverser, translator
from sitebuild.widgets.page_facts import changes, chapters

CHECKED = data_files, markup, page_rules, prose_numbers, translations
CHECKED += practice, stepper
# Functions of (project, page, language) that return what a template is filled
# with, or nothing.
FILLED_BY = {
    "{{ changes }}": changes,
    "{{ chapters }}": chapters,
    "{{ looks }}": looks,
    "{{ playground }}": playground,
    "{{ reverser }}": reverser,
    "{{ translator }}": translator,
}
KNOWN = sorted([*FILLED_BY, stepper.COMMENT])


def widgets(project: Project, page: Page, language: str) -> dict[str, str]:
    """Return the HTML of a page's widgets by their placeholders.

    It is empty where no recording has what a widget starts with. A stepper is
    none of these: it is made of what stands below its placeholder.
    """
    about, filled = (project, page, language), {}
    for _, mark in page.placeholders:
        if mark in FILLED_BY:
            values = FILLED_BY[mark](*about)
            html = values and fill(mark.strip("{ }"), *about, **values)
            # A line break between two words would be seen as a space.
            filled[mark] = re.sub(r">\s*\n\s*<", "><", html or "").strip()
    return filled


@check(finds="place that nothing fills", refuses=True)
def known_placeholders(project: Project) -> Iterator[Problem]:
    """Refuse placeholders that no widget fills."""
    for page in project.written:
        for line, mark in page.placeholders:
            if mark not in KNOWN:
                reason = f"nothing fills the place `{mark}`; correct it to "
                reason += f"one of `{'`, `'.join(KNOWN)}`, or remove it"
                yield page.problem(line, reason)


@check(finds="second playground")
def usable_placeholders(project: Project) -> Iterator[Problem]:
    """Refuse a widget a second time, and one without its recording."""
    for page in project.pages:
        filled, seen = widgets(project, page, page.language), set()
        for line, mark in page.placeholders:
            if mark in seen:
                reason = f"this is a second {mark.strip('{ }')}; remove it"
                yield page.problem(line, reason)
            elif not filled.get(mark, mark):
                reason = f"no recording has what `{mark}` starts with; run "
                reason += f"`make record`, name another block in {WIDGETS}, or "
                yield page.problem(line, f"{reason}remove this line")
            seen.add(mark)


def all_checks() -> list[Check]:
    """Return the checks of pages, data and widgets."""
    return declared([*CHECKED, sys.modules[__name__]])


def problems(project: Project, refused: bool = False) -> list[Problem]:
    """Return what all checks find, or only what may not be rendered."""
    return checks.problems(project, all_checks(), refused)
