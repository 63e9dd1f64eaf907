"""Translations: what is current, what readers see, what is left to do."""

import re

import pytest
from conftest import (
    ROOT,
    check,
    commit_all,
    edit,
    line_of,
    speak,
    this_project,
)
from hypothesis import given
from hypothesis import strategies as st
from pair import ENGLISH, PORTUGUESE

from sitebuild.__main__ import main
from sitebuild.i18n.translator import sync
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project

EN, PT = "docs/en/demo.md", "docs/pt/demo.md"
OLD, NEW = "their dot product", "the product of both"
FILES = {
    EN: ENGLISH,
    PT: PORTUGUESE,
    "docs/en/softmax.md": "# Softmax { #why }\n\nIt makes shares of all.\n",
    "docs/pt/softmax.md": "# A softmax { #why }\n\nDela saem parcelas.\n",
    "snippets/demo.py": "# %% one\nx = 0.25  # (1)!\n\n# %% two\nx = 0.5\n",
    "docs/assets/diagrams/demo/square.svg": (
        '<svg xmlns="http://www.w3.org/2000/svg" class="figure" '
        'viewBox="0 0 9 9"></svg>\n'
    ),
}


PNG = "docs/assets/diagrams/demo/square.png"


@pytest.fixture
def pair(tmp_path):
    """A project with two pages in both languages, all of it current."""
    for path, text in FILES.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    (tmp_path / PNG).write_bytes(b"\x89PNG\r\n\x1a\n")
    speak(tmp_path, "en", "pt")
    assert call(tmp_path, "done", "pt/demo", "pt/softmax") == 0
    return tmp_path


def call(root, *arguments: str) -> int:
    return main(list(arguments), root)


def faults(root) -> list:
    """What checks find on the pages."""
    return [p for p in check(root) if p.path.endswith(".md")]


def found(root) -> dict[str, str]:
    """What is not current or not shown, by the ids of sections."""
    return {
        state.id: state.status + ("" if state.shown else ", in English")
        for states in Project(root).page_states.values()
        for state in states
        if state.status != "current" or not state.shown
    }


INCLUDE = '--8<-- "snippets/demo.py:one"'
# Edits of a file, and what becomes of sections of the translation.
EDITS = {
    "lines broken otherwise": (EN, "each token", "each\n  token", {}),
    "words": (EN, OLD, NEW, {"scores": "outdated"}),
    "title of the page": (
        EN,
        "Weights\nd",
        "Shares\nd",
        {"weights": "outdated"},
    ),
    "formula": (
        EN,
        "\\cdot k",
        "\\times k",
        {"scores": "outdated, in English"},
    ),
    "include": (EN, ":one", ":two", {"scaling": "outdated, in English"}),
    "link": (
        EN,
        "softmax.md#why",
        "#scores",
        {"weights": "outdated, in English"},
    ),
    "decimal": (EN, "0.25", "0.5", {"table": "outdated, in English"}),
    "box": (EN, "!!! note", "!!! tip", {"picture": "outdated, in English"}),
    "place": (
        EN,
        "* First",
        "{{ changes }}\n\n* First",
        {"table": "outdated, in English"},
    ),
    "id": (
        EN,
        "#remember",
        "#keep",
        {"keep": "missing, in English", "remember": "orphaned, in English"},
    ),
    "translated words alone": (PT, "grande onde", "maior onde", {}),
    "decimal twice": (PT, "Primeiro ponto", "Primeiro ponto: 0.25", {}),
    "translated formula": (
        PT,
        "\\cdot k",
        "\\times k",
        {"scores": ", in English"},
    ),
    "number of a formula": (PT, "\\tag{1}", "", {"scores": ", in English"}),
    "formula in a line": (PT, "$q$", "$k$", {"scores": ", in English"}),
    "include lost": (PT, INCLUDE, "", {"scaling": ", in English"}),
    "link elsewhere": (
        PT,
        "(softmax.md#why)",
        "(#table)",
        {"weights": ", in English"},
    ),
    "decimal with another digit": (
        PT,
        "0.25",
        "0.26",
        {"table": ", in English"},
    ),
    "other picture": (
        PT,
        "square.svg",
        "box.svg",
        {"picture": ", in English"},
    ),
    "cells lost": (PT, "form: notebook\n", "", {"weights": ", in English"}),
    "level of a heading": (PT, "### Uma", "## Uma", {"table": ", in English"}),
}


@pytest.mark.parametrize("name", EDITS)
def test_states_of_sections(pair, name):
    path, old, new, expected = EDITS[name]
    edit(pair, path, old, new)
    whole = {
        k: "current" + v if v[0] == "," else v for k, v in expected.items()
    }
    assert found(pair) == whole


