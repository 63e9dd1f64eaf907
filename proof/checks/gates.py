"""What must hold of the pages before anything is run or rendered.

Command line: `python -m proof.checks.gates` prints every fault with file, line
and what to do, and exits with 1 if there is one. It needs no torch.
"""

import re
import sys
from collections.abc import Iterator
from decimal import Decimal
from pathlib import Path

from course import playground, sources
from proof.blocks.recordings import MADE, WHERE, read_made
from proof.checks import data, kinds, markup, skeleton, wording
from proof.files import Files
from proof.pages import passages, settings
from proof.pages.code import ANY, cells
from proof.pages.formulas import FormulaError, to_mathml
from proof.pages.page import (
    DECIMAL,
    MARK,
    NOTEBOOK,
    ORIGINAL,
    RECORDED,
    RECORDING,
    Include,
    Page,
    read_pages,
)
from proof.problem import Problem
from proof.site import glossary, interface

ROOT = Path(__file__).parents[2]
CELL = re.compile(r"cell-\d+")


def check(root: Path = ROOT, pages: list[Page] | None = None) -> list[Problem]:
    """All faults of the project under root, in file order.

    Pages are those of the project as written, if they were read before.
    """
    pages = read_pages(root) if pages is None else pages
    if problems := refused(root, pages):  # what follows would only hide them
        return problems
    problems += translated(root, pages)
    files = pages[0].files
    pages = list(passages.composed(root, by_path(pages)).values())
    for page in pages:
        for gate in GATES:
            problems += gate(page)
        problems += [*recordings(page, pages), *links(page, pages)]
    problems += navigation(root, pages)
    problems += unused(files, pages)
    problems += glossary.problems(root, pages)
    problems += sources.problems(root, pages)
    problems += interface.problems(root)
    problems += passages.problems(root)
    problems += orphans(root, pages)
    return sorted(set(problems))


def refused(root: Path, pages: list[Page]) -> list[Problem]:
    """What may not even be rendered, as it cannot be read or trusted."""
    if not pages:
        return [Problem("docs", 1, "there are no pages; add docs/en/index.md")]
    files = pages[0].files
    problems = [*settings.problems(root), *data.problems(files)]
    if not problems:
        problems += unreadable(root, pages)
    for page in pages:
        problems += [] if page.problems else markup.problems(page)
    problems += [*kinds.problems(files), *markers(files)]
    return sorted(set(problems))


def by_path(pages: list[Page]) -> dict[str, Page]:
    return {page.path: page for page in pages}


def unreadable(root: Path, pages: list[Page]) -> Iterator[Problem]:
    """What cannot be read of any page.

    A translation may include what its original has lost, where readers are
    shown the original.
    """
    faulty = [page for page in pages if page.problems]
    shown = passages.composed(root, by_path(pages)) if faulty else {}
    for page in faulty:
        composed = shown[page.path]
        lines = range(1, len(composed.lines) + 1)
        read = {composed.at(line) for line in lines}
        includes = {include.line for include in page.includes}
        for problem in page.problems:
            there = problem.path, problem.line
            if there in read or problem.line not in includes:
                yield problem


def translated(root: Path, pages: list[Page]) -> Iterator[Problem]:
    """What is wrong with translations beside their originals."""
    known, same = by_path(pages), passages.Editorial(root)
    for page in [page for page in pages if page.language != ORIGINAL]:
        path = f"docs/{ORIGINAL}/{page.name}.md"
        if path in known:
            yield from skeleton.problems(page, known[path], same)
        else:
            reason = f"there is no {path}; a page starts in '{ORIGINAL}'"
            yield page.problem(1, reason)
    yield from wording.problems(root, pages, same)


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


def recordings(page: Page, pages: list[Page]) -> Iterator[Problem]:
    """What is included as output exists and follows the block it is of.

    What a block of another page gave may be shown anywhere.
    """
    for include in page.includes:
        name, reason = include.section, ""
        above = [b.section.name for b in page.blocks if b.line < include.line]
        if include.kind not in RECORDED:
            continue
        elif not page.gives(include):
            reason = foreign(include, pages)
        elif name not in above:
            reason = (
                f"no block '{name}' stands above this output; include the "
                "block first or correct the name"
            )
        elif name != above[-1]:
            reason = (
                "another block stands between this output and its block "
                f"'{name}'; move it up"
            )
        if not reason and not page.files.exists(include.path):
            reason = f"there is no recording {include.path}; run `make record`"
        if reason:
            yield page.problem(include.line, reason)


