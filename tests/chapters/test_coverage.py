"""Where the parts of the guides are covered, and the errata of the guides."""

import re
from os.path import normpath
from pathlib import Path

import pytest
from conftest import ROOT, parsed

from sitebuild.pages.page import anchors, read_pages
from sitebuild.pages.site_config import languages

PARTS = {"000": 58, "001": 87, "002": 39, "003": 60, "004": 53}
ERRATA = 71
ROW = r"(?m)^    \| (\d+) \| .+ \| (.+) \|$"  # its number, its links
PAGES = {(page.language, page.name): page for page in read_pages(ROOT)}
TRANSLATED = [code for code, name in PAGES if name == "sources"]
# What the guides say in passing, and what a shorter page loses first: where a
# page teaches it, which parts of the guides these are, and what says it.
UNITS = [
    (
        "causal-attention.md#minus-infinity",
        "000.46 001.64 003.46",
        r"`masked_fill_`(?s:.*)steps\.py:in-place",
    ),
    (
        "causal-attention.md#dropout",
        "001.59",
        r"docs/stable/generated/torch\.nn\.Dropout\.html",
    ),
    ("causal-attention.md#parallel", "001.83", r"steps\.py:every-shape"),
    ("multi-head-attention.md#sizes", "001.35", r"\bGPT\b"),
    (
        "multi-head-attention.md#parallel",
        "000.49 001.69 003.49",
        r"measure-it\.md#heads",
    ),
    (
        "multi-head-attention.md#one-matrix",
        "001.76",
        r"two-products-or-one\.svg",
    ),
    ("measure-it.md#heads", "000.49 001.69 003.49", r"steps\.py:head-times"),
    ("self-attention.md#trainable-weights", "001.35", r"\bGPT\b"),
    (
        "self-attention.md#saturation",
        "001.32",
        "step function|função degrau|función escalón",
    ),
    ("#credits", "001.32", "(?:page|página) 69"),
    (
        "tensor-notes.md#empty-and-zeros",
        "001.22",
        r"`torch\.zeros`\s(?:spends|gasta)",
    ),
]


def section(language: str, name: str, anchor: str) -> str:
    """Return the Markdown of a section."""
    page = PAGES[language, name]
    passage = next(p for p in page.passages if p.heading.id == anchor)
    return "\n".join(page.lines[passage.heading.line - 1 : passage.end])


def places(language: str) -> dict[str, list[str]]:
    """Return the targets of the links of each part, by guide and number."""
    return {
        f"{guide}.{int(number):02}": re.findall(r"\]\(([^)]+)\)", links)
        for guide in PARTS
        for number, links in re.findall(
            ROW, section(language, "sources", f"guide-{guide}")
        )
    }


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_part_of_every_guide_has_a_place(language):
    found = places(language)
    assert [*found] == [
        f"{guide}.{n + 1:02}" for guide, k in PARTS.items() for n in range(k)
    ]
    for part, targets in found.items():
        assert targets, part
        for target in targets:
            name, _, anchor = target.partition("#")
            name = name.removesuffix(".md") or "sources"
            page = PAGES.get((language, name), PAGES["en", name])
            assert anchor in anchors(page), (part, target)


@pytest.mark.parametrize("language", TRANSLATED)
def test_every_erratum_is_there_with_what_shows_it(language):
    page = PAGES[language, "sources"]
    ids = [h.id for h in page.headings if h.id.startswith("erratum-")]
    assert ids == [f"erratum-{n + 1}" for n in range(ERRATA)]
    for id in ids:
        says, why, right, shown = re.findall(
            r"^\* \*\*.+:\*\*\s(.*(?:\n  .*)*)",
            section(language, "sources", id),
            re.M,
        )
        assert says and why and right and "](" in shown, id


@pytest.mark.parametrize("target, parts, words", UNITS, ids=lambda x: x[:40])
def test_what_the_guides_say_in_passing_has_its_place(target, parts, words):
    for part in parts.split():
        assert target in places("en")[part], part
    name, _, anchor = target.partition("#")
    name = name.removesuffix(".md") or "sources"
    for language, other in PAGES:
        if other == name:
            assert re.search(words, section(language, name, anchor)), language


@pytest.mark.parametrize("language", TRANSLATED)
def test_the_built_page_has_its_tables_folded_one_a_guide(site, language):
    folder = site if language == "en" else site / language
    folds = parsed(folder / "sources").select("article details:not(.machine)")
    rows = [[row("td") for row in fold.select("tbody tr")] for fold in folds]
    assert [len(found) for found in rows] == [*PARTS.values()]
    for number, _, links in (row for found in rows for row in found):
        assert number.text.isdigit() and links("a"), number


def test_the_shapes_of_two_heads_of_one_number_are_printed():
    """As guide 001 prints them, of a batch of two sentences of six tokens."""
    path = ROOT / "docs/outputs/causal-attention/every-shape.txt"
    assert re.findall(r"\((?:\d+, )+\d+\)", path.read_text("utf-8")) == [
        "(2, 6, 3)",
        "(2, 6, 2)",  # queries
        "(2, 6, 2, 1)",  # view
        "(2, 2, 6, 1)",  # transposed
        "(2, 2, 6, 6)",  # scores
        "(6, 6)",  # mask
        "(2, 2, 6, 6)",  # weights
        "(2, 6, 2, 1)",  # context, transposed back
        "(2, 6, 2)",  # side by side
        "(2, 6, 2)",  # projected
    ]


def test_links_of_the_built_site_lead_somewhere(site):
    pages = {file: parsed(file) for file in site.rglob("index.html")}
    ids = {file: {t["id"] for t in s(id=True)} for file, s in pages.items()}
    names = {page.name for page in read_pages(ROOT)}
    assert len(pages) == len(names) * len(languages(ROOT))
    for file, soup in pages.items():
        for link in soup.select("article a[href]"):
            path, _, anchor = link["href"].partition("#")
            if path.startswith("https:") or path.endswith("index.html"):
                continue
            goal = Path(normpath(file.parent / path)) if path else file
            if goal.suffix == ".ipynb":  # to be downloaded
                assert goal.is_file(), (file, link["href"])
                continue
            goal = goal / "index.html" if goal.is_dir() else goal
            assert goal in pages, (file, link["href"])
            assert not anchor or anchor in ids[goal], (file, link["href"])
