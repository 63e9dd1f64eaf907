"""Minutes of reading are counted from what a page shows."""

import pytest
from conftest import this_project

from sitebuild.pages.page import Page
from sitebuild.widgets.page_facts import (
    LINES,
    PICTURES,
    STEP,
    WORDS,
    minutes,
)

FIGURE = "![A map](../outputs/demo/map.svg)\n/// caption\nA.\n///\n"
LINE = "word " * 10 + "\n"
FIVE = {  # what is read in five minutes
    "words": LINE * (STEP * WORDS // 10),
    "figures": f"\n{FIGURE}\n" * STEP * PICTURES,
    "formulas": "\n$$\nx\n$$\n" * STEP * PICTURES,
}


def read(small, text: str) -> int:
    file = small / "docs/en/demo.md"
    file.write_text(f"# Demo {{ #demo }}\n\n{text}\n")
    return minutes(Page(small, "docs/en/demo.md"))


@pytest.mark.parametrize("text", FIVE.values(), ids=FIVE)
def test_words_figures_and_formulas_take_their_time(small, text):
    assert read(small, text) == STEP
    assert read(small, FIVE["words"] + "\n" + text) == 2 * STEP


def test_code_takes_its_time_and_no_page_takes_none(small):
    assert read(small, "word") == STEP
    code = small / "snippets/demo.py"
    code.write_text("# %% one\n" + "x = 1\n" * 2 * STEP * LINES)
    block = '```python\n--8<-- "snippets/demo.py:one"\n```\n'
    assert read(small, block) == 2 * STEP


def test_what_is_folded_is_not_counted(small):
    words = f"    {LINE}" * (STEP * WORDS)
    assert read(small, f'??? note "More"\n\n{words}') == STEP


def test_ten_minutes_are_ten_in_each_language():
    pages = this_project().by_path
    times = {
        path: minutes(page)
        for path, page in pages.items()
        if page.name == "ten-minutes"
    }
    assert len(times) > 1 and set(times.values()) == {10}


def test_an_apostrophe_and_a_hyphen_do_not_end_a_word(small):
    four = "l'été d’or, feed-forward, 7 a_b\n"
    half_way = WORDS * STEP * 3 // 2  # to the next step, with the title
    lines = (half_way - 1) // 4
    assert read(small, four * (lines - 1)) == STEP
    assert read(small, four * lines) == 2 * STEP
