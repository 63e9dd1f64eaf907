"""Go in steps through a diagram, a block of code and a formula.

An author marks the place: below it stand a diagram, a block of code, a formula
and a numbered list, which says what each step does. `stepper.yml` in the
chapter's folder names, for each step, the part of the diagram, the rows of the
code and the terms of the formula that belong to it. stepper.js lets readers go
from step to step; without JavaScript they read all of them.
"""

import re
from collections.abc import Iterator
from html import unescape
from xml.etree.ElementTree import Element, fromstring, tostring

from sitebuild.files import Problem
from sitebuild.pages.mathml import to_mathml
from sitebuild.pages.output_types import PART
from sitebuild.pages.page import Page

FILE = "stepper.yml"
COMMENT = "{{ stepper }}"
CODE = re.compile(r"(<pre\b[^>]*><code>)(.*?)(\n?</code></pre>)", re.S)
FORMULA = re.compile(r"<math display=.*?</math>", re.S)
END = "</ol>"  # of the list, which a stepper ends with
MOST = 6  # steps
UNSEEN = "\u2061\u2062 \n"  # that a function is applied, or that one multiplies
TABLE = ("mtr", "mtable")  # no `mrow` may stand in these
OPEN = (*TABLE, "math", "mrow", "mstyle", "mtd")  # with any number of children
Steps = dict[str, list[list[str]]]


def steps(page: Page) -> Steps:
    """Return the steps that a chapter declares: part -> (rows, terms)."""
    declared = {}
    for part, lit in page.files.data(page.chapter_file(FILE)).items():
        kinds = ((lit or {}).get(kind) or [] for kind in ("code", "term"))
        declared[part] = [[k] if isinstance(k, str) else k for k in kinds]
    return declared


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
        [f for f in page.formulas if f.display and f.line in inside],
        items,
    )


def bare(row: str) -> str:
    """Return a row of code without its comment."""
    return row.partition("  #")[0].strip()


def steppers(page: Page) -> Iterator[Problem]:
    """Refuse steps that light nothing in what stands below."""
    declared, file = steps(page), page.chapter_file(FILE)
    lines = page.files.data(file).lines
    for line in [n for n, mark in page.placeholders if mark == COMMENT]:
        found = below(page, line)
        counts = [*map(len, found)]
        if counts == [1, 1, 1, len(declared)] and 1 < len(declared) <= MOST:
            for part, lit in declared.items():
                for reason in step_faults(part, *lit, found):
                    yield Problem(file, lines[part], reason)
        else:
            yield page.problem(
                line,
                "below this stand one drawing, one block, one formula and a "
                f"list of 2 to {MOST} steps, as many as {file} declares "
                f"({len(declared)}); here are {', '.join(map(str, counts))}",
            )


def step_faults(
    part: str, lit: list[str], terms: list[str], found: tuple[list, ...]
) -> Iterator[str]:
    """Yield what is wrong with one step, by what stands below."""
    (svg,), (block,), (formula,), _ = found
    if f'"{PART}{part}"' not in svg:
        yield (
            f"the drawing has no part `{part}`; draw it below "
            f'`with canvas.part("{part}"):`, or correct the name'
        )
    if not (lit or terms):
        yield f"`{part}` lights no `code` and no `term`; name one"
    rows = [*map(bare, block.section.text.splitlines())]
    for row in lit:
        if (count := rows.count(row)) != 1:
            reason = f"'{block.section.name}' has {count} rows that are `{row}`"
            yield f"{reason}; write one of its rows, without the comment"
    math = fromstring(to_mathml(formula.tex, display=True))
    for term in terms:
        if not mark_term(math, term, ""):
            reason = f"`{term}` is not, just once and as a whole, in the "
            yield f"{reason}formula of the stepper; write it as it stands there"


def with_steps(html: str, page: Page, words: dict[str, str]) -> str:
    """Return a page's HTML with the steps marked below a placeholder."""
    before, mark, rest = html.partition(f"<p>{COMMENT}</p>")
    if not mark:
        return html
    inside, end, after = rest.partition(END)
    declared = steps(page)
    inside = CODE.sub(lambda m: m[1] + rows(m[2], declared) + m[3], inside, 1)
    inside = FORMULA.sub(lambda m: terms(m[0], declared), inside, 1)
    texts = "".join(
        f' data-{name}="{words[f"stepper-{name}"]}"'
        for name in ("all", "step", "back", "next")
    )
    return (
        f'{before}<div class="stepper" role="group" '
        f'aria-label="{words["stepper"]}" data-parts="{" ".join(declared)}"'
        f"{texts}>{inside}{end}</div>{after}"
    )


def rows(code: str, declared: Steps) -> str:
    """Return a block's HTML with the rows of each step marked."""
    lines = []
    for line in code.split("\n"):
        row = bare(unescape(re.sub("<[^>]*>", "", line)))
        steps = enumerate(declared.values(), start=1)
        names = " ".join(f"step-{n}" for n, (lit, _) in steps if row in lit)
        lines.append(f'<span class="{names}">{line}</span>' if names else line)
    return "\n".join(lines)


def terms(formula: str, declared: Steps) -> str:
    """Return a formula's MathML with the terms of each step marked."""
    math = fromstring(formula)
    for number, (_, texs) in enumerate(declared.values(), start=1):
        for tex in texs:
            mark_term(math, tex, f"step-{number}")
    return tostring(math, "unicode")


def signs(elements: list[Element]) -> list[str]:
    """Return the letters, digits and signs of elements, in their order."""
    leaves = [e for element in elements for e in element.iter() if not len(e)]
    return [e.text for e in leaves if (e.text or "").strip(UNSEEN)]


def mark_term(math: Element, tex: str, name: str) -> bool:
    """Give a term of a formula, written in LaTeX, a class; tell if it is there.

    It must be there just once and as a whole, that is as children of an element
    that may have any number of them.
    """
    wanted = signs([fromstring(to_mathml(tex, display=True))])
    every = signs([math])
    ends = range(len(wanted), len(every) + 1)
    exact = [  # the last is the innermost one, without blanks at its ends
        (parent, start, end)
        for parent in math.iter()
        for end in range(len(parent), 0, -1)
        for start in range(end)
        if parent.tag in OPEN and signs(parent[start:end]) == wanted
    ]
    count = sum(every[end - len(wanted) : end] == wanted for end in ends)
    if count != 1 or not exact:
        return False
    parent, start, end = exact[-1]
    children = parent[start:end]
    if parent.tag in TABLE or len(children) == 1:  # cell by cell
        for child in children:
            child.set("class", f"{child.get('class', '')} {name}".strip())
    else:
        parent[start:end] = [Element("mrow", {"class": name})]
        parent[start].extend(children)
    return True
