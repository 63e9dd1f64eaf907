"""Terms are used as the glossary has them: no forbidden variant, one rendering.

`not` in docs/glossary.yml holds variants that are always wrong, and why. And
where a section of the original uses a term more than once, its translation
uses one of the forms that the glossary has for it.
"""

import re
from collections.abc import Iterator
from functools import cache

from proof.pages.page import ORIGINAL, Page
from proof.pages.sections import Problem

OFTEN = 2  # a term used once may be taken up by a pronoun


def problems(data: dict[str, dict], pages: list[Page]) -> Iterator[Problem]:
    """Wrong and inconsistent words of all pages, with file and line."""
    originals = {p.name: p for p in pages if p.language == ORIGINAL}
    for page in pages:
        lines = page.words
        yield from forbidden(data, page, lines)
        original = originals.get(page.name, page)
        if original is not page:
            yield from inconsistent(data, page, lines, original)


def forbidden(data, page: Page, lines: list[tuple[int, str]]):
    """Variants that the glossary refuses."""
    refused = {
        variant: reason
        for entry in data.values()
        for variant, reason in (
            (entry.get(page.language) or {}).get("not") or {}
        ).items()
    }
    if not refused:
        return
    text = "\n".join(part for _, part in lines)
    for match in pattern(tuple(refused)).finditer(text):
        said = " ".join(match[0].split()).lower()
        reason = next(why for v, why in refused.items() if v.lower() == said)
        line = lines[text.count("\n", 0, match.start())][0]
        yield Problem(
            page.path, line, f"“{said}” is a variant that is wrong: {reason}"
        )


def inconsistent(data, page: Page, lines, original: Page):
    """Terms of a section that its translation never calls by their name."""
    theirs = {p.heading.id: p for p in original.passages}
    written = original.words
    for passage in page.passages:
        other = theirs.get(passage.heading.id)
        if other is None:
            continue
        said = " ".join(text for line, text in lines if line in passage)
        meant = " ".join(text for line, text in written if line in other)
        for entry in data.values():
            named = entry.get(page.language) or {}
            if not named.get("term"):
                continue
            known = names(entry[ORIGINAL])
            often = len(pattern(known).findall(meant))
            if often >= OFTEN and not pattern(names(named)).search(said):
                yield Problem(
                    page.path,
                    passage.heading.line,
                    f"{original.path}:{other.heading.line} has "
                    f"“{known[0]}” {often} times, this section never "
                    f"“{'”, “'.join(names(named))}”; use the term, or add "
                    "the form that stands here to docs/glossary.yml",
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
