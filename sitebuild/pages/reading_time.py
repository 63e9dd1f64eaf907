"""How long a page takes to read: its words, code, formulas and figures."""

import re

from sitebuild.pages.page import Page

WORD = r"[^\W\d_][\w'\u2019-]*"
# What is read in a minute of a text that one reckons along with.
WORDS, LINES, PICTURES = 150, 20, 2  # pictures: figures, displayed formulas
STEP = 5  # minutes: no estimate is finer


def words(page: Page, folded: bool) -> list[str]:
    """Return the words of a page, with or without those in folds."""
    hidden = set() if folded else folds(page)
    return [
        word
        for line, text in page.words
        if line not in hidden
        for word in re.findall(WORD, text)
    ]


def folds(page: Page) -> set[int]:
    """Return the lines that are seen only when a box is unfolded."""
    return {
        line
        for box in page.boxes
        if box.marks == "???"
        for line in range(box.line + 1, box.end + 1)
    }


def minutes(page: Page) -> int:
    """Estimate how long it takes to read what a page shows, folds closed."""
    hidden = folds(page)
    code = [b.section.text.strip() for b in page.blocks if b.line not in hidden]
    pictures = [
        thing
        for thing in (*page.includes, *page.formulas)
        if thing.line not in hidden
        and (thing.display if hasattr(thing, "tex") else thing.output.drawn)
    ]
    needed = (
        len(words(page, folded=False)) / WORDS
        + sum(len(text.splitlines()) for text in code) / LINES
        + len(pictures) / PICTURES
    )
    return max(STEP, STEP * round(needed / STEP))
