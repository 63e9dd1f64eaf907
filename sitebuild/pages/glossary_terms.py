"""Read the terms of the glossary, and find their forms in prose.

Each heading of the third level on the page `glossary` is a term. The paragraph
below it defines the term and ends in a link to where it is explained.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from sitebuild.pages.markdown_parser import SEEN, text_lines
from sitebuild.pages.page import Page, heading_text
from sitebuild.pages.page_parts import Passage
from sitebuild.pages.quotes import curly

PAGE = "glossary"  # the name of the page
LEVEL = 3  # of the headings that are terms
REFUSED = "refused"  # the id of the section with the refused variants
Forms = tuple[str, ...]


class Term(NamedTuple):
    """A term in the words of one language; `key` is the same in all.

    It is found by its forms in prose; if it is ambiguous, it is none of them.
    In the phrases `elsewhere` its forms mean something else. `see` is the
    target of the link that ends its definition; without a link, both are empty.
    """

    key: str
    term: str
    forms: Forms
    elsewhere: Forms
    definition: str
    see: str
    path: str  # of the file with its heading, and that heading's line
    line: int

    @property
    def language(self) -> str:
        """Return the language of its words."""
        return Path(self.path).parent.name


def others(term: Term, terms: dict[str, list[Term]]) -> list[Term]:
    """Return the translations of a term into the other languages."""
    every = (other for listed in terms.values() for other in listed)
    found = {other.language: other for other in every if other.key == term.key}
    return [found[code] for code in found if code != term.language]


def terms_of(page: Page) -> list[Term]:
    """Return the terms of a glossary in page order; none of other pages."""
    terms = []
    for passage in page.passages if page.name == PAGE else ():
        heading = passage.heading
        if heading.level == LEVEL:
            title = heading_text(passage).strip()
            forms, elsewhere = (
                tuple(filter(None, map(str.strip, phrases.split(","))))
                for phrases in (heading.forms, heading.elsewhere)
            )
            if not heading.ambiguous:
                forms = title, *forms
            known = heading.id, title, forms, elsewhere
            at = page.at(heading.line)
            terms.append(Term(*known, *definition(passage), *at))
    return terms


def definition(passage: Passage) -> tuple[str, str]:
    """Return the definition of a term, and the target of the link after it."""
    spans = passage.elements[-1].spans
    kinds = [element.kind for element in passage.elements]
    if kinds != ["heading", "text"] or spans[-1].kind != "link":
        return "", ""
    start = max(
        place for place, span in enumerate(spans) if span.kind == "open"
    )
    text = " ".join(text for _, text in text_lines(spans[:start], SEEN))
    return curly(" ".join(text.split())), spans[-1].text


def variants_of(page: Page) -> Iterator[tuple[int, list[str]]]:
    """Yield line and cells (variant, replacement, reason) of refused words."""
    if page.name == PAGE and REFUSED in page.by_id:
        spans = (s for e in page.by_id[REFUSED].elements for s in e.spans)
        rows = [row for row in text_lines(spans) if row[1].startswith("|")]
        for line, text in rows[2:]:  # below the head
            cells = [cell.strip() for cell in text.strip(" |").split("|")]
            yield line, [*cells, "", ""][:3]


def refused(page: Page) -> dict[str, str]:
    """Return the replacement of each variant that a glossary refuses."""
    return {
        variant.lower().replace("…", "*"): f"{use} ({why})" if why else use
        for _, (variant, use, why) in variants_of(page)
        if variant and use  # a check reports incomplete rows
    }


def alphabetical(text: str) -> str:
    """Return a key to sort by: without accents, as dictionaries do."""
    letters = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in letters if not unicodedata.combining(c))


@cache
def pattern(forms: Forms) -> re.Pattern:
    """Match any form as whole words; `*` stands for any letters, or none."""
    longest_first = sorted(forms, key=len, reverse=True)
    anywhere = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")
    anywhere = anywhere.replace(r"\*", r"\w*")
    return re.compile(rf"(?i:(?<![\w-])(?:{anywhere})(?![\w-]))")


def stood_for(known: dict, found: str):
    """Return the value of the form that was found; forms are lower case."""
    text = " ".join(found.lower().split())
    forms = (form for form in known if pattern((form,)).fullmatch(text))
    return known[text if text in known else next(forms)]
