"""The terms of the glossary: how they are read, and used by other pages."""

import re

import pytest
from conftest import ROOT, edit, this_project
from planting import TWIN

from sitebuild.__main__ import main
from sitebuild.checks.translations import faulty_terms, refused_variants
from sitebuild.pages.glossary_terms import pattern, refused, terms_of
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import languages
from sitebuild.pages.staleness import with_sorted_terms

START = "Ao final deste capítulo"
GLOSSARIO = "docs/pt/glossary.md"
TEXT = """\
# Glossary { #glossary }

## Terms { #terms }

### zero { #zero }

Nothing.
[Why](demo.md#a)

### água *viva* { #water forms="águas, *aqu*" elsewhere="mar de" .ambiguous }

It `flows`, or does
not. [How](demo.md#b)

### odd { #odd }

No link.

## No { #refused }

| No | Yes | Why |
| --- | --- | --- |
| *Wat…* | água | it is *wet* |
| *nil* | zero | |
"""


def found(root, check) -> list[str]:
    """What a check says of a project."""
    return sorted(map(str, check.problems(Project(root))))


def test_a_glossary_is_read(tmp_path):
    page = Page(tmp_path, GLOSSARIO, TEXT)
    zero, water, odd = terms_of(page)
    assert zero[:2] == ("zero", "zero") and zero.looked_for == ("zero",)
    assert water.all_forms == ("água viva", "águas", "*aqu*")
    assert water.looked_for == ("águas", "*aqu*")
    assert water.elsewhere == ("mar de",)
    assert water[5:] == ("It flows, or does not.", "demo.md#b", GLOSSARIO, 10)
    assert (odd.definition, odd.see) == ("", "")
    assert refused(page) == {"wat*": "água (it is wet)", "nil": "zero"}
    assert terms_of(Page(tmp_path, "docs/pt/other.md", TEXT)) == []


def test_terms_are_in_the_order_of_the_alphabet_and_know_their_lines(tmp_path):
    page = with_sorted_terms(Page(tmp_path, GLOSSARIO, TEXT))
    ids = [heading.id for heading in page.headings]
    assert ids == ["glossary", "terms", "water", "odd", "zero", "refused"]
    assert [term.line for term in terms_of(page)] == [10, 15, 5]


def test_a_translation_that_is_done_keeps_its_forms(chapter):
    unit = "pt/glossary#ablation"
    before = (chapter / GLOSSARIO).read_text("utf-8")
    without = re.sub(r"(#ablation .*?) data-from=\w+ .machine", r"\1", before)
    (chapter / GLOSSARIO).write_text(without, "utf-8")
    assert before != without
    assert main(["done", "--machine", unit], chapter) == 0
    assert (chapter / GLOSSARIO).read_text("utf-8") == before


@pytest.mark.parametrize(
    "old, new, line, message",
    [
        (
            "# Atenção",
            "# Auto-atenção",
            6,
            "“auto-atenção” is a refused variant",
        ),
        (
            START,
            f"A invariância\nde tradução. {START}",
            13,
            "“invariância de tradução” is a refused variant; write inv",
        ),
        ("description: A", "description: Máscara casual. A", 1, "“máscara cas"),
    ],
)
def test_forbidden_variant_is_found(chapter, old, new, line, message):
    edit(chapter, TWIN, old, new)
    (problem,) = found(chapter, refused_variants)
    assert problem.startswith(f"{TWIN}:{line}: ") and message in problem


def test_variant_in_code_or_inside_another_word_is_none(chapter):
    edit(chapter, TWIN, START, f"`auto-atenção` e autoatenções {START}")
    assert found(chapter, refused_variants) == []


def test_a_refused_variant_may_have_an_ending(chapter):
    edit(chapter, GLOSSARIO, "| *", "| *frut…* | Não. | |\n| *")
    edit(chapter, TWIN, START, f"Frutas. {START}")
    (problem,) = found(chapter, refused_variants)
    assert "“frutas” is a refused variant; write Não." in problem


def test_a_term_that_a_language_does_not_have_yet_is_not_asked_for(chapter):
    (chapter / GLOSSARIO).unlink()
    for check in (refused_variants, faulty_terms):
        assert found(chapter, check) == []


@pytest.mark.parametrize(
    "forms, text, found",
    [
        (("peso", "pesos"), "Pesos, sobrepeso e peso-pena: um peso", 2),
        (("*peso*",), "Pesos, sobrepeso e peso-pena: um peso", 3),
        (("produto escalar",), "o produto\nescalar", 1),
    ],
)
def test_a_term_is_found_as_whole_words_or_as_its_asterisks_say(
    forms, text, found
):
    assert len(pattern(forms).findall(text)) == found


@pytest.mark.parametrize("language", languages(ROOT))
def test_a_replacement_is_no_variant_that_is_refused(language):
    known = this_project().refused[language]
    wrong = {
        variant: use
        for variant, use in known.items()
        if pattern(tuple(known)).search(use.partition(" (")[0])
    }
    assert known and wrong == {}
