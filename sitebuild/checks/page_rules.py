"""Find unreadable pages, and faults of headings, blocks, formulas and notes."""

from collections.abc import Iterator
from datetime import date

from sitebuild.checks import check, data_files, page_check
from sitebuild.pages.mathml import FormulaError, to_mathml
from sitebuild.pages.page import (
    NOTEBOOK,
    Page,
    marked_lines,
    notes_below,
    repeated_blocks,
)
from sitebuild.pages.page_reader import kind_of_include, target
from sitebuild.pages.placeholders import CHANGES
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.problem import Problem


@check(finds="project without pages", refuses=True)
def no_pages(project: Project) -> Iterator[Problem]:
    """Find a project without pages."""
    if not project.written:
        yield Problem("docs", 1, "there are no pages; add docs/en/index.md")


@check(finds="missing code", refuses=True)
def unreadable_pages(project: Project) -> Iterator[Problem]:
    """Find pages that cannot be read, where readers see them.

    A translation may include what its original no longer includes: there,
    readers see the original.
    """
    faulty = [page for page in project.written if page.problems]
    if not faulty or data_files.faulty_data.problems(project):
        return  # without the data it is not known what readers see
    for page in faulty:
        composed = project.by_path[page.path]
        shown = set(map(composed.at, range(1, len(composed.lines) + 1)))
        hidden = {(page.path, i.line) for i in page.includes} - shown
        original = project.originals.get(page.name, page)
        included = set(map(target, original.lines))
        for problem in page.problems:
            named = target(page.lines[problem.line - 1]) if page.lines else ""
            if kind_of_include(named) and named not in included:
                reason = f"docs/{ORIGINAL}/{page.name}.md includes no `{named}`"
                remedy = "what is included is not translated: run `make sync`"
                problem = problem._replace(message=f"{reason}; {remedy}")
            if problem[:2] not in hidden:
                yield problem


@check(finds="page that is not among what is new")
def undated_pages(project: Project) -> Iterator[Problem]:
    """Find pages without a date, if a page lists which pages are new."""
    pages = project.originals.values()
    if not any(marked_lines(page, CHANGES) for page in pages):
        return
    for page in pages:
        try:
            date.fromisoformat(page.meta.get("since", ""))
        except ValueError:
            fault = "it is not known since when this page is there; write the"
            fault += ' day in its front matter, as `since: "2026-11-22"`'
            yield page.problem(1, fault)


@page_check(finds="heading without id")
def missing_ids(page: Page) -> Iterator[Problem]:
    """Find headings without an id of their own, the same in all languages."""
    seen: dict[str, int] = {}
    for line, _, name, *_ in page.headings:
        if not name:
            fault = "this heading has no id; end it with `{ #some-id }`, the"
            yield page.problem(line, f"{fault} same in all languages")
        elif name in seen:
            fault = f"the heading id '{name}' stands in line {seen[name]}"
            yield page.problem(line, f"{fault} already; choose another")
        seen.setdefault(name, line)


@page_check(finds="two blocks with one name", alone=True)
def repeated_names(page: Page) -> Iterator[Problem]:
    """Find blocks with the name of an earlier block of the page."""
    yield from repeated_blocks(page)


@page_check(finds="form that is not known")
def unknown_forms(page: Page) -> Iterator[Problem]:
    """Find unknown forms, and notebooks without code or with ids of cells."""
    form = page.meta.get("form", NOTEBOOK)
    if form != NOTEBOOK:
        fault = f"the form `{form}` is not known; write `form: {NOTEBOOK}`"
        yield page.problem(1, fault)
    elif page.in_cells and not page.blocks:
        fault = f"a page of the form `{NOTEBOOK}` has code, and this has none"
        yield page.problem(1, f"{fault}; include a block or leave the form out")
    for line, _, name, *_ in page.headings if page.in_cells else []:
        if name.removeprefix("cell-").isdecimal():
            yield page.problem(line, f"`{name}` is a cell's id; choose another")


@page_check(finds="formula number out of order")
def faulty_formulas(page: Page) -> Iterator[Problem]:
    """Find formulas that MathML cannot say, and numbers that skip one."""
    expected = 1
    for line, tex, display, number in page.formulas:
        try:
            to_mathml(tex, display)
        except FormulaError as error:
            yield page.problem(line, f"{error}; correct the LaTeX")
        if number and number != str(expected):
            fault = f"this formula has the number {number}; the next one on"
            yield page.problem(line, f"{fault} this page is {expected}")
        expected += bool(number)


@page_check(finds="mark without a note")
def missing_notes(page: Page) -> Iterator[Problem]:
    """Find blocks whose numbered marks and the notes below them differ."""
    for block in page.blocks:
        count, _ = notes_below(page, block)
        if block.marks != [str(k) for k in range(1, count + 1)]:
            marks = ", ".join(block.marks)
            fault = f"the code has the marks {marks} and the list directly"
            fault += f" below it {count} notes; number marks from 1 and write"
            yield page.problem(block.line, f"{fault} a note for each")
