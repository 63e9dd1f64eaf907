"""A site after edits that stop no build: readers are told what is old."""

import re
from pathlib import Path

import pytest
from browser import words
from bs4 import BeautifulSoup, Tag
from conftest import parsed

pytestmark = pytest.mark.slow
CHAPTER = "simplified-attention"


def built(project: Path, path: str) -> BeautifulSoup:
    return parsed(project / "site" / path)


def notices(page: BeautifulSoup) -> dict[str, list[Tag]]:
    """The notices of a page by the heading that each stands under."""
    found = {}
    for note in page("p", class_="notice"):
        heading = note.find_previous(["h1", "h2", "h3"])["id"]
        found.setdefault(heading, []).append(note)
    return found


def test_an_edit_of_the_original_stops_no_build_and_readers_are_told(example):
    page, said = built(example, f"pt/{CHAPTER}"), words("pt")
    assert page.find("h3", id="softmax-of-one") is None
    found = notices(page)
    in_english = {
        key: note.find_parent("div", lang="en") is not None
        for key, (note, *_) in found.items()
        if note.get_text().startswith((said["outdated"], said["differs"]))
    }
    assert in_english == {
        "hello-shiny-sun": True,
        "hello-scores": False,
        "hello-context": False,
        "wrong-sum": True,
    }
    (note,) = found["hello-context"]
    assert note.a["href"] == f"../../{CHAPTER}/#hello-context"
    first = " ".join(note.get_text() for note in found[CHAPTER])
    assert said["page-outdated"].format(count=4, total=25) in first


def test_what_a_machine_translated_is_said_and_is_not_the_first_sentence(
    example,
):
    page = built(example, "pt/glossary")
    quiet = page.select_one("details.machine")
    assert quiet.summary.get_text() == words("pt")["by-machine"]
    assert not quiet.has_attr("open")
    terms = len(page.select("article h1, article h2, article h3"))
    told = words("pt")["page-read"].format(count=0, total=terms)
    assert told in quiet.get_text()


@pytest.mark.parametrize("language", ["en", "pt"])
def test_a_site_that_names_no_repository_says_so(site, language):
    page = parsed(site / f"{'' if language == 'en' else 'pt/'}contributing")
    said = words(language)["no-repository"].format(guide="CONTRIBUTING.md")
    assert said in " ".join(page.article.get_text().split())
    assert len(re.findall(r"\w+", page.article.get_text())) < 500
