"""The pictures that are shown where links to pages are shared."""

import io

import pytest
from conftest import ADDRESSES, LANGUAGES, OTHERS, ROOT, each, parsed
from PIL import Image

from proof.pages.page import Page
from proof.site import cards
from proof.site.addresses import card_path

SITE = "http://127.0.0.1:8000/"


@pytest.mark.parametrize("address", each(ADDRESSES.values()))
def test_each_page_names_a_picture_and_words_of_its_own(site, address):
    soup = parsed(site / address)
    told = {
        meta["property"].removeprefix("og:"): meta["content"]
        for meta in soup.select('meta[property^="og:"]')
    }
    folder = address.partition("/")[0]
    language = folder if folder in (*LANGUAGES, *OTHERS) else "en"
    path = told["image"].removeprefix(SITE)
    assert path.startswith(f"assets/cards/{language}/")
    with Image.open(site / path) as picture:
        assert picture.size == (int(told["image:width"]), 630)
    assert told["url"] == SITE + address
    assert soup.title.get_text().startswith(told["title"])
    description = soup.select_one('meta[name="description"]')["content"]
    assert told["description"] == description


def test_no_two_pages_share_a_picture(site):
    files = sorted((site / "assets/cards").glob("*/*.png"))
    assert len(files) == len(ADDRESSES)
    # A page whose title is not translated yet shows the original's.
    whole = [file for file in files if file.parent.name in LANGUAGES]
    assert len({file.read_bytes() for file in whole}) == len(whole) > 40


def test_a_page_shows_its_first_heatmap():
    page = Page(ROOT, "docs/en/simplified-attention.md")
    values = cards.weights(page)
    assert [len(row) for row in values] == [6] * 6
    assert [sum(row) for row in values] != pytest.approx([1] * 6)  # scores
    assert cards.weights(Page(ROOT, "docs/en/glossary.md")) == []
    assert card_path(page) == "assets/cards/en/simplified-attention.png"


@pytest.mark.parametrize("title", ["Softmax", "Eigenvalue " * 4, "W" * 30])
def test_words_leave_the_weights_alone(title):
    figure = cards.card(title, "Site", [[0.0, 1.0]])
    words = figure.texts[0].get_window_extent()
    assert words.x1 < figure.axes[0].get_window_extent().x0
    low = figure.texts[1].get_window_extent().y1
    assert low < words.y0 and words.y1 < cards.HEIGHT * cards.DPI


def test_a_picture_is_the_same_in_each_build():
    made = [
        cards.to_png(cards.card("Title", "Site", [[0.5, 1.0]]))
        for _ in range(2)
    ]
    assert made[0] == made[1]
    assert "Software" not in Image.open(io.BytesIO(made[0])).info
