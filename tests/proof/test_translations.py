"""The translator's commands: what is left, what changed, done, fix."""

import json
import re
import shutil
from collections import Counter
from collections.abc import Callable
from itertools import pairwise

import pytest
from conftest import ROOT, check, commit_all, edit, git, line_of, speak
from hypothesis import given, settings
from hypothesis import strategies as st
from pair import ENGLISH, PORTUGUESE

from proof.checks.skeleton import problems as differences
from proof.pages.page import Page
from proof.pages.reduced import reduce
from proof.pages.states import EDITORIAL, page_states
from proof.translate import commands
from proof.translate.blocks import Unclear
from proof.translate.mend import fixed

EN, PT = "docs/en/demo.md", "docs/pt/demo.md"
ERRATA = "docs/en/errata.yml"
ERRATA_PT = "docs/pt/errata.yml"
OLD, NEW = "their dot product", "the product of both"


@pytest.fixture
def pair(tmp_path):
    """A project with one page in both languages, all of it current."""
    files = {
        EN: ENGLISH,
        PT: PORTUGUESE,
        ERRATA: (
            "# Errata\n\n7:\n  says: A share.\n  why: One counts.\n"
            "  right: All.\n  guides: '000'\n  shown: [demo.md#weights]\n"
        ),
        ERRATA_PT: (
            "# Errata\n\n7:  # a mais usada\n  says: Uma parte.\n"
            "  why: Uma conta.\n  right: Tudo.\n"
        ),
        "snippets/demo.py": "# %% one\nx = 1\n",
    }
    for path, text in files.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text, "utf-8")
    speak(tmp_path, "en", "pt")
    assert call(tmp_path, "done", "pt/demo", "pt/errata.yml") == 0
    return tmp_path


def call(root, *arguments: str) -> int:
    return commands.main(list(arguments), root)


def statuses(root) -> dict[str, str]:
    """What is not current, by its id."""
    return {
        state.id: state.status
        for _, _, states in commands.all_states(root)
        for state in states
        if state.status != "current"
    }


def test_table_counts_each_state(pair, capsys):
    edit(pair, EN, OLD, NEW)
    capsys.readouterr()
    assert call(pair, "table") == 0
    rows = [line.split() for line in capsys.readouterr().out.splitlines()]
    assert rows[0][:4] == ["pt", "current", "outdated", "unfit"]
    assert rows[1] == ["demo", "5", "1", *"······", "83", "%"]
    assert rows[2] == ["errata.yml", "1", *"·······", "100", "%"]
    assert rows[3] == ["in", "all", "6", "1", *"······", "85", "%"]


def test_todo_has_file_and_line_and_fails_if_strict(pair, capsys):
    assert call(pair, "todo", "--strict") == 0
    edit(pair, EN, OLD, NEW)
    edit(pair, EN, "## Picture", "## Cost { #cost }\n\nIt costs.\n\n## Picture")
    text = (pair / PT).read_text("utf-8").replace("{ #table ", "{ #tabela ")
    text = re.sub(r"(#picture) data-from=\S+", r"\1", text)
    (pair / PT).write_text(text, "utf-8")
    (pair / ERRATA_PT).write_text("# Errata\n", "utf-8")
    capsys.readouterr()
    assert call(pair, "todo", "--strict", "pt/demo", "pt/errata.yml") == 1
    places = (
        (PT, "#scores", "is outdated"),
        (EN, "#table", "is missing"),
        (EN, "#cost", "is missing"),
        (PT, "#picture", "is unmarked"),
        (PT, "#tabela", "is orphaned"),
    )
    assert capsys.readouterr().out.splitlines() == [
        *(
            f"{path}:{line_of(pair, path, id)}: pt/demo{id} {told}"
            for path, id, told in places
        ),
        f"{ERRATA}:3: pt/errata.yml#7 is missing",
    ]


def test_done_marks_one_section_and_nothing_else(pair):
    edit(pair, EN, OLD, NEW)
    edit(pair, EN, "positive.", "never negative.")
    before = (pair / PT).read_text("utf-8").splitlines()
    assert call(pair, "done", "pt/demo#scores") == 0
    assert statuses(pair) == {"remember": "outdated"}
    after = (pair / PT).read_text("utf-8").splitlines()
    changed = [k for k in range(len(before)) if before[k] != after[k]]
    assert changed == [line_of(pair, PT, "#scores") - 1]


