"""The glossary: its data, its page, and definitions where terms stand."""

import re

import pytest
import yaml
from bs4 import BeautifulSoup
from conftest import ROOT, check

from proof.pages.entries import read_all, read_entries
from proof.pages.settings import languages
from proof.pages.terms import pattern
from proof.site import glossary
from proof.site.glossary import FILE, Term, mark

WEIGHT = Term("weight", "weight", ["weight", "weights"], 'A "share".', "a.md#b")
ATTENTION = Term("attention", "attention", ["attention"], "Looks.", "a.md#b")
SELF = Term("self", "self-attention", ["self-attention"], "Itself.", "a.md#b")
TERMS = [WEIGHT, ATTENTION, SELF]
SEE = {"see": "demo.md#demo"}
ENGLISH = {
    "weight": {"term": "weight", "forms": ["weights"], **SEE},
    "share": {"term": "share", "match": False, "definition": "A part.", **SEE},
}
ENGLISH["weight"]["definition"] = "A share."
PORTUGUESE = {
    "weight": {"term": "peso", "definition": "Uma fração."},
    "share": {"term": "água", "definition": "Uma parte."},
}
DATA = {"en": ENGLISH, "pt": PORTUGUESE}
PATH = "docs/en/terms.yml"


def marked(html: str) -> list[tuple[str, str]]:
    """Text and address of each term that was marked."""
    soup = BeautifulSoup(mark(html, TERMS, "../glossary/"), "html.parser")
    found = []
    for link in soup("a", class_="term"):
        link.span.extract()
        found.append((link.get_text(), link["href"]))
    return found


def test_the_first_occurrence_of_each_term_is_marked():
    html = "<p>Weights of attention. A weight.</p><ul><li>attention</li></ul>"
    assert marked(html) == [
        ("Weights", "../glossary/#weight"),
        ("attention", "../glossary/#attention"),
    ]


def test_a_form_with_an_ending_is_marked_as_its_term():
    term = WEIGHT._replace(forms=["weigh*"])
    html = mark("<p>It is\nweighty.</p>", [term], "")
    assert 'href="#weight"' in html and ">weighty<" in html


def test_the_longest_term_wins_and_parts_of_words_are_none():
    assert marked("<p>self-attention, inattention, weighty</p>") == [
        ("self-attention", "../glossary/#self")
    ]


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
    found = glossary.terms(read_all(ROOT, FILE), language)
    soup = BeautifulSoup(mark(f"<p>{text}</p>", found, ""), "html.parser")
    assert [a.find(string=True) for a in soup("a", class_="term")] == linked


@pytest.mark.parametrize(
    "html",
    [
        '<p><a href="x">weight</a></p>',
        "<p><code>weight</code></p>",
        "<h2>weight</h2>",
        "<pre>weight</pre>",
        "<p><math><mi>weight</mi></math></p>",
        "<figcaption><p>weight</p></figcaption>",
        '<p class="admonition-title">weight</p>',
        '<p title="weight > attention">-</p>',
        "<p><!-- weight --></p>",
        "weight",
    ],
)
def test_nothing_else_is_touched(html):
    assert mark(html, TERMS, "") == html


def test_a_term_may_run_over_the_end_of_a_line():
    found = mark(
        "<p>context\nvector</p>",
        [TERMS[0]._replace(forms=["context vector"])],
        "",
    )
    assert '">context\nvector<span' in found


def test_prose_after_what_is_left_alone_is_marked():
    html = "<p>A <code>weight</code>, a <strong>weight</strong>.</p>"
    assert marked(html) == [("weight", "../glossary/#weight")]


def test_definition_is_described_and_not_searched():
    soup = BeautifulSoup(mark("<p>weight</p>", TERMS, ""), "html.parser")
    (span,) = soup("span")
    assert span.get_text() == 'A "share".'
    assert soup.a["aria-describedby"] == span["id"]
    assert "data-search-exclude" in span.attrs


def test_nothing_but_marks_is_added():
    html = "<p>One <b>weight</b> &amp; two\n weights</p>\n<hr>"
    soup = BeautifulSoup(mark(html, TERMS, ""), "html.parser")
    for link in soup("a"):
        link.span.extract()
        link.unwrap()
    assert str(soup) == str(BeautifulSoup(html, "html.parser"))


