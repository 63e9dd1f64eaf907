"""A text reduced to what concerns its translators, and its fingerprint.

Line breaks, emphasis, the targets of links, kinds of quotation marks, dashes
and spaces, and included code, outputs and pictures are left out; of the
fingerprint also commas, and whether two words are written as one.
"""

import hashlib
import html
import re
import unicodedata
from functools import lru_cache

from proof.pages.dialect import Element, Span, lines, read
from proof.pages.formulas import split_tag, tight
from proof.pages.page import Page, Passage

ALIKE = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"')
    | dict.fromkeys("\u2018\u2019", "'")
    | dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-")
    | dict.fromkeys("*[]\u00ad", "")
    | {"|": " | "}
)
# A formula; or what stands between two words and says nothing.
BETWEEN = re.compile(r"(\$[^$]*\$)|(?<=[^\W\d_])(?:,? |-)(?=[^\W\d_])|,(?= |$)")


def fingerprint(text: str) -> str:
    """Return eight hexadecimal digits that stand for a reduced text.

    They are the same with single quotation marks and with double ones, with
    commas and without, and for `newly-coined`, `newly coined`, `newlycoined`.
    """
    text = BETWEEN.sub(r"\1", text.replace("'", '"'))
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def reduced(page: Page, passage: Passage) -> str:
    """Reduce a passage."""
    return " ".join(text for _, text in pieces(page, passage))


def pieces(page: Page, passage: Passage) -> list[tuple[int, str]]:
    """Return line and reduced text of each element that says something.

    The first passage has the page's titles too.
    """
    titles = page.titles if passage.heading.level == 1 else []
    found = [(line, reduce(text)) for line, text in titles]
    found += [(e.line, reduced_elements([e])) for e in passage.elements]
    return [(line, text) for line, text in found if text]


@lru_cache(maxsize=4096)  # while serving, most entries stay as they are
def reduce(text: str) -> str:
    """Reduce a text in Markdown."""
    return reduced_elements(read(text))


def reduced_elements(elements: list[Element]) -> str:
    """Reduce elements to what they say, with one space between words."""
    texts = []
    for element in elements:
        pieces = ((span.line, reduced_span(span)) for span in element.spans)
        found = [*lines(pieces).values()]
        if any(map(is_rule, found)):  # a table, which need not have edges
            found = [t if t[:2] == " |" else f" | {t} |" for t in found]
        texts += [t for t in found if not is_rule(t)]
        if element.kind == "box" and element.spans:
            texts[-1] = f'"{texts[-1]}"'
    text = unicodedata.normalize("NFKC", " ".join(texts))
    return re.sub(r"(?<=\d) %", "%", " ".join(text.split()))


def is_rule(line: str) -> bool:
    """Tell whether a line is the one below a table's head."""
    return "-" in line and not line.strip("|-: ")


def reduced_span(span: Span) -> str:
    """Reduce a piece of text."""
    if span.kind == "code":
        return " ".join(span.raw.split())
    if span.kind in ("formula", "display"):
        return reduced_formula(span.text)
    text = html.unescape(span.text).translate(ALIKE)
    if span.kind == "tag":
        return f" {text} "
    return text if span.kind == "words" else ""


def reduced_formula(tex: str) -> str:
    """Return a formula without its number and its spaces."""
    return f"${tight(split_tag(tex)[0])}$"