def test_machine_stays_until_a_person_has_read(pair):
    def machine() -> list[str]:
        page, original = Page(pair, PT), Page(pair, EN)
        states = page_states(original, page)
        return [state.id for state in states if state.machine]

    assert call(pair, "done", "--machine", "pt/demo#scores") == 0
    assert machine() == ["scores"] and statuses(pair) == {}
    assert call(pair, "done", "pt/demo#scores") == 0
    assert machine() == []


def test_data_file_entry_is_outdated_and_done(pair, capsys):
    edit(pair, ERRATA, "A share.", "A part.")
    assert statuses(pair) == {"7": "outdated"}
    assert call(pair, "diff", "pt/errata.yml#7") == 0
    assert (
        "A part.\ndocs/pt/errata.yml:3: Uma parte." in capsys.readouterr().out
    )
    assert call(pair, "done", "--machine", "pt/errata.yml#7") == 0
    assert statuses(pair) == {}
    text = (pair / ERRATA_PT).read_text("utf-8")
    assert re.sub("'.*'", "…", text) == (
        "# Errata\n\n7:  # a mais usada\n  from: …\n  says: Uma parte.\n"
        "  why: Uma conta.\n  right: Tudo.\n"
    )


@pytest.mark.parametrize(
    "command, message",
    [
        (["done"], "name a section, as UNIT=pt/"),
        (["diff", "pt/demo"], "name a section"),
        (["done", "pt/demo#nowhere"], "no such section or entry"),
        (["done", "pt/nothing#x"], "there is no docs/en/nothing.md"),
        (["done", "xx/demo#scores"], "'xx' is no language here"),
        (["done", "en/demo#scores"], "is what others translate"),
        (["done", "pt/../demo#scores"], "write it as pt/index#trust"),
        (["done", "pt/errata.yml#none"], "no such section or entry"),
        (["start", "pt/demo#scores"], "is there already"),
        (["start", "pt/errata.yml#7"], "is there already"),
        (["done", "pt/other.yml#x"], "other.yml is not translated"),
        (["editorial", "pt/demo#scores", "--reason", "x"], "of the original"),
        (["editorial", "en/demo#scores", "--reason", " "], "say why"),
        (["diff", "en/demo#scores"], "name the translation"),
    ],
)
def test_what_cannot_be_done_is_refused_and_changes_nothing(
    pair, capsys, command, message
):
    before = {f: f.read_bytes() for f in pair.rglob("*.*") if f.is_file()}
    assert call(pair, *command) == 2
    assert message in capsys.readouterr().err
    assert {f: f.read_bytes() for f in before} == before


def test_text_in_the_originals_words_is_not_done(pair, capsys):
    shutil.copy(pair / EN, pair / PT)
    assert {*statuses(pair).values()} == {"missing"}
    assert call(pair, "done", "pt/demo#scores") == 2
    assert "translate them first" in capsys.readouterr().err


def test_diff_shows_the_words_that_changed_since(pair, capsys):
    commit_all(pair)
    # Reflowed too, which is no change.
    edit(pair, EN, f"key $k$ is {OLD}:", f"key\n$k$ is {NEW}:")
    git(pair, "commit", "-qam", "second")
    edit(pair, EN, "two vectors", "two arrows")
    capsys.readouterr()
    assert call(pair, "diff", "pt/demo#scores") == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "pt/demo#scores is outdated"
    assert lines[1:] == [
        f"{EN}:14: The score of query $q$ and key $k$ is [-{OLD}:-] "
        f"{{+{NEW}:+}}",
        f"{PT}:14: A pontuação da consulta $q$ e da chave $k$ é o produto "
        "escalar das duas:",
        "",
        f'{EN}:22: It is large where the two [-vectors-] {{+arrows+}} "agree".',
        f'{PT}:21: Ela é grande onde os dois vetores "concordam".',
        "",
    ]


def test_done_asks_where_nothing_was_edited_since(pair, capsys):
    commit_all(pair)
    edit(pair, EN, OLD, NEW)
    edit(pair, PT, "Ela é grande", "É grande")  # of this section
    edit(pair, EN, "positive.", "never negative.")
    git(pair, "commit", "-qam", "second")
    capsys.readouterr()
    assert call(pair, "done", "pt/demo#scores") == 0
    assert call(pair, "done", "pt/demo#remember") == 2
    assert "does it still say the same?" in capsys.readouterr().err
    assert statuses(pair) == {"remember": "outdated"}
    reason = ["--unchanged", "We never said more."]
    assert call(pair, "done", "pt/demo#remember", *reason) == 0
    assert "current: “We never said more.”" in capsys.readouterr().out