def test_listing_has_each_term_with_its_counterpart_and_a_link():
    html = glossary.listing(DATA, "pt", {"demo": "Demonstração"}, {})
    soup = BeautifulSoup(html, "html.parser")
    names = [dfn.get_text() for dfn in soup("dfn")]
    assert names == ["água", "peso"], "in the order of the alphabet"
    dt, dd = soup.find(id="weight"), soup.find(id="weight").find_next("dd")
    assert dt.find(lang="en").get_text() == "weight"
    assert dd.a["href"] == "../demo/#demo"
    assert dd.get_text() == "Uma fração. Demonstração"


def test_bare_form_of_an_ambiguous_term_is_not_looked_for():
    (share, weight) = glossary.terms(DATA, "en")
    assert share.forms == []
    assert weight.forms == ["weight", "weights"]


def write(root, terms: dict) -> None:
    (root / PATH).write_text(yaml.safe_dump(terms), "utf-8")


@pytest.mark.parametrize(
    "definition, message",
    [
        ("x" * 160, ""),
        ("x" * 161, "has a definition of 161 letters"),
        (None, "has no term and definition in 'en'"),
    ],
)
def test_a_definition_is_there_and_short(small, definition, message):
    write(small, {"weight": ENGLISH["weight"] | {"definition": definition}})
    problems = check(small)
    assert len(problems) == bool(message)
    for problem in problems:
        assert problem.path == PATH and message in problem.message


def test_every_term_of_the_site_is_marked_somewhere(site):
    for language, folder in (("en", site), ("pt", site / "pt")):
        marked = {
            key
            for file in folder.glob("*/index.html")
            for key in re.findall(
                '<a class="term" href="[^"#]*#([^"]+)"', file.read_text("utf-8")
            )
        }
        searched = {
            term.key
            for term in glossary.terms(read_all(ROOT, FILE), language)
            if term.forms and term.language == language
        }
        assert searched - marked == set()


def test_what_is_not_translated_is_in_the_originals_words_and_marked():
    data = {"en": ENGLISH, "pt": PORTUGUESE | {"weight": {"term": None}}}
    html = glossary.listing(data, "pt", {"demo": "D"}, {"share": "<p>old</p>"})
    soup = BeautifulSoup(html, "html.parser")
    weight, share = soup.find(id="weight"), soup.find(id="share")
    assert weight.dfn.span["lang"] == "en"
    assert weight.find_next("dd").span["lang"] == "en"
    assert share.dfn.span is None
    assert share.find_next("dd").p.get_text() == "old"


def test_refused_variants_are_listed_each_with_its_own_replacement():
    weight = PORTUGUESE["weight"] | {"not": {"<peso>*": "massa (não mede)"}}
    data = {"en": ENGLISH, "pt": PORTUGUESE | {"weight": weight}}
    rows = BeautifulSoup(
        glossary.refused(data, "pt", ["não", "sim"]), "html.parser"
    )("tr")
    assert [cell.get_text() for cell in rows[1]("td")] == [
        "<peso>…",
        "massa (não mede)",
    ]
    assert len(rows) == 2


def test_each_letter_leads_to_its_first_term():
    html = glossary.listing(DATA, "pt", {"demo": "Demo"}, {})
    found = BeautifulSoup(html, "html.parser").find("nav", class_="letters")
    letters = [(link.text, link["href"]) for link in found("a")]
    assert letters == [("A", "#share"), ("P", "#weight")]  # água, peso


@pytest.mark.parametrize("language", languages(ROOT))
def test_a_replacement_is_no_variant_that_is_refused(language):
    entries = read_entries(ROOT, language, "terms.yml").values()
    refused = {v: u for e in entries for v, u in (e.get("not") or {}).items()}
    wrong = {
        variant: use
        for variant, use in refused.items()
        if pattern(tuple(refused)).search(use.partition(" (")[0])
        or use.endswith(".")  # a sentence about the variant
    }
    assert refused and wrong == {}
