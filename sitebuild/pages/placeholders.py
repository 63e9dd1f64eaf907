"""Declare the functions of widgets that put HTML into pages."""

import json
from collections.abc import Callable
from html import escape
from typing import NamedTuple

CHANGES = "{{ changes }}"
ACTIONS, FOOT = "actions", "foot"  # below each title, and at each page's end


class Place(NamedTuple):
    """A placeholder (`{{ name }}` on a page) and the function that fills it.

    Only a `form` may hold form controls. If there is an `until`, the function
    is also given the HTML up to there, and what it returns replaces that.
    """

    comment: str
    fill: Callable[..., str]
    form: bool = False
    until: str = ""

    def put(self, html: str, *about: object) -> str:
        """Return a page's HTML with this placeholder filled."""
        mark = f"<p>{self.comment}</p>"
        if not self.until:
            return html.replace(mark, self.fill(*about))
        before, _, rest = html.partition(mark)
        inside, end, after = rest.partition(self.until)
        return f"{before}{self.fill(*about, inside + end)}{after}"


def place(comment: str, form: bool = False, until: str = "") -> Callable:
    """Let a function fill a placeholder: (project, page, language) -> HTML."""
    return lambda function: Place(comment, function, form, until)


def data(value: object) -> str:
    """Return a value as JSON for an attribute that a script reads."""
    return escape(json.dumps(value, ensure_ascii=False, separators=(",", ":")))
