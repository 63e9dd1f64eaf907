"""All pages: each fence is a test, and each thing that is there is shown."""

import os
import re
from collections import Counter

from conftest import ROOT, run, this_project

from sitebuild.files import read_data
from sitebuild.widgets import practice


def test_every_python_fence_is_a_test():
    result = run(ROOT, "pytest", "docs", "--collect-only", "-q")
    assert result.returncode == 0, result.stdout
    collected = re.findall(r"(\S+\.md)::.*\[line:(\d+)\]", result.stdout)
    pages = this_project().by_path
    blocks = (
        (path, block.line) for path in pages for block in pages[path].blocks
    )
    assert sorted(collected) == sorted((path, str(n)) for path, n in blocks)


def test_every_block_of_every_page_ran_in_the_build_and_agrees(site):
    """Outside CI, those that depend on nothing that has changed ran before."""
    told = (site.parent / "told.txt").read_text("utf-8")
    pages = this_project().by_path.values()
    count = sum(len(page.blocks) for page in pages)
    ran = "ran and " if os.environ.get("CI") else "(?:ran and )?"
    assert re.search(f"{count} blocks on {len(pages)} pages {ran}agree", told)


def test_chapters_ask_for_few_predictions_and_no_place_is_a_clue():
    """The right choice stands equally often in each place."""
    places: Counter[int] = Counter()
    for page in this_project().originals.values():
        asked = read_data(ROOT, page.chapter_file(practice.PREDICTIONS))
        assert len(asked) <= 3, page
        for answer in asked.values():
            places[practice.verdicts(page, answer).index(True)] += 1
    assert 30 <= places.total() <= 40
    assert max(places.values()) - min(places.values()) <= 1


def test_no_block_is_longer_than_a_screen():
    """Docstrings do not count; in a fold, readers scroll."""
    for page in this_project().originals.values():
        folds = [box for box in page.boxes if box.marks == "???"]
        for block in page.blocks:
            code = re.sub(
                r'(?s)\n *""".*?"""', "", block.section.text.strip("\n")
            )
            folded = any(fold.line < block.line < fold.end for fold in folds)
            most = 60 if folded else 25
            assert len(code.splitlines()) <= most, (page, block.section.name)


def test_only_the_silent_mistake_hides_a_key_by_a_large_number():
    """Elsewhere it is minus infinity, which no score can reach."""
    mistaken = ROOT / "snippets/chapters/silent_mistakes/steps.py"
    for path in ROOT.glob("snippets/**/*.py"):
        found = re.search("-1e[0-9]", path.read_text("utf-8"))
        assert bool(found) == (path == mistaken), path
