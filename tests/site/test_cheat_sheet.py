"""The cheat sheet is one sheet of paper, in each language."""

import re

import pytest
from conftest import ADDRESSES, LANGUAGES

SHEETS = [ADDRESSES[f"docs/{code}/cheat-sheet.md"] for code in LANGUAGES]
WIDTH = 718  # pixels of an A4 sheet less its margins
LETTER = 9  # pixels, at least, which is 6.75 points

SMALLEST = """() => Math.min(
  ...[...document.querySelectorAll("article :is(p, td, th)")]
    .filter((part) => part.checkVisibility())
    .map((part) => parseFloat(getComputedStyle(part).fontSize)))"""
CUT_OFF = """() => [...document.querySelectorAll("article :is(td, table)")]
  .filter((part) => part.scrollWidth > part.clientWidth + 1)
  .map((part) => part.textContent)"""


def sheets(pdf: bytes) -> int:
    """How many pages a PDF has."""
    return len(re.findall(rb"/Type\s*/Page\b", pdf))


@pytest.mark.parametrize("path", SHEETS)
def test_it_prints_on_one_page_and_can_be_read_there(page, url, path):
    page.goto(url + path)
    assert sheets(page.pdf(format="A4")) == 1
    page.set_viewport_size({"width": WIDTH, "height": 1047})
    page.emulate_media(media="print")
    assert page.evaluate(SMALLEST) >= LETTER
    assert page.evaluate(CUT_OFF) == []
