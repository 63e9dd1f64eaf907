"""The site in the reader's language: addresses, switch, offers, words."""

import json
import re
from copy import copy
from pathlib import Path

import pytest
from browser import words
from bs4 import BeautifulSoup
from conftest import (
    ADDRESSES,
    LANGUAGES,
    OTHERS,
    in_turn,
    parsed,
    this_project,
)
from playwright.sync_api import expect

from sitebuild.pages.site_config import tag

SITE = "http://127.0.0.1:8000/"  # `site_url` in mkdocs.yml


def is_in(name: str, language: str) -> bool:
    """Whether a page is in a language, wholly or in part."""
    return this_project().is_in(name, language)


def begun() -> dict[str, str]:
    """The addresses of the pages that are in their language."""
    return {
        path: address
        for path, address in ADDRESSES.items()
        if is_in(Path(path).stem, Path(path).parent.name)
    }


@in_turn("path", begun)
def test_head_names_the_page_in_every_language(site, path):
    _, language, name = path.split("/")
    page = parsed(site / ADDRESSES[path])
    assert page.html["lang"] == tag(language)
    paths = {code: f"docs/{code}/{name}" for code in (*LANGUAGES, *OTHERS)}
    known = begun()
    there = {tag(c): SITE + known[p] for c, p in paths.items() if p in known}
    there |= {"en": there["en"], "x-default": there["en"]}
    alternates = page.head.find_all("link", hreflang=True)
    assert {a["hreflang"]: a["href"] for a in alternates} == there
    canonical = page.head.find(rel="canonical")["href"]
    assert canonical == SITE + ADDRESSES[path]


def test_sitemap_has_every_page_once(site):
    text = (site / "sitemap.xml").read_text("utf-8")
    found = re.findall("<loc>(.*?)</loc>", text)
    assert sorted(found) == sorted(SITE + a for a in begun().values())
    both = [path for path in begun() if is_in(Path(path).stem, "pt")]
    assert text.count('hreflang="pt-BR"') == len(both)


@pytest.mark.parametrize(
    "path, language",
    [
        *(
            ("404.html", "en"),
            ("pt/encoder/", "pt-BR"),
            ("pt/404.html", "pt-BR"),
        ),
        *(("es/encoder/", "es"), ("es/404.html", "es")),
    ],
)
def test_a_page_names_its_language_and_leads_to_the_others(
    site, path, language
):
    page = parsed(site / path)
    assert page.html["lang"] == language
    menu = page.select(".md-select__link")
    assert [link["hreflang"] for link in menu] == ["en", "pt-BR", "es"]
    (own,) = [link for link in menu if "aria-current" in link.attrs]
    assert own["hreflang"] == language
    if "404" in path:  # it stands at any address
        homes = [link["href"] for link in menu]
        assert homes == ["/.", "/pt/", "/es/"]


def interface_of(page: BeautifulSoup) -> set[str]:
    """All words around the chapter, also those that are only heard."""
    page = copy(page)
    config = json.loads(page.find(id="__config").string)
    for part in page.select("article, script, .offer"):
        part.decompose()
    texts = {text.strip() for text in page.body.find_all(string=True)}
    for element in page.body.find_all(True):
        texts |= {
            element.get(n, "") for n in ("title", "aria-label", "placeholder")
        }
    texts |= {*config["translations"].values()}
    return {text for text in texts if re.search("[a-z]{3}", text)}


@pytest.mark.parametrize("path", ["", "simplified-attention/", "404.html"])
def test_no_english_is_left_in_the_interface(site, path):
    same = interface_of(parsed(site / path)) & interface_of(
        parsed(site / "pt" / path)
    )
    english, other = words("en"), words("pt")
    known = {text for key, text in english.items() if other.get(key) == text}
    for name, page in this_project().originals.items():
        if not is_in(name, "pt"):
            known |= {page.meta["title"], page.meta["description"]}
    assert same - known <= {"English", "Português (Brasil)", "Español"}


@pytest.mark.parametrize("path", ["", "pt/"])
def test_the_language_switch_keeps_the_section(page, url, path):
    name, other = ("Português (Brasil)", "pt/") if not path else ("English", "")
    page.goto(f"{url}{path}simplified-attention/#remember")
    page.locator(".md-select").first.hover()
    page.get_by_role("link", name=name, exact=True).click()
    page.wait_for_url(f"{url}{other}simplified-attention/#remember")
    expect(page.locator("#remember")).to_be_in_viewport()


@pytest.mark.browser_context_args(java_script_enabled=False)
def test_the_languages_are_switched_without_a_script(page, url):
    page.goto(f"{url}simplified-attention/")
    page.locator(".md-select button").first.focus()
    page.get_by_role("link", name="Português (Brasil)", exact=True).click()
    page.wait_for_url(f"{url}pt/simplified-attention/")


def test_what_is_not_found_is_said_in_every_language(careless, url):
    careless.goto(f"{url}404.html")
    assert words("en")["not-found"] in careless.title()
    other = careless.locator("article [lang=pt-BR]")
    expect(other).to_contain_text(words("pt")["not-found"])
    other.get_by_role("link").click()
    careless.wait_for_url(f"{url}pt/")


OFFERS = {"pt-BR": ("", "pt/", "pt"), "en-GB": ("pt/", "", "en")}


@pytest.mark.slow
@pytest.mark.parametrize(
    "path, other, language",
    [
        pytest.param(
            *OFFERS[locale],
            marks=pytest.mark.browser_context_args(locale=locale),
        )
        for locale in OFFERS
    ],
)
def test_the_browsers_language_is_offered_once(
    page, url, path, other, language
):
    page.goto(f"{url}{path}simplified-attention/#remember")
    assert "/pt/" in page.url or not path, "nobody is sent anywhere"
    offer = page.get_by_role("link", name=words(language)["offer"])
    expect(offer).to_be_visible()
    offer.click()
    page.wait_for_url(f"{url}{other}simplified-attention/#remember")
    page.goto(f"{url}{path}simplified-attention/")
    expect(offer).to_be_hidden()


@pytest.mark.slow
@pytest.mark.browser_context_args(
    locale="pt", viewport={"width": 390, "height": 700}
)
def test_an_offer_covers_no_button_and_closing_it_moves_nothing(page, url):
    page.goto(f"{url}simplified-attention/")
    forward = page.locator(".stepper .controls button").last
    forward.click(trial=True)  # what covers it would take the click
    page.evaluate("document.fonts.ready.then(() => null)")
    place = "part => part.getBoundingClientRect().top + scrollY"
    before = page.locator("article").evaluate(place)
    page.get_by_role("button", name=words("pt")["close"]).click()
    assert page.locator("article").evaluate(place) == before
    page.reload()
    expect(page.locator("aside.offer:visible")).to_have_count(0)
