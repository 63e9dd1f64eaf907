"""Places on pages that a build fills, each marked by a comment.

The engine's own are named here and filled in `proof.site.places`. A course has
a place more by one function in one of its modules:

    @place("<!-- clock -->")
    def clock(edition, page, language) -> str:
"""

from collections.abc import Callable
from typing import NamedTuple

GLOSSARY, REFUSED = "<!-- glossary -->", "<!-- refused -->"
CHANGES = "<!-- changes -->"
IDS = "docs/ids.yml"  # that were published, by page
MOVED = "docs/moved.yml"  # those that are gone, and what takes their place
# Below the title of each page and at its end, where no author marks anything.
ACTIONS, FOOT = "actions", "foot"


class Place(NamedTuple):
    """A place, and the function that returns the HTML to stand there.

    `form` allows it to hold one, which nothing else on a page may.
    """

    comment: str
    fill: Callable[..., str]
    form: bool = False


def place(comment: str, form: bool = False) -> Callable[[Callable], Place]:
    """Let a function fill a place, by a build's data, page and language."""
    return lambda function: Place(comment, function, form)
