"""Readers see where they are: numbers, minutes, what they have read, what is
new; they can go on, cite a page and report a mistake in it."""

from urllib.parse import parse_qs, urlparse

import pytest
import yaml
from conftest import (
    ADDRESSES,
    LANGUAGES,
    REPOSITORY,
    ROOT,
    each,
    edit,
    new_page,
    parsed,
    sample,
    served,
    this_project,
)

from sitebuild.pages.project import CITATION, Project
from sitebuild.pages.site_config import (
    chapter_numbers,
    interface_texts,
    parts,
    reading_order,
)
from sitebuild.widgets import fill, page_facts

CHAPTER, NEXT = "simplified-attention/", "self-attention/"
STORED = "() => JSON.parse(localStorage.getItem('read-pages'))"
EDITION = this_project()
NUMBERED = [name for name, number in EDITION.numbers.items() if number]


def test_chapters_are_numbered_and_pages_to_look_up_are_not():
    assert list(EDITION.numbers.values()) == [0, *range(1, len(NUMBERED) + 1)]
    _, *chapters, look_up = parts(ROOT).values()
    assert NUMBERED == [name for part in chapters for name in part]
    assert chapter_numbers(ROOT, "") != EDITION.numbers
    assert not EDITION.numbers.keys() & {"index", *look_up}


def test_a_project_without_parts_has_no_numbers(small):
    assert chapter_numbers(small, "Look up") == {}
    assert Project(small).version == ""


@pytest.mark.parametrize("path", each(ADDRESSES))
def test_each_page_has_its_line_its_number_and_its_neighbours(site, path):
    page = parsed(site / ADDRESSES[path])
    source = this_project().by_path[path]
    name, number = source.name, EDITION.numbers.get(source.name)
    actions = page.select_one("h1 + .actions .minutes")
    assert (number is not None) == (actions is not None)
    (link,) = page.select(".md-nav--primary a.md-nav__link--active")
    shown = link.select_one(".number")
    assert (shown.get_text() if shown else "0") == str(number or 0)
    order = reading_order(ROOT)
    at = order.index(name)
    around = [*order[max(at - 1, 0) : at], *order[at + 1 : at + 2]]
    teasers = [line.get_text() for line in page.select(".md-footer .teaser")]
    about = [EDITION.page(n, source.language) for n in around]
    assert teasers == [p.meta["description"] for p in about]


@pytest.mark.parametrize("path", each(ADDRESSES))
def test_the_contents_are_the_sections_alone(site, path):
    source = this_project().by_path[path]
    listed = [
        link["href"]
        for link in parsed(site / ADDRESSES[path]).select(
            ".md-sidebar--secondary a.md-nav__link"
        )
    ]
    assert listed == [f"#{h.id}" for h in source.headings if h.level == 2]


def test_a_page_says_how_to_cite_it(site):
    told = yaml.safe_load((ROOT / CITATION).read_text("utf-8"))
    settings = (ROOT / "pyproject.toml").read_text("utf-8")
    assert f'version = "{told["version"]}"' in settings
    for language in LANGUAGES:
        path = f"docs/{language}/self-attention.md"
        text = parsed(site / ADDRESSES[path]).select_one(".cite").get_text()
        words = EDITION.words[language]
        for part in (
            EDITION.page("self-attention", language).meta["title"],
            words["site-name"],
            told["version"],
        ):
            assert part in text
        assert "http" not in text, "nobody else can look up this address"
    assert told["title"] == EDITION.words["en"]["site-name"]
    (author,) = told["authors"]
    assert author["name"] == f"The authors of “{told['title']}”"
    assert author["name"].replace("“", '"').replace("”", '"') in (
        (ROOT / "LICENSE").read_text("utf-8")
    )


def test_a_citation_has_the_address_of_a_site_that_others_can_open():
    own, other = (
        page_facts.context(
            EDITION, EDITION.page("decoder", "en"), "en", address, ""
        )["cite"]
        for address in ("http://127.0.0.1:8000/a/", "https://a.example/a/")
    )
    assert other == f"{own}, https://a.example/a/"


def test_without_git_the_version_has_no_commit(tmp_path):
    (tmp_path / CITATION).write_text("version: 1.2.3\n")
    assert Project(tmp_path).version == "1.2.3"


# What has been read


def end(page) -> None:
    """Come to the end of a page, and wait until that is known."""
    before = page.evaluate(STORED)["read"]
    page.locator("article .foot").scroll_into_view_if_needed()
    page.wait_for_function(
        f"n => ({STORED})().read.length > n", arg=len(before)
    )


@pytest.mark.parametrize("language", sample(["", "pt/"], "pt/"))
@pytest.mark.slow
def test_what_was_read_is_marked_and_one_can_go_on_or_forget(
    page, url, language
):
    words = interface_texts(ROOT, language.strip("/") or "en")
    page.goto(url + language)
    line = page.locator(".continue")
    assert not line.is_visible() and not page.locator(".read").count()
    page.goto(f"{url}{language}{CHAPTER}")
    assert not page.locator(".read").count()
    page.goto(url + language)
    link = line.locator("a")
    assert link.get_attribute("href").endswith(f"/{language}{CHAPTER}")
    assert not page.locator(".read").count()
    link.click()
    end(page)
    assert page.get_by_role("img", name=words["read"]).count() == 1
    page.goto(url + language)
    assert link.get_attribute("href").endswith(f"/{language}{NEXT}")
    marks = page.get_by_role("img", name=words["read"])
    assert page.locator(".md-nav--primary .read").count() == 1
    assert page.locator("article .parts .read").count() == 1
    assert marks.count() == 2
    page.goto(f"{url}{NEXT}")  # the other language has it, too
    assert page.locator(".md-nav--primary .read").count() == 1
    page.goto(url + language)
    page.get_by_role("button", name=words["forget"]).click()
    assert not line.is_visible() and not page.locator(".read").count()
    assert page.evaluate(STORED) is None


