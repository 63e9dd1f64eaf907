"""Figures: whole to everyone who reads them, and played with by every hand."""

import re

import pytest
from browser import paint
from conftest import ADDRESSES, contrast, parsed, sample
from playwright.sync_api import expect

CHAPTER, PANELS = "simplified-attention/", "multi-head-attention/"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True}
FIGURE = "figure:has(.cells)"


def test_every_picture_has_words_and_every_table_a_name(site):
    for address in ADDRESSES.values():
        for picture in parsed(site / address).article("svg", class_="figure"):
            figure = picture.find_parent("figure")
            label = picture.find_parent(role="img")["aria-label"]
            assert len(label) > 30, address
            assert figure.figcaption.get_text(strip=True), address
            values = picture.find(class_="cells") is not None  # a heatmap
            assert not values or figure.table, address
            assert not figure.table or figure.summary.get_text(strip=True)
            assert all(th.get_text(strip=True) for th in figure("th")), address


@pytest.mark.parametrize("path, word", [("", "loss"), ("pt/", "perda")])
def test_axes_are_named_in_the_language_of_the_page(site, path, word):
    built = parsed(site / f"{path}lab-train")
    texts = {text.get_text() for text in built.select("svg.plot text")}
    assert texts & {"loss", "perda"} == {word}


def ready(figure):
    """The figure, in its place and with its script: it invites to play."""
    figure.scroll_into_view_if_needed()
    expect(figure.get_by_role("application")).to_be_visible()
    return figure


def said(figure) -> str:
    return figure.locator("output").inner_text()


def cell(figure, row: int, column: int, panel: int = 0) -> str:
    """What is said of a cell, by the table of its panel, in its language."""
    table = figure.locator("table").nth(panel)
    keys, *rows = table.locator("tr").all()
    key = keys.locator("th").nth(column).text_content()
    query, *values = rows[row].locator("th, td").all_text_contents()
    spoken = figure.locator(".reading").get_attribute("data-cell")
    return spoken.format(row=query, column=key, value=values[column])


@pytest.mark.parametrize("path", sample(["", "pt/"], "pt/"))
def test_pointing_at_a_heatmap_says_the_exact_value(page, url, path):
    page.goto(url + path + CHAPTER)
    figure = ready(page.locator(FIGURE).first)
    keys = figure.locator(".keys text").count()
    figure.locator(".cells rect").nth(2 * keys + 1).hover()
    assert said(figure) == cell(figure, 2, 1)
    assert figure.locator(".cells .on").count() == 1
    figure.locator(".keys text").nth(2).hover()  # a column, in the same row
    assert said(figure) == cell(figure, 2, 2)


@pytest.mark.slow
@pytest.mark.browser_context_args(**PHONE)
def test_a_heatmap_is_played_with_by_keys_and_by_touch(page, url):
    page.goto(url + PANELS)
    panels = page.locator(".cells").nth(1)
    figure = ready(page.locator(FIGURE).filter(has=panels).first)
    caption = figure.locator("caption").nth(1).text_content()
    sentence = figure.locator(".reading")
    sentence.focus()
    assert said(figure).endswith(cell(figure, 0, 0))
    for key in ("ArrowDown", "ArrowRight", "ArrowRight", "PageDown"):
        page.keyboard.press(key)
    assert said(figure) == f"{caption}: {cell(figure, 1, 2, panel=1)}"
    for key in ("ArrowUp", "ArrowUp", "End", "ArrowRight", "PageUp", "PageUp"):
        page.keyboard.press(key)  # never past an edge
    last = figure.locator("table").first.locator("tr").first.locator("th")
    assert said(figure).endswith(cell(figure, 0, last.count() - 1))
    assert sentence.get_attribute("aria-label")
    assert sentence.get_attribute("aria-roledescription") == "heatmap"
    figure.locator(".cells").nth(1).locator("rect").nth(1).tap()
    assert said(figure) == f"{caption}: {cell(figure, 0, 1, panel=1)}"


def colour(page, selector: str, name: str) -> list[float]:
    """Red, green and blue of a style of the first such element."""
    style = f"part => getComputedStyle(part).{name}"
    text = page.locator(selector).first.evaluate(style)
    return [float(part) for part in re.findall(r"[\d.]+", text)[:3]]


@pytest.mark.slow
def test_labels_of_figures_can_be_read_in_both_themes(page, url):
    """axe-core does not judge texts of pictures."""
    page.goto(url + CHAPTER)
    papers = []
    for scheme in ("light", "dark"):
        paint(page, scheme)
        papers.append(colour(page, "body", "backgroundColor"))
        label = colour(page, "svg.figure text", "fill")
        assert contrast(label, papers[-1]) >= 4.5
    assert papers[0] != papers[1]
