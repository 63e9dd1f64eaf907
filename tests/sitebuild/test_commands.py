"""The command line: what it prints, in which folders, shells and settings."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from demo_site import EN
from projects import edit

NONE = "/proc/none"  # that not even root can make


def asked(root, script: str = 'exec "$@"', **env: str) -> tuple[int, str]:
    """Exit status and all that `todo` says, begun by a shell elsewhere."""
    result = subprocess.run(
        ["sh", "-c", script, "sh", sys.executable, "-m", "sitebuild", "todo"],
        cwd=root.parent,
        env=os.environ | {"PYTHONPATH": str(root)} | env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    return result.returncode, result.stdout


@pytest.mark.usefixtures("unix")
@pytest.mark.parametrize(
    "script, env",
    [
        ('"$@" | head -c 1 > /dev/null', {"PYTHONUNBUFFERED": "1"}),
        ('exec "$@" <&-', {}),
        ('"$@" >&- 2> /dev/null; test $? -lt 3', {}),
        ('exec "$@"', {"HOME": NONE, "XDG_CACHE_HOME": NONE}),
        ('exec "$@"', {"GIT_DIR": NONE, "GIT_INDEX_FILE": NONE}),
    ],
)
def test_a_command_ends_without_a_traceback(demo, script, env):
    shutil.copytree(ROOT / "sitebuild", demo / "sitebuild")
    styles = "docs/assets/styles"
    shutil.copytree(ROOT / styles, demo / styles)
    edit(demo, EN, "0.25", "“0.5”")
    edit(demo, EN, "### By hand { #exercise-by-hand }", "### By hand { #now }")
    status, said = asked(demo, script, **env)
    assert status == 0 and "Error" not in said and "ignored" not in said, said
    if script == 'exec "$@"':
        assert "pt/demo#now is missing" in said
