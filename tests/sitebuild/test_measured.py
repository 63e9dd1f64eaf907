"""Blocks that measure: their numbers are free, their form is not."""

import json
from decimal import Decimal
from pathlib import Path
from types import SimpleNamespace

import pytest
from conftest import ADDRESSES, ROOT, check, edit, line_of, parsed, this_project
from test_recordings import save

from sitebuild.checks.data_files import problems, schemas
from sitebuild.files import read_data
from sitebuild.pages.includes import MEASURED_HERE
from sitebuild.pages.output_types import PICTURE
from sitebuild.pages.page import Page, trains
from sitebuild.pages.project import RECORDED
from sitebuild.pages.site_config import interface_texts
from sitebuild.pages.snippet_code import MEASURED, cells
from sitebuild.pages.tolerance import ANY, same_picture, same_text
from sitebuild.site.notebooks import notebook
from sitebuild.site.verify import article, read
from sitebuild.widgets import page_facts
from sitebuild.widgets.page_facts import long_date

CODE, PAGE = "snippets/demo.py", "docs/en/demo.md"
END = "\n\n# %% two"
MACHINE = {"machine": "Abacus (R) @ 3.20GHz", "threads": "2"}
TABLE = "<tr><th>{}</th><td>{}</td></tr>\n"


@pytest.fixture
def demo(small):
    """The small project, whose first block measures."""
    edit(small, CODE, END, f"\n{MEASURED}{END}")
    edit(small, PAGE, "A quarter is 0.25", "A quarter is less")
    made = json.loads((small / RECORDED).read_text("utf-8"))
    made["demo"] |= MACHINE
    (small / RECORDED).write_text(json.dumps(made, indent=2))
    return small


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("T 128: 0.42 ms\n", "T 4096: 1234.56 ms\n"),
        ("   1  -0.25\n", "1024 10.50\n"),  # columns of other widths
        ("[ 1., 2.]\n", "[10., 3.]\n"),
        ("1.5e-07", "9.1e+12"),
        (TABLE.format(128, "0.4000"), TABLE.format(512, "17.2500")),
    ],
)
def test_numbers_of_the_same_kind_are_the_same(recorded, actual):
    assert same_text(recorded, actual, ANY)
    assert same_text(actual, recorded, ANY)
    assert not same_text(recorded, actual)


@pytest.mark.parametrize(
    "recorded, actual",
    [
        ("slow 0.42 ms", "fast 0.42 ms"),  # another label
        ("slow 0.42 ms", "slow 0.42 s"),
        ("float32 1", "float16 1"),  # of a word the digits, too
        ("0.42", "0.420"),  # more places
        ("42", "42.0"),  # another kind
        ("1.5e-07", "1.5"),
        ("0.42", "nan"),
        ("1 2", "1 2 3"),
        ("1\n2\n", "1 2\n"),
        ("1\n2\n", "1\n"),  # a line less
        (TABLE.format(1, "0.4000"), 2 * TABLE.format(1, "0.4000")),
        (TABLE.format(1, "0.4000"), TABLE.format("a", "0.4000")),
    ],
)
def test_words_lines_and_kinds_must_be_the_same(recorded, actual):
    assert not same_text(recorded, actual, ANY)
    assert not same_text(actual, recorded, ANY)


def figure(
    lines: int = 2, points: int = 3, ticks: int = 2, label="ms", slower=""
) -> str:
    """A picture as pages show it; ticks are powers of ten."""
    from snippets.curves import curves

    y = [10.0 ** (ticks * k / points) for k in range(points)]
    names = dict.fromkeys("abc"[:lines], y)
    names |= {name: [2 * value for value in y] for name in slower}
    drawn = curves(range(1, points + 1), names, "T", label, log="xy")
    return PICTURE.output(drawn, "")


def test_pictures_with_other_ticks_and_places_are_the_same():
    assert figure(ticks=4) != figure()
    assert same_picture(figure(ticks=4), figure(), ANY)
    assert not same_picture(figure(ticks=4), figure())
    assert same_picture(figure(slower="a"), figure(slower="b"), ANY)


@pytest.mark.parametrize(
    "change", [{"lines": 3}, {"lines": 1}, {"points": 4}, {"label": "s"}]
)
def test_pictures_with_other_lines_points_or_words_are_not(change):
    assert not same_picture(figure(), figure(**change), ANY)


def test_what_a_measured_block_gives_now_is_free(demo, pytester):
    assert check(demo) == []
    edit(demo, CODE, "print(x, 0.25)", "print(7, 81.25)")
    assert pytester.runpytest_inprocess("docs").ret == 0


def test_a_page_that_only_measures_runs_on_the_device_at_hand(demo):
    page = Page(demo, PAGE)
    assert page.measured and page.tolerances and not trains(page)


def test_a_tolerance_is_that_of_single_numbers():
    last = "# tolerance: the loss 0.05, 0.002"
    (cell,) = cells("a.py", f"# %% a\nprint(1)\n{last}\n").values()
    sizes = {"the loss": Decimal("0.05"), "": Decimal("0.002")}
    assert cell.tolerance == sizes


def test_the_page_quotes_no_number_of_it(demo):
    edit(demo, "docs/outputs/demo/one.txt", "0.25", "0.75")
    edit(demo, PAGE, "is less", "is 0.75")
    (problem,) = check(demo)
    assert problem.line == line_of(demo, PAGE, "A quarter is 0.75")
    assert "`0.75` agrees with no number" in problem.message


