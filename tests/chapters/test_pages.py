"""All pages: no problems, every fence a test, one test a fence."""

import ast
import re

import pytest
from conftest import ROOT, run

from proof.checks.gates import check
from proof.pages.page import read_pages
from proof.pages.passages import composed
from proof.site.notebooks import box_around

PAGES = composed(ROOT, {page.path: page for page in read_pages(ROOT)})


def test_no_page_has_a_problem():
    assert "\n".join(map(str, check(ROOT))) == ""


def test_every_python_fence_is_a_test():
    result = run(ROOT, "pytest", "docs", "--collect-only", "-q")
    assert result.returncode == 0, result.stdout
    collected = re.findall(r"(\S+\.md)::.*\[line:(\d+)\]", result.stdout)
    expected = [
        (path, str(line))
        for path, page in PAGES.items()
        for line in [
            *([1] if page.in_cells else []),  # its set-up
            *(block.line for block in page.blocks),
        ]
    ]
    assert collected == expected


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


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.path)
def test_chapter_has_all_that_a_chapter_has(page):
    ids = [heading.id for heading in page.headings]
    assert ids[-1] == "remember"
    assert ids.index("mistakes") < ids.index("exercises") < len(ids) - 1
    assert len(page.blocks) >= 15
    assert sum(bool(formula.number) for formula in page.formulas) >= 2
    assert any(i.kind in ("svg", "diagram") for i in page.includes)
    assert page.meta["title"] and len(page.meta["description"]) > 30


@pytest.mark.parametrize("page", CHAPTERS, ids=lambda page: page.path)
def test_blocks_fit_a_screen(page):
    for block in page.blocks:
        code = block.section.text.strip("\n")
        lines = code.splitlines()
        most = 60 if box_around(page, block).startswith("???") else 25
        assert len(lines) - docstring_lines(code) <= most, block.section.name
        assert max(map(len, lines)) <= 80, block.section.name


def docstring_lines(code: str) -> int:
    """How many lines say in words what a class of this code does."""
    classes = [n for n in ast.parse(code).body if isinstance(n, ast.ClassDef)]
    words = [ast.get_docstring(n, clean=False) for n in classes]
    return sum(text.count("\n") + 1 for text in words if text)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_primary_papers_are_linked_from_the_chapters(language):
    links = {
        target.removeprefix("https://arxiv.org/abs/")
        for page in CHAPTERS
        if page.language == language
        for _, target in page.links
    }
    assert PAPERS <= links
