"""All pages: no problems, every fence a test, one test a fence."""

import re

from conftest import ROOT, run

from tools.gates import check
from tools.page import read_pages

PAGES = {page.path: page for page in read_pages(ROOT)}


def test_no_page_has_a_problem():
    assert "\n".join(map(str, check(ROOT))) == ""


def test_both_languages_have_every_page():
    names = {
        language: {p.name for p in PAGES.values() if p.language == language}
        for language in ("en", "pt")
    }
    assert names["en"] == names["pt"] != set()


def test_every_python_fence_is_a_test():
    result = run(ROOT, "pytest", "docs", "--collect-only", "-q")
    assert result.returncode == 0, result.stdout
    collected = re.findall(r"(\S+\.md)::.*\[line:(\d+)\]", result.stdout)
    expected = [
        (path, str(block.line))
        for path, page in PAGES.items()
        for block in page.blocks
    ]
    assert collected == expected


def test_the_chapter_has_blocks():
    assert len(PAGES["docs/en/simplified-attention.md"].blocks) >= 20
