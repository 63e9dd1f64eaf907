"""Find unreadable pages and code, faulty headings, formulas and notes."""

from collections.abc import Iterator

from sitebuild.checks import check, page_check
from sitebuild.files import paths
from sitebuild.pages.mathml import FormulaError, to_mathml
from sitebuild.pages.page import (
    NOTEBOOK,
    Page,
    notes_below,
    repeated_blocks,
)
from sitebuild.pages.page_reader import kind_of_include, target
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.snippet_code import cells
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
    for page in (p for p in project.written if p.problems):
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


@check(finds="misspelt marker", refuses=True)
def misspelt_markers(project: Project) -> Iterator[Problem]:
    """Find misspelt cell markers in snippets, and files that are no text."""
    for path in paths(project.root, "snippets/**/*.py"):
        text, unread = project.files.read(path)
        yield from [*unread, *cells(path, text)[1]]


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


@page_check(finds="two blocks with one name")
def repeated_names(page: Page) -> Iterator[Problem]:
    """Find blocks with the name of an earlier block of the page."""
    yield from repeated_blocks(page)


@page_check(finds="form that is not known")
def unknown_forms(page: Page) -> Iterator[Problem]:
    """Find pages of a form that is not known."""
    form = page.meta.get("form", NOTEBOOK)
    if form != NOTEBOOK:
        fault = f"the form `{form}` is not known; write `form: {NOTEBOOK}`"
        yield page.problem(1, fault)


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
