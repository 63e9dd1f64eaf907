"""All scripts have the types that they name, and those of the page."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import DEADLOCK, ROOT, absent

SCRIPTS = ROOT / "docs/assets/scripts"
TSC = ROOT / ".cache/types/node_modules/typescript/bin/tsc"
OPTIONS = "--allowJs --checkJs --noEmit --strict --target es2022"
OPTIONS += " --lib es2023,dom,dom.iterable --module es2022"
OPTIONS += " --moduleResolution bundler --moduleDetection force"
THEME = ROOT / "tests/site/theme.d.ts"


def scripts(folder: Path) -> list[str]:
    """All scripts of a folder, by their paths in it."""
    files = sorted(folder.glob("**/*.js"))
    return [file.relative_to(folder).as_posix() for file in files]


def errors(folder: Path) -> list[str]:
    """What TypeScript has against the scripts of a folder, a line each."""
    if shutil.which("node") is None:
        absent("node", "nodejs npm")
    if not TSC.is_file():
        absent("checker of types", "npm && make checkers")
    command = ["node", TSC, *OPTIONS.split(), THEME, *scripts(folder)]
    result = subprocess.run(
        command, cwd=folder, stdout=subprocess.PIPE, text=True, timeout=DEADLOCK
    )
    return result.stdout.splitlines()


@pytest.mark.parametrize("folder", [SCRIPTS])
@pytest.mark.slow
def test_the_types_hold(folder):
    assert scripts(folder) and errors(folder) == []
