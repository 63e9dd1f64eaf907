"""The decimal numbers that readers are shown on a page."""

import re
from decimal import Decimal
from functools import lru_cache

from proof.pages.dialect import lines
from proof.pages.page import Page, readable

DECIMAL = r"((?<![\w)}])[-\u2212])?(?<![\d.])\d*\.\d+(?!\.?\d)(e[-+]?\d+)?"
COMMA = r"(?<![\d,])\d+(?:[,\u066b\uff0c\uff0e]|\{,\})\d+|\d\{\.\}\d"
INDEX = r"_\{[^{}]*\}"
# What may stand within a number and is not shown.
WITHIN = (
    r"(?<=\d\.)(?:[*_`${}[]|\\\W)+(?=\d)|(?<=\d)(?:[*_`${}\]]|\\\W)+(?=\.\d)"
)


def decimals_in(text: str) -> list[str]:
    """Return the digits of every number in a text, with sign and exponent."""
    return [m[0].replace("\u2212", "-") for m in re.finditer(DECIMAL, text)]


def values_in(text: str) -> set[Decimal]:
    """Return the values of all decimal numbers in a text."""
    return set(map(Decimal, decimals_in(text)))


@lru_cache(maxsize=256)  # each page is asked several times
def decimals(page: Page) -> list[tuple[int, str]]:
    """Return line and digits of every decimal number on a page."""
    typed = lines((fence.line, fence.text) for fence in page.fences)
    return [
        (number, digits)
        for texts in (page.titles, typed.items(), lines(page.written).items())
        for number, text in texts
        if "." in text  # most lines have none
        for digits in decimals_in(re.sub(WITHIN, "", text))
    ]


def decimal_commas(page: Page) -> list[tuple[int, str]]:
    """Return line and digits of every number written with a comma."""
    texts = lines(
        (span.line, " " if span.kind == "code" else span.raw)
        for span in readable(page.spans)
    )
    return [
        (number, match[0])
        for number, text in texts.items()
        for match in re.finditer(COMMA, re.sub(INDEX, "", text))
    ]
