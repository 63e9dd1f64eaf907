"""The first page shows attention: words that can be picked, in recorded
weights, with and without a script, by pointer and by keyboard."""

import re

import pytest
from conftest import parsed

BAR = ".looks .bar:visible"


def shares(label) -> list[float]:
    """How much a word looks at others, as the page says it: the most first."""
    page = label.find_parent(class_="looks")
    text = page.find(id=label.input["aria-describedby"]).get_text()
    return [float(n) for n in re.findall(r" \((\d\.\d+)\)", text)]


@pytest.mark.parametrize("address", ["", "pt/"])
def test_each_word_says_and_draws_the_recorded_weights(site, address):
    cells = parsed(site / "under-glass").select("figure td")
    recorded = {cell.get_text() for cell in cells}
    for label in parsed(site / address).select(".looks .queries label"):
        said = shares(label)
        assert {f"{share:.4f}" for share in said} <= recorded
        arcs = label.find_next_sibling("div").select("path")
        widths = sorted((float(a["stroke-width"]) for a in arcs), reverse=True)
        assert said == sorted(said, reverse=True)
        for width, share in zip(widths, said, strict=True):
            assert width == pytest.approx(8 * share, abs=0.06)


def test_the_course_takes_the_hours_that_the_page_promises(site):
    page = parsed(site)
    minutes = [int(s.text.split()[0]) for s in page.select(".parts small")]
    assert round(sum(minutes) / 60) == 8
    assert "about eight hours" in page.find("article").text


@pytest.mark.parametrize(
    "script",
    [
        pytest.param(
            script,
            marks=pytest.mark.browser_context_args(java_script_enabled=script),
        )
        for script in (True, False)
    ],
)
def test_a_word_is_picked_by_pointer_and_by_keyboard(page, url, script):
    page.goto(url)
    queries = page.locator(".looks .queries label")
    for pick, word in (
        (queries.last.click, -1),
        (lambda: page.keyboard.press("ArrowUp"), -2),
    ):
        pick()
        assert page.locator(BAR).count() == 1
        picked = queries.all_text_contents()[word]
        assert page.locator(f"{BAR} > text").text_content() == picked
