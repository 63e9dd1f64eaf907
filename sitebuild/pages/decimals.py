"""Find the decimals in the text of a page, as the browser shows it.

Formulas are read as MathML and entities as the signs they stand for; emphasis
and links do not split a number.
"""

import html
import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import NamedTuple
from xml.etree.ElementTree import Element

from sitebuild.files import UNSEEN
from sitebuild.pages.markdown_parser import Span, lines, readable
from sitebuild.pages.mathml import FormulaError, split_tag, to_mathml, to_tree
from sitebuild.pages.page import Page

COMMA = r"(?<![\d,])\d+(?:[,\u066b\uff0c\uff0e]|\{,\})\d+|\d\{\.\}\d"
INDEX = r"_\{[^{}]*\}"
DECIMAL = re.compile(
    r"(?:(?<![\w)\]}%])-)?(?<![\d.])\d*\.\d+(?:e[-+]?\d+)?(?!\.?\d)(?: ?%)?"
)
# Elements of MathML that stand apart from what is before and after them.
APART = (
    "mfrac msup msub msubsup munder mover munderover mtr mtd mtable msqrt mroot"
).split()
SIGN = r"(^|[(\[=,\u22c5\u00d7+<>\u2248\u2264\u2265|/{ ])\s*-\s*(?=[\d.])"


class Number(NamedTuple):
    """A decimal in the text of a page."""

    line: int
    text: str  # sign, digits, exponent and `%`
    before: str  # up to 40 characters of text
    kind: str  # of the span where it starts: words, code, formula…


@lru_cache(maxsize=8192)  # the same formulas stand in every language
def formula_text(tex: str, display: bool) -> str:
    """Return the text of a formula; nothing of one that cannot be set."""
    try:
        tree = to_tree(to_mathml(split_tag(tex)[0], display))
    except FormulaError:
        return ""
    return re.sub(SIGN, r"\1-", " ".join(tree_text(tree).split()))


def tree_text(tree: Element) -> str:
    """Return the text of MathML, with spaces around what is set apart."""
    space = " " if tree.tag in APART else ""
    inside = space.join([seen(tree.text or ""), *map(tree_text, tree)])
    return f"{space}{inside}{space}"


def seen(text: str) -> str:
    """Return a text as the eye sees it, with the minus of keyboards."""
    text = unicodedata.normalize("NFKC", html.unescape(text))
    text = text.replace("\n", " ").replace("\u2212", "-")
    return re.sub(UNSEEN, "", text)


def span_text(span: Span) -> str:
    """Return the text of a span; nothing of a link's address."""
    if span.kind in ("link", "attributes"):
        return ""
    displayed = span.kind == "display"
    if displayed or span.kind == "formula":
        text = formula_text(span.text, displayed)
    else:
        text = seen(span.text)
    return f" {text} " if displayed or span.kind == "tag" else text


def stated(page: Page) -> list[Number]:
    """Return every decimal in the titles and texts of a page."""
    titles = [(Span("words", 1, text, text),) for _, text in page.titles]
    texts = [*titles, *(element.spans for element in page.elements)]
    return [number for spans in texts for number in numbers_in(spans)]


def numbers_in(spans: tuple[Span, ...]) -> Iterator[Number]:
    """Yield the decimals of one text."""
    text, starts, line = "", [], 0
    for span in spans:
        text += " " if starts and span.line != line else ""
        starts.append(len(text))
        text += span_text(span)
        line = span.line
    for match in DECIMAL.finditer(text):
        start, number = match.start(), match[0].replace(" ", "")
        span = spans[bisect(starts, start + number.startswith("-")) - 1]
        before = text[max(0, start - 40) : start]
        yield Number(span.line, number, before, span.kind)


def decimals(page: Page) -> list[tuple[int, str]]:
    """Return line and digits of every decimal on a page."""
    return [(number.line, number.text.rstrip("%")) for number in stated(page)]


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
        for match in re.finditer(COMMA, re.sub(INDEX, "", text))
    ]