def foreign(include: Include, pages: list[Page]) -> str:
    """What is wrong with a recording of another page; empty if nothing is."""
    name = Path(include.path).parent.name
    blocks = [b.section for p in pages if p.name == name for b in p.blocks]
    given = [block for block in blocks if block.name == include.section]
    if not blocks:
        return f"no page '{name}' has blocks; correct the recording's name"
    if not given:
        reason = f"the page '{name}' has no block '{include.section}'"
        return f"{reason}; correct the recording's name"
    if given[0].tolerance == ANY:
        return (
            "what is measured is shown on its own page alone, where its "
            f"machine is named; link to {name}.md"
        )
    return ""


def diagrams(page: Page) -> Iterator[Problem]:
    """Every diagram that is included has been drawn."""
    for include in page.includes:
        if include.kind == "diagram":
            if not page.files.exists(include.path):
                yield page.problem(
                    include.line,
                    f"there is no diagram {include.path}; correct the path or "
                    "draw it in the chapter's drawings and run `make diagrams`",
                )
            elif not page.files.exists(include.path.replace(".svg", ".png")):
                yield page.problem(
                    include.line,
                    f"{include.path} has no PNG for notebooks beside it; run "
                    "`make diagrams`",
                )


def pictures(page: Page) -> Iterator[Problem]:
    """Every picture has a text for those who do not see it."""
    for include in page.includes:
        if include.kind in ("svg", "diagram"):
            label = page.labels.get(include.line - 1, "")
            if not any(map(str.isalnum, label)):
                yield page.problem(
                    include.line,
                    "this picture has no text; say what it shows in a line "
                    '`<div role="img" aria-label="…">` directly above, and '
                    "end with `</div>` below",
                )


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


def notes(page: Page) -> Iterator[Problem]:
    """Each numbered mark in the code has its note below the block."""
    for fence in page.blocks:
        marks = MARK.findall(fence.section.text)
        wanted = [str(k + 1) for k in range(len(marks))]
        found, _ = page.notes(fence)
        if marks != wanted or len(marks) != found:
            yield page.problem(
                fence.line,
                f"the code has the marks {', '.join(marks)} and the list "
                f"directly below it {found} notes; number marks from 1 and "
                "write a note for each",
            )


def exercises(page: Page) -> Iterator[Problem]:
    """Below `exercises`: 3 to 6, each with check, hint and solution."""
    ids = [heading.id for heading in page.headings]
    if "exercises" not in ids:
        return
    head = page.headings[ids.index("exercises")]
    after = [h for h in page.headings if h.line > head.line]
    ends = [h.line for h in after if h.level <= head.level]
    end = ends[0] if ends else len(page.text.splitlines()) + 1
    starts = [h.line for h in after if h.line < end]
    if not 3 <= len(starts) <= 6:
        yield page.problem(
            head.line,
            f"there are {len(starts)} exercises; write 3 to 6, each below a "
            "heading of its own",
        )
    for start, stop in zip(starts, [*starts[1:], end]):
        folded = [b for b in page.boxes if start < b.line < stop]
        kinds = [(box.marks, box.kind) for box in folded]
        blocks = {
            fence.line: fence.section.name
            for fence in page.blocks
            if start < fence.line < stop
        }
        if (
            kinds != [("???", "tip"), ("???", "success")]
            or max(blocks, default=0) < folded[1].line
            or not any(
                name.startswith(("check_", "check-")) and line < folded[0].line
                for line, name in blocks.items()
            )
        ):
            yield page.problem(
                start,
                "an exercise has a block `check-…`, then one `??? tip` with "
                "a hint, then one `??? success` with the solution as a block",
            )


def decimals(page: Page) -> Iterator[Problem]:
    """Every decimal number was printed by a block or is declared as given."""
    shown: set[Decimal] = set()
    passing: set[Decimal] = set()  # what the next measurement may not print
    for include in page.recordings:
        if include.kind == "txt" and page.files.exists(include.path):
            numbers = DECIMAL.finditer(page.files.text(include.path))
            free = page.tolerance(include.path) == ANY
            found = {Decimal(m[0]) for m in numbers}
            (passing if free else shown).update(found)
    given = page.meta.get("given", "").split()
    used = {number for _, number in page.decimals}
    for line, number in page.decimals:
        if Decimal(number) in passing - shown:
            yield page.problem(
                line,
                f"{number} is printed by a measured block alone, and by the "
                "next measurement no more; say it without this number",
            )
        elif Decimal(number) not in shown and number not in given:
            yield page.problem(
                line,
                f"{number} stands in no recording of this page; correct it, "
                "print it in a block, or declare it in the front matter's "
                "`given`",
            )
    for number in sorted(set(given) - used):
        yield page.problem(
            1,
            f"{number} is declared as given but is not used; remove it",
        )
    for line, number in page.decimal_commas:
        yield page.problem(
            line,
            f"{number} is written with a comma; write decimal numbers with "
            "a point, as code and formulas do, in every language, and "
            "thousands without a sign",
        )


