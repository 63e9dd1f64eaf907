"""A page can be read: its includes, headings, places, formulas and notes."""

from collections.abc import Iterator
from datetime import date

from sitebuild.checks import check, data_files, page_check
from sitebuild.pages.includes import kind_of_include, target
from sitebuild.pages.mathml import FormulaError, to_mathml
from sitebuild.pages.page import (
    NOTEBOOK,
    Page,
    marked_lines,
    notes_below,
    repeated_blocks,
)
from sitebuild.pages.placeholders import CHANGES
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.problem import Problem


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
    if not faulty or data_files.data.problems(project):
        return  # without the data it is not known what is shown
    for page in faulty:
        composed = project.by_path[page.path]
        shown = set(map(composed.at, range(1, len(composed.lines) + 1)))
        lost = {(page.path, include.line) for include in page.includes} - shown
        shown_there = included(project.originals.get(page.name, page))
        for problem in page.problems:
            named = target(page.lines[problem.line - 1]) if page.lines else ""
            if problem[:2] in lost:
                continue
            if kind_of_include(named) and named not in shown_there:
                problem = problem._replace(
                    message=f"docs/{ORIGINAL}/{page.name}.md includes no "
                    f"`{named}`; what is included is not translated: run "
                    "`make sync`"
                )
            yield problem


def included(page: Page) -> set[str]:
    """Return what a page includes, whether or not it is there."""
    return {named for named in map(target, page.lines) if named}


@check(finds="page that is not among what is new")
def since(project: Project) -> Iterator[Problem]:
    """Where a page lists what is new, each says since when it is there."""
    pages = project.originals.values()
    if not any(marked_lines(page, CHANGES) for page in pages):
        return
    for page in pages:
        try:
            date.fromisoformat(page.meta.get("since", ""))
        except ValueError:
            yield page.problem(
                1,
                "it is not known since when this page is there; write the day "
                'in its front matter, as `since: "2026-11-22"`',
            )


@page_check(finds="heading without id")
def headings(page: Page) -> Iterator[Problem]:
    """Every heading has an id of its own: anchors survive translation."""
    seen: dict[str, int] = {}
    for line, _, name, *_ in page.headings:
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


@page_check(finds="two blocks with one name", alone=True)
def names(page: Page) -> Iterator[Problem]:
    """Every block of a page has a name of its own: by it, it is known."""
    yield from repeated_blocks(page)


@page_check(finds="form that is not known")
def forms(page: Page) -> Iterator[Problem]:
    """A page in the form of a notebook has cells, and no other is known."""
    form = page.meta.get("form", NOTEBOOK)
    if form != NOTEBOOK:
        message = f"the form `{form}` is not known; write `form: {NOTEBOOK}`"
        yield page.problem(1, message)
    elif page.in_cells and not page.blocks:
        yield page.problem(
            1,
            f"a page of the form `{NOTEBOOK}` has code, and this has none; "
            "include a block or leave the form out",
        )
    for line, _, name, *_ in page.headings if page.in_cells else []:
        word, _, number = name.partition("-")
        if word == "cell" and number.isdecimal():
            yield page.problem(line, f"`{name}` is a cell's id; choose another")


@page_check(finds="formula number out of order")
def formulas(page: Page) -> Iterator[Problem]:
    """Every formula can be translated to MathML; numbers run from 1."""
    expected = 1
    for line, tex, display, number in page.formulas:
        try:
            to_mathml(tex, display)
        except FormulaError as error:
            yield page.problem(line, f"{error}; correct the LaTeX")
        if number and number != str(expected):
            yield page.problem(
                line,
                f"this formula has the number {number}; the next one on "
                f"this page is {expected}",
            )
        expected += bool(number)


@page_check(finds="mark without a note")
def notes(page: Page) -> Iterator[Problem]:
    """Each numbered mark in the code has its note below the block."""
    for block in page.blocks:
        count, _ = notes_below(page, block)
        if block.marks != [str(k) for k in range(1, count + 1)]:
            yield page.problem(
                block.line,
                f"the code has the marks {', '.join(block.marks)} and the "
                f"list directly below it {count} notes; number marks from 1 "
                "and write a note for each",
            )
