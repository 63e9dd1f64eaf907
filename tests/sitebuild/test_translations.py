"""Translations: what is current, what readers see, what is left to do."""

import io
import re
from datetime import date

import pytest
from demo_site import CODE, EN, GLOSSARIO, OUTPUTS, PT
from planting import check
from projects import commit_all, edit, line_of

from sitebuild.__main__ import main

OLD, NEW = "their dot product", "the product of both"
INCLUDE = f'--8<-- "{CODE}:scores"'
NEW_SECTION = "## Cost { #cost }\n\nIt costs.\n\n## Picture"


@pytest.fixture
def call(demo, capsys):
    """Call it with a command: the exit status, and what is said."""

    def run(*arguments: str) -> tuple[int, str]:
        capsys.readouterr()
        status = main([*arguments], demo)
        return status, "".join(capsys.readouterr())

    return run


def left(call) -> set[str]:
    """What is left to do: states of sections, and kinds of what differs."""
    text = call("todo", "pt/demo")[1]
    states = re.findall(r": pt/demo#(\S+ is (?:miss|outd|orph)\w+)", text)
    kinds = re.findall(
        r":\d+: ([^#]+?) is `.*` here and `.*` in .*:\d+; make", text
    )
    return {*states, *(f"other {kind}" for kind in kinds)}


# Edits of a file, and what is left to do because of them.
EDITS = {
    "lines broken otherwise": (EN, "each token", "each\n  token", ()),
    "words": (EN, OLD, NEW, ["scores is outdated"]),
    "title": (EN, "Weights\nd", "Shares\nd", ["weights is outdated"]),
    "formula": (
        EN,
        "\\cdot k",
        "\\times k",
        ["scores is outdated", "other formula"],
    ),
    "include": (EN, ":heat", ":area", ["picture is outdated", "other fence"]),
    "link": (
        EN,
        "softmax.md#why",
        "#scores",
        ["weights is outdated", "other link"],
    ),
    "decimal": (EN, "0.25", "0.5", ["table is outdated", "other decimal"]),
    "box": (EN, "!!! note", "!!! tip", ["picture is outdated", "other box"]),
    "place": (EN, "{{ stepper }}\n", "", ["steps is outdated", "other place"]),
    "id": (
        EN,
        "#remember",
        "#keep",
        ["keep is missing", "remember is orphaned"],
    ),
    "new section": (EN, "## Picture", NEW_SECTION, ["cost is missing"]),
    "translated words": (PT, "grande onde", "maior onde", ()),
    "decimal twice": (PT, "Primeiro ponto", "Primeiro ponto: 0.25", ()),
    "translated formula": (PT, "\\cdot k", "\\times k", ["other formula"]),
    "number of a formula": (PT, "\\tag{1}", "", ["other formula"]),
    "formula in a line": (PT, "$q$", "$k$", ["other formula in a line"]),
    "include lost": (PT, INCLUDE, "", ["other fence"]),
    "link elsewhere": (PT, "(softmax.md#why)", "(#table)", ["other link"]),
    "another digit": (PT, "0.25", "0.26", ["other decimal"]),
    "other picture": (PT, "square.svg", "box.svg", ["other picture"]),
    "cells lost": (PT, "form: notebook\n", "", ["other `form`"]),
    "level": (PT, "### Uma", "## Uma", ["other heading"]),
}


@pytest.mark.parametrize("name", EDITS)
def test_a_section_that_falls_behind_is_seen(demo, call, name):
    assert left(call) == set()
    path, old, new, expected = EDITS[name]
    edit(demo, path, old, new)
    assert left(call) == set(expected)


def mark(root, name: str, new: str) -> None:
    """Give a section another mark."""
    text = (root / PT).read_text("utf-8")
    text = re.sub(rf"(#{name}) data-from=[0-9a-f]{{8}}", rf"\1{new}", text)
    (root / PT).write_text(text, "utf-8")


