"""Every decimal number that a page shows was printed, or is declared."""

from collections.abc import Iterator
from decimal import Decimal

from proof.checks import page_check
from proof.outputs.agreement import ANY
from proof.pages.numbers import decimal_commas, decimals, values_in
from proof.pages.page import Page
from proof.problem import Problem


@page_check(finds="number that nothing printed")
def numbers(page: Page) -> Iterator[Problem]:
    """Every decimal number was printed by a block or is declared as given."""
    shown: set[Decimal] = set()
    passing: set[Decimal] = set()  # what the next measurement may not print
    for include in page.recordings:
        if include.output.printed and page.files.exists(include.path):
            free = page.tolerance(include.path) == ANY
            found = values_in(page.files.text(include.path))
            (passing if free else shown).update(found)
    for line, number in decimals(page):
        if Decimal(number) in passing - shown:
            yield page.problem(
                line,
                f"{number} is printed by a measured block alone, and by the "
                "next measurement no more; say it without this number",
            )
        elif Decimal(number) not in shown and number not in given(page):
            yield page.problem(
                line,
                f"{number} stands in no recording of this page; correct it, "
                "print it in a block, or declare it in the front matter's "
                "`given`",
            )


@page_check(finds="given number that is not used")
def unused(page: Page) -> Iterator[Problem]:
    """Every number that is declared as given stands on the page."""
    used = {number for _, number in decimals(page)}
    for number in sorted(given(page) - used):
        message = f"{number} is declared as given but is not used; remove it"
        yield page.problem(1, message)


@page_check(finds="number with a comma")
def commas(page: Page) -> Iterator[Problem]:
    """Every decimal number has a point."""
    for line, number in decimal_commas(page):
        yield page.problem(
            line,
            f"{number} is written with a comma; write decimal numbers with "
            "a point, as code and formulas do, in every language, and "
            "thousands without a sign",
        )


def given(page: Page) -> set[str]:
    """Return the numbers that the front matter declares as given."""
    return set(page.meta.get("given", "").split())
