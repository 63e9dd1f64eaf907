"""Code on a phone: where its lines go on, what is copied, what covers it."""

import re

import pytest
from conftest import ADDRESSES, OPEN, sample

LAB, CHAPTER = "lab-train/", "multi-head-attention/"
PATHS = sample(ADDRESSES.values(), CHAPTER, slow=[LAB, "measure-it/"])
# Of each line of code its text, where code starts, how wide a letter is, and
# the pieces that a reader sees below each other: their left sides, and texts.
LINES = """() => [...document.querySelectorAll(
  "article :is(.language-python, .language-sh) code")].flatMap((code) => {
  const range = document.createRange(), lines = [];
  const style = getComputedStyle(code), box = code.getBoundingClientRect();
  const start = box.left + parseFloat(style.paddingLeft);
  const texts = document.createTreeWalker(code, NodeFilter.SHOW_TEXT);
  let line = { text: "", start, pieces: [] };
  for (let text; (text = texts.nextNode()); ) {
    for (let k = 0; k < text.length; k += 1) {
      const letter = text.data[k];
      if (letter === "\\n") {
        lines.push(line);
        line = { text: "", start, pieces: [] };
        continue;
      }
      range.setStart(text, k);
      range.setEnd(text, k + 1);
      const { left, right, width, bottom } = range.getBoundingClientRect();
      line.text += letter;
      line.wide ??= width;
      const last = line.pieces.at(-1);
      if (last && bottom < last.bottom + 8) last.text += letter;
      else line.pieces.push({ left, bottom, text: letter });
    }
  }
  return lines;
})"""
# Letters that lie below a button that copies them.
COVERED = """() => [...document.querySelectorAll("button.copy")].filter(
  (button) => {
    const b = button.getBoundingClientRect(), range = document.createRange();
    const texts = document.createTreeWalker(
      button.previousElementSibling, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      range.selectNodeContents(texts.currentNode);
      for (const part of range.getClientRects())
        if (b.width && part.width && part.right > b.left + 1
          && part.top + 4 < b.bottom && part.bottom - 4 > b.top) return true;
    }
  }).map((button) => button.previousElementSibling.textContent)"""


@pytest.mark.parametrize("path", PATHS)
def test_a_long_line_goes_on_further_in_and_cuts_no_name(page, url, path):
    page.goto(url + path)
    page.evaluate(OPEN)
    for width in (320, 390):
        page.set_viewport_size({"width": width, "height": 844})
        for line in page.evaluate(LINES):
            if not line["text"].strip():
                continue
            pieces = [(p["left"], p["text"]) for p in line["pieces"]]
            indent = len(line["text"]) - len(line["text"].lstrip())
            begins = line["start"] + indent * line["wide"]
            assert pieces[0][0] == pytest.approx(line["start"], abs=1)
            assert pieces[0][1].strip(), f"an empty line before {line['text']}"
            for (_, before), (left, after) in zip(pieces, pieces[1:]):
                assert left > begins + 2 * line["wide"], line["text"]
                cut = re.search(r"\w+$", before), re.match(r"\w", after)
                if width == 390 and all(cut):  # no place to break before it
                    assert cut[0][0] == before.strip(), line["text"]


@pytest.mark.parametrize("path", PATHS)
def test_no_button_covers_the_code_that_it_copies(page, url, path):
    page.set_viewport_size({"width": 390, "height": 844})
    page.goto(url + path)
    page.evaluate(OPEN)
    assert page.evaluate(COVERED) == []
