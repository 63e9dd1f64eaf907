"""Readers see what is outdated and what is not translated, marked as such."""

import pytest
from bs4 import BeautifulSoup
from conftest import ROOT

from sitebuild.i18n import notices
from sitebuild.pages.site_config import interface_texts
from sitebuild.pages.staleness import Item, State

WORDS = interface_texts(ROOT, "pt")
HTML = (
    '<h1 id="page">Page</h1>\n<p>One.</p>\n'
    '<h2 id="first">First</h2>\n'
    "<p>Two.</p>\n"
    '<h3 id="second">Second</h3>\n<p>Three.</p>\n'
)


def told(name: str = "demo", **statuses: str) -> BeautifulSoup:
    """The page's HTML with notices; a status may be followed by more words."""
    states = []
    for key in ("page", "first", "second"):
        status, *more = statuses.get(key, "current").split()
        pair = Item("link", 1, "a"), Item("link", 1, "b")
        other = (pair,) * ("differs" in more)
        machine = "machine" in more
        states.append(State("", key, status, 1, "", "", machine, other))
    cut = notices.passages(HTML)
    cut = notices.tell(cut, states, WORDS, "pt", name)
    html = "".join(heading + text for _, heading, text in cut)
    return BeautifulSoup(html, "html.parser")


def lines(soup: BeautifulSoup) -> list[tuple[str, str]]:
    """Each notice and the heading that it stands under."""
    return [
        (note.find_previous(["h1", "h2", "h3"])["id"], note.get_text())
        for note in soup("p", class_="notice")
    ]


def test_a_current_page_says_nothing_and_is_left_as_it_is():
    assert str(told()) == HTML


def test_an_outdated_section_says_so_and_the_page_counts():
    soup = told(second="outdated")
    assert lines(soup) == [
        (
            "page",
            "Seções que mudaram em inglês depois da tradução: 1 de 3. "
            "Como ajudar",
        ),
        (
            "second",
            "Esta seção mudou em inglês depois de traduzida. Ler em inglês",
        ),
    ]
    links = [link["href"] for link in soup("a")]
    assert links == ["../contributing/", "../../demo/#second"]
    assert not soup.find(lang="en")


def test_what_is_missing_is_marked_as_english_once():
    soup = told(first="missing", second="missing")
    assert [key for key, _ in lines(soup)] == ["page", "first"]
    english = soup("div", lang="en")
    assert [div.find(["h2", "h3"])["id"] for div in english] == [
        "first",
        "second",
    ]
    assert english[0].find("p", class_="notice")["lang"] == "pt-BR"
    assert soup.h1.find_parent("div") is None


@pytest.mark.parametrize(
    "status, says",
    [
        ("outdated", "Esta seção mudou em inglês"),
        ("outdated differs", "tem código, fórmulas, links ou números"),
        ("current differs", "tem código, fórmulas, links ou números"),
    ],
)
def test_why_a_section_is_doubtful_or_in_english_is_said(status, says):
    soup = told(second=status)
    assert says in lines(soup)[-1][1]
    assert bool(soup.find("div", lang="en")) == ("differs" in status)


def test_a_page_without_translation_says_so_once():
    soup = told(page="missing", first="missing", second="missing")
    ((key, text),) = lines(soup)
    assert key == "page"
    assert text.startswith("Esta página ainda não foi traduzida.")
    assert len(soup("div", lang="en")) == 3


def test_sections_that_nobody_has_read_are_counted():
    soup = told(page="current machine", second="outdated machine")
    assert [key for key, _ in lines(soup)] == ["page", "page", "second"]
    assert "não revisadas por uma pessoa: 2 de 3" in lines(soup)[0][1]
    (quiet,) = soup("details", class_="machine")
    assert quiet.summary.get_text() == "Tradução automática"
    assert not quiet.has_attr("open"), "it is not the first sentence"
    assert quiet.find_previous_sibling().name == "h1"
    assert [a["href"] for a in quiet("a")] == ["../contributing/"]


@pytest.mark.parametrize(
    "name, original, own",
    [
        ("index", "../#first", "contributing/"),
        ("demo", "../../demo/#first", "../contributing/"),
    ],
)
def test_links_lead_to_the_original_and_to_the_guide(name, original, own):
    links = [a["href"] for a in told(name, first="outdated")("a")]
    assert links == [own, original]


def test_notices_are_not_found_by_the_search():
    soup = told(first="outdated")
    found = [note.attrs for note in soup(class_="notice")]
    assert found and all("data-search-exclude" in attrs for attrs in found)
