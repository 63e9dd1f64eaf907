"""Terms are explained where they stand first, by the glossary's own words."""

import re

import pytest
from conftest import ADDRESSES, ROOT, parsed

TERM = r"(?m)^### (.+?) \{ #([\w-]+)(.*) \}$"
LANGUAGES = "en", "pt"


def glossary(language: str) -> str:
    return (ROOT / f"docs/{language}/glossary.md").read_text("utf-8")


def marked(site, language: str) -> list:
    """The links to terms in the articles of a language, by page."""
    return [
        parsed(site / address).article("a", class_="term")
        for path, address in ADDRESSES.items()
        if path.startswith(f"docs/{language}/") and "glossary" not in path
    ]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_term_is_marked_once_on_a_page_and_in_running_text_alone(
    site, language
):
    for links in marked(site, language):
        keys = [link["href"].partition("#")[2] for link in links]
        assert len(keys) == len({*keys})
        for link in links:
            assert (
                link.find_parent(["h1", "h2", "h3", "table", "summary"]) is None
            )
            assert link.find_parent(["pre", "code", "figure", "form"]) is None
            assert link.find_parent(class_="admonition-title") is None
            told = link.find("span", id=link["aria-describedby"])
            assert "data-search-exclude" in told.attrs and told.get_text()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_term_is_marked_somewhere_and_no_other_meaning_is(site, language):
    every = [link for links in marked(site, language) for link in links]
    seen = {link["href"].partition("#")[2] for link in every}
    for name, key, given in re.findall(TERM, glossary(language)):
        forms = ".ambiguous" not in given or "forms=" in given
        assert not forms or key in seen, name
    phrases = re.findall('elsewhere="([^"]*)"', glossary(language))
    phrases = [p.strip() for listed in phrases for p in listed.split(",")]
    wrong = re.compile(rf"(?i)\b(?:{'|'.join(phrases)})\b")
    for link in every:
        form = link.find(string=True, recursive=False)
        before = str(link.previous_sibling or "")[-30:]
        near = f"{before}{form}{str(link.next_sibling or '')[:30]}"
        place = len(before)
        spans = [found.span() for found in wrong.finditer(near)]
        assert not any(a <= place < b for a, b in spans), near


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_glossary_has_letters_and_the_names_in_other_languages(
    site, language
):
    article = parsed(site / ADDRESSES[f"docs/{language}/glossary.md"]).article
    other = LANGUAGES[language == "en"]
    theirs = {key: name for name, key, _ in re.findall(TERM, glossary(other))}
    for name, key, _ in re.findall(TERM, glossary(language)):
        heading = article.find("h3", id=key)
        spans = {
            s["lang"][:2]: s.get_text() for s in heading("span", lang=True)
        }
        if "$" not in name + theirs[key]:
            assert spans[other] == theirs[key].replace("*", "")
    letters = article.find("nav", class_="letters")("a")
    order = [link.get_text() for link in letters]
    assert order == sorted(order) and "A" in order
    ids = [h["id"] for h in article("h3")]
    assert all(link["href"][1:] in ids for link in letters)
