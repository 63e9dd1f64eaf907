"""All pages: every fence a test, one test a fence, and all have passed."""

import os
import re

import pytest
from conftest import ROOT, run, this_project

PAGES = this_project().by_path


def test_every_python_fence_is_a_test():
    result = run(ROOT, "pytest", "docs", "--collect-only", "-q")
    assert result.returncode == 0, result.stdout
    collected = re.findall(r"(\S+\.md)::.*\[line:(\d+)\]", result.stdout)
    expected = [
        (path, str(line))
        for path, page in PAGES.items()
        for line in (block.line for block in page.blocks)
    ]
    assert sorted(collected) == sorted(expected)


def test_every_block_of_every_page_ran_in_the_build_and_agrees(site):
    """The build refuses to publish a page with a block that did not.

    Outside CI, those that depend on nothing that has changed ran before.
    """
    told = (site.parent / "told.txt").read_text("utf-8")
    count = sum(len(page.blocks) for page in PAGES.values())
    ran = "ran and " if os.environ.get("CI") else "(?:ran and )?"
    assert re.search(f"{count} blocks on {len(PAGES)} pages {ran}agree", told)


CHAPTERS = [
    page
    for page in PAGES.values()
    if page.name not in ("index", "glossary", "sources", "contributing")
]
PAPERS = {  # Bahdanau, He, Ba, Vaswani, Xiong, Dao, Jain and Wallace,
    # Wiegreffe and Pinter: each is linked to
    *("1409.0473", "1512.03385", "1607.06450"),
    *("1706.03762", "2002.04745", "2205.14135"),
    *("1902.10186", "1908.04626"),
}


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_primary_papers_are_linked_from_the_chapters(language):
    links = {
        target.removeprefix("https://arxiv.org/abs/")
        for page in CHAPTERS
        if page.language == language
        for _, target in page.links
    }
    assert PAPERS <= links


def test_each_chapter_asks_for_three_to_five_predictions():
    """A page is a chapter if its code sets exercises."""
    for page in PAGES.values():
        if (ROOT / page.chapter_file("exercises.py")).is_file():
            assert 3 <= sum(bool(box.words[1:]) for box in page.boxes) <= 5, (
                page
            )


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


def test_each_part_of_the_course_says_what_one_can_do_after_it():
    words = this_project().words["en"]
    parts = [key for key in words if key.startswith("part-")]
    assert parts and {key.replace("part-", "able-") for key in parts} <= {
        *words
    }
