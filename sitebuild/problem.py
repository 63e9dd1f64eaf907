"""Report faults to authors, and to GitHub beside the changed line."""

import os
from collections.abc import Callable
from typing import NamedTuple

ESCAPED = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = ESCAPED | str.maketrans({":": "%3A", ",": "%2C"})


class Problem(NamedTuple):
    """A fault in a file of the project; the message says how to mend it."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class Unreadable(Exception):
    """A file cannot be read; the only argument is a Problem that says why."""


def show(
    path: str, line: int, message: str, write: Callable[[str], None] = print
) -> None:
    """Show a message beside its line if GitHub Actions reads the output."""
    if os.environ.get("GITHUB_ACTIONS"):
        file, text = path.translate(IN_PROPERTY), message.translate(ESCAPED)
        write(f"::error file={file},line={line}::{text}")
