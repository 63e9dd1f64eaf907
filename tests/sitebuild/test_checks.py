"""Each check finds the fault it is for, and says where and what to do."""

import os
import subprocess
import sys
from types import ModuleType

import pytest
from conftest import ROOT, check, edit, run
from planting import CHAPTER, TWIN

from sitebuild import checks
from sitebuild.__main__ import check as main
from sitebuild.checks import declared


def test_nothing_checks_without_naming_a_fault():
    with pytest.raises(TypeError):
        checks.check()
    module = ModuleType("new")
    module.rule = checks.page_check(finds="x")(lambda page: [])
    module.helper = lambda page: []
    assert declared([module]) == [module.rule]


def test_the_small_project_has_no_problems(small):
    assert check(small) == []


def test_one_chapter_has_no_problems(chapter):
    assert check(chapter) == []


@pytest.mark.parametrize(
    "path",
    ["docs/en/x.markdown", "docs/en/x.html", "docs/x.md", "docs/en/part/x.md"],
)
def test_page_where_nothing_is_checked(small, path):
    (small / path).parent.mkdir(exist_ok=True)
    (small / path).write_text("# A { #a }\n")
    (problem,) = check(small)
    assert problem.path == path
    assert "nobody checks such a file" in problem.message


def test_title_that_is_no_text(chapter):
    edit(chapter, CHAPTER, "title: Simplified attention", "title: 0.4")
    assert any("front matter is `title`" in p.message for p in check(chapter))


def test_missing_translation_is_no_problem(chapter):
    (chapter / TWIN).unlink()
    assert check(chapter) == []


def test_command_line_ends_with_the_count(chapter):
    result = run(chapter, "sitebuild", "check")
    assert result.returncode == 0, result.stdout
    assert result.stdout.endswith(" pages, 0 problems\n")


def test_each_fault_is_a_line_with_its_file_and_line(small, capsys):
    edit(small, "docs/en/demo.md", "{ #demo }", "")
    assert main(small) == 1
    first, *_, last = capsys.readouterr().out.splitlines()
    assert first.startswith("docs/en/demo.md:1: this heading has no id")
    assert last.startswith("1 pages, ") and last.endswith(" problems")


C = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}


@pytest.mark.parametrize("env", [C, {"PYTHONIOENCODING": "ascii"}])
def test_a_sentence_is_told_whole_in_each_locale(env):
    """What cannot be shown is told by its number; Windows has UTF-8."""
    result = subprocess.run(
        [
            sys.executable,
            "-c",
            "import sitebuild; print(chr(0x201C) + 'is wrong')",
        ],
        cwd=ROOT,
        env=os.environ | env,
        stdout=subprocess.PIPE,
        encoding="utf-8",
    )
    sign = "“" if os.name == "nt" else "\\u201c"
    assert result.stdout == f"{sign}is wrong\n"
