"""How long the pages may be: a beginner is to come to the end.

`course/length.yml` has the most words of each page of the original, folds
closed, and of all pages together, folds open.
"""

import re
from collections.abc import Iterator

from proof.checks import check
from proof.files import read_data
from proof.pages.page import Page
from proof.pages.project import Project
from proof.problem import Problem

FILE = "course/length.yml"
WORD = r"[^\W\d_][\w\u2019'-]*"


@check(finds="page longer than its words")
def length(project: Project) -> Iterator[Problem]:
    """No page has more words than it may have, nor have all together."""
    most = read_data(project.root, FILE)
    if not most:  # a project that sets no limit
        return
    whole = 0
    for page in project.originals.values():
        whole += len(words(page, folded=True))
        shown = len(words(page, folded=False))
        limit = most["shown"].get(page.name, most["others"])
        if shown > limit:
            yield page.problem(
                1,
                f"this page shows {shown} words, {limit} at most ({FILE}); "
                "shorten it, or fold what the next chapter does not need",
            )
    if whole > most["all"]:
        reason = f"the pages have {whole} words, {most['all']} at most"
        yield Problem(FILE, 1, f"{reason}; shorten one")


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
