"""Read, check, run, translate and publish the pages of the site."""

import os
import sys

RAISING = ("strict", "surrogateescape", "backslashreplace")
# Print every message whole: escape letters that the terminal cannot show, and
# write UTF-8 to files and pipes on Windows (to Git's terminal there, too).
for stream in (sys.stdout, sys.stderr):
    if getattr(stream, "errors", "") in RAISING:
        piped = os.name == "nt" and not stream.isatty()
        stream.reconfigure(
            encoding="utf-8" if piped else None, errors="backslashreplace"
        )