def test_done_says_that_there_is_nothing_to_mark(pair, capsys):
    capsys.readouterr()
    assert call(pair, "done", "pt/demo") == 0
    assert "nothing new that is translated" in capsys.readouterr().out


def test_a_fingerprint_that_was_typed_by_hand_is_told(pair, capsys):
    text = (pair / PT).read_text("utf-8")
    text = re.sub("#table data-from=[^ ]*", "#table data-from=0123abcd", text)
    (pair / PT).write_text(text, "utf-8")
    commit_all(pair)
    edit(pair, EN, OLD, NEW)
    capsys.readouterr()
    assert call(pair, "todo") == 0
    scores, table = capsys.readouterr().out.splitlines()
    assert scores.endswith("pt/demo#scores is outdated")
    assert "pt/demo#table is outdated" in table
    assert "from which `0123abcd` was made: if it was typed by hand" in table


def test_diff_without_history_shows_both_texts(pair, capsys):
    edit(pair, EN, OLD, NEW)
    assert call(pair, "diff", "pt/demo#scores") == 0
    out = capsys.readouterr().out
    assert NEW in out and "é o produto escalar das duas" in out


def test_editorial_change_keeps_translations_current(pair, capsys):
    edit(pair, EN, OLD, NEW)
    reason = ["--reason", "Shorter: the same thing."]
    assert call(pair, "editorial", "en/demo#scores", *reason) == 0
    assert statuses(pair) == {}
    assert "Shorter: the same thing." in (pair / EDITORIAL).read_text("utf-8")
    edit(pair, EN, "two vectors", "two arrows")
    assert statuses(pair) == {"scores": "outdated"}


def test_editorial_change_does_not_hide_an_older_real_one(pair, capsys):
    edit(pair, EN, OLD, NEW)
    commit_all(pair)  # a real change
    edit(pair, EN, "two vectors", "two arrows")
    assert call(pair, "editorial", "en/demo#scores", "--reason", "Style.") == 0
    assert statuses(pair) == {"scores": "outdated"}


def test_editorial_change_asks_which_text_was_before(pair, capsys):
    speak(pair, "en", "es", "pt")
    shutil.copy(pair / PT, pair / "docs/es/demo.md")
    edit(pair, EN, OLD, NEW)
    assert call(pair, "done", "es/demo#scores") == 0
    edit(pair, EN, "two vectors", "two arrows")
    command = ["editorial", "en/demo#scores", "--reason", "Style."]
    assert call(pair, *command) == 2
    assert "Name its fingerprint in BEFORE" in capsys.readouterr().err
    spanish = Page(pair, "docs/es/demo.md").headings[1].made_from[:8]
    assert call(pair, *command, "--before", spanish) == 0
    capsys.readouterr()
    call(pair, "todo")
    assert "es/demo#scores is" not in capsys.readouterr().out


def test_a_declaration_without_a_reason_is_named(pair):
    change = "{from: 0a1b2c3d, to: 1a1b2c3d, reason: ' '}"
    (pair / EDITORIAL).write_text(f"demo#scores:\n- {change}\n")
    (problem,) = check(pair)
    assert (problem.path, problem.line) == (EDITORIAL, 2)
    assert "in `demo#scores.reason`: ` ` is refused" in problem.message


def test_start_puts_a_section_where_it_belongs(pair, capsys):
    (pair / PT).unlink()
    assert call(pair, "start", "pt/demo#picture", "pt/demo#scores") == 0
    page = Page(pair, PT)
    assert [h.id for h in page.headings] == ["scores", "picture"]
    assert page.meta["form"] == "notebook"
    assert list(differences(page, Page(pair, EN))) == []
    assert statuses(pair)["scores"] == "missing", "it is not translated yet"
    edit(pair, PT, "The score of query", "A pontuação da consulta")
    assert statuses(pair)["scores"] == "unmarked"
    capsys.readouterr()
    assert call(pair, "done", "pt/demo#scores") == 2
    half = line_of(pair, PT, "It is large")
    assert f"{PT}:{half}: “It is large where" in capsys.readouterr().err
    for english, portuguese in (
        ("## Scores", "## Pontuações"),
        ("and key $k$ is their dot product", "e da chave $k$ é o produto"),
        ("It is large where the two vectors", "É grande onde os dois"),
    ):
        edit(pair, PT, english, portuguese)
    assert call(pair, "done", "pt/demo#scores") == 0
    assert "scores" not in statuses(pair)


