"""Where the parts of the guides are covered, and their errata."""

import re

import pytest
from conftest import ADDRESSES, this_project

from sitebuild.pages.page import anchors

PARTS = {"000": 58, "001": 87, "002": 39, "003": 60, "004": 53}
ROW = r"(?m)^    \| (\d+) \| .+ \| (.+) \|$"  # its number, its links
TRANSLATED = [p.split("/")[1] for p in ADDRESSES if p.endswith("sources.md")]


def section(language: str, anchor: str) -> str:
    """The Markdown of a section of the page of sources."""
    page = this_project().page("sources", language)
    passage = next(p for p in page.passages if p.heading.id == anchor)
    return "\n".join(page.lines[passage.heading.line - 1 : passage.end])


@pytest.mark.parametrize("guide", PARTS)
@pytest.mark.parametrize("language", TRANSLATED)
def test_every_part_of_a_guide_has_a_place(language, guide):
    rows = re.findall(ROW, section(language, f"guide-{guide}"))
    assert [int(n) for n, _ in rows] == [*range(1, PARTS[guide] + 1)]
    for number, links in rows:
        targets = re.findall(r"\]\(([^)#]*)#([^)]+)\)", links)
        assert targets, number
        for file, anchor in targets:
            name = file.removesuffix(".md") or "sources"
            page = this_project().page(name, language)
            assert anchor in anchors(page), (number, file, anchor)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_erratum_is_there_with_what_shows_it(language):
    page = this_project().page("sources", language)
    ids = [h.id for h in page.headings if h.id.startswith("erratum-")]
    assert ids == [f"erratum-{n}" for n in range(1, 72)]
    line = re.compile(r"^\* \*\*.+:\*\*\s(.*(?:\n  .*)*)", re.M)
    for id in ids:
        says, why, right, shown = line.findall(section(language, id))
        assert says and why and right and "](" in shown, id
