"""Forbidden variants and inconsistent renderings are found at their line."""

import pytest
from conftest import edit
from planting import TWIN

from proof.checks.terms import renderings, variants
from proof.pages.project import Project
from proof.pages.terms import pattern

START = "Ao final deste capítulo"


def found(root, check) -> list[str]:
    """What a check says of the translated chapter."""
    return sorted(map(str, check.problems(Project(root))))


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
    (problem,) = found(chapter, variants)
    assert problem.startswith(f"{TWIN}:{line}: ") and message in problem


def test_variant_in_code_or_inside_another_word_is_none(chapter):
    edit(chapter, TWIN, START, f"`auto-atenção` e autoatenções {START}")
    assert found(chapter, variants) == []


def test_another_term_where_the_original_has_one_is_found(chapter):
    """The softmax called a mask: each word is right in another place."""
    file = chapter / TWIN
    text = file.read_text("utf-8").replace("softmax", "máscara")
    file.write_text(text, "utf-8")
    problems = found(chapter, renderings)
    assert any("has “softmax”" in problem for problem in problems), problems
    lines = text.splitlines()
    numbers = [int(problem.split(":")[1]) for problem in problems]
    assert all(lines[number - 1].startswith("#") for number in numbers)


def test_a_term_that_a_language_does_not_have_yet_is_not_asked_for(chapter):
    (chapter / "docs/pt/terms.yml").unlink()
    assert found(chapter, variants) == found(chapter, renderings) == []


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


def test_a_refused_variant_may_have_an_ending(chapter):
    file = chapter / "docs/pt/terms.yml"
    text = file.read_text("utf-8")
    file.write_text(text.replace("  not:\n", "  not:\n    frut*: Não.\n", 1))
    edit(chapter, TWIN, START, f"Frutas. {START}")
    (problem,) = found(chapter, variants)
    assert "“frutas” is a refused variant; write Não." in problem