def test_code_that_changed_is_read_again_and_readers_are_told_nothing(
    pair, capsys
):
    """So is what it prints, a diagram, and how the words are divided."""
    diagram = pair / "docs/assets/diagrams/demo/square.svg"
    printed = pair / "docs/outputs/demo/one.txt"
    for file in (diagram, printed):
        file.parent.mkdir(parents=True)
        file.write_text("<svg>1</svg>")
    assert statuses(pair) == {"scaling": "reread", "picture": "reread"}
    capsys.readouterr()
    assert call(pair, "todo") == 0
    assert "is to be read again: its code, what" in capsys.readouterr().out
    assert all(
        state.shown for state in page_states(Page(pair, EN), Page(pair, PT))
    )
    assert call(pair, "fix") == 0
    assert len(statuses(pair)) == 2, "only who has read it says so"
    assert call(pair, "done", "pt/demo#scaling", "pt/demo#picture") == 0
    assert statuses(pair) == {}
    edit(pair, "snippets/demo.py", "x = 1", "x = 2")
    assert statuses(pair) == {"scaling": "reread"}
    edit(pair, "snippets/demo.py", "x = 2", "x = 1")
    diagram.write_text("<svg>2</svg>")
    assert statuses(pair) == {"picture": "reread"}
    diagram.write_text("<svg>1</svg>")
    printed.write_text("2")
    assert statuses(pair) == {"scaling": "reread"}


def test_an_author_who_divides_a_paragraph_is_told_of_no_translation(pair):
    edit(pair, EN, "positive. Weights", "positive.\n\nWeights")
    assert statuses(pair) == {"remember": "reread"}
    assert not any("paragraph" in problem.message for problem in check(pair))
    assert call(pair, "done", "pt/demo#remember") == 2, "it is to be divided"
    edit(pair, PT, "positivos. Os", "positivos.\n\nOs")
    assert call(pair, "done", "pt/demo#remember") == 0
    assert statuses(pair) == {}


def test_what_only_sets_a_formula_or_a_letter_is_no_change(pair):
    assert reduce("voila\u0300") == reduce("voil\u00e0")
    edit(pair, EN, "q \\cdot k", "q\\,\\cdot \\! k \\qquad")
    edit(pair, EN, "$q$", "$q\\;$")
    assert statuses(pair) == {} and found(pair) == []
    edit(pair, EN, "\\qquad", "\\quadq")
    assert statuses(pair) == {"scores": "outdated"}


# What `test_outdated.py` leaves out: edits, and what is told of them.
OTHERS = {
    "italics otherwise": ([(EN, "*patience*", "_patience_")], {}),
    "link on other words": (
        [
            (EN, "[softmax](softmax.md#why)", "softmax"),
            (EN, "*patience*", "[*patience*](softmax.md#why)"),
        ],
        {},
    ),
    "underscore in code": (
        [(EN, "`softmax`", "`soft_max`")],
        {"scaling": "outdated"},
    ),
    "translation edited after a change": (
        [(EN, OLD, NEW), (PT, "duas:", "duas :")],
        {"scores": "outdated"},
    ),
}


@pytest.mark.parametrize("name", OTHERS)
def test_what_must_be_told_is_and_nothing_else(pair, name):
    edits, told = OTHERS[name]
    for one in edits:
        edit(pair, *one)
    assert statuses(pair) == told


def test_a_section_that_is_gone_or_copied_with_a_mark_is_missing(pair):
    before, *_ = (pair / PT).read_text("utf-8").partition("\n## Para lembrar")
    copied = ENGLISH[ENGLISH.index("\n## What to remember") :]
    copied = copied.replace("#remember }", "#remember data-from=00000000 }")
    for end in ("\n", copied):
        (pair / PT).write_text(before + end, "utf-8")
        assert statuses(pair) == {"remember": "missing"}


