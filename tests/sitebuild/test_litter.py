"""What editors and systems leave behind is no part of the project."""

import shutil

import pytest
from conftest import ROOT, check, git
from planting import leave

from sitebuild.files import git as asked
from sitebuild.files import paths
from sitebuild.pages.page import read_pages
from sitebuild.runner.block_tests import RunCache


@pytest.mark.parametrize("known_to_git", [False, True])
def test_litter_is_left_out(chapter, tmp_path, known_to_git):
    shutil.copy(ROOT / ".gitignore", chapter)
    if known_to_git:
        git(chapter, "init", "-q")
        git(chapter, "add", ".")

    def found() -> tuple:
        pages = [page.path for page in read_pages(chapter)]
        files = RunCache(chapter, tmp_path).files(read_pages(chapter)[0])
        return check(chapter), pages, files

    before = found()
    left = leave(chapter)
    assert found() == before
    assert left.isdisjoint(paths(chapter, "**/*"))
    if known_to_git:  # it would commit none of it
        told = asked(chapter, "status", "--porcelain", "--untracked-files=all")
        assert "??" not in told


@pytest.mark.parametrize(
    "path, refused",
    [
        ("docs/assets/evil.js", True),
        ("docs/assets/.evil.js", True),
        ("docs/assets/evil.js~", False),
        ("docs/assets/.idea/evil.js", False),
    ],
)
def test_what_is_not_ignored_is_checked(chapter, path, refused):
    shutil.copy(ROOT / ".gitignore", chapter)
    (chapter / path).parent.mkdir(exist_ok=True)
    (chapter / path).write_text("alert(1)")
    assert [problem.path for problem in check(chapter)] == [path] * refused
