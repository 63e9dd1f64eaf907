"""The steps of CONTRIBUTING.md for a new language lead to a site in it."""

import re

import pytest
from conftest import ROOT, parsed, run
from example import ADDRESS, LOCALE, STEPS
from planting import check

from sitebuild.__main__ import main

pytestmark = pytest.mark.slow
CHAPTER = "simplified-attention/"


def hreflangs(example, path: str) -> set[str]:
    """The languages that a page's head names to search engines."""
    links = parsed(example / "site" / path).head.find_all("link", hreflang=True)
    return {link["hreflang"] for link in links}


def test_the_steps_are_taken_in_order_and_leave_no_fault(example, capsys):
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
    recipe = re.search("(?ms)^### A language$.*?(?=^#)", text)[0]
    told = re.split(r"(?m)^\d\. ", recipe)[1:]
    for name, words in zip(STEPS, told, strict=True):
        assert name in words
    assert check(example) == []
    assert main(["todo", f"{LOCALE}/index"], example) == 0
    assert f"{LOCALE}/index#chapters is missing" in capsys.readouterr().out
    files = "tests/sitebuild/test_spelling.py", "tests/site/test_search.py"
    named = f"{LOCALE} and (unknown_word or should_find)"
    result = run(example, "pytest", "-q", *files, "-m", "", "-k", named)
    assert "2 passed" in result.stdout, result.stdout


def test_a_page_in_progress_is_complete_and_says_what_it_is(example):
    told = (example / "told.txt").read_text("utf-8")
    chapter = parsed(example / "site" / CHAPTER).article
    blocks = len(chapter.select(".jp-CodeCell > .jp-CodeCell"))
    assert blocks and f"{2 * blocks} blocks on " in told, "both were run"
    page = parsed(example / "site" / LOCALE)
    assert page.html["lang"] == LOCALE
    assert page.select_one('.md-nav a:-soup-contains("Accueil")')
    section = page.find(id="for-whom")
    assert section.get_text().startswith("À qui s’adresse ce site")
    assert section.find_parent(lang="en") is None
    assert page.find(id="chapters").find_parent("div")["lang"] == "en"
    title = page.select_one('.md-nav a[href="encoder/"] .md-ellipsis')
    assert title["lang"] == "en"
    assert hreflangs(example, LOCALE) == {"en", "pt-BR", LOCALE, "x-default"}


@pytest.mark.parametrize("name", ["encoder/", CHAPTER])
def test_what_is_not_begun_is_english_and_offered_to_nobody(example, name):
    whole = parsed(example / "site" / LOCALE / name)
    assert whole.html["lang"] == LOCALE
    canonical = whole.find("link", rel="canonical")["href"]
    assert canonical == ADDRESS + name
    assert whole.article.h1.find_parent("div")["lang"] == "en"
    assert hreflangs(example, f"{LOCALE}/{name}") == set()
    assert hreflangs(example, name) == {"en", "pt-BR", "x-default"}
    sitemap = (example / "site/sitemap.xml").read_text("utf-8")
    assert f"<loc>{ADDRESS}{LOCALE}/<" in sitemap
    assert f"/{LOCALE}/{name}<" not in sitemap
    # It has no words yet to say to readers of other languages.
    offers = parsed(example / "site" / CHAPTER)(class_="offer")
    assert [offer["lang"] for offer in offers] == ["pt-BR"]