def test_a_mark_of_words_alone_holds_whatever_stands_beside_them(pair):
    text = (pair / PT).read_text("utf-8")
    text = re.sub(r"(data-from=\w{8})[-\w]*", r"\1", text)
    (pair / PT).write_text(text, "utf-8")
    for old, new in (
        ("(softmax.md#why)", "(functions.md#softmax)"),
        ("form: notebook\n", ""),
        ("\\tag{1}", "\\tag{2}"),
        (BLOCK, ""),
        ("## Picture", "<!-- later -->\n\n## Picture"),
        ("!!! note", "??? note"),
        ("### A table", "## A table"),
    ):
        edit(pair, EN, old, new)
    assert statuses(pair) == {}


def test_changes_declared_one_after_the_other_hold_both_ways(pair):
    def mark() -> str:
        states = page_states(Page(pair, EN), None)
        return next(s.now for s in states if s.id == "scores")[:8]

    third, marks = "the product of the two", [mark()]
    for old, new in ((OLD, NEW), (NEW, third)):
        edit(pair, EN, old, new)
        marks.append(mark())
    changes = [dict(zip(("from", "to"), pair)) for pair in pairwise(marks)]
    text = json.dumps({"demo#scores": changes})  # is YAML too
    (pair / EDITORIAL).write_text(text, "utf-8")
    assert statuses(pair) == {}
    assert call(pair, "done", "pt/demo#scores") == 0
    edit(pair, EN, third, OLD)
    assert statuses(pair) == {}


def test_a_block_that_fix_puts_in_is_to_be_read_with_the_words(pair):
    edit(pair, "snippets/demo.py", "x = 1\n", "x = 1\n\n# %% two\ny = 2\n")
    edit(pair, EN, "### A table", BLOCK.replace("one", "two") + "### A table")
    assert statuses(pair) == {"scaling": "unfit"}
    assert call(pair, "fix") == 0
    assert statuses(pair) == {"scaling": "reread"}


MOVES = {  # of the original, and which section translates what by then
    "renamed": ([("#remember }", "#keep }")], "keep", "remember", ""),
    "renamed and edited": (
        [("What to remember { #remember", "To keep { #keep")],
        *("keep", "remember", "outdated"),
    ),
    "code beside it changed too": (
        [("#scaling }", "#scale }"), ("demo.py:one", "demo.py:other")],
        *("scale", "scaling", "unfit"),
    ),
}


@pytest.mark.parametrize("name", MOVES)
def test_a_section_that_was_renamed_gets_its_translation(pair, capsys, name):
    commit_all(pair)
    edits, new, old, status = MOVES[name]
    for before, after in edits:
        edit(pair, EN, before, after)
    assert statuses(pair) == {new: "missing", old: "orphaned"}
    capsys.readouterr()
    assert call(pair, "start", f"pt/demo#{new}") == 0
    assert f"moved here from pt/demo#{old}" in capsys.readouterr().out
    assert statuses(pair) == ({new: status} if status else {})


def test_a_page_that_was_renamed_gets_its_translation(pair, capsys):
    """Without git, by its fingerprints."""
    (pair / EN).rename(pair / "docs/en/weights.md")
    assert call(pair, "start", "pt/weights") == 0
    assert not (pair / PT).exists()
    page = Page(pair, "docs/pt/weights.md")
    assert page.meta["title"] == "Pesos"
    assert statuses(pair) == {}
    assert [h.id for h in page.headings] == [
        h.id for h in Page(pair, "docs/en/weights.md").headings
    ]


def test_a_section_that_was_split_names_where_its_words_are(pair, capsys):
    commit_all(pair)
    edit(pair, EN, "It is large", "## Agreement { #agreement }\n\nIt is large")
    capsys.readouterr()
    assert call(pair, "start", "pt/demo#agreement") == 0
    told = capsys.readouterr().out
    line = line_of(pair, PT, "#scores")
    assert f"{PT}:{line} (pt/demo#scores) translates much of this" in told


def test_without_git_a_lost_section_is_named(pair, capsys):
    edit(pair, EN, "What to remember { #remember", "To keep { #keep")
    capsys.readouterr()
    assert call(pair, "start", "pt/demo#keep") == 0
    told = capsys.readouterr().out
    assert "has lost its original, and git does not know" in told


BLOCK = '```python\n--8<-- "snippets/demo.py:one"\n```\n\n'


def found(root) -> list:
    pair = Page(root, PT), Page(root, EN)
    return list(differences(*pair))


