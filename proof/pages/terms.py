"""The forms of the glossary's terms, as they are looked for in prose."""

import re
from functools import cache

FILE = "terms.yml"
Forms = tuple[str, ...]


def looked_for(entry: dict) -> list[str]:
    """Return the forms in which a term is marked in running text."""
    bare = [entry["term"]] if entry.get("match", True) else []
    return [*bare, *entry.get("forms", [])]


def all_forms(entry: dict) -> Forms:
    """Return all forms of a term, the ambiguous ones too."""
    return entry["term"], *(entry.get("forms") or [])


@cache
def pattern(forms: Forms) -> re.Pattern:
    """Match any form as whole words, also over line ends; longest first."""
    longest_first = sorted(forms, key=len, reverse=True)
    anywhere = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")
    return re.compile(rf"(?<![\w-])(?:{anywhere})(?![\w-])", re.I)