def test_a_section_without_a_mark_or_translation_is_seen(demo, call):
    mark(demo, "table", "")
    assert left(call) == {"table is outdated"}
    before, *_ = (demo / PT).read_text("utf-8").partition("\n## Para lembrar")
    text = (demo / EN).read_text("utf-8")
    copied = text[text.index("\n## What to remember") :]
    for end in ("\n", copied):
        (demo / PT).write_text(before + end, "utf-8")
        assert left(call) == {"table is outdated", "remember is missing"}


def test_an_edit_of_the_original_stops_nobody(demo):
    for old, new in (
        (OLD, NEW),
        (f"{CODE}:heat", f"{CODE}:x"),
        ("(softmax.md#why)", "(#scores)"),
        ("0.25", "0.5"),
        ("#remember", "#keep"),
        ("## Picture", NEW_SECTION),
        ("The weights come first", "Depois vem a soma"),
    ):
        edit(demo, EN, old, new)
    edit(demo, CODE, "# %% heat", "# %% x")
    for suffix in ("svg", "html"):
        (demo / OUTPUTS / f"heat.{suffix}").rename(
            demo / OUTPUTS / f"x.{suffix}"
        )
    edit(demo, EN, "heat.svg", "x.svg")
    assert check(demo) == []


def test_readers_see_the_original_where_a_translation_differs(demo):
    """What is wrong in a section that nobody is shown is no problem."""
    edit(demo, PT, "paciência", "2,5")
    assert "2,5 is written with a comma" in str(check(demo)[0])
    edit(demo, PT, "(softmax.md#why)", "(#table)")
    assert check(demo) == []


def test_todo_counts_then_gives_file_line_and_reason(demo, call):
    edit(demo, EN, OLD, NEW)
    edit(demo, EN, "## Picture", NEW_SECTION)
    edit(demo, PT, "#remember ", "#keep ")
    edit(demo, PT, "0.25", "0.26")
    status, said = call("todo")
    counts = told = said.splitlines()
    assert status == 0
    counts = next(row for row in counts if row.startswith("pt/demo"))
    states = "6 current, 1 outdated, 2 missing, 1 orphaned, 0 read"
    assert counts == f"pt/demo: {states}"
    both = f" ({EN}:{line_of(demo, EN, '## Scores')})"
    first = f" ({EN}:{line_of(demo, EN, '# Weights')}); more on this page: 5"
    order = [
        (EN, "## Cost", "pt/demo#cost is missing; more on this page: 1"),
        (PT, "## Pontuações", f"pt/demo#scores is outdated{both}"),
        (PT, "## Para", "pt/demo#keep is orphaned"),
        (PT, "# Pesos", f"pt/demo#weights has been read by nobody yet{first}"),
    ]
    rows = [f"{p}:{line_of(demo, p, at)}: {text}" for p, at, text in order]
    assert [row for row in told if row in rows] == rows
    here, there = line_of(demo, PT, "| sol"), line_of(demo, EN, "| sun")
    differs = f"{PT}:{here}: decimal is `0.26` here and `0.25` in {EN}:{there}"
    assert any(line.startswith(f"{differs}; make them eq") for line in told)


def test_todo_lists_what_was_asked_for_and_nothing_like_it(demo, call):
    for name in ("a", "ab"):
        text = "# A { #x }\n\nWords.\n\n## B { #x-0 }\n\nMore.\n"
        (demo / f"docs/en/{name}.md").write_text(text)
    for asked, expected in (
        ("pt/a", {"pt/a#x", "pt/a#x-0"}),
        ("pt/a#x", {"pt/a#x"}),
        ("pt", {"pt/a#x", "pt/ab#x"}),  # the first of each page, and how many
    ):
        assert {*re.findall(r"pt/ab?#\S+", call("todo", asked)[1])} == expected
    for unknown in ("pt/c", "fr", "pt/a#y", "en/demo", "x y"):
        status, said = call("todo", unknown)
        assert status == 2 and "no translation has this; write a lang" in said


