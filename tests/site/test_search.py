"""The search: what readers type leads to what they look for."""

import json
import re
from types import SimpleNamespace

import pytest
import yaml
from conftest import (
    LANGUAGES,
    ROOT,
    each,
    new_page,
    sample,
    this_project,
)
from playwright.sync_api import expect
from test_every_page import violations

from sitebuild.pages.glossary_terms import Term
from sitebuild.pages.mathml import to_mathml
from sitebuild.pages.site_config import folder
from sitebuild.site.search_index import (
    terms,
    weighed,
    with_text,
    write,
)

LISTS = {  # language -> kind -> what is typed -> where it should lead
    path.parent.name: yaml.safe_load(path.read_text("utf-8"))
    for path in sorted((ROOT / "docs").glob("*/queries.yml"))
}
FIRST = 3  # results, among which it has to be
# The least share of each.
FOUND = {"led": 1, "sure": 1, "tried": 0.7, "unseen": 0.9}

SHOWN = """items => items.map((item) =>
  [...item.querySelectorAll("a")].filter((link) => !link.closest("details"))
    .map((link) => link.href))"""


def type_in(page, text: str) -> None:
    """Type into the field, and wait for the answer."""
    box = page.locator("input.md-search__input")
    meta = page.locator(".md-search-result__meta")
    results = page.locator(".md-search-result__link")
    box.click()
    # The theme listens to keys: one asks for the text, none for its beginning.
    for typed, answer in (("", r"^\D+$"), (text, r"\d|Nenhum|No match")):
        box.fill(typed)
        box.press("End")
        expect(meta).to_have_text(re.compile(answer))
        if not typed:
            expect(results).to_have_count(0)


def search(page, text: str) -> list[str]:
    """The addresses that the search finds."""
    type_in(page, text)
    links = page.locator(".md-search-result__link")
    return links.evaluate_all("links => links.map((a) => a.href)")


def first(page, base: str, text: str) -> list[list[str]]:
    """What the first results show at once: a page, and its best section.

    They are named as in the lists: `encoder`, `encoder#layer`.
    """
    type_in(page, text)
    items = page.locator(".md-search-result__item").evaluate_all(SHOWN)
    return [
        [named(link.removeprefix(base)) for link in links]
        for links in items[:FIRST]
    ]


def named(place: str) -> str:
    page, mark, section = place.partition("#")
    return (page.strip("/") or "index") + mark + section


def leads(shown: list[list[str]], goal: str) -> bool:
    """Tell whether results show the page of a goal.

    Of the glossary only the term will do, and of any page only the section.
    """
    page, _, _ = goal.partition("#")
    links = [link for result in shown for link in result]
    if page in ("", "glossary"):
        return any(link.endswith(goal) for link in links)
    return page in links


@pytest.mark.slow
@pytest.mark.parametrize("kind", sample(FOUND, "led", "sure"))
@pytest.mark.parametrize("language", each(LISTS))
def test_readers_find_what_they_look_for(page, url, language, kind):
    base = url + folder(language)
    page.goto(base)
    queries, missed = LISTS[language][kind], {}
    for typed, goals in queries.items():
        shown = first(page, base, typed)
        if not any(leads(shown, goal) for goal in goals):
            missed[typed] = shown
    assert len(missed) <= (1 - FOUND[kind]) * len(queries), missed


@pytest.mark.parametrize("language", LISTS)
def test_what_readers_should_find_is_there(language):
    ids = {
        page.name: {heading.id for heading in page.headings}
        for page in this_project().pages
        if page.language == "en"
    }
    ids[""] = set().union(*ids.values())
    assert LISTS[language].keys() == FOUND.keys()
    for queries in LISTS[language].values():
        for typed, goals in queries.items():
            for goal in goals:
                name, _, section = goal.partition("#")
                assert section in ids[name] | {""}, (typed, goal)


@pytest.mark.parametrize("language", sample(LANGUAGES))
def test_every_term_is_a_result_with_its_sentence(page, url, language):
    base = url + folder(language)
    page.goto(base)
    elsewhere = []
    for term in this_project().terms[language]:
        shown = first(page, base, term.term)
        assert f"glossary#{term.key}" in shown[0], term
        place = f"{base}glossary/#{term.key}"
        entry = page.locator(f'.md-search-result__link[href="{place}"]')
        assert term.definition in entry.inner_text()
        if term.see.partition(".md")[0] not in [links[0] for links in shown]:
            elsewhere.append(term.key)
    assert len(elsewhere) <= 3, "the section that explains it comes later"


