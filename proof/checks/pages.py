"""A page can be read: its includes, headings, places, formulas and notes."""

import re
from collections.abc import Iterator

from proof.checks import check, data, links, page_check
from proof.pages.formulas import FormulaError, to_mathml
from proof.pages.page import NOTEBOOK, Page
from proof.pages.project import Project
from proof.problem import Problem

CELL = re.compile(r"cell-\d+")


@check(finds="project without pages", refuses=True)
def pages(project: Project) -> Iterator[Problem]:
    """There is something to read."""
    if not project.written:
        yield Problem("docs", 1, "there are no pages; add docs/en/index.md")


@check(finds="missing code", refuses=True)
def read(project: Project) -> Iterator[Problem]:
    """Each page can be read, where it is shown.

    A translation may include what its original has lost: there, readers are
    shown the original.
    """
    faulty = [page for page in project.written if page.problems]
    if not faulty or data.data.problems(project) | links.languages.problems(
        project
    ):
        return  # what is shown is not known
    for page in faulty:
        composed = project.by_path[page.path]
        lines = range(1, len(composed.lines) + 1)
        shown = {composed.at(line) for line in lines}
        includes = {include.line for include in page.includes}
        for problem in page.problems:
            there = problem.path, problem.line
            if there in shown or problem.line not in includes:
                yield problem


@check(finds="place that nothing fills", refuses=True)
def places(project: Project) -> Iterator[Problem]:
    """Where a page leaves a place, the build has something to put there."""
    for page in project.written:
        for line, comment in page.placeholders:
            if comment not in project.comments:
                known = "`, `".join(sorted(project.comments))
                yield page.problem(
                    line,
                    f"nothing fills the place `{comment}`; correct it to one "
                    f"of `{known}`, or remove it",
                )


@page_check(finds="heading without id")
def headings(page: Page) -> Iterator[Problem]:
    """Every heading has an id of its own: anchors survive translation."""
    seen: dict[str, int] = {}
    for line, name in ((h.line, h.id) for h in page.headings):
        if not name:
            yield page.problem(
                line,
                "this heading has no id; end it with `{ #some-id }`, the same "
                "in all languages",
            )
        elif name in seen:
            yield page.problem(
                line,
                f"the heading id '{name}' stands in line {seen[name]} "
                "already; choose another",
            )
        seen.setdefault(name, line)


@page_check(finds="form that is not known")
def forms(page: Page) -> Iterator[Problem]:
    """A page in the form of a notebook has cells, and no other is known."""
    form = page.meta.get("form", NOTEBOOK)
    if form != NOTEBOOK:
        yield page.problem(
            1, f"the form `{form}` is not known; write `form: {NOTEBOOK}`"
        )
    elif page.in_cells and not page.blocks:
        yield page.problem(
            1,
            f"a page of the form `{NOTEBOOK}` has code, and this has none; "
            "include a block or leave the form out",
        )
    for heading in page.headings if page.in_cells else []:
        if CELL.fullmatch(heading.id):
            yield page.problem(
                heading.line, f"`{heading.id}` is a cell's id; choose another"
            )


@page_check(finds="formula number out of order")
def formulas(page: Page) -> Iterator[Problem]:
    """Every formula can be translated to MathML; numbers run from 1."""
    expected = 1
    for line, tex, display, number in page.formulas:
        try:
            to_mathml(tex, display)
        except FormulaError as error:
            yield page.problem(line, f"{error}; correct the LaTeX")
        if number:
            if number != str(expected):
                yield page.problem(
                    line,
                    f"this formula has the number {number}; the next one on "
                    f"this page is {expected}",
                )
            expected += 1


@page_check(finds="mark without a note")
def notes(page: Page) -> Iterator[Problem]:
    """Each numbered mark in the code has its note below the block."""
    for fence in page.blocks:
        marks = fence.marks
        wanted = [str(k + 1) for k in range(len(marks))]
        found, _ = page.notes(fence)
        if marks != wanted or len(marks) != found:
            yield page.problem(
                fence.line,
                f"the code has the marks {', '.join(marks)} and the list "
                f"directly below it {found} notes; number marks from 1 and "
                "write a note for each",
            )
