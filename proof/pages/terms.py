"""The forms of the glossary's terms, as they are looked for in prose.

A form is found as whole words. An asterisk in a form stands for any letters, or
none: what a language puts before a word or after it.
"""

import re
from functools import cache
from typing import TypeVar

FILE = "terms.yml"
T = TypeVar("T")
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
    anywhere = anywhere.replace(r"\*", r"\w*")
    return re.compile(rf"(?i)(?<![\w-])(?:{anywhere})(?![\w-])")


def stood_for(known: dict[str, T], found: str) -> T:
    """Return what a form stands for that was found; forms are lower case."""
    found = " ".join(found.lower().split())
    forms = (form for form in known if pattern((form,)).fullmatch(found))
    return known[found if found in known else next(forms)]
