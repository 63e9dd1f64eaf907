"""Find decimals in the prose that agree with no number in code or outputs."""

import ast
import re
from bisect import bisect
from collections.abc import Iterator
from decimal import Decimal
from html import unescape

from sitebuild.files import Problem
from sitebuild.pages.page import DECIMAL, Page, decimals
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import HOME, ORIGINAL
from sitebuild.pages.tolerance import ANY, MEASURED

COMMA = r"(?<![\d,])\d+(?:(?:,|\{,\})\d+)+"
INDEX = r"_\{[^{}]*\}"  # in a formula
UNCONFIRMED = (
    "`{}` agrees with no number in the code or outputs of this page or of a "
    "page that is linked here (measured ones do not count); correct it, link "
    "to the page that shows it, or, if it is part of a name such as GPT-3.5, "
    "add the name to `numbered` in mkdocs.yml"
)
THOUSANDS = r"[1-9]\d{0,2}(,\d{3})+"  # in English, where a point marks decimals


def unconfirmed_numbers(project: Project) -> Iterator[Problem]:
    """Find decimals in the prose that no number in code or outputs confirms.

    A page may quote its own numbers and those of the pages that its article
    links to. On the home page and the pages to look up, the link must stand in
    the same section.
    """
    known = {n: page_values(page) for n, page in project.originals.items()}
    look_up = project.parts.get(project.settings.get("looked-up"), [])
    names = map(re.escape, project.settings.get("numbered", []))
    named = [rf"\b(?i:{name})(?!\w)".replace(r"\ ", r"\s") for name in names]
    pattern = "|".join([*named, DECIMAL])
    for page in project.pages:
        by_section = page.name in (HOME, *look_up)
        # What stands above the first heading belongs to the first section.
        starts = [h.line for h in page.headings[1:]] if by_section else []
        linked = [{page.name} for _ in range(len(starts) + 1)]
        for line, target in page.links:
            name = target.partition("#")[0].removesuffix(".md")
            linked[bisect(starts, line)].add(name)
        for line, number in decimals(page, pattern, code=False):
            quoted = linked[bisect(starts, line)] & known.keys()
            values = set().union(*(known[name] for name in quoted))
            is_name = not re.fullmatch(DECIMAL, number)
            if not (is_name or agrees(number, values)):
                yield page.problem(line, UNCONFIRMED.format(number))


def page_values(page: Page) -> set[Decimal]:
    """Return the numbers in a page's code and outputs, except measured ones.

    A measuring block prints other numbers in its next run.
    """
    codes = [code_values(block.section.text) for block in page.blocks]
    outputs = [
        text_values(page.files.text(path))
        for path in page.recordings
        if page.tolerances.get(path) != ANY
    ]
    return set().union(*codes, *outputs)


def code_values(code: str) -> set[Decimal]:
    """Return the numbers in code, but not those in comments and strings."""
    numbers = set()
    for node in ast.walk(ast.parse(code)):
        match node:  # a sign comes before its number
            case ast.UnaryOp(ast.USub(), ast.Constant(int() | float()) as part):
                part.value *= -1
            case ast.Constant(value) if type(value) in (int, float):
                numbers.add(Decimal(str(value)))
    return numbers


def text_values(text: str) -> set[Decimal]:
    """Return the numbers in an output: printed, in a table or in a figure."""
    if text.lstrip().startswith("<"):
        text = unescape(re.sub(r"<[^>]*>", " ", text))
    return set(map(Decimal, MEASURED.findall(text.replace("\u2212", "-"))))


def agrees(written: str, values: set[Decimal]) -> bool:
    """Tell whether one of the values, rounded as written, is that number.

    A number with `%` may also be a hundred times a value.
    """
    number = Decimal(written.rstrip(" %"))
    near = Decimal(5).scaleb(number.as_tuple().exponent - 1)
    values = values | {100 * v for v in values if written.endswith("%")}
    return any(abs(number - value) <= near for value in values)


def numbers_with_commas(page: Page) -> Iterator[Problem]:
    """Find numbers that are written with a comma, but for English thousands."""
    allowed = rf"_.*|{THOUSANDS}" if page.language == ORIGINAL else "_.*"
    for line, text in decimals(page, rf"{INDEX}|{COMMA}", code=False):
        if not re.fullmatch(allowed, text):
            fault = f"{text} is written with a comma; write decimal numbers"
            fault += " with a point, as code and formulas do, in every"
            fault += " language, and thousands with a comma in English alone"
            yield page.problem(line, fault)
