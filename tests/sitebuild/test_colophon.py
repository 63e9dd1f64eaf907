"""What stands below a page is what its recordings and git say."""

import json
import re

from conftest import ADDRESSES, ROOT, in_turn, parsed
from projects import git

from sitebuild.files import last_changes
from sitebuild.widgets.page_facts import long_date

MADE_WITH = json.loads((ROOT / "docs/recorded.json").read_text("utf-8"))
SOURCES = (ROOT / "docs/en/sources.md").read_text("utf-8")
GUIDES = re.findall(r"(?s)\{ #guide-(\d+) \}(.*?)\n##", SOURCES)
WITH_CODE = [p for p in ADDRESSES if p[8:-3] in MADE_WITH]


@in_turn("path", WITH_CODE)
def test_a_chapter_says_how_it_was_checked_and_what_it_covers(site, path):
    language, name = path[5:-3].split("/")
    page, made = parsed(site / ADDRESSES[path]), MADE_WITH[name]
    foot = page.find(class_="foot")
    assert foot.find_previous(class_="teaser"), "it stands below the pages"
    day = long_date(made["date"], language)
    for part in ("Python {python}", "torch {torch}", "({device})"):
        assert part.format(**made) in foot.get_text()
    assert day in foot.get_text()
    covered = {
        f"../sources/#guide-{number}"
        for number, table in GUIDES
        if f"]({name}.md#" in table
    }
    links = {link["href"] for link in foot.select("details a")}
    assert links == covered
    for note in page.article("p", class_="measured"):  # below what is measured
        assert made["machine"] in note.get_text() and day in note.get_text()


def test_the_last_change_is_that_of_the_last_commit_that_counts(tmp_path):
    folder = tmp_path / "history"
    (folder / "docs").mkdir(parents=True)
    git(folder, "init", "-q")

    def commit(month: str, *names: str) -> dict[str, str]:
        for name in names:
            (folder / f"docs/{name}.md").write_text(month)
        git(folder, "add", ".")
        time = f"2026-{month}-01T12:00Z"
        git(folder, "commit", "-qm", month, GIT_COMMITTER_DATE=time)
        return last_changes(folder)

    commit("01", "a", "b")
    told = {"docs/a.md": "2026-02-01", "docs/b.md": "2026-01-01"}
    assert commit("02", "a") == told
    assert commit("03", "b")["docs/b.md"] == "2026-03-01"
    listed = f"# Marks alone\n{git(folder, 'rev-parse', 'HEAD')}"
    (folder / ".git-blame-ignore-revs").write_text(listed)
    assert last_changes(folder) == told
    git(tmp_path, "clone", "-q", "--depth=1", f"file://{folder}", "short")
    assert last_changes(tmp_path / "short") == last_changes(tmp_path) == {}
