"""Data files: what may stand in them, and that pages show it as text."""

import re
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ROOT, speak, this_project

from sitebuild.checks.data_files import faulty_data, problems, schemas
from sitebuild.files import paths
from sitebuild.i18n import notices
from sitebuild.pages.glossary_terms import Term
from sitebuild.pages.page import Page
from sitebuild.pages.site_config import interface_texts
from sitebuild.site import glossary_links
from sitebuild.widgets import page_facts

EVIL = '"><evil onclick="x">&'
WORDS = {  # of the interface
    "ran": "{python} {torch} {device} {date} {count}",
}
TERM = Term(
    EVIL, EVIL, ("word",), definition=EVIL, path="docs/en/glossary_links.md"
)
OTHER = TERM._replace(path="docs/pt/glossary_links.md")
MADE = ("python", "torch", "device", "date", "machine", "threads")
MADE = dict.fromkeys(MADE, EVIL) | {"date": "2026-01-31"}


def shown(page: Page) -> dict[str, str]:
    """All that pages show of data files, by what shows it."""
    reference = SimpleNamespace(
        words={"en": WORDS},
        recorded={page.name: MADE},
        changed={},
        originals={},
    )
    known = {"en": [TERM], "pt": [OTHER]}
    heading = notices.Passage(TERM.key, "<h3></h3>", "")
    ((_, names, _),) = glossary_links.listed([heading], known, "en")
    return {
        "letters": glossary_links.letters([TERM]),
        "names": names,
        "terms": glossary_links.mark("<p>word</p>", [TERM], "", set()),
        "foot": page_facts.footer(reference, page, "en"),
        "notice": notices.notice(EVIL, "en", "../", EVIL),
    }


def test_every_field_is_shown_as_text(small):
    for name, html in shown(Page(small, "docs/en/demo.md")).items():
        assert re.search("&(quot|#34);&gt;&lt;evil", html), name
        assert "<evil" not in html and not re.search("&(?!#?\\w+;)", html), name


def test_every_data_file_of_the_project_fits_its_schema():
    files = {pattern: paths(ROOT, pattern) for pattern in schemas()}
    assert all(files.values()) and sum(map(len, files.values())) > 35
    assert not faulty_data.problems(this_project())


def test_each_pattern_fits_its_example():
    """Messages tell authors to write a value like the example."""

    def parts(schema: object):
        if isinstance(schema, dict | list):
            inside = schema.values() if isinstance(schema, dict) else schema
            for part in inside:
                yield from parts(part)
        if isinstance(schema, dict) and "examples" in schema:
            yield schema["examples"][0], schema

    found = [p for each in schemas().values() for p in parts(each.schema)]
    assert len(found) > 15
    for example, schema in found:
        validator = schemas()["CITATION.cff"].evolve(schema=schema)
        assert validator.is_valid(example)


WORDS_PT, MADE_AT = "docs/pt/words.yml", "docs/recorded.json"
CHAPTER = "snippets/chapters/demo/"
WRONG = [  # a file, its text, a line, and what is said of it
    # Keys.
    (
        MADE_AT,
        '{"<b>": {}}',
        1,
        "the key `<b>` is not known",
    ),
    (
        *(WORDS_PT, "a: b\n\na: c\n", 3),
        "`a` stands already in line 1",
    ),
    (MADE_AT, '{"a": {\n"date": "",\n"date": ""}}', 3, "`date` stands already"),
    (WORDS_PT, "a: b\nno: c\n", 2, "a key here is no text between quotes"),
    (WORDS_PT, "a: b\n? [c]\n: d\n", 2, "this is no YAML that is read"),
    (
        *(
            CHAPTER + "predictions.yml",
            "a: {cell: b, choices: [c, d]}\ne:\n",
            2,
        ),
        "in `e`: this is empty; fill it in or remove it",
    ),
    (
        *(CHAPTER + "predictions.yml", "a:\n  cell: b\n", 1),
        "in `a`: this entry has no `choices`; add it",
    ),
    # Kinds of values.
    (WORDS_PT, "- a\n", 1, "this is no mapping; write `key: value` lines"),
    (WORDS_PT, "a:\n  b: c\n", 1, "in `a`: this is no text; put it"),
    (WORDS_PT, "a: ''\n", 1, "in `a`: this is empty; fill it in or remove it"),
    *(
        (WORDS_PT, f"a: b\nc: {text}\n", 2, f"in `c`: `{text}` is no text; put")
        for text in ("3", "2.0", "No", "2026-01-31")
    ),
    (
        *(CHAPTER + "answers.yml", "a:\n  cell: b\n  says: '1'\n  within: c\n"),
        *(4, "in `a.within`: `c` is no number"),
    ),
    ("mkdocs.yml", "extra:\n  look: 1\n", 2, "the key `look` is not known"),
    # Values.
    (
        *(CHAPTER + "predictions.yml", "a: {cell: b, choices: [c]}\n", 1),
        "in `a.choices`: this is refused; write a list of two or more",
    ),
    (
        *(CHAPTER + "answers.yml", "a: {cell: b, says: '1', within: -1}\n", 1),
        "in `a.within`: `-1` is refused; write it like `0.001`",
    ),
    (MADE_AT, '{"a": {\n"device": "cpu\\n"}}', 2, "write it like `cpu`"),
    ("CITATION.cff", "title: a\nversion: 0.1\n", 2, "`0.1` is no text"),
    # What is no YAML, or grows while it is read.
    *(
        (WORDS_PT, f"a: b\n{text}\n", 2, f"this is no YAML that is read ({why}")
        for text, why in (
            ("c: d: e", "mapping values are not allowed"),
            ("c: 2026-13-45", "month must be in 1..12"),
            ("c: !!int d", "invalid literal for int()"),
            ("c: &d [*d]", "write out what the alias stands for"),
            (
                "c: !!python/name:os.system d",
                "could not determine a constructor",
            ),
            ("c: " + "[" * 99, "it is nested too deep"),
        )
    ),
]


@pytest.mark.parametrize("path, text, line, says", WRONG)
def test_a_fault_is_told_with_its_line_and_key(path, text, line, says):
    (schema,) = (s for p, s in schemas().items() if Path(path).match(p))
    found = [*problems(path, text, schema)]
    assert any(p.line == line and says in p.message for p in found), found


def test_a_language_shows_the_english_of_words_that_it_lacks(small):
    speak(small, "en", "pt")
    for code, text in ("en", "a: A\nb: '{n}'\nc: C\n"), ("pt", "b: B\nc: Z\n"):
        (small / f"docs/{code}/words.yml").write_text(text)
    assert interface_texts(small, "pt") == {"a": "A", "b": "B", "c": "Z"}
