"""The numbers of the prose that are results, and what is noted of each.

`docs/numbers.yml` has, for each section of the original, its results in the
order in which they are read, and behind `=` where each comes from: a place, a
computation of places, or the word `given`. What has no `=` is only kept as it
is: 0 and 1, choices of a question, and what errata quote.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from proof.pages.dialect import Span, read
from proof.pages.entries import FIELDS
from proof.pages.numbers import CODE, Number, numbers_of, reading
from proof.pages.page import Page
from proof.pages.phrases import Phrases
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL

FILE = "docs/numbers.yml"
NAMES = "names"  # the key of nouns: a number behind one of them numbers it
GIVEN, ASKED = "given", "?"
# What is said there is no result: what terms mean, and words of the guides.
KEPT = {
    "errata.yml": ("says", "why"),
    "terms.yml": ("term", "definition"),
}
UNITS = {"0", "1", "-1"}  # rather what mathematics says than what was computed
YEAR = r"(?!2000)(?:19[5-9]|20[0-2])\d"
DATED = r"(?:\bal\.|\b(?:in|of|and|by|since)|[A-Z]\w+) ?\(?$|(?:^|\W)\($"
NEXT = r",? (?:and|to|or) |, |-|\u2013"  # between the numbers of one noun
COUNTED = r" (?!(?:and|to|or)\b)[a-z]"  # what is counted, not numbered
GLUED = re.compile("[A-Za-z]-$")
STATED = re.compile(r"[=\u2248] ?$|\d ?/ ?$")  # what a formula in a line says
TEXTS = "number-words", "number-phrases"  # in words.yml: what states a number


class Texts(NamedTuple):
    """A section or an entry: the pieces of its text, and of what sort each is.

    The sort is `heading`, `kept` where all numbers are only kept, or empty.
    """

    line: int
    pieces: list[tuple[str, tuple[Span, ...]]]

    def numbers(self, said: Phrases | None) -> list[Number]:
        """Return all numbers that are read there, with what phrases say."""
        found = (numbers_of(spans, said) for _, spans in self.pieces)
        return [number for numbers in found for number in numbers]

    @property
    def text(self) -> str:
        """Return what is read there."""
        return " ".join(reading(spans).text for _, spans in self.pieces)


def sections(page: Page) -> dict[str, Texts]:
    """Return a page's sections by the ids of their headings.

    What stands above the first heading belongs to the first section.
    """
    kept = choices(page)
    if not (page.blocks or page.recordings):  # nothing is computed there
        kept = range(len(page.lines) + 1)
    found, first = {}, min((h.line for h in page.headings), default=0)
    elements = [element for element in page.elements if element.line < first]
    for passage in page.passages:
        heading = passage.heading
        titles = page.titles if heading.level == 1 else []
        pieces = [("", (Span("words", n, t, t),)) for n, t in titles]
        for element in (*elements, *passage.elements):
            sort = "kept" if element.line in kept else element.kind
            pieces.append((sort, element.spans))
        found[heading.id] = Texts(heading.line, pieces)
        elements = []
    return found


def choices(page: Page) -> set[int]:
    """Return the lines of what readers choose from in questions."""
    found: set[int] = set()
    for box in page.boxes:
        if box.name:
            folds = [b.line for b in page.boxes if box.line < b.line <= box.end]
            found |= set(range(box.line + 1, min(folds, default=box.end + 1)))
    return found


def entries(project: Project, language: str, file: str) -> dict[str, Texts]:
    """Return the entries of a language's file by their keys."""
    lines = project.key_lines(f"docs/{language}/{file}")
    kept = KEPT.get(file, ())
    return {
        key: Texts(
            lines[key],
            [
                (
                    sort,
                    tuple(s._replace(line=lines[key]) for s in element.spans),
                )
                for field in FIELDS[file]
                for sort in ["kept" if field in kept else ""]
                for element in read(str(entry.get(field) or ""))
            ],
        )
        for key, entry in project.entries(file)[language].items()
    }


@lru_cache(maxsize=8)  # several checks ask for each language
def all_texts(project: Project, language: str) -> dict[str, dict[str, Texts]]:
    """Return all sections and entries of a language, by page or file."""
    found = {
        page.name: sections(page)
        for page in project.written
        if page.language == language
    }
    for file in FIELDS:
        if language in project.entries(file):
            found[file] = entries(project, language, file)
    return found


def phrases(project: Project, language: str) -> Phrases | None:
    """Return the phrases that state numbers in a language, if it has them."""
    words = project.data(f"docs/{language}/words.yml")
    texts = [words.get(key, "") for key in TEXTS]
    return Phrases(*texts) if all(texts) else None


class Rules:
    """How results are told from what is no result, in the original."""

    def __init__(self, project: Project):
        self.project = project
        names = project.data(FILE).get(NAMES, "").split()
        nouns = "|".join(map(re.escape, names)) or "(?!)"
        self.named = re.compile(rf"\b(?:(?:{nouns}|[B-Z]) |[A-Z]+-)$", re.I)
        self.said = phrases(project, ORIGINAL)

    def results(self, page: Page | None, texts: Texts) -> list[Number]:
        """Return the results of a section or an entry, as they are read."""
        found = []
        for sort, spans in texts.pieces:
            before = None  # the number of a name
            for number in numbers_of(spans, self.said):
                if self.is_name(number, sort, page, before):
                    before = number
                    continue
                before = None
                kept = sort == "kept" or number.text in UNITS
                found.append(number._replace(kept=kept))
        return found

    def is_name(
        self, number: Number, sort: str, page: Page | None, last: Number | None
    ) -> bool:
        """Tell whether a number numbers something, or belongs to a name."""
        text, before, after = number.text, number.before, number.after
        if number.in_words:
            return False
        if number.whole and number.kind in CODE:
            return number.kind != "formula" or not STATED.search(before)
        if number.whole and (text[0] == "0" != text or after[:1].isalpha()):
            return True  # guide 003, 7B
        if re.search('^$|"$', before) and after.startswith(". "):
            return sort == "heading" or bool(before)  # 3. A title
        if re.fullmatch(YEAR, text) and re.search(DATED, before):
            return True
        if self.leads_there(number, page):
            return True
        chain = rf"{re.escape(last.text)}(?:{NEXT})$" if last else "(?!)"
        if number.whole and re.search(chain, before):
            return not (before.endswith(", ") and re.match(COUNTED, after))
        return bool((self.named if number.whole else GLUED).search(before))

    def leads_there(self, number: Number, page: Page | None) -> bool:
        """Tell whether it is the number of what its link leads to."""
        name, _, part = number.leads.partition("#")
        other = self.project.originals.get(name.removesuffix(".md"), page)
        text = number.text
        return part == f"eq-{text}" or any(
            other.heading_text(part).startswith(f"{text}. ")
            for heading in (other.headings if other else ())
            if heading.id == part
        )


Noted = dict[str, dict[str, list[tuple[str, str]]]]  # by file, by section


def noted(project: Project) -> Noted:
    """Return what is noted of each section: numbers with their sources."""
    data = project.data(FILE)
    return {
        str(file): {
            str(id): [tuple(item.partition("=")[::2]) for item in text.split()]
            for id, text in parts.items()
        }
        for file, parts in data.items()
        if file != NAMES
    }
