"""Lines end alike on every system, whatever Git is set to there."""

import shutil
import subprocess
from pathlib import Path

import pytest
from conftest import ROOT, check, copy_project

WINDOWS = ("-c", "core.autocrlf=true")  # the default of Git for Windows
NAME = ("-c", "user.name=A", "-c", "user.email=a@example.org")


def git(folder: Path, *command: str) -> str:
    result = subprocess.run(
        ["git", *command],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
    )
    assert result.returncode == 0, result.stdout
    return result.stdout


def wrong(listed: str) -> list[str]:
    """Paths of `git ls-files --eol` whose lines do not end, or stay, alike."""
    found = []
    for line in listed.splitlines():
        states, path = line.split("\t")
        index, tree, *attributes = states.split()
        text = attributes == ["attr/text=auto", "eol=lf"]
        ends = {index[2:], tree[2:]} <= {"lf", "none"}
        if not (text and ends) and attributes != ["attr/-text"]:
            found.append(path)
    return found


def test_every_tracked_text_ends_its_lines_with_one_sign():
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: Git can tell nothing of it")
    listed = git(ROOT, "ls-files", "--eol")
    assert listed.count("attr/-text") < 60 < len(listed.splitlines())
    assert wrong(listed) == []


@pytest.mark.parametrize(
    "states, expected",
    [
        ("i/lf    w/lf    attr/text=auto eol=lf ", []),
        ("i/-text w/-text attr/-text            ", []),
        ("i/none  w/none  attr/text=auto eol=lf ", []),
        ("i/crlf  w/crlf  attr/text=auto eol=lf ", ["a"]),
        ("i/lf    w/crlf  attr/text=auto eol=lf ", ["a"]),
        ("i/mixed w/mixed attr/text=auto eol=lf ", ["a"]),
        ("i/-text w/-text attr/text=auto eol=lf ", ["a"]),
        ("i/lf    w/lf    attr/                 ", ["a"]),
    ],
)
def test_a_file_that_would_differ_elsewhere_is_seen(states, expected):
    assert wrong(f"{states}\ta\n") == expected


@pytest.mark.parametrize("attributes", [True, False])
def test_a_clone_on_windows_passes_only_because_of_gitattributes(
    tmp_path, one_chapter, attributes
):
    source = tmp_path / "source"
    source.mkdir()
    copy_project(source, one_chapter)
    if attributes:
        shutil.copy(ROOT / ".gitattributes", source)
    git(source, "init", "--quiet")
    git(source, "-c", "core.autocrlf=false", "add", "--all")
    git(source, *NAME, "commit", "--quiet", "--message=All")
    git(tmp_path, *WINDOWS, "clone", "--quiet", "source", "clone")
    found = check(tmp_path / "clone")
    if attributes:
        assert found == []
    else:
        assert sum("U+000D" in problem.message for problem in found) > 100
