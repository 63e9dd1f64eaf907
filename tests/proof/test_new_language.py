"""A new language: built at once in marked English, then section by section."""

import pytest
import yaml
from conftest import LOCALE, edit

from proof.checks.gates import check
from proof.pages.page import Page, read_pages
from proof.pages.passages import DATA, composed
from proof.translate import commands, language

ADD = (LOCALE, "Español")


def call(root, *arguments: str) -> int:
    return language.main(list(arguments), root)


def test_everything_is_there_and_nothing_is_translated(project, capsys):
    assert call(project, *ADD) == 0
    assert check(project) == []
    for path, fields in DATA.items():
        data = yaml.safe_load((project / path).read_text("utf-8"))
        entries = data.get("errata", data).values()
        assert all(entry[LOCALE].keys() == {*fields} for entry in entries)
    spanish = [
        state.status
        for language, _, states in commands.all_states(project)
        for state in states
        if language == LOCALE
    ]
    assert set(spanish) == {"missing"} and len(spanish) > 400
    assert (
        f"- locale: {LOCALE}\n          name: Español\n          build: true\n"
        in (project / "mkdocs.yml").read_text("utf-8")
    )


def test_other_languages_are_left_as_they_are(project):
    before = {
        path: yaml.safe_load((project / path).read_text("utf-8"))
        for path in DATA
    }
    call(project, *ADD)
    for path, data in before.items():
        after = yaml.safe_load((project / path).read_text("utf-8"))
        for entry in after.get("errata", after).values():
            del entry[LOCALE]
        assert after == data


def test_an_interrupted_start_is_finished_by_another(project, monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(language, "start", interrupt)
        with pytest.raises(KeyboardInterrupt):
            call(project, *ADD)
    assert f"locale: {LOCALE}" not in (project / "mkdocs.yml").read_text(
        "utf-8"
    )
    assert call(project, *ADD) == 0
    assert check(project) == []
    glossary = (project / "docs/glossary.yml").read_text("utf-8")
    assert glossary.count(f"\n  {LOCALE}:\n") == glossary.count("\n  en:\n")


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "name a language"),
        (["", ""], "LANG is ''"),
        (["C.UTF-8", "Español"], "two lower-case letters"),
        (["../es", "Español"], "two lower-case letters"),
        ([LOCALE, ""], "NAME is ''"),
        ([LOCALE, "<b>Español</b>"], "in letters"),
        ([LOCALE, "Español\n- x"], "in letters"),
        (["pt", "Português"], "is a language of this site already"),
        (["qq", "Klingon"], "the theme does not speak 'qq' yet"),
    ],
)
def test_what_is_no_language_is_refused_before_anything(
    project, capsys, arguments, message
):
    before = {f: f.read_bytes() for f in project.rglob("*.*") if f.is_file()}
    assert call(project, *arguments) == 2
    assert message in capsys.readouterr().err
    after = {f: f.read_bytes() for f in project.rglob("*.*") if f.is_file()}
    assert after == before


def translate(project) -> None:
    """One section of a chapter and one term into Spanish."""
    unit = f"{LOCALE}/simplified-attention#hello-scores"
    assert commands.main(["start", unit], project) == 0
    page = Page(project, f"docs/{LOCALE}/simplified-attention.md")
    for line in page.lines[page.start :]:
        if line[:1].isalpha():
            edit(project, page.path, line, "Producto escalar.")
    edit(project, f"docs/{LOCALE}/simplified-attention.md", "Step 1", "Paso 1")


def test_a_chapter_turns_section_by_section(project):
    call(project, *ADD)
    translate(project)
    pages = {page.path: page for page in read_pages(project)}
    page = composed(project, pages)[f"docs/{LOCALE}/simplified-attention.md"]
    original = pages["docs/en/simplified-attention.md"]
    assert [b.section for b in page.blocks] == [
        b.section for b in original.blocks
    ]
    (spanish,) = {
        page.at(block.line)[0]: block
        for block in page.blocks
        if page.at(block.line)[0] != original.path
    }
    assert spanish == f"docs/{LOCALE}/simplified-attention.md"
