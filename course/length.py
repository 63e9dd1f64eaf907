"""How long the pages may be: a beginner is to come to the end.

`course/length.yml` has the most words of each page of the original, folds
closed, and of all pages together, folds open.
"""

from collections.abc import Iterator

from proof.checks import check
from proof.files import read_data
from proof.pages.project import Project
from proof.pages.reading import words
from proof.problem import Problem
from proof.schema import COUNT, KEY, Form

FILE = "course/length.yml"
FORM = Form(FILE, {"shown!": {KEY: COUNT}, "others!": COUNT, "all!": COUNT})


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