ATTENTION = "glossary#attention"
ALIKE = {  # each finds the same first
    "": [
        ("what is attention", "Attention?", "atention", "atenção", "ATTENTION"),
        ("self-attention", "selfattention", "self attention", "autoatenção"),
        ("feed-forward network", "feedforward network"),
        ("root", "√"),
        ("softmax", "softmx", "sotfmax", "soft max"),
    ],
    "pt/": [
        ("o que é atenção", "atencao", "atensão", "attention"),
        ("autoatenção", "auto-atenção", "self-attention", "autoatencao"),
        ("raiz", "√"),
        ("embedding", "incorporação"),
    ],
}


@pytest.mark.slow
@pytest.mark.parametrize("path", ALIKE)
def test_spellings_of_the_same_find_the_same(page, url, path):
    base = url + path
    page.goto(base)
    for one, *others in ALIKE[path]:
        wanted = first(page, base, one)[0]
        assert one[:4] not in ("what", "o qu") or wanted[1] == ATTENTION
        for other in others:
            assert first(page, base, other)[0] == wanted, (one, other)


@pytest.mark.slow
def test_what_is_missing_is_said(page, url):
    page.goto(url)
    shown = first(page, url, "xyzzy attention")
    assert ATTENTION in {link for links in shown for link in links}
    words = page.locator(".md-search-result__terms").first
    assert words.inner_text().split()[-1] == "xyzzy"
    assert search(page, "xyzzy") == []
    assert search(page, "?! ~^+-*:") == []


@pytest.mark.parametrize("scheme", sample(["light", "dark"], "dark"))
@pytest.mark.slow
def test_results_are_in_nobodys_way(browser, url, scheme):
    with new_page(browser, color_scheme=scheme) as page:
        page.goto(url)
        search(page, "xyzzy attention")
        assert violations(page, {}, ".md-search__output") == []


FINDS = {  # in each language, words -> one of the places that have them
    "": {
        "weights weight WEIGHTED": "causal-attention/#",
        "softmax softm": "simplified-attention/#",
    },
    "pt/": {
        "pesos peso": "pt/causal-attention/#",
        "atenção atencao atenca": "pt/causal-attention/#",
        "pontuações pontuacao": "pt/why-attention/#",
        "codificador codificadores": "pt/encoder/#",
        "softmax": "pt/self-attention/#",
    },
}


@pytest.mark.parametrize("path", sample(FINDS, "pt/"))
@pytest.mark.slow
def test_search_finds_words_in_all_their_forms(page, url, path):
    page.goto(url + path)
    for words, goal in FINDS[path].items():
        for word in words.split():
            found = search(page, word)
            assert any(link.startswith(url + goal) for link in found), word
            assert all(link.startswith(url + path) for link in found)
            languages = {"pt" if "/pt/" in link else "en" for link in found}
            assert languages == {"pt" if path else "en"}


WEIGHT = Term(
    *("weight", "weight", ("weights",)),
    definition="A share of < 1.",
    see="index.md#demo",
    path="docs/en/glossary.md",
)
PESO = WEIGHT._replace(term="peso", forms=(), path="docs/pt/glossary.md")
DATA = {"en": [WEIGHT], "pt": [PESO], "eo": [WEIGHT], "pt-BR": [WEIGHT]}
REFUSED = {"ratio": "weight (not one)", "mass": "lead (not weight)"}
LEADS = {"led": {"GPT": ["generation", "index#demo"]}}
WORDS = {"search-idle": "how to", "search-signs": "√ root sqrt, ∞ infinity"}


