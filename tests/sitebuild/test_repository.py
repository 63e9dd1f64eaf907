"""The guides name what is there, and texts are alike on every system."""

import re
import subprocess

import pytest
from conftest import ROOT

GUIDES = {
    name: (ROOT / name).read_text("utf-8")
    for name in ("README.md", "CONTRIBUTING.md", "docs/en/contributing.md")
}
NAMED = r"`((?:docs|snippets|sitebuild|tests)/[\w/.-]+)`"
MADE_UP = r"/(?:rope|fr)\b|_rope"  # the chapter and the language of recipes
MAKEFILE = (ROOT / "Makefile").read_text("utf-8")


@pytest.mark.parametrize("name", GUIDES)
def test_a_guide_names_files_and_commands_that_exist(name):
    paths = re.findall(NAMED, GUIDES[name])
    real = [path for path in paths if not re.search(MADE_UP, path)]
    assert real and [p for p in real if not (ROOT / p).exists()] == []
    code = "".join(re.findall(r"(?s)```.*?```|`[^`]*`", GUIDES[name]))
    commands = {*re.findall(r"\bmake\s([a-z]+)", code)}
    assert commands and commands <= {*re.findall(r"(?m)^([a-z]+):", MAKEFILE)}


def test_a_first_visit_takes_minutes():
    assert len(GUIDES["README.md"].splitlines()) <= 150
    assert len(re.findall(r"(?m)^[a-z]+:.*  ## ", MAKEFILE)) <= 18


def test_every_tracked_text_ends_its_lines_alike_whatever_git_is_set_to():
    if not (ROOT / ".git").exists():
        pytest.skip("this is no clone: Git can tell nothing of it")
    command = ["git", "ls-files", "--eol"]
    listed = subprocess.check_output(command, cwd=ROOT, encoding="utf-8")
    alike = r"i/(?:lf|none) +w/(?:lf|none|) +attr/text=auto eol=lf +\t"
    binary = r"\S+ +\S* +attr/-text +\t"
    wrong = [
        line
        for line in listed.splitlines()
        if not re.match(f"{alike}|{binary}", line)
    ]
    assert wrong == [] and listed.count("attr/-text") < 60
