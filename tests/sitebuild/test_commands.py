"""Commands in pipes, hooks and other folders, and beside broken files."""

import os
import subprocess
import sys

import pytest

TODO = ("sitebuild", "todo")
DIFF = ("sitebuild", "diff", "pt/demo")
CHECKS = ("sitebuild", "check")


def asked(project, *command, cwd=None, script="", **env) -> tuple[int, str]:
    """Exit status and all that a command says, begun by a shell."""
    line = script or 'exec "$@"'
    result = subprocess.run(
        ["sh", "-c", line, "sh", sys.executable, "-m", *command],
        cwd=cwd or project,
        env={**os.environ, "PYTHONPATH": str(project), **env},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    )
    return result.returncode, result.stdout


@pytest.mark.parametrize(
    "path, command",
    [
        ("docs/en/words.yml", CHECKS),
        ("docs/pt/words.yml", CHECKS),
        ("docs/recorded.json", CHECKS),
        ("docs/recorded.json", ("pytest", "docs", "--record")),
        ("mkdocs.yml", TODO),
        ("mkdocs.yml", DIFF),
        ("mkdocs.yml", CHECKS),
        ("docs/roles.yml", CHECKS),
    ],
)
@pytest.mark.parametrize("wrong", ["x: [\n  y: }\n", "x: 2026-13-45\n"])
@pytest.mark.usefixtures("unix")
def test_a_broken_file_is_told_with_its_line(chapter, path, command, wrong):
    file = chapter / path
    lines = file.read_text("utf-8").splitlines() if file.exists() else []
    file.write_text("\n".join([*lines, wrong]), "utf-8")
    status, said = asked(chapter, *command)
    told = [line for line in said.splitlines() if f"{path}:" in line]
    assert status and told and "Traceback" not in said, said
    number = int(told[0].partition(f"{path}:")[2].partition(":")[0])
    assert len(lines) < number <= len(lines) + 3 and "; correct" in told[0]


NONE = "/proc/none"  # that not even root can make


@pytest.mark.usefixtures("unix")
@pytest.mark.parametrize("command", [TODO])
@pytest.mark.parametrize(
    "script, env",
    [
        ('"$@" | head -c 1 > /dev/null', {"PYTHONUNBUFFERED": "1"}),
        ('"$@" | true', {}),
        ('exec "$@" < /dev/null', {}),
        ('exec "$@" <&-', {}),
        ('"$@" >&- 2> /dev/null; test $? -lt 3', {}),
        (
            'exec "$@"',
            {"LC_ALL": "C", "PYTHONUTF8": "0"} | {"PYTHONCOERCECLOCALE": "0"},
        ),
        ('exec "$@"', {"HOME": NONE, "XDG_CACHE_HOME": NONE}),
        ('exec "$@"', {"GIT_DIR": NONE, "GIT_INDEX_FILE": NONE}),
    ],
)
def test_commands_end_without_a_traceback(chapter, command, script, env):
    status, said = asked(chapter, *command, script=script, **env)
    assert status == 0 and "Error" not in said and "ignored" not in said, said


@pytest.mark.parametrize("command", [CHECKS, TODO])
def test_commands_find_their_project_from_another_folder(
    chapter, tmp_path_factory, command
):
    there = asked(chapter, *command)
    assert asked(chapter, *command, cwd=tmp_path_factory.mktemp("a")) == there
    assert asked(chapter, *command, cwd=chapter / "docs/en") == there
