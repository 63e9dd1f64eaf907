"""Readers see where they are and what they have read; they can go on, cite a
page and report a mistake in it."""

import re
from urllib.parse import parse_qs, urlparse

import pytest
import yaml
from browser import SETTLE, near, served, words
from conftest import (
    ADDRESSES,
    LANGUAGES,
    ROOT,
    in_turn,
    parsed,
    sample,
    this_project,
)
from example import REPOSITORY
from playwright.sync_api import expect

CHAPTER, NEXT = "simplified-attention/", "learning/"
FOLDERS = {"en": "", "pt": "pt/"}


@in_turn("path", ADDRESSES)
def test_each_page_has_its_line_its_number_and_its_neighbours(site, path):
    page, source = parsed(site / ADDRESSES[path]), this_project().by_path[path]
    number = this_project().numbers.get(source.name)
    minutes = page.h1.find_next_sibling().select_one(".actions .minutes")
    assert (number is not None) == (minutes is not None)
    navigation = page.find(class_="md-nav--primary")
    (link,) = navigation("a", class_="md-nav__link--active")
    shown = link.select_one(".number")
    assert (shown.get_text() if shown else "0") == str(number or 0)
    about = {
        this_project().page(name, source.language).meta["description"]
        for name in this_project().originals
    }
    teasers = [line.get_text() for line in page.footer(class_="teaser")]
    assert teasers and {*teasers} <= about
    contents = navigation.select(".md-nav--secondary a.md-nav__link")
    sections = [f"#{h.id}" for h in source.headings if h.level == 2]
    assert [link["href"] for link in contents] == sections


def test_a_page_says_how_to_cite_it(site):
    told = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{told["version"]}"' in settings
    assert told["title"] == words("en")["site-name"]
    for language, folder in FOLDERS.items():
        text = parsed(site / folder / CHAPTER).select_one(".cite").get_text()
        page = this_project().page("simplified-attention", language)
        for part in (
            page.meta["title"],
            words(language)["site-name"],
            told["version"],
        ):
            assert part in text
        assert "http" not in text, "nobody else can look up this address"


def test_what_is_new_comes_first_and_names_every_page(site):
    for language in LANGUAGES:
        address = ADDRESSES[f"docs/{language}/changes.md"]
        listed = parsed(site / address).select_one("dl.changes")
        days = [day["datetime"] for day in listed.select("dt time")]
        assert days == sorted(days, reverse=True) and len(days) > 1
        linked = {link["href"].strip("./") for link in listed("a")}
        assert linked >= this_project().originals.keys() - {"changes", "index"}


@pytest.mark.parametrize("language", sample(FOLDERS, "pt"))
@pytest.mark.slow
def test_what_was_read_is_marked_and_one_can_go_on_or_forget(
    page, url, language
):
    home, said = url + FOLDERS[language], words(language)
    on = page.locator(".continue a")
    page.goto(home)
    expect(on).to_be_hidden()
    page.goto(home + CHAPTER)
    section = page.locator(".md-nav--secondary a").nth(2)
    name, address = section.inner_text().strip(), section.get_attribute("href")
    section.click()
    title = page.locator("[data-md-component=header-topic]")
    expect(title).to_contain_text(f" › {name}")
    page.goto(home)  # to the section where one stopped
    expect(on).to_contain_text(name)
    on.click()
    page.wait_for_url(home + CHAPTER + address)
    begun = page.get_by_role("img", name=said["begun"])
    read = page.locator(".md-nav--primary").get_by_role(
        "img", name=said["read"]
    )
    ends = page.locator("article h2[id], .foot").all()
    expect(begun.first).to_be_attached()
    page.evaluate(SETTLE)
    for end in ends:
        end.evaluate("end => end.scrollIntoView({ block: 'center' })")
        page.evaluate("new Promise(requestAnimationFrame)")  # it is seen
    expect(begun).to_have_count(0)
    expect(read).to_have_count(len(ends))
    page.goto(home)
    expect(on).to_have_attribute("href", re.compile(f"{NEXT}$"))
    page.get_by_role("button", name=said["forget"]).click()
    expect(on).to_be_hidden()
    expect(page.locator(".read")).to_have_count(0)


def test_single_keys_can_be_switched_off(page, url):
    page.goto(url + CHAPTER)
    field = page.locator(".md-search__input")
    for is_on in (False, True):
        near(page.locator(".foot summary")).click()
        page.locator("#keys").set_checked(is_on)
        page.reload()
        page.keyboard.press("s")
        assert field.evaluate("e => e === document.activeElement") == is_on


@pytest.mark.parametrize("language", FOLDERS)
def test_a_report_names_page_and_version(example, language):
    said, path = words(language), f"{FOLDERS[language]}{CHAPTER}"
    page = parsed(example / "site" / path)
    address = page.find("a", string=said["report"])["href"]
    assert address.startswith(f"{REPOSITORY}/issues/new?")
    asked = parse_qs(urlparse(address).query)
    assert asked["title"] == [said["report-title"]]
    first, second, *_ = asked["body"][0].strip().split("\n")
    assert first.endswith(path)
    assert second == said["report-version"].format(version="0.1.0")


@pytest.mark.slow
def test_a_repository_brings_links_and_asks_nobody(page, example):
    place = f"pt/{CHAPTER}simplified-attention.ipynb"
    with served(example / "site") as url:
        page.goto(f"{url}pt/{CHAPTER}")
        links = page.locator(".actions a").evaluate_all(
            "all => all.map(String)"
        )
        assert {
            "https://colab.research.google.com/github/some-one/attention/blob/"
            f"gh-pages/{place}",
            f"{REPOSITORY}/edit/main/docs/pt/simplified-attention.md",
        } <= {*links}
        with page.expect_download() as download:
            page.locator(".actions a[download]").click()
        text = (example / "site" / place).read_text("utf-8")
        assert download.value.path().read_text("utf-8") == text
        assert page.locator(f'a.md-source[href="{REPOSITORY}"]').count()


def test_without_a_repository_there_are_no_such_links(site):
    for address in ADDRESSES.values():
        page = parsed(site / address)
        assert not page("a", href=re.compile("colab"))
        assert not page("a", rel="edit")
