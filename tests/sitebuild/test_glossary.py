"""The glossary's page, and definitions where terms stand."""

import re

import pytest
from bs4 import BeautifulSoup
from conftest import ADDRESSES, this_project

from sitebuild.i18n.notices import passages
from sitebuild.pages.glossary_terms import PAGE, Term
from sitebuild.site.glossary_links import listed, mark

WEIGHT = Term("weight", "weight", ("weights",), definition='A "share".')
ATTENTION = Term("attention", "attention", definition="Looks.")
SELF = Term("self", "self-attention", definition="Itself.")
TERMS = [WEIGHT, ATTENTION, SELF]
KNOWN = this_project().terms


def marked(html: str, terms=TERMS) -> list[tuple[str, str]]:
    """Text and address of each term that was marked."""
    soup = BeautifulSoup(
        mark(html, terms, "../glossary/", set()), "html.parser"
    )
    found = []
    for link in soup("a", class_="term"):
        link.span.extract()
        found.append((link.get_text(), link["href"].rpartition("#")[2]))
    return found


@pytest.mark.parametrize(
    "html, links",
    [
        (
            "<p>Weights of attention. A weight.</p><ul><li>attention</li></ul>",
            [("Weights", "weight"), ("attention", "attention")],
        ),
        (
            "<p>self-attention, inattention, weighty</p>",
            [("self-attention", "self")],
        ),
        (
            "<p>A <code>weight</code>, a <strong>weight</strong>.</p>",
            [("weight", "weight")],
        ),
        ("<p>It is\ncritical\nmass.</p>", [("critical\nmass", "mass")]),
        ("<p>It is\nbulky.</p>", [("bulky", "mass")]),
    ],
)
def test_the_first_occurrence_of_each_term_is_marked(html, links):
    mass = Term("mass", "mass", ("critical mass", "bulk*"), ambiguous=True)
    assert marked(html, [*TERMS, mass]) == links


@pytest.mark.parametrize(
    ("language", "text", "linked"),
    [
        ("en", "The arrow keys, a key press, then the keys.", ["keys"]),
        ("en", "Press the arrow\nkeys.", []),
        ("pt", "O que está entre chaves não é das chaves.", ["chaves"]),
        ("pt", "A folha de consulta e as consultas.", ["consultas"]),
        ("es", "Una palabra clave y las claves.", ["claves"]),
    ],
)
def test_a_phrase_in_which_a_form_means_something_else_is_no_term(
    language, text, linked
):
    found = marked(f"<p>{text}</p>", KNOWN[language])
    assert [text for text, _ in found] == linked


@pytest.mark.parametrize(
    "html",
    [
        '<p><a href="x">weight</a></p>',
        "<p><code>weight</code></p>",
        "<h2>weight</h2>",
        "<pre>weight</pre>",
        "<p><math><mi>weight</mi></math></p>",
        "<figure><figcaption><p>weight</p></figcaption></figure>",
        '<p class="admonition-title">weight</p>',
        '<p title="weight > attention">-</p>',
    ],
)
def test_nothing_else_is_touched(html):
    assert mark(html, TERMS, "", set()) == html


def test_nothing_but_marks_is_added_and_they_are_not_searched():
    html = "<p>One <b>weight</b> &amp; two\n weights</p>\n<hr>"
    soup = BeautifulSoup(mark(html, TERMS, "", set()), "html.parser")
    (link,), (span,) = soup("a"), soup("span")
    assert span.get_text() == 'A "share".'
    assert link["aria-describedby"] == span["id"]
    assert "data-search-exclude" in span.attrs
    span.extract()
    link.unwrap()
    assert str(soup) == str(BeautifulSoup(html, "html.parser"))


def test_a_glossary_has_letters_and_the_names_in_other_languages():
    """A term that is not translated has no second name in the original."""
    html = (
        '<h1 id="glossary">Glossário</h1><p>a</p><h2 id="terms">Termos</h2>'
        '<h3 id="water">água</h3><p>b</p><h3 id="new">new</h3><p>c</p>'
    )
    english, portuguese = (f"docs/{c}/{PAGE}.md" for c in ("en", "pt"))
    new = Term("new", "new", path=english)
    terms = {
        "pt": [Term("water", "água", path=portuguese), new],
        "en": [Term("water", "water", path=english), new],
    }
    cut = listed(passages(html), terms, "pt")
    soup = BeautifulSoup("".join(h + t for _, h, t in cut), "html.parser")
    letters = [(a.text, a["href"]) for a in soup.nav("a")]
    assert letters == [("A", "#water"), ("N", "#new")]
    assert soup.nav.find_previous()["id"] == "terms"
    names = [(span["lang"], span.text) for span in soup("span")]
    assert names == [("en", "water")] and soup.span.parent["id"] == "water"
    kept = [h["id"] for h in soup(re.compile("h.")) if len(h.attrs) == 1]
    assert kept == ["glossary"], "the search has its own entries of terms"


def test_every_term_of_the_site_is_marked_somewhere(site):
    for language in ("en", "pt"):
        pages = [a for p, a in ADDRESSES.items() if f"/{language}/" in p]
        marked = {
            key
            for address in pages
            for key in re.findall(
                '<a class="term" href="[^"#]*#([^"]+)"',
                (site / address / "index.html").read_text("utf-8"),
            )
        }
        searched = {
            term.key
            for term in KNOWN[language]
            if term.looked_for and term.language == language
        }
        assert searched - marked == set()
