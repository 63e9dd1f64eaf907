"""What stands below a page is what its recordings and git say."""

import json
import os
import subprocess
from datetime import date

import pytest
from conftest import ADDRESSES, ROOT, parsed, this_project

from proof.blocks.recordings import MADE
from proof.pages.page import Page
from proof.site.colophon import html, last_changes
from proof.site.edition import Edition
from proof.site.seal import SUMS

EDITION = Edition(this_project())
MADE_WITH = json.loads((ROOT / MADE).read_text("utf-8"))
GUIDES = EDITION.data("docs/sources.yml")
WITH_CODE = [path for path, page in EDITION.pages.items() if page.blocks]


def git(folder, *command: str, day: str = "2026-01-01") -> None:
    who = ("NAME", "A"), ("EMAIL", "a@example.org"), ("DATE", f"{day}T12:00Z")
    known = {
        f"GIT_{role}_{key}": value
        for role in ("AUTHOR", "COMMITTER")
        for key, value in who
    }
    subprocess.run(
        ["git", *command],
        cwd=folder,
        check=True,
        capture_output=True,
        env=os.environ | known,
    )


@pytest.mark.parametrize("path", WITH_CODE)
def test_a_chapter_says_how_it_was_checked_and_what_it_covers(site, path):
    page = EDITION.pages[path]
    foot = parsed(site / ADDRESSES[path]).find(class_="foot")
    made, text = MADE_WITH[page.name], foot.get_text()
    assert f"{len(page.blocks)} " in text.split("Python")[0]
    for part in ("Python {python}", "torch {torch}", "({device})", "{date}"):
        assert part.format(**made) in text
    assert date.fromisoformat(made["date"]) <= date.today()
    covered = {
        f"../sources/#guide-{number}"
        for number, guide in GUIDES.items()
        for row in guide["rows"].values()
        if any(t.startswith(f"{page.name}.md") for t in row["covered"])
    }
    digests = "../" * ADDRESSES[path].count("/") + SUMS
    assert {link["href"] for link in foot("a")} == covered | {digests}
    assert (site / SUMS).is_file() and foot("a")[-1]["href"] == digests


def test_nothing_is_said_that_is_not_known():
    words = EDITION.words["en"]
    index = Page(ROOT, "docs/en/index.md")
    assert "<p>" not in html(index, {}, "", "", words)
    text = html(index, {}, "", "2026-01-31", words)
    assert "Last change: <time" in text and "2026-01-31" in text


@pytest.fixture
def history(tmp_path):
    """A repository whose page `a` was changed once more than page `b`."""
    folder = tmp_path / "history"
    (folder / "docs").mkdir(parents=True)
    git(folder.parent, "init", "-q", "history")
    for day, names in (("2026-01-01", "ab"), ("2026-02-02", "a")):
        for name in names:
            (folder / f"docs/{name}.md").write_text(day)
        git(folder, "add", ".")
        git(folder, "commit", "-qm", day, day=day)
    return folder


def test_the_last_change_is_that_of_the_last_commit(history):
    assert last_changes(history) == {
        "docs/a.md": "2026-02-02",
        "docs/b.md": "2026-01-01",
    }


def test_a_history_that_is_cut_short_says_nothing(history, tmp_path):
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{history}", "short")
    assert (tmp_path / "short/docs/a.md").exists()
    assert last_changes(tmp_path / "short") == {}


def test_without_git_nothing_is_said(history, tmp_path, monkeypatch):
    assert last_changes(tmp_path) == {}
    monkeypatch.setenv("PATH", str(tmp_path))
    assert last_changes(history) == {}
