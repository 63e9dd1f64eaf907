"""Go in steps through a diagram, a block of code and a formula.

An author marks the place: below it stand a diagram, a block of code, a formula
and a numbered list, which says what each step does; its first words in bold
name the step. `stepper.yml` in the chapter's folder names, for each step, the
part of the diagram, the rows of the code and the numbers of the formula's rows
that belong to it. stepper.js lets readers go from step to step; without
JavaScript they read all of them.
"""

import re
from collections.abc import Iterator
from html import unescape
from xml.etree.ElementTree import Element, fromstring, tostring

from sitebuild.files import Problem
from sitebuild.pages.mathml import split_tag, to_mathml
from sitebuild.pages.output_types import PART
from sitebuild.pages.page import Page

FILE = "stepper.yml"
COMMENT = "{{ stepper }}"
CODE = re.compile(r"(<pre\b[^>]*><code>)(.*?)(\n?</code></pre>)", re.S)
FORMULA = re.compile(r"<math display=.*?</math>", re.S)
END = "</ol>"  # of the list, which a stepper ends with
MOST = 6  # steps


def below(page: Page, line: int) -> tuple[list, list, list, list]:
    """Return drawings, blocks, formulas and items below a placeholder.

    A stepper is made of these, to the end of the list. Drawings are SVG.
    """
    items = []
    for item in page.elements:
        follows = not items or item.line <= items[-1].end + 1
        if item.kind == "item" and item.line > line and follows:
            items.append(item)
    inside = range(line, items[-1].end + 1 if items else 0)
    drawn = [i.path for i in page.pictures if i.line in inside]
    return (
        [*map(page.files.text, drawn)],
        [block for block in page.blocks if block.line in inside],
        [f for f in page.formulas if f.kind == "display" and f.line in inside],
        items,
    )


def bare(row: str) -> str:
    """Return a row of code without its comment."""
    return row.partition("  #")[0].strip()


def steppers(page: Page) -> Iterator[Problem]:
    """Refuse steps that light nothing in what stands below."""
    file = page.chapter_file(FILE)
    declared = page.files.data(file)
    for line in [n for n, mark in page.placeholders if mark == COMMENT]:
        found = below(page, line)
        counts = [*map(len, found)]
        if counts == [1, 1, 1, len(declared)] and 1 < len(declared) <= MOST:
            for part, step in declared.items():
                for reason in step_faults(part, step, found):
                    yield Problem(file, declared.line(part), reason)
        else:
            yield page.problem(
                line,
                "below this stand one drawing, one block, one formula and a "
                f"list of 2 to {MOST} steps, as many as {file} declares "
                f"({len(declared)}); here are {', '.join(map(str, counts))}",
            )


def step_faults(
    part: str, step: dict, found: tuple[list, ...]
) -> Iterator[str]:
    """Yield what is wrong with one step, by what stands below."""
    (svg,), (block,), (formula,), _ = found
    if f'"{PART}{part}"' not in svg:
        yield (
            f"the drawing has no part `{part}`; draw it below "
            f'`with canvas.part("{part}"):`, or correct the name'
        )
    rows = [*map(bare, block.section.text.splitlines())]
    for row in step["code"]:
        if (count := rows.count(row)) != 1:
            reason = f"'{block.section.name}' has {count} rows that are `{row}`"
            yield f"{reason}; write one of its rows, without the comment"
    tex, _ = split_tag(formula.text)
    last = len(rows_of(fromstring(to_mathml(tex, display=True))))
    for number in step["formula"]:
        if not 1 <= number <= last:
            reason = f"the stepper's formula has {last} rows and no row "
            yield f"{reason}{number}; correct the number"


def with_steps(html: str, page: Page, words: dict[str, str]) -> str:
    """Return a page's HTML with the steps marked below a placeholder."""
    before, mark, rest = html.partition(f"<p>{COMMENT}</p>")
    if not mark:
        return html
    inside, end, after = rest.partition(END)
    declared = page.files.data(page.chapter_file(FILE))
    codes = [step["code"] for step in declared.values()]
    numbers = [step["formula"] for step in declared.values()]
    inside = CODE.sub(lambda m: m[1] + marked(m[2], codes) + m[3], inside, 1)
    inside = FORMULA.sub(lambda m: marked_formula(m[0], numbers), inside, 1)
    texts = "".join(
        f' data-{name}="{words[f"stepper-{name}"]}"'
        for name in ("all", "step", "back", "next")
    )
    return (
        f'{before}<div class="stepper" role="group" '
        f'aria-label="{words["stepper"]}" data-parts="{" ".join(declared)}"'
        f"{texts}>{inside}{end}</div>{after}"
    )


def marks(row: object, steps: list[list]) -> str:
    """Return a class for each step that a row belongs to."""
    numbers = [n for n, rows in enumerate(steps, start=1) if row in rows]
    return " ".join(f"step-{number}" for number in numbers)


def marked(code: str, steps: list[list[str]]) -> str:
    """Return a block's HTML with the rows of each step marked."""
    lines = []
    for line in code.split("\n"):
        names = marks(bare(unescape(re.sub("<[^>]*>", "", line))), steps)
        lines.append(f'<span class="{names}">{line}</span>' if names else line)
    return "\n".join(lines)


def marked_formula(formula: str, steps: list[list[int]]) -> str:
    """Return a formula's MathML with the rows of each step marked."""
    math = fromstring(formula)
    for number, row in enumerate(rows_of(math), start=1):
        for cell in row if marks(number, steps) else ():
            names = f"{cell.get('class', '')} {marks(number, steps)}"
            cell.set("class", names.strip())
    return tostring(math, "unicode")


def rows_of(math: Element) -> list[Element]:
    """Return the rows of a formula in MathML, such as those of `aligned`."""
    return math.findall("mtable/mtr")
