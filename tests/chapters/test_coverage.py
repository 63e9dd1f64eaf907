"""Where the guides are covered, and their errata: complete and true."""

import json
import re
from os.path import normpath
from pathlib import Path
from types import SimpleNamespace

import pytest
import yaml
from bs4 import BeautifulSoup
from conftest import ROOT, check, parsed

from course import sources
from proof.files import read_data
from proof.pages.entries import read_all
from proof.pages.numbers import decimals_in, values_in
from proof.pages.page import Page, read_pages
from proof.pages.settings import languages
from proof.pages.states import entry_states
from proof.site import wording

# How many sections each guide has, and how many errata there are.
SECTIONS = {"000": 22, "001": 15, "002": 10, "003": 22, "004": 10}
ERRATA = 71
ERRATA_PATH = "docs/en/errata.yml"
DATA = read_data(ROOT, sources.PATH)
ERRATA_OF = read_all(ROOT, sources.FILE)
GUIDES = {
    "000": {
        "title": "A guide",
        "language": "en",
        "rows": {"000-01": {"heading": "First", "covered": ["demo.md#demo"]}},
    }
}
ERRATUM = {"says": "a `x < y`", "why": "b", "right": "c"}
ERRATUM |= {"guides": "000", "shown": ["demo.md#demo"]}
# What the guides say in passing, and what a shorter page loses first: where a
# page teaches it, in which sections of the guides it is, and what says it.
UNITS = [
    (
        "causal-attention.md#minus-infinity",
        "000-19 001-11 001-13 003-19",
        r"`masked_fill_`(?s:.*)steps\.py:in-place",
    ),
    (
        "causal-attention.md#dropout",
        "001-10",
        r"docs/stable/generated/torch\.nn\.Dropout\.html",
    ),
    ("causal-attention.md#parallel", "001-13", r"steps\.py:every-shape"),
    ("multi-head-attention.md#sizes", "001-07", r"\bGPT\b"),
    (
        "multi-head-attention.md#parallel",
        "000-21 001-12 003-21",
        r"measure-it\.md#heads",
    ),
    (
        "multi-head-attention.md#one-matrix",
        "001-13",
        r"two-products-or-one\.svg",
    ),
    ("measure-it.md#heads", "000-21 001-12 003-21", r"steps\.py:head-times"),
    ("self-attention.md#trainable-weights", "001-07", r"\bGPT\b"),
    (
        "self-attention.md#saturation",
        "001-07",
        "step function|função degrau|función escalón",
    ),
    ("sources.md#credits", "001-07", "(?:page|página) 69"),
    (
        "tensor-notes.md#empty-and-zeros",
        "001-05",
        r"`torch\.zeros`\s(?:spends|gasta)",
    ),
]
PAGES = {
    (page.language, page.name): page
    for page in read_pages(ROOT)
    if f"{page.name}.md" in " ".join(unit[0] for unit in UNITS)
}
CURRENT = [
    state.id
    for state in entry_states(ROOT, "pt", sources.FILE)
    if state.status == "current"
]


def test_every_section_of_every_guide_is_there():
    assert {number: list(guide["rows"]) for number, guide in DATA.items()} == {
        number: [f"{number}-{k:02}" for k in range(1, count + 1)]
        for number, count in SECTIONS.items()
    }


@pytest.mark.parametrize("target, rows, words", UNITS, ids=lambda x: x[:40])
def test_what_the_guides_say_in_passing_has_its_place(target, rows, words):
    for row in rows.split():
        assert target in DATA[row[:3]]["rows"][row]["covered"], row
    name, anchor = target.split(".md#")
    for (language, page_name), page in PAGES.items():
        if page_name == name:
            section = next(p for p in page.passages if p.heading.id == anchor)
            lines = page.lines[section.heading.line - 1 : section.end]
            assert re.search(words, "\n".join(lines)), language


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


def test_every_erratum_is_there():
    assert [*ERRATA_OF["en"]] == [str(n + 1) for n in range(ERRATA)]


@pytest.mark.parametrize("number", ERRATA_OF["en"])
def test_every_number_of_an_erratum_was_checked(number):
    """Each decimal stands in a recording of a page that shows it, or a fact."""
    item = ERRATA_OF["en"][number]
    facts = (ROOT / "tests/snippets/facts.json").read_text("utf-8")
    shown = values_in(facts)
    for target in item["shown"]:
        name = target.partition(".md#")[0]
        for file in (ROOT / "docs/outputs" / name).glob("*.txt"):
            text = file.read_text("utf-8")
            shown |= values_in(text)
    for part in sources.PARTS:
        text = re.sub("`[^`]*`", "", item[part])
        assert values_in(text) <= shown


@pytest.mark.parametrize("number", CURRENT)
def test_languages_name_the_same_numbers_and_code(number):
    for part in sources.PARTS:
        en, pt = (ERRATA_OF[code][number][part] for code in ("en", "pt"))
        assert decimals_in(en) == decimals_in(pt)
        assert re.findall("`[^`]*`", en) == re.findall("`[^`]*`", pt)


@pytest.mark.parametrize("language", ["en", "pt"])
def test_tables_on_the_built_page(site, language):
    folder = site if language == "en" else site / language
    soup = parsed(folder / "sources").article
    rows = soup.select("tr[id], .errata > [id]")
    wanted = [f"row-{key}" for g in DATA.values() for key in g["rows"]]
    wanted += [f"erratum-{number}" for number in ERRATA_OF["en"]]
    assert [row["id"] for row in rows] == wanted
    assert all(row("a") for row in rows)


def shown(small, language: str) -> str:
    """The table of errata of a small project."""
    reference = SimpleNamespace(
        words={language: wording.read(ROOT, language)},
        entries=lambda _: {"en": {"1": ERRATUM}, "pt": {}},
        entry_notices=lambda *_: {},
        page=lambda *_: Page(small, "docs/en/demo.md"),
    )
    return sources.errata.fill(reference, None, language)


def test_text_and_code_are_escaped(small):
    html = shown(small, "en")
    assert "a <code>x &lt; y</code>" in html


def write(root, guides: dict, erratum: dict) -> None:
    for path, data in ((sources.PATH, guides), (ERRATA_PATH, {1: erratum})):
        (root / path).write_text(yaml.safe_dump(data), "utf-8")


def test_sound_data_has_no_problems(small):
    write(small, GUIDES, ERRATUM)
    assert check(small) == []


@pytest.mark.parametrize(
    "old, new, message",
    [
        (
            '["demo.md#demo"]',
            "[]",
            "in `000.rows.000-01.covered`: this list has 0 of",
        ),
        ('"why": "b"', '"why": ""', "erratum 1 lacks says, why, right in 'en'"),
    ],
)
def test_faulty_entry_is_named(small, old, new, message):
    text = json.dumps([GUIDES, ERRATUM])
    assert old in text
    write(small, *json.loads(text.replace(old, new)))
    problems = check(small)
    assert any(message in p.message for p in problems), problems
    assert {p.path for p in problems} <= {sources.PATH, ERRATA_PATH}


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


def test_an_erratum_that_is_not_translated_is_marked_as_english(small):
    html = shown(small, "pt")
    cells = BeautifulSoup(html, "html.parser")("dd")
    assert [cell.span["lang"] for cell in cells] == ["en"] * 3