def test_a_number_that_another_block_prints_may_be_quoted(demo):
    edit(demo, CODE, "print(x + 1)", "print(x + 1, 0.25)")
    edit(demo, "docs/outputs/demo/two.txt", "2", "2 0.25")
    edit(demo, PAGE, "is less", "is 0.25")
    assert check(demo) == []


def test_the_machine_must_be_known(demo):
    made = json.loads((demo / RECORDED).read_text("utf-8"))
    del made["demo"]["machine"]
    (demo / RECORDED).write_text(json.dumps(made))
    (problem,) = check(demo)
    assert "not said with what 'demo' was recorded" in problem.message


EVIL = ["<script>", "A&lt;B", '" onclick="x', "{python}", "`x`", " A"]
EVIL += ["[a](https://example.org)", "A\u202eB", "x" * 81]
NO_NUMBERS = ["two", "0", "12345", "1 "]


@pytest.mark.parametrize(
    "key, value",
    [("machine", m) for m in EVIL] + [("threads", n) for n in NO_NUMBERS],
)
def test_a_damaged_name_or_number_is_refused(key, value):
    made = json.dumps({"a": {key: value}})
    said = [p.message for p in problems(RECORDED, made, schemas()[RECORDED])]
    assert any("is refused; write it like" in message for message in said)


def test_a_built_page_without_the_note_is_a_problem(demo):
    page = Page(demo, PAGE)
    note = '<p class="notice measured">Measured on a machine</p>'
    said = [
        "\n".join(
            problem.message
            for problem in article(
                page, read(page, f"<article>{html}</article>")
            )
        )
        for html in (note, "", note + note)
    ]
    told = "notes on measured outputs, its source 1"
    assert told not in said[0]
    assert f"0 {told}" in said[1] and f"2 {told}" in said[2]


def test_the_foot_says_of_how_many_blocks(demo):
    words = {"en": interface_texts(ROOT, "en")}
    project = SimpleNamespace(
        words=words,
        recorded=read_data(demo, RECORDED),
        changed={},
        originals={},
    )
    text = page_facts.footer(project, Page(demo, PAGE), "en")
    assert "Blocks that measure, here 1," in text
    edit(demo, CODE, f"{MEASURED}\n", "")
    text = page_facts.footer(project, Page(demo, PAGE), "en")
    assert "that measure" not in text


PATHS = [f"docs/{code}/measure-it.md" for code in ("en", "pt")]
SHOWING = "language-text", "jp-CodeCell"


@pytest.mark.parametrize("path", PATHS)
def test_readers_see_machine_and_day_below_each_output(site, path):
    made = read_data(ROOT, RECORDED)["measure-it"]
    day = long_date(made["date"], Path(path).parts[1])
    notes = parsed(site / ADDRESSES[path]).select("article p.measured")
    assert len(notes) == len(Page(ROOT, path).measured) >= 4
    for note in notes:
        text = note.get_text()
        assert made["machine"] in text and day in text
        above = note.find_previous_sibling()
        assert above.name == "figure" or {*SHOWING} & {*above["class"]}


@pytest.mark.parametrize("path", PATHS)
def test_so_do_readers_of_the_notebook(path):
    project = this_project()
    page = project.by_path[path]
    text = notebook(project, path, page.language, "https://example.org/")
    machine = read_data(ROOT, RECORDED)["measure-it"]["machine"]
    assert text.count(machine) == len(page.measured)
    assert MEASURED_HERE not in text


NOTED = {"python": "3", "torch": "2", "device": "cuda"}
MONDAY = NOTED | {"date": "2026-01-05", "machine": "A", "threads": "1"}
TUESDAY = NOTED | {"date": "2026-01-06", "machine": "B", "threads": "1"}
ONE, TWO, OTHER = (f"docs/outputs/{n}.txt" for n in ("c/one", "c/two", "d/one"))


def recorded(root, made: dict, one: str, two: str = "2\n") -> dict:
    """What is kept of `c`, whose first block measures, and said of it."""
    save(root, {ONE: one, TWO: two, OTHER: "3\n"}, made, {ONE: ANY})
    kept = read_data(root, RECORDED)
    assert "machine" not in kept["d"]  # it measures nothing
    return {"one": (root / ONE).read_text(), **kept["c"]}


def test_what_was_measured_is_kept_with_its_machine_and_day(tmp_path):
    first = recorded(tmp_path, MONDAY, "0.25 ms\n")
    assert first == {"one": "0.25 ms\n"} | MONDAY
    newer = TUESDAY | {"torch": "3"}
    assert recorded(tmp_path, newer, "0.75 ms\n") == first


@pytest.mark.parametrize(
    "one, two",
    [("0.75 s\n", "2\n"), ("0.75 ms\n", "4\n")],  # its form; another block
)
def test_a_chapter_that_changed_is_measured_anew(tmp_path, one, two):
    recorded(tmp_path, MONDAY, "0.25 ms\n")
    assert recorded(tmp_path, TUESDAY, one, two) == {"one": one} | TUESDAY


def test_so_is_one_without_recording_or_machine(tmp_path):
    anew = {"one": "0.75 ms\n"} | TUESDAY
    recorded(tmp_path, MONDAY, "0.25 ms\n")
    (tmp_path / TWO).unlink()
    assert recorded(tmp_path, TUESDAY, "0.75 ms\n") == anew
    edit(tmp_path, RECORDED, '"machine"', '"other"')
    assert recorded(tmp_path, MONDAY, "0.25 ms\n")["machine"] == "A"
