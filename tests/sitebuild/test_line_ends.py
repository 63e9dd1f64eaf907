"""Lines end alike on every system, whatever Git is set to there."""

import subprocess

import pytest
from conftest import ROOT


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
    command = ["git", "ls-files", "--eol"]
    listed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8")
    assert listed.count("attr/-text") < 60 < len(listed.splitlines())
    assert wrong(listed) == []


@pytest.mark.parametrize(
    "states, expected",
    [
        ("i/lf    w/lf    attr/text=auto eol=lf ", []),
        ("i/-text w/-text attr/-text            ", []),
        ("i/crlf  w/crlf  attr/text=auto eol=lf ", ["a"]),
        ("i/lf    w/crlf  attr/text=auto eol=lf ", ["a"]),
        ("i/-text w/-text attr/text=auto eol=lf ", ["a"]),
        ("i/lf    w/lf    attr/                 ", ["a"]),
    ],
)
def test_a_file_that_would_differ_elsewhere_is_seen(states, expected):
    assert wrong(f"{states}\ta\n") == expected
