"""A site after edits that stop no build: readers are told what is old."""

from pathlib import Path

from bs4 import BeautifulSoup
from conftest import LOCALE, parsed
from planting import CHAPTER

from sitebuild.pages.page import Page
from sitebuild.pages.site_config import interface_texts
from sitebuild.site.verify import code_of


def hreflangs(page: BeautifulSoup) -> set[str]:
    """The languages that a page's head names to search engines."""
    links = page.head.find_all("link", hreflang=True)
    return {link["hreflang"] for link in links}


def built(project: Path, path: str) -> BeautifulSoup:
    return parsed(project / "site" / path)


def test_a_translation_in_progress_is_complete_and_says_what_it_is(example):
    blocks = len(Page(example, CHAPTER).blocks)
    told = (example / "told.txt").read_text("utf-8")
    assert f"{3 * blocks} blocks on " in told, "all three were run"
    page = built(example, f"{LOCALE}/simplified-attention")
    assert page.html["lang"] == LOCALE
    translated = page.find(id="hello-scores")
    assert translated.get_text().startswith("Paso 1")
    assert translated.find_parent(lang="en") is None
    assert page.find(id="hello-weights").find_parent("div")["lang"] == "en"
    assert len(page.article("pre")) == len(code_of(Page(example, CHAPTER)))
    assert page.find("link", rel="canonical")["href"].endswith(
        f"/{LOCALE}/simplified-attention/"
    )
    title = page.select_one('.md-nav a[href="../encoder/"] .md-ellipsis')
    section = page.select_one('.md-nav a[href="#exercises"]')
    assert title["lang"] == section["lang"] == "en"
    whole = built(example, f"{LOCALE}/encoder")
    assert whole.find("link", rel="canonical")["href"].endswith(
        ":8000/encoder/"
    )
    assert whole.article.h1.find_parent("div")["lang"] == "en"
    assert hreflangs(whole) == set(), "nobody is sent to a copy"
    assert hreflangs(built(example, "encoder")) == {"en", "pt-BR", "x-default"}
    assert hreflangs(page) == {"en", "pt-BR", LOCALE, "x-default"}
    sitemap = (example / "site/sitemap.xml").read_text("utf-8")
    assert f"/{LOCALE}/simplified-attention/<" in sitemap
    assert f"/{LOCALE}/encoder/<" not in sitemap


def test_what_is_only_begun_is_offered_to_nobody(example):
    """The first page is in the new language's folder, still in English."""
    first = built(example, LOCALE)
    assert first.html["lang"] == LOCALE
    assert first.find("link", rel="canonical")["href"].endswith(":8000/")
    assert hreflangs(first) == set()
    assert hreflangs(built(example, "")) == {"en", "pt-BR", "x-default"}
    sitemap = (example / "site/sitemap.xml").read_text("utf-8")
    assert f"/{LOCALE}/<" not in sitemap
    # It has no words yet to say to readers of other languages.
    offers = built(example, "simplified-attention")(class_="offer")
    assert [offer["lang"] for offer in offers] == ["pt-BR"]
    lost = built(example, "404.html").article("section")
    assert [section["lang"] for section in lost] == ["pt-BR"]


def test_an_edit_of_the_original_stops_no_build_and_readers_are_told(example):
    page = built(example, "pt/simplified-attention")
    assert page.find("h3", id="softmax-of-one") is None
    words = interface_texts(example, "pt")
    told = {
        note.find_previous(["h1", "h2", "h3"])["id"]: note
        for note in page("p", class_="notice")
        if note.get_text().startswith((words["outdated"], words["replaced"]))
    }
    assert {
        key: (note.find_parent("div", lang="en") is not None)
        for key, note in told.items()
    } == {
        "hello-shiny-sun": True,
        "hello-scores": False,
        "hello-context": False,
        "wrong-sum": True,
    }
    address = "../../simplified-attention/#hello-context"
    assert told["hello-context"].a["href"] == address
    count = words["page-outdated"].format(count=4, total=24)
    notices = [note.get_text() for note in page("p", class_="notice")]
    assert any(count in text for text in notices), notices


def test_any_chapter_can_have_the_form_of_a_notebook(example):
    article = built(example, "simplified-attention").article
    prompt = article.select_one("#cell-2")
    assert prompt.find_parent(class_="jp-CodeCell").select(".language-python")
