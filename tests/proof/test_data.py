"""Data files: what may stand in them, and that pages show it as text."""

import re
from types import SimpleNamespace

import pytest
import yaml
from conftest import ROOT, this_project

from course import sources
from proof.checks.data import FORMS, data, data_files, found
from proof.files import read_nodes, read_yaml
from proof.pages.page import Page
from proof.pages.project import declared
from proof.schema import Form, Like, Lines, faults
from proof.site import colophon, glossary, notices, places

EVIL = '"><evil onclick="x">&'
WORDS = {  # of the interface: every key is there
    key: EVIL
    for key in ("section", "covered", "shown", "guides", *sources.PARTS)
} | {"ran": "{python} {torch} {device} {date} {count}", "covers": "{guides}"}
WORDS["measured"] = "{machine} {threads} {date}"
GUIDES = {
    EVIL: {
        "title": EVIL,
        "language": EVIL,
        "rows": {EVIL: {"heading": EVIL, "covered": ["demo.md#demo"]}},
    }
}
ERRATUM = {"says": EVIL, "why": EVIL, "right": f"`{EVIL}`"}
ERRATUM |= {"guides": EVIL, "shown": ["demo.md#demo"]}
ERRATA = {"en": {EVIL: ERRATUM}}
TERM = {
    "term": EVIL,
    "forms": ["word"],
    "definition": EVIL,
    "not": {EVIL: EVIL},
}
TERMS = {"en": {EVIL: TERM | {"see": f"{EVIL}.md#{EVIL}"}}}
TERMS[EVIL] = {EVIL: TERM}
MADE = ("python", "torch", "device", "date", "machine", "threads")
MADE = dict.fromkeys(MADE, EVIL) | {"date": "2026-01-31"}


def shown(page: Page) -> dict[str, str]:
    """All that pages show of data files, by what shows it."""
    reference = SimpleNamespace(
        words={"en": WORDS},
        made={page.name: MADE},
        data=lambda _: GUIDES,
        entries=lambda _: ERRATA,
        entry_notices=lambda *_: {},
        page=lambda *_: page,
    )
    return {
        "coverage": sources.coverage.fill(reference, page, "en"),
        "errata": sources.errata.fill(reference, page, "en"),
        "covers": sources.covers.fill(reference, page, "en"),
        "glossary": glossary.listing(TERMS, "en", {EVIL: EVIL}, {}),
        "variants": glossary.refused(TERMS, "en", [EVIL]),
        "terms": glossary.mark("<p>word</p>", glossary.terms(TERMS, "en"), ""),
        "foot": colophon.html(page, MADE, "", "", WORDS, "en"),
        "machine": places.machine.fill(reference, page, "en"),
        "notice": notices.notice(EVIL, "en", "../", EVIL),
    }


def test_every_field_is_shown_as_text(small):
    for name, html in shown(Page(small, "docs/en/demo.md")).items():
        assert "&quot;&gt;&lt;evil" in html, name
        assert "<evil" not in html and not re.search("&(?!\\w+;)", html), name


def forms() -> list[Form]:
    return [*FORMS, *declared(this_project().course, Form)]


def test_every_data_file_of_the_project_has_its_form():
    files = data_files(ROOT, forms())
    assert {*files} >= {"course/roles.yml", "mkdocs.yml", "CITATION.cff"}
    assert len(files) > 40 and not data.problems(this_project())
    for form in forms():  # but for a declaration that is seldom needed
        used = any(map(form.is_of, files))
        assert used or form.paths.endswith("editorial.yml"), form.paths


def texts(form: object) -> set[Like]:
    """What a form has of texts, at any depth."""
    match form:
        case Like():
            return {form}
        case Lines():
            return {form.line}
        case dict():
            return {t for pair in form.items() for f in pair for t in texts(f)}
        case list() | tuple():
            return {text for part in form for text in texts(part)}
    return set()


def test_every_text_is_like_its_example():
    for form in forms():
        for text in texts(form.holds):
            assert text.fits(text.example), (form.paths, text)