def test_the_command_line_chooses_language_and_what_is_listed(demo, call):
    edit(demo, EN, OLD, NEW)
    status, said = call("--language=pt", "todo")
    assert status == 0 and "pt/demo#scores está desatualizada (" in said
    assert "pt/demo: em dia: 7, desatualizadas: 1, revisadas: 0" in said
    assert call("--language=pt", "check")[1] == "8 páginas, 0 problemas\n"
    edit(demo, PT, "0.25", "0.26")
    differs = "o decimal é `0.26` aqui e `0.25` em"
    assert differs in call("todo", "pt/demo", "--language=pt")[1]


@pytest.fixture
def review(call, monkeypatch):
    """Review what is named, and type something: exit status, what is said."""

    def run(name: str, typed: str = "y\n") -> tuple[int, str]:
        monkeypatch.setattr("sys.stdin", io.StringIO(typed))
        return call("review", name)

    return run


def test_review_shows_both_sides_and_marks_what_is_confirmed(
    demo, call, review, monkeypatch
):
    assert call("done", "pt/demo#scores", "--machine")[0] == 0
    monkeypatch.setenv("COLUMNS", "120")
    for typed, marked in (("\n", False), ("", False), (" Y\n", True)):
        status, said = review("pt/demo#scores", typed)
        assert status == 0
        assert re.search("## Scores .* │ ## Pontuações", said)
        heading = (demo / PT).read_text("utf-8").partition("## Pont")[2]
        heading = heading.partition("\n")[0]
        assert heading.endswith(f" read={date.today()} }}") is marked
        assert heading.endswith(" .machine }") is not marked
    assert "1 read" in call("todo")[1]
    assert "scores has been read by nobody" not in call("todo", "pt/demo")[1]


def test_review_asks_for_each_section_of_a_page_that_nobody_has_read(
    call, review
):
    assert review("pt/demo#scores")[0] == 0
    status, said = review("pt/demo", "y\n\ny\n")
    assert status == 0 and said.count("marked as read") == 2
    assert "## Pontuações" not in said
    assert "3 read" in call("todo")[1]


def test_who_mends_a_page_while_reviewing_it_marks_the_right_heading(
    demo, call, monkeypatch
):
    class Editing(io.StringIO):
        def readline(self, *_) -> str:
            edit(demo, PT, "## Pontuações", "Uma frase nova.\n\n## Pontuações")
            return "y\n"

    monkeypatch.setattr("sys.stdin", Editing())
    before = (demo / PT).read_text("utf-8")
    assert call("review", "pt/demo#scores")[0] == 0
    after = (demo / PT).read_text("utf-8").replace("Uma frase nova.\n\n", "")
    assert after.replace(f" read={date.today()} }}", " }") == before


def test_what_is_no_longer_what_was_read_must_be_read_again(demo, call, review):
    assert review("pt/demo#scores")[0] == 0
    edit(demo, EN, "q \\cdot k", "q \\times k")
    for name, says in (("scores", "formula is"), ("picture", "")):
        status, said = review(f"pt/demo#{name}")
        assert (status == 2) is bool(says) and says in said
    assert call("sync", "pt/demo")[0] == 0
    status, said = review("pt/demo#scores")
    assert status == 2 and "pt/demo#scores is outdated" in said
    assert call("done", "pt/demo#scores")[0] == 0
    assert "scores has been read by nobody yet" in call("todo", "pt/demo")[1]


def test_done_marks_one_section_and_keeps_who_made_it(demo, call):
    assert call("done", "pt/demo#scores", "--machine")[0] == 0
    edit(demo, EN, OLD, NEW)
    edit(demo, EN, "positive.", "never negative.")
    before = (demo / PT).read_text("utf-8").splitlines()
    assert call("done", "pt/demo#scores")[0] == 0
    assert left(call) == {"remember is outdated"}
    after = (demo / PT).read_text("utf-8").splitlines()
    (line,) = [k for k in range(len(before)) if before[k] != after[k]]
    assert line + 1 == line_of(demo, PT, "## Pontuações")
    assert after[line].endswith(" .machine }")
    assert call("done", "pt/glossary#weight")[0] == 0
    assert '#weight forms="pesos" data-from=' in (demo / GLOSSARIO).read_text()


