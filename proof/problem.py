"""A fault, as it is told to authors."""

from typing import NamedTuple


class Problem(NamedTuple):
    """A fault of the project's files, and in one sentence what to do."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"
