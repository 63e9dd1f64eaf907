"""Forbidden variants and inconsistent renderings are found at their line."""

import pytest
from conftest import check, edit, line_of

from proof.checks.terms import renderings, variants
from proof.pages.project import Project

TWIN = "docs/pt/encoder.md"


@pytest.mark.parametrize(
    "old, new, message",
    [
        (
            "# Codificador {",
            "# Auto-atenção {",
            "“auto-atenção” is a variant",
        ),
        (
            "Ao final deste capítulo",
            "A invariância\nde tradução. Ao final deste capítulo",
            "“invariância de tradução” is a variant that is wrong: Em inglês",
        ),
        (
            "description: O",
            "description: Máscara casual. O",
            "“máscara casual” is a variant",
        ),
    ],
)
def test_forbidden_variant_is_found(project, old, new, message):
    edit(project, TWIN, old, new)
    line = (
        1
        if "description" in old
        else line_of(project, TWIN, new.split("\n")[0])
    )
    (problem,) = check(project)
    assert (problem.path, problem.line) == (TWIN, line)
    assert message in problem.message


def test_variant_in_code_or_inside_another_word_is_none(project):
    new = "`auto-atenção` e autoatenções Ao final deste capítulo"
    edit(project, TWIN, "Ao final deste capítulo", new)
    assert check(project) == []


def test_another_term_where_the_original_has_one_is_found(project):
    """The encoder called a decoder: each word is right in another place."""
    file = project / TWIN
    text = file.read_text("utf-8")
    for old, new in (("codificador", "decodificador"), ("Codif", "Decodif")):
        text = text.replace(old, new)
    file.write_text(text, "utf-8")
    found = [p for p in check(project) if p.path == TWIN]
    messages = "\n".join(p.message for p in found)
    assert "has “encoder”" in messages
    assert "this section never “codificador”, “codificadores”" in messages
    lines = file.read_text("utf-8").splitlines()
    assert all(lines[p.line - 1].startswith("#") for p in found)


def test_a_term_that_a_language_does_not_have_yet_is_not_asked_for(project):
    (project / "docs/pt/terms.yml").unlink()
    known = Project(project)
    assert variants.problems(known) | renderings.problems(known) == set()
