"""Places on pages that a build fills, each marked by a comment.

A module of `sitebuild.widgets` fills a place by one function:

    @place("<!-- clock -->")
    def clock(project, page, language) -> str:
"""

import json
from collections.abc import Callable
from html import escape
from typing import NamedTuple

CHANGES = "<!-- changes -->"

# Below the title of each page and at its end, where no author marks anything.
ACTIONS, FOOT = "actions", "foot"


class Place(NamedTuple):
    """A place, and the function that returns the HTML to stand there.

    `form` allows it to hold one, which nothing else on a page may, and which
    stands there once, as its fields have names of their own. A place
    may take in what follows it, to the end of the first `until`: its function
    is given that HTML and returns it with what it adds.
    """

    comment: str
    fill: Callable[..., str]
    form: bool = False
    until: str = ""

    @property
    def once(self) -> bool:
        """Tell whether a page may leave this place just once."""
        return self.form or bool(self.until)

    def put(self, html: str, *about: object) -> str:
        """Return a page's HTML with this place filled."""
        if not self.until:
            return html.replace(self.comment, self.fill(*about))
        before, _, rest = html.partition(self.comment)
        inside, end, after = rest.partition(self.until)
        return f"{before}{self.fill(*about, inside + end)}{after}"


class Rewrite(NamedTuple):
    """What a course makes of pages as Markdown has made them.

    `parts` returns what is put there, by name, for a build's data, page and
    language; `put` returns the page's HTML with it. `form` says that the parts
    are forms, which nothing else on a page may be.
    """

    parts: Callable[..., dict]
    put: Callable[[str, dict], str]
    form: bool = False


def rewrite(parts: Callable[..., dict], form: bool = False) -> Callable:
    """Let a function put such parts into the HTML of pages."""
    return lambda function: Rewrite(parts, function, form)


def place(
    comment: str, form: bool = False, until: str = ""
) -> Callable[[Callable], Place]:
    """Let a function fill a place, by a build's data, page and language."""
    return lambda function: Place(comment, function, form, until)


def data(value: object) -> str:
    """Return the value of an attribute that a script reads, as JSON."""
    return escape(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
