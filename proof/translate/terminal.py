"""The translator's editor and terminal, which systems differ in."""

import os
import select
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from time import sleep
from typing import TextIO

WINDOWS = os.name == "nt"
END = "Ctrl-Z and Enter end" if WINDOWS else "Ctrl-D ends"  # what is typed
MOMENT = 0.3  # seconds between two looks at a file
AT_LINE = ("vi", "vim", "nvim", "nano", "emacs", "kak", "micro", "gedit")


def opened(file: Path, line: int, say: Callable[[str], None]) -> bool:
    """Open a file in the translator's editor; tell whether there is one."""
    command = os.environ.get("VISUAL") or os.environ.get("EDITOR") or ""
    # A path of Windows has backslashes, and quotation marks around spaces.
    words = shlex.split(command, posix=not WINDOWS)
    words = [word.strip('"') if WINDOWS else word for word in words]
    if not words:
        return False
    at = [f"+{line}"] if Path(words[0]).stem in AT_LINE else []
    try:
        subprocess.run([*words, *at, str(file)])
    except OSError as error:
        say(f"{command}: {error.strerror}; open {file} yourself")
        return False
    return True


def typing(stream: TextIO) -> bool:
    """Wait a moment; tell whether something is being typed at a terminal."""
    if WINDOWS:  # where only sockets can be waited for
        import msvcrt

        sleep(MOMENT)
        return msvcrt.kbhit()
    return bool(select.select([stream], [], [], MOMENT)[0])
