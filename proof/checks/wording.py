"""Terms are used as the glossary has them: no forbidden variant, one rendering.

`not` in a terms.yml holds variants that are always wrong, and why. And
where a section of the original uses a term more than once, its translation
uses one of the forms that the glossary has for it, if both are translated from
the original as it is now.
"""

import re
from bisect import bisect
from collections.abc import Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path

from proof.pages.entries import Entries, path_of, read_all
from proof.pages.page import ORIGINAL, Page, words
from proof.pages.passages import Editorial, entry_states, page_states
from proof.problem import Problem

FILE = "terms.yml"
NOW = ("current", "unmarked")  # of a term that is compared
OFTEN = 2  # a term used once may be taken up by a pronoun


def problems(
    root: Path, pages: list[Page], same: Editorial
) -> Iterator[Problem]:
    """Wrong and inconsistent words of all pages, with file and line."""
    terms = read_all(root, FILE)
    originals = {p.name: p for p in pages if p.language == ORIGINAL}
    pairs = {
        language: [
            (names(terms[ORIGINAL][state.id]), names(terms[language][state.id]))
            for state in entry_states(root, language, FILE, same)
            if state.status in NOW
        ]
        for language in terms
        if language != ORIGINAL
    }
    for page in pages:
        yield from forbidden(terms[page.language], page)
        original = originals.get(page.name, page)
        if original is not page:
            known = pairs[page.language]
            yield from inconsistent(known, page, original, same)


def forbidden(terms: Entries, page: Page) -> Iterator[Problem]:
    """Variants that the glossary refuses."""
    refused = {
        variant: reason
        for entry in terms.values()
        for variant, reason in (entry.get("not") or {}).items()
    }
    if not refused:
        return
    lines = page.words
    starts = [*accumulate((len(text) + 1 for _, text in lines), initial=0)]
    text = "\n".join(part for _, part in lines)
    for match in pattern(tuple(refused)).finditer(text):
        said = " ".join(match[0].split()).lower()
        reason = next(why for v, why in refused.items() if v.lower() == said)
        line = lines[bisect(starts, match.start()) - 1][0]
        yield Problem(
            page.path, line, f"“{said}” is a variant that is wrong: {reason}"
        )


def inconsistent(
    pairs: list[tuple[tuple[str, ...], tuple[str, ...]]],
    page: Page,
    original: Page,
    same: Editorial,
) -> Iterator[Problem]:
    """Terms of a section that its translation never calls by their name.

    Pairs are all forms of a term in the original, and those of the language.
    """
    theirs = {p.heading.id: p for p in original.passages}
    states = page_states(original, page, same)
    status = {state.id: state.status for state in states}
    for passage in page.passages:
        name = passage.heading.id
        if status[name] not in ("current", "unmarked", "unfit"):
            continue
        other = theirs[name]
        said, meant = (
            " ".join(text for _, text in words(part.elements))
            for part in (passage, other)
        )
        for known, named in pairs:
            often = len(pattern(known).findall(meant))
            if often >= OFTEN and not pattern(named).search(said):
                yield Problem(
                    page.path,
                    passage.heading.line,
                    f"{original.path}:{other.heading.line} has "
                    f"“{known[0]}” {often} times, this section never "
                    f"“{'”, “'.join(named)}”; use the term, or add "
                    "the form that stands here to "
                    f"{path_of(page.language, FILE)}",
                )


def names(words: dict) -> tuple[str, ...]:
    """All forms of a term, the ambiguous ones too."""
    return words["term"], *(words.get("forms") or [])


@cache
def pattern(forms: tuple[str, ...]) -> re.Pattern:
    """Any of the forms as whole words, also over line ends; longest first."""
    longest_first = sorted(forms, key=len, reverse=True)
    anywhere = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")
    return re.compile(rf"(?<![\w-])(?:{anywhere})(?![\w-])", re.I)