def mark(root, name: str, new: str) -> None:
    """Give sections whose ids match another mark."""
    text = (root / PT).read_text("utf-8")
    text = re.sub(rf"(#{name}) data-from=[0-9a-f]{{8}}", rf"\1{new}", text)
    (root / PT).write_text(text, "utf-8")


def test_a_section_whose_mark_is_removed_is_outdated(pair):
    mark(pair, "table", "")
    assert found(pair) == {"table": "outdated"}


def test_a_copy_of_the_original_is_missing(pair):
    before, *_ = (pair / PT).read_text("utf-8").partition("\n## Para lembrar")
    copied = ENGLISH[ENGLISH.index("\n## What to remember") :]
    for end in ("\n", copied):
        (pair / PT).write_text(before + end, "utf-8")
        assert found(pair) == {"remember": "missing, in English"}


def test_readers_see_the_original_where_a_translation_differs(pair):
    edit(pair, PT, "\\cdot k", "\\times k")
    page = Project(pair).by_path[PT]
    assert "A pontuação" not in page.text and "The score of query" in page.text
    assert "As pontuações são divididas" in page.text
    assert faults(pair) == [], "nothing stops because of it"


def test_an_edit_of_the_original_is_no_problem(pair):
    for old, new in (
        (OLD, NEW),
        ("demo.py:one", "demo.py:two"),
        ("(softmax.md#why)", "(#scores)"),
        ("0.25", "0.5"),
        ("#remember", "#keep"),
        ("## Picture", "## Cost { #cost }\n\nIt costs.\n\n## Picture"),
    ):
        edit(pair, EN, old, new)
    assert faults(pair) == []
    pages = Project(pair).by_path
    ids = [[h.id for h in pages[path].headings] for path in (EN, PT)]
    assert ids[0] == ids[1]
    includes = [[i[1:] for i in pages[path].includes] for path in (EN, PT)]
    assert includes[0] == includes[1]


def test_todo_counts_then_has_file_line_and_reason(pair, capsys):
    edit(pair, EN, OLD, NEW)
    edit(pair, EN, "## Picture", "## Cost { #cost }\n\nIt costs.\n\n## Picture")
    edit(pair, PT, "#remember ", "#keep ")
    edit(pair, PT, "0.25", "0.26")
    capsys.readouterr()
    assert call(pair, "todo") == 0
    demo, softmax, *told = capsys.readouterr().out.splitlines()
    assert demo == "pt/demo: 4 current, 1 outdated, 2 missing, 1 orphaned"
    places = {
        (PT, "#scores"): "pt/demo#scores is outdated",
        (EN, "#cost"): "pt/demo#cost is missing",
        (EN, "#remember"): "pt/demo#remember is missing",
        (PT, "#keep"): "pt/demo#keep is orphaned",
    }
    lines = {
        f"{path}:{line_of(pair, path, text)}: {said}"
        for (path, text), said in places.items()
    }
    line, there = (line_of(pair, path, text) for path, text in NUMBERS)
    assert lines < {*told}
    (differs,) = {*told} - lines
    assert differs.startswith(
        f"{PT}:{line}: decimal is `0.26` here and `0.25` in {EN}:{there}; make "
        "them equal"
    )


NUMBERS = (PT, "0.26"), (EN, "0.25")


def test_todo_lists_what_was_asked_for_and_nothing_like_it(pair, capsys):
    for name in ("a", "ab"):
        text = "# A { #x }\n\nWords.\n\n## B { #x-0 }\n\nMore.\n"
        (pair / f"docs/en/{name}.md").write_text(text)
    for asked, expected in (
        ("pt/a", {"pt/a#x", "pt/a#x-0"}),
        ("pt/a#x", {"pt/a#x"}),
        ("pt", {"pt/a#x", "pt/a#x-0", "pt/ab#x", "pt/ab#x-0"}),
    ):
        capsys.readouterr()
        assert call(pair, "todo", asked) == 0
        assert set(re.findall(r"pt/\S+", capsys.readouterr().out)) == expected
    for unknown in ("pt/c", "fr", "pt/a#y", "en/demo", "x y"):
        assert call(pair, "todo", unknown) == 2
        assert "no translation has this" in capsys.readouterr().err


def test_done_marks_one_section_and_keeps_who_made_it(pair):
    assert call(pair, "done", "pt/demo#scores", "--machine") == 0
    edit(pair, EN, OLD, NEW)
    edit(pair, EN, "positive.", "never negative.")
    before = (pair / PT).read_text("utf-8").splitlines()
    assert call(pair, "done", "pt/demo#scores") == 0
    assert found(pair) == {"remember": "outdated"}
    after = (pair / PT).read_text("utf-8").splitlines()
    (line,) = [k for k in range(len(before)) if before[k] != after[k]]
    assert line + 1 == line_of(pair, PT, "#scores")
    assert after[line].endswith(" .machine }")


