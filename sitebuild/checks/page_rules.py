"""Find faulty headings, links, formulas, notes, outputs, terms, translations.

MkDocs finds dead links too, but names no line.
"""

from collections.abc import Iterator

from sitebuild.files import Problem, paths
from sitebuild.pages.glossary_terms import (
    PAGE,
    REFUSED,
    pattern,
    stood_for,
    variants_of,
)
from sitebuild.pages.markdown_parser import find_all
from sitebuild.pages.mathml import FormulaError, split_tag, to_mathml
from sitebuild.pages.page import Page, anchors
from sitebuild.pages.project import MEASURED_WITH, RECORDED, Project
from sitebuild.pages.site_config import ORIGINAL

UNDEFINED = (
    "has no term and definition that ends in a link; write both, in one "
    "paragraph below a heading"
)


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


def unreadable_code(project: Project) -> Iterator[Problem]:
    """Find code that is no text, or holds signs that nobody sees."""
    for path in paths(project.root, "snippets/**/*.py"):
        yield from project.files.read(path)[1]


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


def faulty_formulas(page: Page) -> Iterator[Problem]:
    """Find formulas that MathML cannot say, and numbers that skip one."""
    expected = 1
    for kind, line, text in page.formulas:
        tex, number = split_tag(text) if kind == "display" else (text, "")
        try:
            to_mathml(tex, kind == "display")
        except FormulaError as error:
            yield page.problem(line, f"{error}; correct the LaTeX")
        if number and number != str(expected):
            fault = f"this formula has the number {number}; the next one on"
            yield page.problem(line, f"{fault} this page is {expected}")
        expected += bool(number)


def missing_outputs(project: Project) -> Iterator[Problem]:
    """Find recordings and diagrams that are missing, or of another block.

    Any page may show a recording of another page's block. A picture above the
    first block opens the page.
    """
    for page, picture in ((p, i) for p in project.pages for i in p.pictures):
        line, path, name, kind = picture
        above = [b.section.name for b in page.blocks if b.line < line]
        files = [path] if picture.page else [path, f"{path[:-4]}.png"]
        missing = [file for file in files if not page.files.exists(file)]
        if picture.page == page.name and above and name != above[-1]:
            fault = f"the block above this output is not '{name}'; show an"
            fault += " output directly below its block, or correct the name"
            yield page.problem(line, fault)
        elif missing:
            command = "record" if picture.page else "diagrams"
            fault = f"there is no {kind} {missing[0]}; correct the path, or run"
            yield page.problem(line, f"{fault} `make {command}`")


def unrecorded_chapters(project: Project) -> Iterator[Problem]:
    """Find chapters that do not say with what they were recorded."""
    for page in project.pages:
        needed = MEASURED_WITH if page.measured else {"date"}
        made = project.recorded.get(page.name, {})
        if page.blocks and not needed <= made.keys():
            fault = f"it is not said with what '{page.name}' was recorded"
            yield Problem(RECORDED, 1, f"{fault}; run `make record`")


def missing_originals(project: Project) -> Iterator[Problem]:
    """Find translations whose name no English page has."""
    for page in project.written:
        if page.language != ORIGINAL and page.name not in project.originals:
            fault = f"there is no docs/{ORIGINAL}/{page.name}.md; give this"
            fault += " page the name of the one that it translates"
            yield page.problem(1, fault)


def refused_variants(project: Project) -> Iterator[Problem]:
    """Find variants that the glossary refuses, except in its own table."""
    for page in project.written:
        for line, (variant, use, _) in variants_of(page):
            if not (variant and use):
                fault = "this row does not say what to write; fill in its first"
                yield page.problem(line, f"{fault} two cells")
        table = page.by_id.get(REFUSED, ()) if page.name == PAGE else ()
        refused = project.refused.get(page.language)
        found = find_all(pattern(tuple(refused)), page.words) if refused else ()
        for line, variant in found:
            if line not in table:
                fault = f"“{variant.lower()}” is a refused variant"
                use = stood_for(refused, variant)
                yield page.problem(line, f"{fault}; write {use}")


def faulty_terms(project: Project) -> Iterator[Problem]:
    """Find terms without a definition, and forms that two terms share."""
    for terms in project.terms.values():
        owners: dict[str, str] = {}
        for term in terms:
            key = f"'{term.key}'"
            if not (term.term and term.definition and term.see):
                yield Problem(term.path, term.line, f"{key} {UNDEFINED}")
            for form in term.forms:
                owner = owners.setdefault(form.lower(), key)
                if owner != key:
                    fault = f"'{form}' stands for {key} and for {owner}"
                    fault += "; let one of them have it"
                    yield Problem(term.path, term.line, fault)
