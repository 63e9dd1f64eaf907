"""What git knows of the project."""

import subprocess
from pathlib import Path


def git(root: Path, *command: str) -> str:
    """Return what git prints; nothing where it fails, or there is no git."""
    try:
        result = subprocess.run(
            ["git", "-C", str(root), "-c", "core.quotePath=false", *command],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:
        return ""
    return "" if result.returncode else result.stdout