def links(page: Page, pages: list[Page]) -> Iterator[Problem]:
    """Links inside the site lead to a page, and to a place on it.

    A page that is not translated is shown in the original's language.
    """
    by_path = {other.path: other for other in pages}
    for line, target in page.links:
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        folders = page.path.rpartition("/")[0], f"docs/{ORIGINAL}"
        named = [by_path.get(f"{folder}/{file}") for folder in folders]
        goal = (named[0] or named[1]) if file else page
        if goal is None:
            yield page.problem(
                line,
                f"the link '{target}' leads to no page of this language; "
                "write `name.md#heading-id` or an https:// address",
            )
        elif anchor and anchor not in goal.anchors:
            yield page.problem(
                line,
                f"the link '{target}' leads to no heading or numbered "
                f"formula; {goal.path} has no id '{anchor}'",
            )


def markers(files: Files) -> Iterator[Problem]:
    """Every file in snippets can be read, with the cells that it marks."""
    for path in snippet_files(files.root):
        yield from [*files.read(path)[1], *cells(path, files.text(path))[1]]


def unused(files: Files, pages: list[Page]) -> Iterator[Problem]:
    """Every cell with a name in snippets stands on a page."""
    included = {
        (include.path, include.section)
        for page in pages
        for include in page.includes
    }
    for path in snippet_files(files.root):
        for cell in cells(path, files.text(path))[0].values():
            if (path, cell.name) not in included:
                yield Problem(
                    path,
                    cell.line - 1,
                    f"no page includes cell '{cell.name}'; include it, or "
                    "leave out its name",
                )


def navigation(root: Path, pages: list[Page]) -> Iterator[Problem]:
    """Every page can be reached: the site's settings know it."""
    nav = settings.read(root)[0].get("nav")
    named = set(settings.names_in(nav))
    for page in pages if nav else ():
        if page.language == ORIGINAL and page.name not in named:
            yield page.problem(
                1,
                "this page is not in `nav` of mkdocs.yml; add it there, or "
                "nobody finds it",
            )


def snippet_files(root: Path) -> list[str]:
    files = sorted((root / "snippets").glob("**/*.py"))
    return [file.relative_to(root).as_posix() for file in files]


def orphans(root: Path, pages: list[Page]) -> Iterator[Problem]:
    """Every recording is shown by every language that has the chapter."""
    included = {include.path for page in pages for include in page.includes}
    made = read_made(root)
    for page in pages:
        if page.blocks and page.name not in made:
            reason = f"nothing is said of '{page.name}'; run `make record`"
            yield Problem(MADE, 1, reason)
        elif page.measured and not WHERE <= made[page.name].keys():
            reason = f"it is not said on which machine '{page.name}' measured"
            yield Problem(MADE, 1, f"{reason}; run `make record`")
    for file in sorted((root / "docs/assets/diagrams").glob("**/*.*")):
        path = file.relative_to(root).as_posix()
        if path.replace(".png", ".svg") not in included:
            yield Problem(path, 1, "no page includes this diagram; remove it")
    outputs = root / "docs" / "outputs"
    for file in sorted(f for f in outputs.glob("**/*") if f.is_file()):
        path = file.relative_to(root).as_posix()
        match = RECORDING.fullmatch(path)
        chapter = match["chapter"] if match else ""
        chapters = [p for p in pages if match and p.name == chapter]
        if not chapters:
            yield Problem(
                path, 1, "this recording belongs to no page; remove it"
            )
        for page in chapters:
            name = match["section"]
            if name not in {block.section.name for block in page.blocks}:
                reason = f"{page.path} has no block '{name}'; remove this"
                yield Problem(path, 1, f"{reason} recording")
            elif path not in {include.path for include in page.recordings}:
                reason = f"{page.path} does not show this recording; include"
                yield Problem(path, 1, f"{reason} it below the block '{name}'")


GATES = (
    headings,
    forms,
    diagrams,
    pictures,
    formulas,
    notes,
    exercises,
    decimals,
    playground.problems,
)


def main() -> int:
    problems = check()
    for problem in problems:
        print(problem)
    pages = len(read_pages(ROOT))
    print(f"{pages} pages, {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