REFUSED = {
    "missing": (EN, "#remember", "#keep", "keep", "pt/demo#keep is missing"),
    "orphaned": (PT, "#remember", "#keep", "keep", "pt/demo#keep is orphaned"),
    "formula": (
        PT,
        "\\cdot k",
        "\\times k",
        "scores",
        "formula is `\\omega = q",
    ),
    "decimal": (PT, "0.25", "0.26", "table", "is `0.26` here and `0.25` in"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_done_refuses_what_is_half_done(demo, call, name):
    path, old, new, section, says = REFUSED[name]
    edit(demo, path, old, new)
    before = (demo / PT).read_bytes()
    status, said = call("done", f"pt/demo#{section}")
    assert status == 2 and says in said
    assert (demo / PT).read_bytes() == before


def test_diff_shows_the_words_that_changed(demo, call):
    commit_all(demo)
    edit(demo, EN, OLD, NEW)
    status, said = call("diff", "pt/demo#scores")
    words = "is [-their dot product:-] {+the product of both:+} $$"
    assert status == 0 and words in " ".join(said.split())
    mark(demo, "scores", " data-from=00000000")
    status, said = call("diff", "pt/demo#scores")
    assert status == 2 and "git knows no original with the" in said


SYNCED = {  # edits of the original and the translation, and what comes of it
    "include": ([(EN, ":heat", ":area")], ":heat", ":area"),
    "formula": ([(EN, "\\cdot k", "\\times k")], "\\cdot k", "\\times k"),
    "formula of more lines": (
        [(EN, "q \\cdot k", "q\n\\cdot\nk")],
        "q \\cdot k",
        "q\n\\cdot\nk",
    ),
    "formula with words": (
        [
            (EN, "q \\cdot k", "q \\times k \\text{ if near}"),
            (PT, "q \\cdot k", "q \\cdot k \\text{ se perto}"),
        ],
        "\\cdot k \\text{ se perto}",
        "\\times k \\text{ se perto}",
    ),
    "one of two links": (
        [
            (EN, "$q$", "[one](#table) or [two](#picture)"),
            (PT, "$q$", "[dois](#picture) ou [um](#table)"),
            (EN, "#picture)", "#remember)"),
        ],
        "[dois](#picture)",
        "[dois](#remember)",
    ),
}


@pytest.mark.parametrize("name", SYNCED)
def test_sync_copies_what_corresponds(demo, call, name):
    edits, old, new = SYNCED[name]
    for one in edits:
        edit(demo, *one)
    wanted = (demo / PT).read_text("utf-8").replace(old, new)
    status, said = call("sync", "pt/demo")
    assert status == 0 and said.startswith(f"--- {PT}\n+++ {PT}\n@@ -")
    assert (demo / PT).read_text("utf-8") == wanted
    assert not any(state.startswith("other") for state in left(call))


def test_sync_names_what_it_leaves(demo, call):
    edit(demo, EN, "[softmax](softmax.md#why)", "softmax")
    edit(demo, EN, ":heat", ":area")
    before = (demo / PT).read_text("utf-8")
    line, there = (line_of(demo, path, "# ") for path in (PT, EN))
    told = f"{PT}:{line}: link was not copied: 1 here, 0 in {EN}:{there}"
    assert told in call("sync")[1]
    assert (demo / PT).read_text("utf-8") == before.replace(":heat", ":area")


def test_sync_names_the_line_and_leaves_other_sections_alone(demo, call):
    edit(demo, EN, "q \\cdot k", "q \\times k")
    before = (demo / PT).read_text("utf-8")
    line = line_of(demo, PT, "\\omega")
    told = f"+++ {PT}\n@@ -{line} +{line} @@\n-\\omega = q \\cdot k\n"
    assert told in call("sync")[1]
    after = (demo / PT).read_text("utf-8")
    assert after == before.replace("q \\cdot k", "q \\times k")
