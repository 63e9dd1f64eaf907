"""The numbers that readers are shown, in the order in which they read them.

A text is read as it is rendered: formulas as MathML, entities as signs, without
emphasis, links and what no eye sees. So how a number is written hides nothing.
"""

import html
import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from re import Match
from typing import NamedTuple
from xml.etree.ElementTree import Element as Tree

from proof.deceit import UNSEEN
from proof.pages.dialect import Span, lines
from proof.pages.formulas import FormulaError, split_tag, to_mathml, to_tree
from proof.pages.page import Page, readable
from proof.pages.phrases import Phrases

COMMA = r"(?<![\d,])\d+(?:[,\u066b\uff0c\uff0e]|\{,\})\d+|\d\{\.\}\d"
INDEX = r"_\{[^{}]*\}"
NUMBER = re.compile(
    r"(?:(?<![\w)\]}%])-)?(?:(?<![\d.])\d*\.\d+|(?<![\w.])\d+)(?:e[-+]?\d+)?"
    r"(?!\.?\d)(?: ?%)?"
)
THOUSANDS = re.compile(r"(?<=\d)\smil\b")  # 10 mil, in Portuguese and Spanish
DIGIT = re.compile(r"\d")
# In MathML what stands apart from what is before and after it.
APART = ("mfrac", "msup", "msub", "msubsup", "munder", "mover", "munderover")
APART += ("mtr", "mtd", "mtable", "msqrt", "mroot")
SIGN = r"(^|[(\[=,\u22c5\u00d7+<>\u2248\u2264\u2265|/{ ])\s*-\s*(?=[\d.])"
FORMULAS = ("formula", "display")
CODE = ("code", *FORMULAS)


class Number(NamedTuple):
    """A number: `text` is its sign, digits and `%`, or `~` and what words say.

    `before` and `after` are what stands beside it, and `leads` is the target
    of a link whose text is this number alone. It is `plain` if its author has
    written the digits that are read, one beside the other.
    """

    line: int
    text: str
    kind: str  # of the piece of text: words, tag, code, formula or display
    before: str = ""
    after: str = ""
    leads: str = ""
    plain: bool = True
    kept: bool = False  # needs no source: see `proof.pages.results`

    @property
    def whole(self) -> bool:
        """Tell whether it has neither a point nor an exponent nor a `%`."""
        return self.text.lstrip("-").isdecimal()

    @property
    def in_words(self) -> bool:
        """Tell whether it is said in words."""
        return self.text.startswith("~")

    @property
    def around(self) -> str:
        """Return it with what stands beside it."""
        return f"…{self.before}[{self.text}]{self.after}…"


class Reading(NamedTuple):
    """A text as it is read, and its pieces with the places where they start."""

    text: str
    starts: list[int]
    spans: list[Span]


@lru_cache(maxsize=8192)  # the same formulas stand in every language
def formula_text(tex: str, display: bool) -> str:
    """Return what is read of a formula; nothing of one that cannot be set."""
    try:
        tree = to_tree(to_mathml(split_tag(tex)[0], display))
    except FormulaError:
        return ""
    return re.sub(SIGN, r"\1-", " ".join(tree_text(tree).split()))


def tree_text(tree: Tree) -> str:
    """Return the text of MathML, with spaces around what is set apart."""
    space = " " if tree.tag in APART else ""
    inside = space.join([seen(tree.text or ""), *map(tree_text, tree)])
    return f"{space}{inside}{space}"


def seen(text: str) -> str:
    """Return a text as the eye sees it, with the minus of keyboards."""
    text = THOUSANDS.sub("000", text)
    if text.isascii() and "&" not in text:
        return text.replace("\n", " ")
    text = unicodedata.normalize("NFKC", html.unescape(text))
    text = re.sub(UNSEEN, "", text.replace("\n", " "))
    return text.replace("\u2212", "-")


@lru_cache(maxsize=8192)  # asked for digits, phrases and decimals
def reading(spans: tuple[Span, ...]) -> Reading:
    """Return what is read of a piece of text."""
    text, starts, found = "", [], []
    for span in spans:
        if span.kind in ("emphasis", "attributes"):
            continue
        text += " " if found and span.line != found[-1].line else ""
        starts.append(len(text))
        found.append(span)
        text += span_text(span)
    return Reading(text, starts, found)


def span_text(span: Span) -> str:
    """Return what is read of a piece; nothing of where a link leads."""
    if span.kind == "formula":
        return formula_text(span.text, False)
    if span.kind == "display":
        return f" {formula_text(span.text, True)} "
    if span.kind == "tag":
        return f" {seen(span.text)} "
    return "" if span.kind == "link" else seen(span.text)


def numbers_of(
    spans: tuple[Span, ...], said: Phrases | None = None
) -> Iterator[Number]:
    """Yield the numbers of a piece of text, and what phrases say as numbers."""
    found = reading(spans)
    text = found.text
    matches = [*NUMBER.finditer(text)] if DIGIT.search(text) else []
    if said:
        matches = sorted([*matches, *said.find(text)], key=Match.start)
    for match in matches:
        start, end = match.span()
        words = match.re is not NUMBER
        piece = bisect(found.starts, start + (text[start] == "-")) - 1
        span = found.spans[piece]
        yield Number(
            span.line,
            said.value(match) if words else match[0].replace(" ", ""),
            span.kind,
            text[max(0, start - 40) : start],
            text[end : end + 20],
            "" if words else leads(found, piece, match[0]),
            words or match[0].strip("-% ") in THOUSANDS.sub("000", span.raw),
        )


def leads(found: Reading, piece: int, number: str) -> str:
    """Return the target of a link whose text is a number alone, or `(3)`."""
    text, starts, spans = found
    around = spans[max(0, piece - 1) : piece + 2]
    kinds = [span.kind for span in around]
    if kinds != ["words", "words", "link"] or around[0].raw != "[":
        return ""
    said = text[starts[piece] : starts[piece + 1]]
    return around[2].text if said.strip("()") == number else ""


@lru_cache(maxsize=256)  # each page is asked several times
def decimals(page: Page) -> list[tuple[int, str]]:
    """Return line and digits of every decimal number on a page."""
    texts = [(Span("words", 1, text, text),) for _, text in page.titles]
    texts += [element.spans for element in page.elements]
    return [
        (number.line, number.text.rstrip("%"))
        for spans in texts
        for number in numbers_of(spans)
        if "." in number.text
    ]


def decimals_in(text: str) -> list[str]:
    """Return the digits of every decimal number, with sign and exponent."""
    found = NUMBER.findall(text.replace("\u2212", "-"))
    return [number.rstrip(" %") for number in found if "." in number]


def values_in(text: str) -> set[Decimal]:
    """Return the values of all decimal numbers in a text."""
    return set(map(Decimal, decimals_in(text)))


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
