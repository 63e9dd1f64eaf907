"""How pages are read, run, checked, translated and published."""

import sys

# A sentence is told whole, also where a letter of it cannot be shown.
for stream in (sys.stdout, sys.stderr):
    if getattr(stream, "errors", "") in ("strict", "surrogateescape"):
        stream.reconfigure(errors="backslashreplace")
