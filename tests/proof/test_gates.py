"""Each gate finds the fault it is for, and says where and what to do."""

import pytest
from conftest import ROOT, edit, line_of, run
from drill import place_of
from faults import EARLY
from planting import CHAPTER, TWIN

from proof.checks.gates import check


def test_the_project_has_no_problems():
    assert check(ROOT) == []


def test_the_small_project_has_no_problems(small):
    assert check(small) == []


def test_a_project_without_pages_is_a_problem(tmp_path):
    assert "there are no pages" in check(tmp_path)[0].message


def test_one_chapter_has_no_problems(chapter):
    assert check(chapter) == []


@pytest.mark.parametrize("name", EARLY)
def test_planted_fault_is_found_at_its_line(chapter, name):
    fault = EARLY[name]
    fault.plant(chapter)
    place = place_of(chapter, fault)
    problems = [str(problem) for problem in check(chapter)]
    found = [problem for problem in problems if problem.startswith(place)]
    assert [problem for problem in found if fault.says in problem], problems


@pytest.mark.parametrize(
    "path",
    [
        "docs/en/part/sub.md",
        "docs/en/x.markdown",
        "docs/x.md",
        "docs/en/n.html",
    ],
)
def test_page_where_nothing_is_checked(project, path):
    file = project / path
    file.parent.mkdir(exist_ok=True)
    file.write_text("# A { #a }\n")
    (problem,) = check(project)
    assert problem.path == path
    assert "this file is no page that is checked" in problem.message


@pytest.mark.parametrize(
    "entry",
    [
        '- "Why: attention": why-attention.md',
        "- Part:\n    - Deeper:\n      - Why?: why-attention.md  # first",
        "- 'why-attention.md'",
        "- Why: {Once more: why-attention.md}",
    ],
)
def test_the_navigation_may_be_any_yaml(chapter, entry):
    edit(chapter, "mkdocs.yml", "- why-attention.md", entry)
    assert check(chapter) == []


def test_given_that_is_no_text(project):
    edit(project, CHAPTER, 'given: "0.3992 0.3858 0.4064 0.3645"', "given: 0.4")
    assert any("`given` is no text" in p.message for p in check(project))


def test_page_without_original(project):
    (project / CHAPTER).unlink()
    problems = check(project)
    assert any(
        p.path == TWIN and f"there is no {CHAPTER}" in p.message
        for p in problems
    )
    assert any("leads to no page" in p.message for p in problems)


def test_missing_translation_is_no_problem(project):
    (project / TWIN).unlink()
    assert check(project) == []


def test_command_line_prints_the_problems(project):
    assert run(project, "proof.checks.gates").returncode == 0
    edit(project, CHAPTER, "{ #hello-context }", "")
    result = run(project, "proof.checks.gates")
    line = line_of(project, CHAPTER, "### Step 3")
    assert result.returncode == 1
    assert f"{CHAPTER}:{line}: this heading has no id" in result.stdout
