"""A fault, as it is told to authors, and to GitHub beside a changed line."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
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


class Unreadable(Exception):
    """A file that cannot be read, as a problem: its line, and what to do."""

    @property
    def problem(self) -> Problem:
        return self.args[0]


def project_folder() -> Path:
    """Return the project: the current folder, elsewhere that of this file."""
    here = Path.cwd()
    return here if (here / "docs").is_dir() else Path(__file__).parents[1]


def run_command(main: Callable[[], int | str | None]) -> None:
    """Run the main function of a command, and exit with its status.

    Who reads what it prints may stop before its end, as `head` does, may know
    few letters, or end it with Ctrl-C: none of that is a traceback.
    """
    for stream in filter(None, (sys.stdout, sys.stderr)):
        stream.reconfigure(errors="backslashreplace")
    try:
        status = main()
        if sys.stdout:
            sys.stdout.flush()
    except Unreadable as error:
        status = str(error.problem)
    except KeyboardInterrupt:
        status = 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = 1
    sys.exit(status)