def test_each_language_has_an_index_of_its_own(tmp_path):
    index = {"config": {"lang": ["en"]}, "docs": []}
    entries = {
        language: {"a/": [{"location": f"{path}a/", "text": "same"}]}
        for language, path in zip(DATA, ("", "pt/", "eo/", "pt-BR/"))
    }
    entries["en"]["pt-page/"] = [{"location": "pt-page/", "text": "same"}]
    file = tmp_path / "search/search_index.json"
    file.parent.mkdir()
    file.write_text(json.dumps(index))
    stemmer = tmp_path / "assets/javascripts/lunr/min/lunr.pt.min.js"
    stemmer.parent.mkdir(parents=True)
    stemmer.write_text("e.pt.stemmer=function(){}")
    told = dict.fromkeys(DATA, WORDS)
    page = SimpleNamespace(headings=[SimpleNamespace(id="a")])
    left = [SimpleNamespace(id="a", shown=False)]  # of what is not translated
    project = SimpleNamespace(
        words=told,
        terms=DATA,
        refused=dict.fromkeys(DATA, {}),
        settings={},
        data=lambda path: LEADS,
        titles=lambda language: {"a": "A"},
        page=lambda name, language: page,
        states=lambda page, language: [] if language == "en" else left,
    )
    write(tmp_path, project, entries)
    found, term = {}, "glossary/#weight"
    for path in ("", "pt/", "eo/", "pt-BR/"):
        text = (tmp_path / path / "search/search_index.json").read_text()
        own = json.loads(text)
        later = json.loads((tmp_path / own["config"]["later"]).read_text())
        assert later["config"]["idle"] == ["how", "to"]
        signs = {"√": ["root", "sqrt"], "∞": ["infinity"]}
        assert later["config"]["signs"] == signs
        locations = [entry["location"] for entry in later["docs"]]
        assert later["config"]["leads"] == {"GPT": ["generation/", "#demo"]}
        found[path] = own["config"]["lang"], locations
        original = [e["location"] for e in later["docs"] if e.get("boost")]
        assert original == {"": [], "pt/": ["a/"]}.get(path, ["a/", term])
    assert found == {
        "": (["en"], ["a/", "pt-page/", term]),
        "pt/": (["pt"], ["a/", term]),
        "eo/": (["en"], ["a/", term]),
        "pt-BR/": (["en"], ["a/", term]),
    }


def test_a_term_is_an_entry_with_its_names_and_its_section():
    project = SimpleNamespace(terms=DATA, refused={"en": REFUSED, "pt": {}})
    (english,) = terms(project, "en")
    (other,) = terms(project, "pt")
    assert english == {
        "location": "glossary/#weight",
        "title": "weight",
        "text": "<p>A share of &lt; 1.</p>",
        "names": ["weight", "weights"],
        "also": ["peso", "ratio"],
        "see": "#demo",
    }
    assert (other["title"], other["also"]) == ("peso", ["weight"])


def test_exercises_mistakes_the_original_and_the_site_count_for_less():
    locations = [
        *("a/", "a/#mistakes", "a/#one", "a/#exercises", "a/#two"),
        *("a/#remember", "b/", "b/#mistakes", "b/#three", "c/"),
    ]
    docs = [{"location": location} for location in locations]
    told = weighed(docs, ["c"], {"b/#three"})
    less = ["a/#mistakes", "a/#one", "a/#exercises", "a/#two", "b/#three", "c/"]
    assert [d["location"] for d in told if "boost" in d] == less


@pytest.mark.parametrize(
    "tex, text",
    [
        (r"\frac{\omega_{ij}}{\sqrt{d_k}}", "ωᵢⱼ/√dₖ"),
        (r"\sqrt{\sigma^2 + \epsilon} < \sigma^2", "√(σ²+ϵ)&lt;σ²"),
        (r"\frac{a + b}{2} x^{(i)} K^\top e^{-x}", "(a+b)/2x^(i)K^⊤e^(−x)"),
        (r"\sum_{j=1}^T x_j", "∑_(j=1)^Txⱼ"),
        (r"\operatorname{softmax}(x) \log p", "softmax(x)log p"),
    ],
)
def test_the_index_has_what_formulas_show_by_their_form(tex, text):
    math = to_mathml(tex, display=False)
    indexed = with_text(f"<p>Divide by {math}.</p>")
    assert indexed.replace("ε", "ϵ") == f"<p>Divide by {text}.</p>"


def test_the_index_has_no_displayed_formula_and_no_number_of_a_note():
    html = to_mathml(r"x_2", display=True) + "<span>(2)</span><code>x"
    html += '<span class="mark"><i># (</i>1<i>)!</i></span>\ny</code>'
    assert with_text(html) == "<code>x\ny</code>"


def test_an_excerpt_has_the_roots_of_its_page(site):
    (file,) = (site / "pt/search").glob("docs.json")
    docs = json.loads(file.read_text("utf-8"))["docs"]
    texts = "".join(doc["text"] for doc in docs)
    assert "divididas por √dₖ" in texts