@pytest.mark.slow
def test_after_the_last_chapter_there_is_nothing_to_go_on_with(page, url):
    page.goto(url + "glossary/")
    assert page.evaluate(STORED) is None  # it is looked up, not read
    page.goto(f"{url}{NUMBERED[-1]}/")
    end(page)
    page.goto(url)
    assert page.get_by_role("button", name="Forget").is_visible()
    assert not page.locator(".continue a").is_visible()


@pytest.mark.slow
def test_what_another_version_has_stored_does_no_harm(page, url):
    store = "s => localStorage.setItem('read-pages', s)"
    page.goto(url + "glossary/")
    for stored in ("x", "1", "null", '{"read": 1}', "[]"):
        page.evaluate(store, stored)
        page.goto(url)
        assert not page.locator(".continue").is_visible(), stored
    for stored in ("x", '{"read": 1}'):
        page.evaluate(store, stored)
        page.goto(url + CHAPTER)
        fresh = {"read": [], "last": CHAPTER.strip("/")}
        assert page.evaluate(STORED) == fresh, stored


def test_without_scripts_there_are_no_empty_controls(browser, url):
    with new_page(browser, java_script_enabled=False) as page:
        for path in ("", CHAPTER):
            page.goto(url + path)
            assert (
                not page.locator(".continue, #read-mark")
                .locator("visible=true")
                .count()
            )
            assert (
                page.locator("article button").locator("visible=true").count()
                == 0
            )


# A mistake that is found


@pytest.mark.parametrize("language", sample(["", "pt/"], "pt/"))
@pytest.mark.slow
def test_a_report_names_page_section_and_version(browser, example, language):
    words = interface_texts(ROOT, language.strip("/") or "en")
    with served(example / "site") as url, new_page(browser) as page:
        page.goto(f"{url}{language}{CHAPTER}#remember")
        link = page.get_by_role("link", name=words["report"])
        address = link.get_attribute("href")
        assert address.startswith(f"{REPOSITORY}/issues/new?")
        asked = parse_qs(urlparse(address).query)
        assert asked["title"] == [words["report-title"]]
        first, second, _, last = asked["body"][0].strip().split("\n")
        assert first.endswith(f"/{language}{CHAPTER}")
        assert second == words["report-version"].format(version="0.1.0")
        assert last == words["report-what"]
        page.wait_for_function(
            "() => document.getElementById('remember')"
            ".getBoundingClientRect().top < innerHeight"
        )
        for _ in range(2):  # it is named once
            link.dispatch_event("focusin")
            asked = parse_qs(urlparse(link.get_attribute("href")).query)
            assert asked["body"][0].startswith(f"{first}#")
            assert asked["body"][0].split("\n")[0].count("#") == 1


# What is new


def test_what_is_new_comes_first_and_names_every_page(site):
    for language in LANGUAGES:
        address = ADDRESSES[f"docs/{language}/changes.md"]
        listed = parsed(site / address).select_one("dl.changes")
        days = [day["datetime"] for day in listed.select("dt time")]
        assert days == sorted(days, reverse=True) and len(days) > 1
        new = {
            line.a["href"]
            for line in listed.select("dd")
            if line.get_text().startswith(
                EDITION.words[language]["new-page"].partition("{")[0]
            )
        }
        names = {*reading_order(ROOT)} - {"changes", "index"}
        assert new == {f"../{name}/" for name in names}


def test_a_page_that_changed_later_is_listed_by_that_day_as_well(chapter):
    edit(
        chapter,
        "docs/en/simplified-attention.md",
        'since: "2026-11-21"',
        'since: "2025-01-01"',
    )
    project = Project(chapter)
    project.changed = {"docs/en/simplified-attention.md": "2027-02-03"}
    page = project.page("changes", "en")
    about = project, page, "en"
    html = fill("changes", *about, **page_facts.changes(*about))
    later, earlier = (html.index(day) for day in ("2027-02-03", "2025-01-01"))
    assert later < html.index("Changed pages: ") < earlier
    project.changed = {}  # as where there is no git
    html = fill("changes", *about, **page_facts.changes(*about))
    assert "Changed" not in html


# Logo and paper


@pytest.mark.parametrize("path", sample(["", "pt/", CHAPTER, "404.html"], ""))
def test_the_logo_is_the_favicon(site, path):
    page = parsed(site / path)
    drawing = (ROOT / "docs/assets/logo.svg").read_text("utf-8")
    icon = page.select_one('link[rel="icon"]')["href"]
    assert icon.endswith("assets/logo.svg")
    assert (site / "assets/logo.svg").read_text("utf-8") == drawing
    logo = page.select_one("header .md-logo svg")
    assert [path["d"] for path in logo("path")] == [
        part.partition('"')[0] for part in drawing.split(' d="')[1:]
    ]


def test_paper_starts_at_its_top_and_long_tables_are_divided(page, url):
    page.goto(f"{url}sources/")
    page.emulate_media(media="print")
    top, divided = page.evaluate(
        """() => [
          document.querySelector("h1").getBoundingClientRect().top,
          [...document.querySelectorAll("article table")].every((table) =>
            getComputedStyle(table).breakInside === "auto"),
        ]"""
    )
    assert top <= 20 and divided
