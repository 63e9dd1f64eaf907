"""Find the decimals in the text of a page, as the browser shows it.

Formulas are read as MathML and entities as the signs they stand for; emphasis
and links do not split a number.
"""

import html
import re
import unicodedata
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from sitebuild.files import UNSEEN
from sitebuild.pages.markdown_parser import Span, lines, readable
from sitebuild.pages.mathml import FormulaError, split_tag, text_of, to_mathml
from sitebuild.pages.page import Page

COMMA = r"(?<![\d,])\d+(?:[,\u066b\uff0c\uff0e]|\{,\})\d+|\d\{\.\}\d"
DECIMAL = re.compile(
    r"(?:(?<![\w)\]}%])-)?(?<![\d.])\d*\.\d+(?:e[-+]?\d+)?(?!\.?\d)(?: ?%)?"
)


class Number(NamedTuple):
    """A decimal in the text of a page."""

    line: int
    text: str  # sign, digits, exponent and `%`
    before: str  # up to 40 characters of text
    kind: str  # of the span where it starts: words, code, formula…


def seen(text: str) -> str:
    """Return a text as the eye sees it, with the minus of keyboards."""
    text = unicodedata.normalize("NFKC", html.unescape(text))
    text = text.replace("\n", " ").replace("\u2212", "-")
    return re.sub(UNSEEN, "", text)


def span_text(span: Span) -> str:
    """Return the text of a span; nothing of addresses and bad formulas."""
    displayed = span.kind == "display"
    if span.kind in ("link", "attributes"):
        text = ""
    elif displayed or span.kind == "formula":
        try:
            mathml = to_mathml(split_tag(span.text)[0], displayed)
        except FormulaError:  # which another check reports
            return ""
        text = text_of(mathml).replace("\u2212", "-")
    else:
        text = seen(span.text)
    return f" {text} " if displayed or span.kind == "label" else text


def stated(page: Page) -> list[Number]:
    """Return every decimal in the titles and texts of a page."""
    titles = [(Span("words", 1, text, text),) for _, text in page.titles]
    texts = [*titles, *(element.spans for element in page.elements)]
    return [number for spans in texts for number in numbers_in(spans)]


def numbers_in(spans: tuple[Span, ...]) -> Iterator[Number]:
    """Yield the decimals of one text."""
    text, owners = "", []  # the span of each character
    for span in spans:
        if owners and span.line != owners[-1].line:
            text += " "
        text += span_text(span)
        owners += [span] * (len(text) - len(owners))
    for match in DECIMAL.finditer(text):
        start, number = match.start(), match[0].replace(" ", "")
        span = owners[start + number.startswith("-")]
        before = text[max(0, start - 40) : start]
        yield Number(span.line, number, before, span.kind)


def values_in(text: str) -> set[Decimal]:
    """Return the values of all decimals in a text."""
    numbers = DECIMAL.findall(text.replace("\u2212", "-"))
    return {Decimal(number.rstrip(" %")) for number in numbers}


def decimal_commas(page: Page) -> list[tuple[int, str]]:
    """Return line and digits of every number written with a comma."""
    texts = lines(
        (span.line, " " if span.kind == "code" else span.raw)
        for span in readable(page.spans)
    )
    return [
        (number, match[0])
        for number, text in texts.items()
        for match in re.finditer(COMMA, re.sub(r"_\{[^{}]*\}", "", text))
    ]
