"""Say what is wrong with a file, where, and how to mend it."""

from typing import NamedTuple


class Problem(NamedTuple):
    """A fault in a file of the project; the message says how to mend it."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class Unreadable(Exception):
    """A file cannot be read; the only argument is a Problem that says why."""
