"""What stands below a page is what its recordings and git say."""

import json
import re
from datetime import date
from types import SimpleNamespace

import pytest
from conftest import ADDRESSES, ROOT, each, git, parsed, this_project

from sitebuild.files import last_changes
from sitebuild.pages.page import Page
from sitebuild.pages.project import RECORDED
from sitebuild.widgets.page_facts import footer, long_date

EDITION = this_project()
MADE_WITH = json.loads((ROOT / RECORDED).read_text("utf-8"))
SOURCES = (ROOT / "docs/en/sources.md").read_text("utf-8")
GUIDES = re.findall(r"(?s)\{ #guide-(\d+) \}(.*?)\n##", SOURCES)
WITH_CODE = [path for path, page in EDITION.by_path.items() if page.blocks]


@pytest.mark.parametrize("path", each(WITH_CODE))
def test_a_chapter_says_how_it_was_checked_and_what_it_covers(site, path):
    page = EDITION.by_path[path]
    foot = parsed(site / ADDRESSES[path]).find(class_="foot")
    made, text = MADE_WITH[page.name], foot.get_text()
    assert f"{len(page.blocks)} " in text.split("Python")[0]
    told = made | {"date": long_date(made["date"], page.language)}
    for part in ("Python {python}", "torch {torch}", "({device})", "{date}"):
        assert part.format(**told) in text
    assert date.fromisoformat(made["date"]) <= date.today()
    covered = {
        f"../sources/#guide-{number}"
        for number, table in GUIDES
        if f"]({page.name}.md#" in table
    }
    assert {link["href"] for link in foot("a")} == covered


def test_nothing_is_said_that_is_not_known():
    index = Page(ROOT, "docs/en/index.md")
    project = SimpleNamespace(
        words=EDITION.words, recorded={}, changed={}, originals={}
    )
    assert "<p>" not in footer(project, index, "en")
    project.changed[index.path] = "2026-01-31"
    text = footer(project, index, "en")
    assert "Last change: <time" in text and ">31 January 2026<" in text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "5 May 2027"),
        ("pt", "5 de maio de 2027"),
        ("es", "5 de mayo de 2027"),
    ],
)
def test_a_date_is_written_out_in_the_language(language, said):
    assert long_date("2027-05-05", language) == said


@pytest.fixture
def history(tmp_path):
    """A repository whose page `a` was changed once more than page `b`."""
    folder = tmp_path / "history"
    (folder / "docs").mkdir(parents=True)
    git(folder, "init", "-q")
    for day, names in (("2026-01-01", "ab"), ("2026-02-02", "a")):
        for name in names:
            (folder / f"docs/{name}.md").write_text(day)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", day, GIT_COMMITTER_DATE=f"{day}T12:00Z")
    return folder


def test_the_last_change_is_that_of_the_last_commit(history):
    assert last_changes(history) == {
        "docs/a.md": "2026-02-02",
        "docs/b.md": "2026-01-01",
    }


def test_a_commit_that_only_marks_anew_changes_no_date(history):
    (history / "docs/b.md").write_text("marked anew\n")
    git(
        history,
        "commit",
        "-qam",
        "mark",
        GIT_COMMITTER_DATE="2026-03-03T00:00Z",
    )
    assert last_changes(history)["docs/b.md"] == "2026-03-03"
    listed = f"# Marks alone\n{git(history, 'rev-parse', 'HEAD')}"
    (history / ".git-blame-ignore-revs").write_text(listed)
    assert last_changes(history)["docs/b.md"] == "2026-01-01"


def test_a_history_that_is_cut_short_says_nothing(history, tmp_path):
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{history}", "short")
    assert (tmp_path / "short/docs/a.md").exists()
    assert last_changes(tmp_path / "short") == {}


def test_without_git_nothing_is_said(history, tmp_path, monkeypatch):
    assert last_changes(tmp_path) == {}
    monkeypatch.setenv("PATH", str(tmp_path))
    assert last_changes(history) == {}
