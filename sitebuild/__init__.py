"""How pages are read, run, checked, translated and published."""

import os
import sys

TOLD = ("strict", "surrogateescape", "backslashreplace")
# A sentence is told whole, also where a letter of it cannot be shown. What goes
# to a file or a pipe is UTF-8, also on Windows: to Git's terminal there, too.
for stream in (sys.stdout, sys.stderr):
    if getattr(stream, "errors", "") in TOLD:
        piped = os.name == "nt" and not stream.isatty()
        stream.reconfigure(
            encoding="utf-8" if piped else None, errors="backslashreplace"
        )
