"""The glossary's entries, and their forms as they are looked for in prose."""

import re
from functools import cache

FILE = "terms.yml"


def forms(words: dict) -> list[str]:
    """All forms in which a term is looked for in running text."""
    bare = [words["term"]] if words.get("match", True) else []
    return [*bare, *words.get("forms", [])]


def names(words: dict) -> tuple[str, ...]:
    """All forms of a term, the ambiguous ones too."""
    return words["term"], *(words.get("forms") or [])


@cache
def pattern(forms: tuple[str, ...]) -> re.Pattern:
    """Any of the forms as whole words, also over line ends; longest first."""
    longest_first = sorted(forms, key=len, reverse=True)
    anywhere = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")
    return re.compile(rf"(?<![\w-])(?:{anywhere})(?![\w-])", re.I)