def test_a_faithful_translation_has_no_difference(pair):
    assert found(pair) == []


def test_the_number_of_a_formula_is_compared_and_copied(pair):
    edit(pair, PT, "\\tag{1}", "\\tag{2}")
    (problem,) = found(pair)
    assert "\\cdot k (2)` here and" in problem.message
    assert call(pair, "fix", "pt/demo") == 0 and found(pair) == []


def with_versions(text: str) -> str:
    return re.sub("(Ela é.*)", r"<<<<<<< a\n\1\n=======\n>>>>>>> b", text)


def letters_in_two_bytes(text: str) -> bytes:
    return text.encode("ascii", "ignore").decode().encode("utf-16-le")


def without_line(old: str) -> Callable[[str], str]:
    return lambda text: re.sub(f".*{old}.*\n", "", text, count=1)


# What becomes of the translation, the line that is named, and what is said.
UNCLEAR = [
    (letters_in_two_bytes, "\0", "unseen sign (U+0000)"),
    (with_versions, "<<<<<<<", "two versions of this text"),
    (without_line("## Escala"), "```python", "whose heading is missing"),
]


@pytest.mark.parametrize("change, place, message", UNCLEAR)
def test_fix_leaves_alone_what_could_lose_a_word(
    pair, capsys, change, place, message
):
    text = change((pair / PT).read_text("utf-8"))
    before = text if isinstance(text, bytes) else text.encode()
    assert before != (pair / PT).read_bytes()
    (pair / PT).write_bytes(before)
    capsys.readouterr()
    assert call(pair, "fix") == 1
    told = capsys.readouterr().out.splitlines()
    start = f"{PT}:{line_of(pair, PT, place)}: "
    assert any(one.startswith(start) and message in one for one in told)
    assert (pair / PT).read_bytes() == before


def words_of(text: str) -> Counter:
    """Words that only prose has, however the page is read."""
    return Counter(re.findall(r"\w+", text)) & PROSE


PROSE = Counter(re.findall(r"\w+", PORTUGUESE))
PROSE -= Counter(re.findall(r"\w+", ENGLISH))
LINES = st.integers(0, 60)
EDITS = st.lists(st.tuples(LINES, LINES, st.integers(0, 2)), max_size=4)


def edited(text: str, edits: list[tuple[int, int, int]]) -> str:
    """With lines taken out, repeated elsewhere or changed for each other."""
    lines = text.splitlines()
    for one, two, kind in edits:
        one, two = one % len(lines), two % len(lines)
        if kind == 0:
            del lines[one]
        elif kind == 1:
            lines.insert(two, lines[one])
        else:
            lines[one], lines[two] = lines[two], lines[one]
    return "\n".join([*lines, ""])


@given(EDITS, EDITS)
@settings(max_examples=100)
def test_fix_never_loses_a_word_and_is_idempotent(mine, theirs):
    text = edited(PORTUGUESE, mine)
    original = Page(ROOT, EN, edited(ENGLISH, theirs))
    try:
        after = fixed(Page(ROOT, PT, text), original)
    except Unclear:
        return
    assert words_of(text) <= words_of(after)
    assert fixed(Page(ROOT, PT, after), original) == after


def test_fix_leaves_to_translators_what_is_outdated(pair, capsys):
    text = (pair / EN).read_text("utf-8")
    (pair / EN).write_text(without_line("<figcaption")(text), "utf-8")
    before = (pair / PT).read_bytes()
    capsys.readouterr()
    assert call(pair, "fix") == 0
    assert capsys.readouterr().out == "nothing to fix\n"
    assert (pair / PT).read_bytes() == before
    assert statuses(pair) == {"picture": "outdated"}


def test_fix_marks_what_now_has_the_originals_skeleton(pair):
    edit(pair, EN, "!!! note", "!!! tip")
    assert statuses(pair) == {"picture": "unfit"}
    before = Page(pair, PT).headings
    assert call(pair, "fix") == 0
    after = Page(pair, PT).headings
    assert statuses(pair) == {} and found(pair) == []
    assert [
        (one.id, one.made_from[:8] == other.made_from[:8])
        for one, other in zip(before, after)
        if one != other
    ] == [("picture", True)]
    edit(pair, PT, "!!! tip", "!!! note")
    (problem,) = found(pair)
    assert "box is `!!! note` here and `!!! tip`" in problem.message


