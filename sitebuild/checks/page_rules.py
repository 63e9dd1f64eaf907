"""Find faulty headings, links, formulas, notes, recordings and diagrams.

MkDocs finds dead links too, but names no line.
"""

from collections.abc import Iterator

from sitebuild.checks import check, page_check
from sitebuild.files import paths
from sitebuild.pages.mathml import FormulaError, to_mathml
from sitebuild.pages.page import (
    Page,
    anchors,
    notes_below,
    repeated_blocks,
)
from sitebuild.pages.project import MEASURED_WITH, RECORDED, Project
from sitebuild.pages.snippet_code import cells
from sitebuild.pages.tolerance import ANY
from sitebuild.problem import Problem

RECORD = "run `make record`"


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
        yield from (p for p in page.problems if p[:2] not in hidden)


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


@check(finds="link to no page")
def dead_links(project: Project) -> Iterator[Problem]:
    """Find links inside the site that lead to no page, heading or formula."""
    for page in project.pages:
        for line, link in page.links:
            file, _, anchor = link.partition("#")
            name = file.removesuffix(".md") or page.name
            fault = f"the link '{link}' leads to no"
            if name in project.originals:
                target = project.page(name, page.language)
                if anchor and anchor not in anchors(target):
                    fault += f" heading or numbered formula; {target.path}"
                    yield page.problem(line, f"{fault} has no id '{anchor}'")
            elif not link.startswith("https://"):
                fault += " page of this language; write `name.md#heading-id`"
                yield page.problem(line, f"{fault} or an https:// address")


@page_check(finds="two blocks with one name")
def repeated_names(page: Page) -> Iterator[Problem]:
    """Find blocks with the name of an earlier block of the page."""
    yield from repeated_blocks(page)


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


@check(finds="missing recording")
def missing_recordings(project: Project) -> Iterator[Problem]:
    """Find recordings that do not exist, or not of the block above them.

    Any page may show a recording of another page's block, unless it measures.
    """
    blocks = {
        (page.name, block.section.name): block
        for page in project.originals.values()
        for block in page.blocks
    }
    shown = [(p, i) for p in project.pages for i in p.includes if i.page]
    for page, include in shown:
        chapter, name = include.page, include.section
        above = [b.section.name for b in page.blocks if b.line < include.line]
        block = blocks.get((chapter, name))
        if chapter == page.name and name not in above[-1:]:
            fault = f"the block above this output is not '{name}'; show an"
            fault += " output directly below its block, or correct the name"
        elif not block:
            fault = f"no page '{chapter}' has a block '{name}'; correct the"
            fault += " recording's name"
        elif chapter != page.name and block.section.tolerance == ANY:
            fault = "what is measured is shown on its own page alone, where its"
            fault += f" machine is named; link to {chapter}.md"
        elif not page.files.exists(include.path):
            fault = f"there is no recording {include.path}; {RECORD}"
        else:
            continue
        yield page.problem(include.line, fault)


@page_check(finds="diagram that was not drawn")
def missing_diagrams(page: Page) -> Iterator[Problem]:
    """Find diagrams that do not exist, as SVG or as PNG for notebooks."""
    for line, path, _, kind in page.includes:
        for file in (path, f"{path[:-4]}.png"):
            if kind == "diagram" and not page.files.exists(file):
                fault = f"there is no diagram {file}; correct the path, or draw"
                fault += " it in the chapter's drawings and run `make diagrams`"
                yield page.problem(line, fault)


@page_check(finds="picture without a text")
def unlabelled_pictures(page: Page) -> Iterator[Problem]:
    """Find pictures without a text for those who do not see them."""
    for line, label in page.labels.items():
        if not any(map(str.isalnum, label)):
            fault = "this picture has no text; say what it shows between the"
            yield page.problem(line, f"{fault} brackets of `![…](…)`")


@check(finds="chapter that was never recorded")
def unrecorded_chapters(project: Project) -> Iterator[Problem]:
    """Find chapters that do not say with what they were recorded."""
    for page in project.pages:
        made = project.recorded.get(page.name, {})
        if page.blocks and not made:
            fault = f"nothing is said of '{page.name}'"
        elif page.measured and not MEASURED_WITH <= made.keys():
            fault = f"it is not said on which machine '{page.name}' measured"
        else:
            continue
        yield Problem(RECORDED, 1, f"{fault}; {RECORD}")