MINE = "Os pesos são positivos. Os pesos somam um."
THEIRS = "Weights are positive. Weights sum to one."
REFUSED = {
    "missing": (EN, "#remember", "#keep", "keep", "is missing"),
    "orphaned": (PT, "#remember", "#keep", "keep", "is orphaned"),
    "formula": (
        PT,
        "\\cdot k",
        "\\times k",
        "scores",
        "formula is `\\omega = q \\times k",
    ),
    "decimal": (
        PT,
        "0.25",
        "0.26",
        "table",
        "decimal is `0.26` here and `0.25`",
    ),
    "paragraph": (
        *(PT, MINE, THEIRS, "remember"),
        "is left in the words of docs/en/demo.md",
    ),
    "HTML": (PT, "Os pesos são", "Os <b>pesos</b>", "remember", "is HTML that"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_done_refuses_what_is_half_done(pair, capsys, name):
    path, old, new, section, says = REFUSED[name]
    edit(pair, path, old, new)
    before = (pair / PT).read_bytes()
    capsys.readouterr()
    assert call(pair, "done", f"pt/demo#{section}") == 2
    assert says in capsys.readouterr().err
    assert (pair / PT).read_bytes() == before


LEFT = {
    "paragraph": (MINE, THEIRS, True),
    "quotation": (MINE, '"Weights are positive. Weights sum to one."', False),
}


@pytest.mark.parametrize("name", LEFT)
def test_a_paragraph_in_the_words_of_the_original_is_told(pair, name):
    old, new, wrong = LEFT[name]
    edit(pair, PT, old, new)
    told = [p for p in faults(pair) if "is left in the words of" in p.message]
    assert len(told) == wrong
    if wrong:
        assert told[0][:2] == (PT, line_of(pair, PT, new))
        edit(pair, EN, "Weights are positive", "In short, they are positive")
        assert faults(pair) == [], "an outdated section stops nobody"


def test_diff_shows_the_words_that_changed(pair, capsys):
    commit_all(pair)
    edit(pair, EN, OLD, NEW)
    capsys.readouterr()
    assert call(pair, "diff", "pt/demo#scores") == 0
    told = " ".join(capsys.readouterr().out.split())
    assert "is [-their dot product:-] {+the product of both:+} $$" in told
    mark(pair, "scores", " data-from=00000000")
    assert call(pair, "diff", "pt/demo#scores") == 2
    assert "git knows no original with the" in capsys.readouterr().err


SYNCED = {  # edits of the original and the translation, and what comes of it
    "include": ([(EN, ":one", ":two")], ":one", ":two"),
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
def test_sync_copies_what_corresponds(pair, capsys, name):
    edits, old, new = SYNCED[name]
    for one in edits:
        edit(pair, *one)
    wanted = (pair / PT).read_text("utf-8").replace(old, new)
    capsys.readouterr()
    assert call(pair, "sync", "pt/demo") == 0
    kind = next(k for k in ("include", "formula", "link") if k in name)
    assert f": {kind} " in capsys.readouterr().out
    assert (pair / PT).read_text("utf-8") == wanted
    assert not any(
        status.endswith("English") for status in found(pair).values()
    )


def test_sync_names_what_it_leaves(pair, capsys):
    edit(pair, EN, "[\nsoftmax](softmax.md#why)".replace("\n", ""), "softmax")
    edit(pair, EN, "demo.py:one", "demo.py:two")
    before = (pair / PT).read_text("utf-8")
    capsys.readouterr()
    assert call(pair, "sync") == 0
    told = capsys.readouterr().out
    line, there = (line_of(pair, path, "# ") for path in (PT, EN))
    assert f"{PT}:{line}: link is left: 1 here, 0 in {EN}:{there}" in told
    after = (pair / PT).read_text("utf-8")
    assert after == before.replace("demo.py:one", "demo.py:two")


def test_sync_changes_nothing_on_an_untouched_clone():
    for page, original in this_project().translated:
        assert [*sync(page, original)] == []


LINES = st.lists(st.tuples(st.integers(7, 50), st.booleans()), max_size=4)


@given(LINES)
def test_sync_loses_no_word(tmp_path_factory, lines):
    root = tmp_path_factory.mktemp("sync")
    text = ENGLISH.splitlines()
    for line, doubled in lines:
        text[line] = f"{text[line]}\n{text[line]}" if doubled else ""
    (root / "docs/pt").mkdir(parents=True)
    page = Page(root, PT, PORTUGUESE)
    told = [*sync(page, Page(ROOT, EN, "\n".join(text)))]
    file = root / PT
    after = file.read_text("utf-8") if file.exists() else PORTUGUESE
    kept = [s for s in PORTUGUESE.splitlines() if s in after.splitlines()]
    assert len(PORTUGUESE.splitlines()) - len(kept) <= len(told)
