"""The site in the reader's language: addresses, offers, words."""

import json
import re
from copy import copy
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from conftest import (
    ADDRESSES,
    LANGUAGES,
    OTHERS,
    ROOT,
    each,
    new_page,
    parsed,
    sample,
    this_project,
)

from sitebuild.pages.site_config import interface_texts, tag

EDITION = this_project()
BEGUN = {  # the pages that are in their language, wholly or in part
    path: address
    for path, address in ADDRESSES.items()
    if EDITION.is_in(Path(path).stem, Path(path).parent.name)
}
SITE = "http://127.0.0.1:8000/"  # `site_url` in mkdocs.yml


def links(page: BeautifulSoup) -> dict[str, str]:
    """The addresses that a page's head gives to search engines."""
    found = {
        link["hreflang"]: link["href"]
        for link in page.head.find_all("link", hreflang=True)
        if link["rel"] == ["alternate"]
    }
    return found | {"canonical": page.head.find(rel="canonical")["href"]}


@pytest.mark.parametrize("path", each(BEGUN))
def test_head_names_the_page_in_every_language(site, path):
    _, language, name = path.split("/")
    page = parsed(site / ADDRESSES[path])
    assert page.html["lang"] == tag(language)
    paths = {code: f"docs/{code}/{name}" for code in (*LANGUAGES, *OTHERS)}
    there = {tag(c): SITE + BEGUN[p] for c, p in paths.items() if p in BEGUN}
    canonical = SITE + ADDRESSES[path]
    english = {"en": there["en"], "x-default": there["en"]}
    assert links(page) == there | english | {"canonical": canonical}


def test_sitemap_has_every_page_once(site):
    text = (site / "sitemap.xml").read_text("utf-8")
    found = re.findall("<loc>(.*?)</loc>", text)
    assert sorted(found) == sorted(SITE + a for a in BEGUN.values())
    both = [p for p in BEGUN if EDITION.is_in(Path(p).stem, "pt")]
    assert text.count('hreflang="pt-BR"') == len(both)


TAGS = {  # address: the page's language, and that of what is shared of it
    "encoder/": ("en", None),
    "404.html": ("en", None),
    "pt/": ("pt-BR", "pt_BR"),
    "pt/encoder/": ("pt-BR", "pt_BR"),
    "pt/404.html": ("pt-BR", None),
    "es/self-attention/": ("es", None),
    "es/encoder/": ("es", None),  # its text is English
    "es/404.html": ("es", None),
}


@pytest.mark.parametrize("path", TAGS)
def test_a_page_names_its_language_and_region(site, path):
    page = parsed(site / path)
    shared = page.find("meta", property="og:locale")
    assert (page.html["lang"], shared and shared["content"]) == TAGS[path]
    menu = page.select(".md-select__link")
    assert [link["hreflang"] for link in menu] == ["en", "pt-BR", "es"]
    if "404" in path:
        homes = ["/.", "/pt/", "/es/"]
        assert [link["href"] for link in menu] == homes


def test_no_page_names_a_language_by_its_folder_alone(site):
    pages = [*site.rglob("*.html"), site / "sitemap.xml"]
    found = [p for p in pages if re.search('lang="pt"', p.read_text("utf-8"))]
    assert found == []


def interface_of(page: BeautifulSoup) -> set[str]:
    """All words around the chapter, also those that are only heard."""
    page.article.decompose()
    config = json.loads(page.find(id="__config").string)
    texts = {text.strip() for text in page.body.find_all(string=True)}
    for element in page.body.find_all(True):
        texts |= {
            element.get(n, "") for n in ("title", "aria-label", "placeholder")
        }
    texts |= {*config["translations"].values()}
    return {text for text in texts if re.search("[a-z]{3}", text)}


@pytest.mark.parametrize("path", ["", "simplified-attention/", "404.html"])
def test_no_english_is_left_in_the_interface(site, path):
    english = interface_of(copy(parsed(site / path)))
    other = copy(parsed(site / "pt" / path))
    for offer in other(class_="offer"):
        offer.decompose()
    same = english & interface_of(other)
    code = {text for text in same if text.startswith(("var ", "__md_scope"))}
    known = {"English", "Português (Brasil)", "Español", *untranslated()}
    assert same - code - known == set()


