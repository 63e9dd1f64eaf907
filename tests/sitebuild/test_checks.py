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
from sitebuild.problem import show


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
    assert any("`title` is no text" in p.message for p in check(chapter))


def test_missing_translation_is_no_problem(chapter):
    (chapter / TWIN).unlink()
    assert check(chapter) == []


def test_command_line_ends_with_the_count(chapter):
    result = run(chapter, "sitebuild", "check", GITHUB_ACTIONS="true")
    assert result.returncode == 0, result.stdout
    assert result.stdout.endswith(" pages, 0 problems\n")


def test_faults_are_annotations_where_github_reads_them(
    small, monkeypatch, capsys
):
    edit(small, "docs/en/demo.md", "{ #demo }", "")
    monkeypatch.delenv("GITHUB_ACTIONS", raising=False)
    assert main(small) == 1 and "::" not in capsys.readouterr().out
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    main(small)
    first, second, *_ = capsys.readouterr().out.splitlines()
    assert first.startswith("docs/en/demo.md:1: this heading has no id")
    assert second.startswith("::error file=docs/en/demo.md,line=1::this head")


def test_an_annotation_is_one_command_whatever_it_says(monkeypatch, capsys):
    monkeypatch.setenv("GITHUB_ACTIONS", "true")
    show("a,b:c%.md", 7, "50 %\r\n::error::no")
    wanted = "::error file=a%2Cb%3Ac%25.md,line=7::50 %25%0D%0A::error::no\n"
    assert capsys.readouterr().out == wanted


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
