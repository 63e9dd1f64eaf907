"""A picture that is gone through in steps: its parts, code and formula.

An author marks the place: below it stand a diagram, a block of code, a formula
and a numbered list, which says what each step does. `stepper.yml` in the
chapter's folder names, for each step, the part of the diagram, the rows of the
code and the terms of the formula that belong to it. stepper.js lets a reader
go from step to step; without it, all of them are there to be read.
"""

import re
from collections.abc import Iterator
from html import escape, unescape
from xml.etree.ElementTree import fromstring

from sitebuild.checks import page_check
from sitebuild.files import key_lines
from sitebuild.pages.decimals import values_in
from sitebuild.pages.mathml import to_mathml, to_tree
from sitebuild.pages.output_types import PART
from sitebuild.pages.page import Page, marked_lines
from sitebuild.pages.placeholders import place
from sitebuild.pages.project import Project
from sitebuild.problem import Problem
from sitebuild.widgets import formula_terms
from sitebuild.widgets.steps import FILE, Below, Step, bare, below, steps

COMMENT = "<!-- stepper -->"
CODE = re.compile(r"(<pre\b[^>]*><code>)(.*?)(\n?</code></pre>)", re.S)
FORMULA = re.compile(r"<math display=.*?</math>", re.S)
MOST = 6  # steps


@page_check(finds="stepper whose steps are not there")
def steppers(page: Page) -> Iterator[Problem]:
    """What a step lights is there, and what is drawn was computed."""
    marks = marked_lines(page, COMMENT)
    declared = steps(page)
    if declared and not marks:
        reason = f"{page.path} has no place for these steps; write `{COMMENT}`"
        yield Problem(
            page.chapter_file(FILE), 1, f"{reason} there, or remove this file"
        )
    for line in marks:
        yield from unlit(page, line, declared)


def unlit(page: Page, line: int, declared: list[Step]) -> Iterator[Problem]:
    """Yield what is wrong with the stepper at this line."""
    found = below(page, line)
    counts = [len(kind) for kind in found]
    if counts != [1, 1, 1, len(declared)] or not 1 < len(declared) <= MOST:
        yield page.problem(
            line,
            f"below this stand one drawing, one block, one formula and a list "
            f"of 2 to {MOST} steps, as many as {page.chapter_file(FILE)} "
            f"declares ({len(declared)}); here are "
            f"{', '.join(map(str, counts))}",
        )
        return
    lines = key_lines(page.root, page.chapter_file(FILE))
    for step in declared:
        for reason in faults(step, found):
            yield Problem(page.chapter_file(FILE), lines[step.part], reason)
    for reason in undeclared(page, declared, found.drawings[0]):
        yield page.problem(line, reason)


def faults(step: Step, found: Below) -> Iterator[str]:
    """Yield what is wrong with one step."""
    if f'"{PART}{step.part}"' not in found.drawings[0]:
        yield (
            f"the drawing has no part `{step.part}`; draw it below "
            f'`with canvas.part("{step.part}"):`, or correct the name'
        )
    if not (step.rows or step.terms):
        yield f"`{step.part}` lights no `code` and no `term`; name one"
    lines = found.blocks[0].section.text.splitlines()
    for row in step.rows:
        if (count := list(map(bare, lines)).count(row)) != 1:
            name = found.blocks[0].section.name
            yield (
                f"'{name}' has {count} rows that are `{row}`; write one of its "
                "rows, without the comment"
            )
    formula = to_tree(to_mathml(found.formulas[0].tex, display=True))
    for term in step.terms:
        if not formula_terms.find(formula, to_mathml(term, display=True)):
            yield (
                f"`{term}` is not, just once and as a whole, in the formula "
                "of the stepper; write it as it stands there"
            )


def undeclared(page: Page, declared: list[Step], svg: str) -> Iterator[str]:
    """Yield parts that no step lights, and numbers that nothing printed."""
    drawing = fromstring(f"<figure>{svg}</figure>")
    named = [each.get("class", "") for each in drawing.iter()]
    parts = {n.removeprefix(PART) for n in named if n.startswith(PART)}
    file = page.chapter_file(FILE)
    for part in sorted(parts - {step.part for step in declared}):
        yield f"no step of {file} lights the part `{part}`; add one"
    printed = [
        page.files.text(include.path)
        for include in page.recordings
        if include.output.printed
    ]
    texts = ["".join(t.itertext()) for t in drawing.iterfind(".//{*}text")]
    drawn = values_in(" ".join(texts).replace("\n", ""))
    for number in sorted(drawn - values_in(" ".join(printed))):
        yield f"{number} is drawn here, and no block of this page printed it"


@place(COMMENT, until="</ol>")
def stepper(project: Project, page: Page, language: str, html: str) -> str:
    """Return what stands below the mark, with its steps marked."""
    declared, words = steps(page), project.words[language]
    html = CODE.sub(lambda m: m[1] + rows(m[2], declared) + m[3], html, 1)
    html = FORMULA.sub(lambda m: lit(m[0], declared), html, 1)
    parts = " ".join(step.part for step in declared)
    said = "".join(
        f' data-{name}="{escape(words[f"stepper-{name}"])}"'
        for name in ("all", "step", "back", "next")
    )
    name = escape(words["stepper"])
    return (
        f'<div class="stepper" role="group" aria-label="{name}" '
        f'data-parts="{parts}"{said}>{html}</div>'
    )


def rows(code: str, declared: list[Step]) -> str:
    """Return a block's HTML with the rows of each step marked."""
    lines = code.split("\n")
    for number, line in enumerate(lines):
        text = bare(unescape(re.sub("<[^>]*>", "", line)))
        found = [n for n, s in enumerate(declared, 1) if text in s.rows]
        if found:
            names = " ".join(f"step-{n}" for n in found)
            lines[number] = f'<span class="{names}">{line}</span>'
    return "\n".join(lines)


def lit(formula: str, declared: list[Step]) -> str:
    """Return a formula's MathML with the terms of each step marked."""
    math = to_tree(formula)
    for number, step in enumerate(declared, start=1):
        for term in step.terms:
            found = formula_terms.find(math, to_mathml(term, display=True))
            if found:
                formula_terms.mark(found, f"step-{number}")
    return formula_terms.written(math)
