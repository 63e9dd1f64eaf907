"""A fault, as it is told to authors, and to GitHub beside a changed line."""

import os
from collections.abc import Callable
from typing import NamedTuple

ESCAPED = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
IN_PROPERTY = ESCAPED | str.maketrans({":": "%3A", ",": "%2C"})


class Problem(NamedTuple):
    """A fault of the project's files, and in one sentence what to do."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


def annotation(path: str, line: int, message: str) -> str:
    """Return a workflow command that puts a message at a line of a file."""
    return (
        f"::error file={path.translate(IN_PROPERTY)},line={line}"
        f"::{message.translate(ESCAPED)}"
    )


def show(
    path: str, line: int, message: str, write: Callable[[str], None] = print
) -> None:
    """Write an annotation where GitHub reads what is written."""
    if os.environ.get("GITHUB_ACTIONS"):
        write(annotation(path, line, message))