def untranslated() -> set[str]:
    """What the interface says in English for want of a translation."""
    words, others = (interface_texts(ROOT, code) for code in ("en", "pt"))
    titles = EDITION.titles("en").items()
    return {
        title for name, title in titles if not EDITION.is_in(name, "pt")
    } | {text for key, text in words.items() if others[key] == text}


def test_the_header_says_in_which_language_the_title_of_a_page_is(site):
    for name, spoken in (("causal-attention", "en"), ("why-attention", None)):
        page = parsed(site / "es" / name)
        topic = page.find(attrs={"data-md-component": "header-topic"})
        assert topic.get("lang") == spoken


def test_what_is_not_found_is_said_in_every_language(page, url, site):
    page.goto(url + "404.html")
    words = {
        code: interface_texts(ROOT, code) for code in (*LANGUAGES, *OTHERS)
    }
    spoken = [
        code
        for code, mine in words.items()
        if code == "en" or mine["not-found"] != words["en"]["not-found"]
    ]
    for code, first in (("en", "404.html"), ("pt", "pt/404.html")):
        found = parsed(site / first)
        assert found.html["lang"] == tag(code)
        assert found.article.h1.get_text() == words[code]["not-found"]
        assert words[code]["not-found"] in found.title.get_text()
        homes = [link["href"] for link in found.article("a")]
        assert sorted(homes) == sorted(
            "/." if spoke == "en" else f"/{spoke}/" for spoke in spoken
        )
    other = page.locator("article [lang=pt-BR]")
    assert words["pt"]["not-found"] in other.inner_text()
    other.get_by_role("link").click()
    page.wait_for_url(f"{url}pt/")


OFFERS = {
    "encoder/": ("pt-BR", "Ler esta página em português"),
    "pt/encoder/": ("en-GB", "Read this page in English"),
}


@pytest.mark.parametrize("path", sample(OFFERS, "encoder/"))
@pytest.mark.slow
def test_the_browsers_language_is_offered_once(browser, url, path):
    locale, name = OFFERS[path]
    with new_page(browser, locale=locale) as page:
        page.goto(f"{url}{path}#layer")
        assert page.url == f"{url}{path}#layer", "nobody is sent anywhere"
        offer = page.get_by_role("link", name=name)
        assert offer.is_visible()
        offer.click()
        other = path.removeprefix("pt/") if "pt/" in path else f"pt/{path}"
        page.wait_for_url(f"{url}{other}#layer")
        page.goto(url + path)
        assert not offer.is_visible()


@pytest.mark.slow
def test_an_offer_can_be_closed_and_moves_nothing(browser, url):
    with new_page(browser, locale="pt") as page:
        page.goto(f"{url}encoder/")
        page.evaluate("document.fonts.ready")
        before = page.locator("article").bounding_box()
        paper = "e => getComputedStyle(e).backgroundColor"
        shown = page.locator("aside.offer").evaluate(paper)
        assert shown == page.locator("body").evaluate(paper), "see-through"
        page.get_by_role("button", name="Fechar").click()
        assert page.locator("aside.offer").count() == 0
        assert page.locator("article").bounding_box() == before
        page.reload()
        assert not page.locator("aside.offer").is_visible()


# Whether nothing is in front of what is at the middle of an element.
IN_FRONT = """(element) => {
  const { x, y, width, height } = element.getBoundingClientRect();
  const there = document.elementFromPoint(x + width / 2, y + height / 2);
  return element.contains(there);
}"""


@pytest.mark.slow
def test_an_offer_covers_no_button_of_a_phone(browser, url):
    phone = {"width": 390, "height": 700}
    with new_page(browser, locale="pt", viewport=phone) as page:
        page.goto(f"{url}simplified-attention/")
        assert page.locator("aside.offer:visible").count() == 1
        start = "e => e.scrollIntoView({block: 'start', behavior: 'instant'})"
        page.locator(".stepper").evaluate(start)
        buttons = page.locator(".stepper .controls button").all()
        for following in buttons[::-1]:
            assert all(button.evaluate(IN_FRONT) for button in buttons)
            following.click()


@pytest.mark.slow
@pytest.mark.parametrize("locale", sample(["en-US", "fr-FR"], "fr-FR"))
def test_nothing_is_offered_to_whom_it_would_not_help(browser, url, locale):
    with new_page(browser, locale=locale) as page:
        page.goto(f"{url}encoder/")
        assert not page.locator("aside.offer").is_visible()
