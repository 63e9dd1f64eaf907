"""The command line: what it prints, in which folders, shells and settings."""

import os
import shutil
import subprocess
import sys

import pytest
from conftest import ROOT
from demo_site import EN
from planting import check, leave
from projects import edit, git

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


@pytest.mark.parametrize("known_to_git", [False, True])
def test_what_editors_and_systems_leave_is_no_part_of_it(demo, known_to_git):
    shutil.copy(ROOT / ".gitignore", demo)
    if known_to_git:
        git(demo, "init", "-q")
        git(demo, "add", ".")
    assert check(demo) == []
    leave(demo)
    assert check(demo) == []
    if known_to_git:  # it would commit none of it
        assert "??" not in git(demo, "status", "--porcelain", "-uall")
    for path, refused in {
        "docs/assets/evil.js": True,
        "docs/assets/.evil.js": True,
        "docs/assets/evil.js~": False,
        "docs/assets/.idea/evil.js": False,
    }.items():
        (demo / path).parent.mkdir(exist_ok=True)
        (demo / path).write_text("alert(1)")
        assert [p.path for p in check(demo)] == [path] * refused
        (demo / path).unlink()
