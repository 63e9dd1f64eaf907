"""The terms of the glossary, and their forms as they are looked for in prose.

On the page `glossary` each heading of the third level is a term. Below it stand
its definition and, at the end, a link to where it is explained.

A form is found as whole words. An asterisk in a form stands for any letters, or
none: what a language puts before a word or after it.
"""

import re
import unicodedata
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple, TypeVar

from sitebuild.pages.markdown_parser import HEADING_ID, Element, lines
from sitebuild.pages.page import Page, Passage, heading_text, readable, words

PAGE = "glossary"  # the name of the page
LEVEL = 3  # of the headings that are terms
REFUSED = "refused"  # the id of the section with the refused variants
T = TypeVar("T")
Forms = tuple[str, ...]


class Term(NamedTuple):
    """A term in the words of one language.

    `key` is the same in all languages, `see` the target of the link. An
    `ambiguous` term is looked for in its other forms alone; `elsewhere` are
    phrases in which its forms mean something else. Without a definition that
    ends in a link, `definition` and `see` are empty.
    """

    key: str
    term: str
    forms: Forms = ()
    elsewhere: Forms = ()
    ambiguous: bool = False
    definition: str = ""
    see: str = ""
    path: str = ""  # of the file with its heading, and that heading's line
    line: int = 0

    @property
    def language(self) -> str:
        """Return the language of its words."""
        return Path(self.path).parent.name

    @property
    def all_forms(self) -> Forms:
        """Return all its forms, the ambiguous ones too."""
        return self.term, *self.forms

    @property
    def looked_for(self) -> Forms:
        """Return the forms in which it is marked in running text."""
        return self.forms if self.ambiguous else self.all_forms


def others(term: Term, terms: dict[str, list[Term]]) -> list[Term]:
    """Return a term in the languages that have it in words of their own."""
    return [
        other
        for language, found in terms.items()
        for other in found
        if other.key == term.key and other.language == language
        if other.language != term.language
    ]


def term_passages(page: Page) -> list[Passage]:
    """Return the sections of a glossary that are terms; none of other pages."""
    found = page.passages if page.name == PAGE else []
    return [each for each in found if each.heading.level == LEVEL]


def terms_of(page: Page) -> list[Term]:
    """Return the terms of a glossary in the order of the page."""
    found = []
    for passage in term_passages(page):
        line, _, key, *_ = passage.heading
        match = re.match(HEADING_ID, passage.elements[0].info)
        given = match.groupdict("") if match else {}
        said = "", ""
        if [e.kind for e in passage.elements] == ["heading", "text"]:
            said = definition(passage.elements[1])
        found.append(
            Term(
                key,
                heading_text(page, key).strip(),
                split(given.get("forms", "")),
                split(given.get("elsewhere", "")),
                bool(given.get("ambiguous")),
                *said,
                *page.at(line),
            )
        )
    return found


def split(text: str) -> Forms:
    """Return what stands between the commas of a text."""
    return tuple(filter(None, map(str.strip, text.split(","))))


def definition(paragraph: Element) -> tuple[str, str]:
    """Return the words above the link at a paragraph's end, and its target."""
    *spans, last = paragraph.spans
    if last.kind != "link" or "[" not in (raw := [s.raw for s in spans]):
        return "", ""
    start = len(raw) - 1 - raw[::-1].index("[")
    pieces = ((s.line, s.text) for s in readable(spans[:start]))
    return " ".join(" ".join(lines(pieces).values()).split()), last.text


def variants_of(page: Page) -> Iterator[tuple[int, list[str]]]:
    """Yield line and three cells of each row of the table of refused variants.

    These are the variant, what to write instead, and why.
    """
    for passage in page.passages if page.name == PAGE else ():
        if passage.heading.id == REFUSED:
            rows = [
                (line, [cell.strip() for cell in text.strip(" |").split("|")])
                for line, text in words(passage.elements)
                if text.startswith("|")
            ]
            for line, cells in rows[2:]:  # below the head
                yield line, [*cells, "", ""][:3]


def refused(page: Page) -> dict[str, str]:
    """Return what to write instead of each variant that a glossary refuses."""
    return {
        variant.lower().replace("…", "*"): f"{use} ({why})" if why else use
        for _, (variant, use, why) in variants_of(page)
        if variant and use  # a check tells of other rows
    }


def alphabetical(text: str) -> str:
    """Return a key to sort by: without accents, as dictionaries do."""
    letters = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in letters if not unicodedata.combining(c))


@cache
def pattern(forms: Forms) -> re.Pattern:
    """Match any form as whole words, also over line ends; longest first."""
    longest_first = sorted(forms, key=len, reverse=True)
    anywhere = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")
    anywhere = anywhere.replace(r"\*", r"\w*")
    return re.compile(rf"(?i)(?<![\w-])(?:{anywhere})(?![\w-])")


def stood_for(known: dict[str, T], found: str) -> T:
    """Return what a form stands for that was found; forms are lower case."""
    found = " ".join(found.lower().split())
    forms = (form for form in known if pattern((form,)).fullmatch(found))
    return known[found if found in known else next(forms)]
