"""How text is set: headings in their face, lines of a length that is easy to
read, nothing too small, and on a phone a cue where something goes on."""

from io import BytesIO

import pytest
from conftest import ADDRESSES, OPEN, ROOT, parsed, sample
from fontTools.ttLib import TTFont
from PIL import Image

OURS = "en", "pt", "es"
FONT = ROOT / "docs/assets/fonts/stix-two-text.woff2"
CHAPTER, LAB = "self-attention/", "lab-train/"
FORMULAS = "multi-head-attention/"  # some are wider than a phone
# Letters of each full line of the paragraphs that hold nothing high.
LINES = """() => {
  const found = [], range = document.createRange();
  for (const part of document.querySelectorAll("article > p")) {
    if (part.querySelector("math, code") || part.innerText.length < 160)
      continue;
    const texts = document.createTreeWalker(part, NodeFilter.SHOW_TEXT);
    let top, count = 0;
    while (texts.nextNode()) {
      const text = texts.currentNode;
      if (!text.parentElement.checkVisibility()) continue;
      for (let k = 0; k < text.length; k += 1, count += 1) {
        range.setStart(text, k);
        range.setEnd(text, k + 1);
        const box = range.getBoundingClientRect();
        if (top !== undefined && box.top > top + 14) {
          found.push(count);
          count = 0;
        }
        top = box.width ? box.top : top;
      }
    }
  }
  return found;
}"""
# Of what has letters of its own; letters in drawings are drawn.
SMALL = """(least) => [...document.querySelectorAll("article *")].filter(
  (part) => part.checkVisibility() && !part.closest("svg, math, button")
    && [...part.childNodes].some((n) => n.nodeType === 3 && n.data.trim())
    && parseFloat(getComputedStyle(part).fontSize) < least
).map((part) => part.outerHTML)"""
BLOCKS = "article :is(pre > code, .formula > div, .md-typeset__scrollwrap)"
WIDE = """(blocks) => blocks.map((block) => !block.checkVisibility() ? null
  : block.scrollWidth > block.clientWidth + 1)"""
RIGHT = "(parts) => parts.map((p) => p.getBoundingClientRect().right)"
# Formulas whose line ends between them and the sign that belongs to them.
TORN = """() => {
  const range = document.createRange();
  const boxOf = (part) => {
    range.selectNode(part);
    return range.getBoundingClientRect();
  };
  return [...document.querySelectorAll("span.formula")].filter((part) =>
    part.checkVisibility() && part.lastChild.nodeType === 3
      && boxOf(part.lastElementChild).bottom < boxOf(part.lastChild).top
  ).length;
}"""
BREAKING = """() => document.querySelectorAll("span.formula").forEach((part) =>
  part.style.whiteSpace = "normal")"""
# Names in tables that a line ends in.
CUT_NAMES = """() => {
  const range = document.createRange(), found = [];
  for (const cell of document.querySelectorAll("article :is(td, th)")) {
    if (getComputedStyle(cell).writingMode !== "horizontal-tb") continue;
    const texts = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT);
    for (let text; (text = texts.nextNode()); ) {
      let last;
      for (let k = 0; k < text.length; k += 1) {
        range.setStart(text, k);
        range.setEnd(text, k + 1);
        const { top, width } = range.getBoundingClientRect();
        if (!width) continue;
        if (top > last + 8 && /^\\w\\w/.test(text.data.slice(k - 1)))
          found.push(text.data);
        last = top;
      }
    }
  }
  return found;
}"""
EDGE = """(block) => {
  block.scrollIntoView({ block: "center" });
  block.style.setProperty("-webkit-text-fill-color", "transparent");
  for (const part of block.querySelectorAll("*"))
    part.style.visibility = "hidden";
  const { right, top, height } = block.getBoundingClientRect();
  return { x: right - 4, y: top + height / 2, width: 4, height: 1 };
}"""


def test_the_face_of_headings_is_small_and_has_their_letters(site):
    assert FONT.stat().st_size <= 16_000
    known = set(TTFont(FONT).getBestCmap())
    # Of other languages, letters that it has not are the reader's own.
    assert {*map(ord, "¿¡ñÑüÜ")} <= known
    ours = [ADDRESSES[path] for path in ADDRESSES if path[5:7] in OURS]
    for address in ours:
        for heading in parsed(site / address).article(["h1", "h2", "h3"]):
            for other in heading(["code", "math"]):
                other.extract()
            letters = {c for c in heading.get_text() if ord(c) not in known}
            assert letters <= {"√"}, address


@pytest.mark.parametrize("path", sample([CHAPTER, LAB, "pt/encoder/"], LAB))
def test_text_is_set_to_be_read(page, url, path):
    page.goto(url + path)
    page.evaluate("document.fonts.ready")
    assert page.evaluate("document.fonts.check('700 1em \"STIX Two Text\"')")
    sizes = page.locator("article > h2 ~ p:not([class])").first.evaluate(
        "p => [getComputedStyle(p).fontSize, getComputedStyle(p).lineHeight]"
    )
    size, height = (float(text.removesuffix("px")) for text in sizes)
    assert size == 17 and round(height) == 28
    lines = page.evaluate(LINES)
    assert 50 <= sum(lines) / len(lines) <= 75, "it depends on the face"
    page.set_viewport_size({"width": 390, "height": 844})
    page.evaluate(
        "for (const fold of document.querySelectorAll('details'))"
        "  fold.open = true"
    )
    assert page.evaluate(SMALL, 14) == []


@pytest.mark.slow
@pytest.mark.parametrize("path", sample(ADDRESSES.values(), LAB, FORMULAS))
def test_on_a_phone_few_blocks_scroll_and_each_says_so(page, url, path):
    """Nor does what scrolls take the number of a formula along."""
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(url + path)
    page.evaluate("document.fonts.ready")
    blocks = page.locator(BLOCKS)
    wide = blocks.evaluate_all(WIDE)
    seen = [goes_on for goes_on in wide if goes_on is not None]
    assert sum(seen) <= 0.3 * len(seen)
    page.evaluate(OPEN)
    assert True not in page.locator(".formula > div").evaluate_all(WIDE)
    assert page.evaluate(CUT_NAMES) == []
    numbers = page.locator("div.formula > span").evaluate_all(RIGHT)
    assert max(numbers, default=0) <= 390
    for place, goes_on in enumerate(wide):
        if goes_on:
            block = blocks.nth(place)
            assert len(edge(page, block)) > 1
            block.evaluate("e => { e.scrollLeft = e.scrollWidth; }")
            assert len(edge(page, block)) == 1


def edge(page, block) -> set[bytes]:
    """The colours at the right edge of a block, without what is in it."""
    picture = page.screenshot(clip=block.evaluate(EDGE))
    colours = Image.open(BytesIO(picture)).convert("RGB").getcolors()
    return {colour for _, colour in colours}


@pytest.mark.slow
@pytest.mark.parametrize("language", ["", "pt/"])
def test_no_line_of_a_phone_begins_with_a_comma_after_a_formula(
    page, url, language
):
    page.goto(f"{url}{language}{CHAPTER}")

    def torn() -> int:
        found = 0
        for width in range(360, 430, 10):
            page.set_viewport_size({"width": width, "height": 800})
            found += page.evaluate(TORN)
        return found

    assert not torn()
    page.evaluate(BREAKING)
    assert torn()
