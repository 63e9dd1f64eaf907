"""What git knows of the project."""

import os
import subprocess
from pathlib import Path


def git(root: Path, *command: str) -> str:
    """Return what git prints; nothing where it fails, or there is no git."""
    # A hook of git's names its own repository and index: not for this folder.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith("GIT_CONFIG")
    }
    try:
        result = subprocess.run(
            ["git", "-C", str(root), "-c", "core.quotePath=false", *command],
            capture_output=True,
            env=environment,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:
        return ""
    return "" if result.returncode else result.stdout