def test_fix_says_what_is_left(pair, capsys):
    edit(pair, PT, "[softmax](softmax.md#why)", "softmax")
    capsys.readouterr()
    assert call(pair, "fix", "pt/demo#weights") == 1
    (told,) = capsys.readouterr().out.splitlines()
    assert told.startswith(f"{PT}:7: link is `nothing` here and")
    assert told.endswith("make them equal (left as it is)")


def test_fix_changes_nothing_that_is_right(pair, capsys):
    edit(pair, PT, "notebook\n---\n\n", "notebook\n---\n")  # as many write it
    before = (pair / PT).read_bytes()
    assert call(pair, "fix") == 0
    assert "nothing to fix" in capsys.readouterr().out
    assert (pair / PT).read_bytes() == before


@pytest.mark.parametrize(
    "old, new", [("q \\cdot k\n", "f[k]\n"), ("$q$", "$f[k]$")]
)
def test_a_link_is_followed_beside_brackets_in_a_formula(pair, old, new):
    for path in (EN, PT):
        edit(pair, path, old, new)
        edit(pair, path, "$k$", "[k](there.md)")
    edit(pair, EN, "there.md", "elsewhere.md")
    wanted = (pair / PT).read_text("utf-8").replace("there.md", "elsewhere.md")
    assert call(pair, "fix") == 0
    assert (pair / PT).read_text("utf-8") == wanted


def test_one_of_two_links_to_the_same_place_is_followed(pair):
    for path, words in ((EN, "row"), (PT, "linha")):
        edit(pair, path, "$q$", f"[{words}](there.md), [$q$](there.md)")
    edit(pair, EN, "[$q$](there.md)", "[$q$](elsewhere.md)")
    assert call(pair, "fix") == 0
    text = (pair / PT).read_text("utf-8")
    assert "[linha](there.md), [$q$](elsewhere.md)" in text


def test_fix_tells_nothing_of_the_code_of_what_has_no_original(pair, capsys):
    """Nobody need write code for a section that is to be taken away."""
    gone = "## Fim { #gone }\n\n" + BLOCK.replace(":one", ":gone")
    edit(pair, PT, "## Figura", f"{gone}## Figura")
    assert call(pair, "fix") == 1
    told = capsys.readouterr().out
    assert "has no section `gone`" in told and "'gone'" not in told


def test_fix_never_drops_a_section(pair):
    text = "## Cost { #cost }\n\nIt costs.\n\n"
    edit(pair, PT, "## Figura", text + "## Figura")
    assert call(pair, "fix") == 1
    assert text in (pair / PT).read_text("utf-8")
    (problem,) = found(pair)
    assert "has no section `cost`" in problem.message


@pytest.mark.parametrize(
    "old, new, message",
    [
        ("#remember ", "#scores ", "the heading id 'scores' stands in line"),
        ("{ #remember", "( #remember", "this heading has no id"),
    ],
)
def test_fix_and_start_lose_no_section_that_is_taken_for_another(
    pair, capsys, old, new, message
):
    edit(pair, PT, old, new)
    edit(pair, EN, "## Picture", "## Cost { #cost }\n\nIt costs.\n\n## Picture")
    before = (pair / PT).read_text("utf-8")
    assert call(pair, "fix") == 1
    line = line_of(pair, PT, "## Para lembrar")
    assert f"{PT}:{line}: {message}" in capsys.readouterr().out
    assert (pair / PT).read_text("utf-8") == before
    assert call(pair, "start", "pt/demo#cost") == 0
    after = (pair / PT).read_text("utf-8")
    assert [line for line in before.splitlines() if line not in after] == []
    assert after.count("\n## ") == before.count("\n## ") + 1


def test_words_inside_a_formula_are_translated_and_kept(pair, capsys):
    edit(pair, EN, "q \\cdot k\n", "q \\cdot k \\text{ if near}\n")
    edit(pair, PT, "q \\cdot k\n", "k \\cdot q \\text{ se perto}\n")
    assert call(pair, "fix") == 0
    assert "q \\cdot k \\text{ se perto}\n" in (pair / PT).read_text("utf-8")
    assert found(pair) == []
    edit(pair, PT, "\\text{ se perto}", "\\text{ if near}")
    assert call(pair, "done", "pt/demo#scores") == 2
    assert "“if near” is left in the words of" in capsys.readouterr().err
