"""Decimals in the prose agree with what the code holds, prints and draws."""

import ast
import re
from bisect import bisect
from collections.abc import Iterator
from decimal import Decimal
from html import unescape

from sitebuild.checks import check, page_check
from sitebuild.pages.decimals import Number, decimal_commas, stated
from sitebuild.pages.page import Page, tolerance_of
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import parts
from sitebuild.pages.tolerance import ANY, MEASURED
from sitebuild.problem import Problem

HOME = "index"


@check(finds="number that nothing printed")
def numbers(project: Project) -> Iterator[Problem]:
    """Every decimal in the prose agrees with a number in code or output."""
    for page, number, values in quotes(project):
        if not agrees(number.text, values):
            yield page.problem(
                number.line,
                f"`{number.text}` agrees with no number in the code or outputs "
                "of this page or of a page that is linked here (measured ones "
                "do not count); correct it, link to the page that shows it, "
                "or, if it is part of a name such as GPT-3.5, add the name to "
                "`numbered` in pyproject.toml",
            )


def quotes(project: Project) -> Iterator[tuple[Page, Number, set[Decimal]]]:
    """Yield each decimal of the prose with the numbers that it may quote.

    These are the numbers of its page and of the pages that the article links
    to; for home and the pages to look up, that its section links to.
    """
    numbers_of = {n: shown(page) for n, page in project.originals.items()}
    look_up = parts(project.root).get(project.settings.get("looked-up"), [])
    names = project.settings.get("numbered", [])
    numbered = "|".join(map(re.escape, names)) or "(?!)"
    for page in project.pages:
        whole = page.name not in (HOME, *look_up)
        starts = [] if whole else [heading.line for heading in page.headings]
        linked: dict[int, set[str]] = {}
        for line, target in page.links:
            name = target.partition("#")[0].removesuffix(".md")
            linked.setdefault(section(starts, line), set()).add(name)
        for number in stated(page):
            read = number.before + number.text
            named = re.search(rf"\b(?:{numbered})$", read, re.I)
            if number.kind != "code" and not named:
                found = linked.get(section(starts, number.line), set())
                found = {page.name, *found} & numbers_of.keys()
                yield page, number, set().union(*map(numbers_of.get, found))


def section(starts: list[int], line: int) -> int:
    """Return the number of a line's section, given where sections start.

    What stands above the first heading belongs to the first section.
    """
    return max(1, bisect(starts, line))


def shown(page: Page) -> set[Decimal]:
    """Return the numbers in a page's code and outputs, but for measured ones.

    The next run of a block that measures prints others.
    """
    codes = [code_values(block.section.text) for block in page.blocks]
    outputs = [
        text_values(page.files.text(include.path))
        for include in page.recordings
        if tolerance_of(page, include.path) != ANY
    ]
    return set().union(*codes, *outputs)


def code_values(code: str) -> set[Decimal]:
    """Return the numbers in code, but not those in comments and strings."""
    nodes = [*ast.walk(ast.parse(code))]
    signs = {
        node.operand: -1
        for node in nodes
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    }
    return {
        signs.get(node, 1) * Decimal(str(node.value))
        for node in nodes
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    }


def text_values(text: str) -> set[Decimal]:
    """Return the numbers in an output: printed, in a table or in a figure."""
    if text.lstrip().startswith("<"):
        text = unescape(re.sub(r"<[^>]*>", " ", text))
    return set(map(Decimal, MEASURED.findall(text.replace("\u2212", "-"))))


def agrees(written: str, values: set[Decimal]) -> bool:
    """Tell whether one of the values, rounded as written, is that number.

    With `%` it may be the hundredfold of one.
    """
    said = Decimal(written.rstrip("%"))
    near = Decimal(5).scaleb(said.as_tuple().exponent - 1)
    factors = (1, 100) if written.endswith("%") else (1,)
    return any(
        abs(said - factor * value) <= near
        for value in values
        for factor in factors
    )


@page_check(finds="number with a comma", alone=True)
def commas(page: Page) -> Iterator[Problem]:
    """Every decimal number has a point."""
    for line, number in decimal_commas(page):
        yield page.problem(
            line,
            f"{number} is written with a comma; write decimal numbers with "
            "a point, as code and formulas do, in every language, and "
            "thousands without a sign",
        )
