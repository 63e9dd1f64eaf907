"""A site after edits that stop no build: readers are told what is old."""

from pathlib import Path

import pytest
from browser import words
from bs4 import BeautifulSoup, Tag
from conftest import parsed
from example import LOCALE

pytestmark = pytest.mark.slow
CHAPTER = "simplified-attention"


def built(project: Path, path: str) -> BeautifulSoup:
    return parsed(project / "site" / path)


def hreflangs(page: BeautifulSoup) -> set[str]:
    """The languages that a page's head names to search engines."""
    links = page.head.find_all("link", hreflang=True)
    return {link["hreflang"] for link in links}


def notices(page: BeautifulSoup) -> dict[str, list[Tag]]:
    """The notices of a page by the heading that each stands under."""
    found = {}
    for note in page("p", class_="notice"):
        heading = note.find_previous(["h1", "h2", "h3"])["id"]
        found.setdefault(heading, []).append(note)
    return found


def test_an_edit_of_the_original_stops_no_build_and_readers_are_told(example):
    page, said = built(example, f"pt/{CHAPTER}"), words("pt")
    assert page.find("h3", id="softmax-of-one") is None
    found = notices(page)
    in_english = {
        key: note.find_parent("div", lang="en") is not None
        for key, (note, *_) in found.items()
        if note.get_text().startswith((said["outdated"], said["differs"]))
    }
    assert in_english == {
        "hello-shiny-sun": True,
        "hello-scores": False,
        "hello-context": False,
        "wrong-sum": True,
    }
    (note,) = found["hello-context"]
    assert note.a["href"] == f"../../{CHAPTER}/#hello-context"
    first = " ".join(note.get_text() for note in found[CHAPTER])
    assert said["page-outdated"].format(count=4, total=24) in first


def test_what_a_machine_translated_is_said_and_is_not_the_first_sentence(
    example,
):
    page = built(example, "pt/glossary")
    quiet = page.select_one("details.machine")
    assert quiet.summary.get_text() == words("pt")["by-machine"]
    assert not quiet.has_attr("open")


def test_a_translation_in_progress_is_complete_and_says_what_it_is(example):
    told = (example / "told.txt").read_text("utf-8")
    page = built(example, f"{LOCALE}/{CHAPTER}")
    blocks = len(page.article.select(".jp-CodeCell > .jp-CodeCell"))
    assert blocks and f"{3 * blocks} blocks on " in told, "all three were run"
    assert page.html["lang"] == LOCALE
    translated = page.find(id="hello-scores")
    assert translated.get_text().startswith("Paso 1")
    assert translated.find_parent(lang="en") is None
    assert page.find(id="hello-weights").find_parent("div")["lang"] == "en"
    original = built(example, CHAPTER).article
    assert len(page.article("pre")) == len(original("pre"))
    title = page.select_one('.md-nav a[href="../encoder/"] .md-ellipsis')
    section = page.select_one('.md-nav a[href="#exercises"]')
    assert title["lang"] == section["lang"] == "en"
    assert hreflangs(page) == {"en", "pt-BR", LOCALE, "x-default"}


@pytest.mark.parametrize("name", ["encoder/", ""])
def test_what_is_not_begun_is_english_and_offered_to_nobody(example, name):
    whole = built(example, f"{LOCALE}/{name}")
    assert whole.html["lang"] == LOCALE
    canonical = whole.find("link", rel="canonical")["href"]
    assert canonical.endswith(f":8000/{name}")
    assert whole.article.h1.find_parent("div")["lang"] == "en"
    assert hreflangs(whole) == set(), "nobody is sent to a copy"
    assert hreflangs(built(example, name)) == {"en", "pt-BR", "x-default"}
    sitemap = (example / "site/sitemap.xml").read_text("utf-8")
    assert f"/{LOCALE}/{CHAPTER}/<" in sitemap
    assert f"/{LOCALE}/{name}<" not in sitemap
    # It has no words yet to say to readers of other languages.
    offers = built(example, CHAPTER)(class_="offer")
    assert [offer["lang"] for offer in offers] == ["pt-BR"]