@pytest.mark.parametrize(
    "text, line, message",
    [
        (
            "a:\n  see: demo\n",
            2,
            "in `a.see`: `demo` is refused; write it like",
        ),
        ("a:\n  term: x\n", 2, "this entry has no `see`"),
        ("a:\n  term: x\n  see:\n", 2, "this entry has no `see`"),
        ("a: x\n", 1, "in `a`: this is not a mapping"),
        ("a:\n", 1, "in `a`: this entry has no `see`"),
        (
            "a:\n  forms: []\n  see: a.md#b\n",
            2,
            "this list has 0 of at least 1",
        ),
        ("a:\n  forms: [~]\n  see: a.md#b\n", 2, "`~` is no text"),
        ("no:\n  see: a.md#b\n", 1, "`no` is no text"),
        ("null:\n  see: a.md#b\n", 1, "`null` is no text"),
        ("a:\n  forms:\n  see: a.md#b\n", 2, "this is not a list"),
        ("a:\n  term: 3\n  see: a.md#b\n", 2, "`3` is no text; put it between"),
        ("a:\n  match: 3\n  see: a.md#b\n", 2, "write it like `false`"),
        ("a:\n  x: y\n  see: a.md#b\n", 2, "the key `x` is not known"),
        ("- a\n", 1, "this is not a mapping"),
    ],
)
def test_what_has_another_form_is_named(text, line, message):
    (form,) = [f for f in FORMS if f.paths == "docs/en/terms.yml"]
    (found,) = faults(text, form.holds)
    assert found[0] == line and message in found[1]


SCRIPT = "  - assets/scripts/copy.js"
WRONG = [  # what is wrong with a file that has this in place of that
    ("mkdocs.yml", "strict: true", "hooks: [a.py]", "the key `hooks` is not"),
    (
        "mkdocs.yml",
        "  font: false",
        "  font: Roboto",
        "in `theme.font`: `Roboto`",
    ),
    (
        *("mkdocs.yml", SCRIPT, "  - https://example.org/a.js"),
        "in `extra_javascript`: `https://example.org/a.js` is refused",
    ),
    (
        *("mkdocs.yml", "name: Português (Brasil)", "name: No"),
        "in `plugins.i18n.languages.name`: `No` is no text",
    ),
    *(
        ("mkdocs.yml", old, new, f"`{new.split(': ')[1]}` is refused")
        for old, new in (
            ("    build: true", "    build: false"),
            ("docs_structure: folder", "docs_structure: suffix"),
            ("fallback_to_default: true", "fallback_to_default: false"),
            ("reconfigure_search: false", "reconfigure_search: true"),
            ("cache: false", "cache: true"),
            ("name: material", "name: mkdocs"),
        )
    ),
    (
        *("mkdocs.yml", "      cache: false", "      execute: true"),
        "the key `execute` is not known",
    ),
    ("pyproject.toml", "[tool.proof]\n", "[tool.proof]\nlook = 1\n", "`look`"),
    ("docs/assets/benchmark.csv", "2026-11-21,", "x,", "`x,2.13.0+cpu"),
    ("docs/assets/benchmark.csv", "date,torch", "torch", "begins with `date,t"),
    ("docs/pt/dictionary.txt", "threads", "two threads", "`two threads` is"),
    ("CITATION.cff", "version: 0.1.0", "version: 0.1", "`0.1` is no text"),
    (
        *("docs/en/queries.yml", "token: [tokens-and", "token: [Tokens and"),
        "in `sure.token`: `Tokens and-embeddings` is refused",
    ),
    ("docs/en/errata.yml", 'guides: "000, 003"', 'guides: "<b>"', "`<b>` is"),
    ("docs/sources.yml", "language: en", "language: <b>", "it like `en`"),
    ("docs/sources.yml", '"000-01":', '"<b>":', "the key `<b>` is not known"),
    ("docs/en/terms.yml", "ablation:", '"<b>":', "the key `<b>` is not known"),
    ("docs/recorded.json", '"cpu"', '"</p><a href=x>"', "it like `cpu`"),
    ("docs/recorded.json", '"torch":', '"python":', "`python` stands in line"),
]


@pytest.mark.parametrize("path, old, new, says", WRONG)
def test_a_fault_of_each_kind_of_file_is_told_at_its_line(path, old, new, says):
    text = (ROOT / path).read_text("utf-8")
    before, there, after = text.partition(old)
    form = next(form for form in forms() if form.is_of(path))
    assert there and not found(path, text, form)
    (number, reason), *_ = found(path, f"{before}{new}{after}", form)
    assert number == before.count("\n") + 1 and says in reason


@pytest.mark.parametrize(
    "text, said",
    [("a: &a [*a]", "what the alias stands for"), ("[" * 99, "nested too")],
    ids=["aliases", "brackets"],
)
def test_yaml_that_grows_is_refused_before_it_does(text, said):
    for read in (read_yaml, read_nodes):
        with pytest.raises(yaml.MarkedYAMLError, match=said):
            read(text)
