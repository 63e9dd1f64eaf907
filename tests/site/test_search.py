"""The search: what readers type leads to what they look for."""

import json
import re

import pytest
import yaml
from browser import UNFOLD, violations
from conftest import ROOT, each, parsed
from playwright.sync_api import Page, expect

LISTS = {  # language -> kind -> what is typed -> where it should lead
    path.parent.name: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted((ROOT / "docs").glob("*/queries.yml"))
}
FIRST = 3  # results, among which it has to be
# The least share of each; `unseen` were written after the search was made.
FOUND = {"led": 1, "sure": 1, "tried": 0.7, "unseen": 0.9}
LINKS = ".md-search-result__link"
ANSWER = r"\d|Nenhum|No match|Showing|Mostrando"  # to what is typed


def folder(language: str) -> str:
    return "" if language == "en" else f"{language}/"


# The theme listens to keys: one asks for the text, none for its beginning. What
# was said and found before has gone when nothing is typed.
TYPE = """async (box, [text, links, answer]) => {
  const [meta] = document.getElementsByClassName("md-search-result__meta");
  const isAnswered = () => RegExp(answer).test(meta.textContent);
  const isEmpty = () => !isAnswered() && !document.querySelector(links);
  box.focus();
  for (const [typed, isDone] of [["", isEmpty], [text, isAnswered]]) {
    box.value = typed;
    box.dispatchEvent(new KeyboardEvent("keyup", { key: "End" }));
    while (!isDone()) await new Promise((done) => setTimeout(done));
  }
}"""


def type_in(page: Page, text: str) -> None:
    """Have a text in the field, and wait for the answer."""
    box = page.locator("input.md-search__input")
    box.evaluate(TYPE, [text, LINKS, ANSWER])


def first(page: Page, base: str, text: str) -> list[str]:
    """Where the first results lead that are shown at once, as in the lists:
    `encoder`, `encoder#layer`."""
    type_in(page, text)
    results = page.locator(f".md-search-result__item:nth-child(-n + {FIRST})")
    links = results.locator("a:not(details *)").evaluate_all(
        "links => links.map((link) => link.href)"
    )
    places = [link.removeprefix(base).partition("#") for link in links]
    return [(p.strip("/") or "index") + mark + id for p, mark, id in places]


def leads(shown: list[str], goal: str) -> bool:
    """Tell whether results show the page of a goal.

    Of the glossary only the term will do, and of any page only the section.
    """
    page, _, _ = goal.partition("#")
    if page in ("", "glossary"):
        return any(link.endswith(goal) for link in shown)
    return page in shown


@pytest.mark.slow
@pytest.mark.parametrize("language", each(LISTS))
def test_readers_find_what_they_look_for(page, url, language):
    base = url + folder(language)
    page.goto(base)
    for kind, queries in LISTS[language].items():
        missed = {}
        for typed, goals in queries.items():
            shown = first(page, base, typed)
            if not any(leads(shown, goal) for goal in goals):
                missed[typed] = shown
        most = (1 - FOUND[kind]) * len(queries)
        assert len(missed) <= most, (kind, missed)


@pytest.mark.parametrize("language", LISTS)
def test_what_readers_should_find_is_there(language):
    sources = {
        file.stem: file.read_text("utf-8")
        for file in (ROOT / "docs/en").glob("[a-z]*.md")
    }
    sources[""] = "".join(sources.values())
    assert LISTS[language].keys() == FOUND.keys()
    for queries in LISTS[language].values():
        for typed, goals in queries.items():
            for goal in goals:
                name, mark, section = goal.partition("#")
                id = f"{{ #{section} " if mark else ""
                assert id in sources[name], (typed, goal)


ALIKE = {  # each finds the same first
    "en": [
        ("what is attention", "Attention?", "atention", "atenção", "ATTENTION"),
        ("self-attention", "selfattention", "autoatenção"),
        ("root", "√"),
        ("sqrt d_k", "√dₖ", "root dk"),
        ("a word's neighbour", "a word’s neighbour"),
        ("softmax", "softmx", "sotfmax", "soft max"),
    ],
    "pt": [
        ("o que é atenção", "atencao", "atensão", "attention"),
        ("raiz", "√"),
        ("embedding", "incorporação"),
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("language", ALIKE)
def test_spellings_of_the_same_find_the_same(page, url, language):
    base = url + folder(language)
    page.goto(base)
    for one, *others in ALIKE[language]:
        wanted = first(page, base, one)[0]
        for other in others:
            assert first(page, base, other)[0] == wanted, (one, other)
    hrefs = page.locator(LINKS).evaluate_all("a => a.map((a) => a.href)")
    inside = [link for link in hrefs if "/pt/" in link]
    assert inside == (hrefs if language == "pt" else [])


INSTEAD = {  # typed, and what is said of it
    "en": {"self sofmax": "Showing results for softmax", "softmax": "matching"},
    "pt": {"atensão": "Mostrando resultados para atenção"},
    "es": {"softmx": "Mostrando resultados para softmax"},
}


@pytest.mark.slow
@pytest.mark.parametrize("language", INSTEAD)
def test_what_is_found_in_place_of_a_typo_is_said(page, url, language):
    page.goto(url + folder(language))
    meta = page.get_by_role("status").and_(page.locator(".md-search-result *"))
    for typed, said in INSTEAD[language].items():
        type_in(page, typed)
        expect(meta).to_contain_text(said)


@pytest.mark.slow
def test_what_is_missing_is_said_in_nobodys_way(page, url):
    page.goto(url)
    assert "glossary#attention" in first(page, url, "xyzzy attention")
    missing = page.locator(".md-search-result__terms").first
    assert missing.inner_text().split()[-1] == "xyzzy"
    page.locator("details").evaluate_all(UNFOLD)
    assert violations(page, ".md-search__output") == []
    assert first(page, url, "xyzzy") == [] == first(page, url, "?! ~^+-*:")


def test_the_search_opens_when_one_types_and_escape_closes_it(page, url):
    page.goto(url)
    search = page.locator("#__search")
    page.locator("input.md-search__input").focus()
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(search).not_to_be_checked()
    page.keyboard.type("softmax")
    expect(search).to_be_checked()
    found = page.locator(".md-search-result__meta[role=status]")
    expect(found).to_have_text(re.compile(r"\d"))
    page.keyboard.press("Escape")
    expect(search).not_to_be_checked()


@pytest.mark.slow
def test_the_search_is_asked_anew_when_its_entries_did_not_come(careless, url):
    careless.route("**/docs.json", lambda route: route.abort(), times=1)
    careless.goto(url)
    careless.locator("input.md-search__input").click()
    with careless.expect_event("requestfailed"):
        careless.keyboard.type("soft")
    careless.keyboard.type("max")
    careless.locator(LINKS).first.wait_for()


@pytest.mark.parametrize("language", ["en", "pt"])
def test_the_index_has_terms_and_formulas_but_no_drawings(site, language):
    here = site / folder(language)
    (file,) = (here / "search").glob("docs.json")
    docs = json.loads(file.read_text("utf-8"))["docs"]
    entries = {doc["location"]: doc for doc in docs}
    for term in parsed(here / "glossary").select("article h3[id]"):
        assert f"glossary/#{term['id']}" in entries, term
    texts = "".join(doc["text"] for doc in docs)
    assert "√d" in texts, "formulas are found by what they show"
    drawn = parsed(here / "lab-translate").select(".looking svg")
    bars = {svg.get_text() for svg in drawn if "casa" in svg.get_text()}
    assert bars and not [bar for bar in bars if bar in texts]
