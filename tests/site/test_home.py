"""The first page shows attention: words that can be picked, in recorded
weights, with and without a script, by pointer and by keyboard."""

import pytest
from conftest import new_page, parsed, sample, this_project

from sitebuild.widgets.attention_arcs import WIDTH, weights

pytestmark = pytest.mark.slow

WEIGHTS = weights(this_project(), "lab-translate/learned-heatmap")
QUERIES, KEYS, ROWS = WEIGHTS.rows, WEIGHTS.columns, WEIGHTS.values
BOTH = ["", "pt/"]
SIZES = [(390, 844), (1280, 800)]
FIRST = next(i for i, row in enumerate(ROWS) if row.index(max(row)) != i)
SHOWN = """() => [...document.querySelectorAll(".looks p")]
  .filter((said) => said.checkVisibility()).map((said) => said.textContent)"""
ARCS = """() => [...document.querySelectorAll(".looks label + div path")]
  .filter((arc) => arc.checkVisibility()).map((arc) =>
    [arc.getBoundingClientRect().width, getComputedStyle(arc).strokeWidth])"""


def said(page, word: str, others: list[str], shares: list[float]) -> bool:
    """What is shown names a word, and the one that it looks at most."""
    (text,) = page.evaluate(SHOWN)
    most = max(zip(shares, others))
    return word in text and f"“{most[1]}” ({most[0]:.4f})" in text


@pytest.mark.parametrize("address", BOTH)
def test_each_word_says_and_draws_the_recorded_weights(site, address):
    looks = parsed(site / address).find(class_="looks")
    columns = [list(column) for column in zip(*ROWS)]
    for name, words, others, shares in (
        ("queries", QUERIES, KEYS, ROWS),
        ("keys", KEYS, QUERIES, columns),
    ):
        labels = looks.find(class_=name).find_all("label")
        assert [label.get_text() for label in labels] == words
        for label, row in zip(labels, shares, strict=True):
            text = looks.find(id=label.input["aria-describedby"]).get_text()
            assert label.get_text() in text
            for other, share in zip(others, row, strict=True):
                named = f"“{other}” ({share:.4f})" in text
                assert named or share < 0.01
            widths = [
                float(arc["stroke-width"])
                for arc in label.find_next_sibling("div").find_all("path")
            ]
            wanted = [round(WIDTH * share, 1) for share in row]
            assert widths == [width for width in wanted if width]


@pytest.mark.parametrize("script", [True, False])
@pytest.mark.parametrize("size", sample(SIZES, SIZES[0]))
def test_a_word_is_picked_by_pointer_and_by_keyboard(
    browser, url, script, size
):
    view = dict(zip(("width", "height"), size))
    with new_page(browser, viewport=view, java_script_enabled=script) as page:
        page.goto(url)
        assert said(page, QUERIES[FIRST], KEYS, ROWS[FIRST])
        label = page.locator(".looks .queries label")
        label.last.click()
        assert said(page, QUERIES[-1], KEYS, ROWS[-1])
        page.keyboard.press("ArrowUp")
        assert said(page, QUERIES[-2], KEYS, ROWS[-2])
        ((_, width),) = page.evaluate(ARCS)
        assert width == f"{WIDTH * max(ROWS[-2]):.1f}px".replace(".0px", "px")
        page.locator(".looks .keys label").nth(2).click()
        column = [row[2] for row in ROWS]
        assert said(page, KEYS[2], QUERIES, column)


def test_one_stop_of_the_tab_key_is_the_word_that_is_picked(page, url):
    page.goto(url)
    radio = page.get_by_role("radio", name=QUERIES[FIRST], exact=True)
    radio.focus()
    page.keyboard.press("Tab")
    assert page.evaluate("document.activeElement.matches('.md-button')")
    page.keyboard.press("Shift+Tab")
    assert radio.evaluate("part => part === document.activeElement")


@pytest.mark.parametrize("address", BOTH)
def test_the_first_screen_has_the_sentence_and_two_ways_in(page, url, address):
    page.goto(url + address)
    page.evaluate("document.fonts.ready")
    cut = "(words) => words.some((word) => word.scrollWidth > word.clientWidth)"
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        for part in page.locator(".looks, .md-button").all():
            box = part.bounding_box()
            assert box["y"] + box["height"] <= height
            assert box["x"] + box["width"] <= width
        assert not page.locator(".looks label").evaluate_all(cut)


@pytest.mark.parametrize("address", BOTH)
def test_each_part_is_a_card_with_its_pages(site, address):
    cards = parsed(site / address).select("dl.parts > div")
    links = [link["href"] for card in cards for link in card.find_all("a")]
    assert len(cards) == 6 and len(links) == len(set(links)) > 20
    for card in cards:
        assert len(card.find("dd", class_="able").get_text()) > 20
    assert sum(card.svg is not None for card in cards) >= 4
