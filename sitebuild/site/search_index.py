"""The search index, one for each language of the site; formulas as text."""

import json
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from sitebuild.pages.glossary_terms import (
    PAGE,
    Term,
    others,
    pattern,
    stood_for,
)
from sitebuild.pages.mathml import text_of
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, address, folder, path_of
from sitebuild.site.html_utils import rewritten, without
from sitebuild.site.role_colours import MATH

INDEX = "search/search_index.json"  # the theme loads it with every page
DOCS = "search/docs.json"  # words.js loads it for a search:
# the entries, words that do not tell what is looked for, and names of signs
PRACTICE = {"mistakes", "exercises"}  # sections that begin it in a chapter
LAST = "remember"  # and the one that ends it
STEMMER = "assets/javascripts/lunr/min/lunr.{}.min.js"  # the theme's
QUERIES = "queries.yml"  # what readers type, and where that should lead
LESS, LEFT = 0.5, 0.2  # LEFT: what a language has in the original alone


def split(site: Path, project: Project) -> None:
    """Give each language the entries of its own pages, with its own stems.

    The theme looks for the index below the page's `base` and resolves what it
    finds against it (see docs/assets/theme/main.html). It loads it with each
    page, so the index only says where the entries are.
    """
    index = json.loads((site / INDEX).read_text("utf-8"))
    others = tuple(folder(code) for code in project.words if folder(code))
    for language, words in project.words.items():
        own = folder(language)
        docs = [
            {**entry, "location": entry["location"].removeprefix(own)}
            for entry in index["docs"]
            if entry["location"].startswith(own or others) == bool(own)
        ]
        about = project.settings.get("about", [])
        docs = [
            *weighed(docs, about, in_original(project, language)),
            *terms(project.terms, project.refused[language], language),
        ]
        stems = (site / STEMMER.format(language)).is_file()
        told = {
            "idle": words["search-idle"].split(),
            "signs": signs(words["search-signs"]),
            "leads": leads(project.data(path_of(language, QUERIES))),
        }
        found = {"config": told, "docs": docs}
        text = json.dumps(found, ensure_ascii=False)
        later = own + DOCS
        config = {
            **index["config"],
            "lang": [language if stems else ORIGINAL],
            "later": later,
        }
        (site / own / "search").mkdir(parents=True, exist_ok=True)
        (site / later).write_text(text, "utf-8")
        head = json.dumps({"config": config, "docs": []})
        (site / own / INDEX).write_text(head, "utf-8")


def in_original(project: Project, language: str) -> set[str]:
    """Return the places that a language has in the original alone."""
    found = set()
    for name in project.titles(language):
        page = project.page(name, language)
        left = ids = [heading.id for heading in page.headings]
        if page.language == language:
            states = project.states(page, language)
            left = [state.id for state in states if not state.shown]
        found |= {f"{address(name, ORIGINAL)}#{id}" for id in left}
        if ids[0] in left:  # the page's own entry
            found.add(address(name, ORIGINAL))
    return found


def weighed(
    docs: list[dict], about: list[str], left: set[str]
) -> Iterator[dict]:
    """Yield entries, of which mistakes and exercises count for less.

    And so do pages that are about the site, and what is left in the original.
    """
    places = [entry["location"].partition("#") for entry in docs]
    chapters = {page for page, _, section in places if section == LAST}
    practice = False
    for entry, (page, _, section) in zip(docs, places):
        if section in PRACTICE:
            practice = page in chapters
        elif section in ("", LAST):
            practice = False
        less = LESS if practice or page.removesuffix("/") in about else 1
        boost = LEFT if entry["location"] in left else less
        yield entry if boost == 1 else {**entry, "boost": boost}


def terms(
    glossary: dict[str, list[Term]], refused: dict[str, str], language: str
) -> Iterator[dict]:
    """Yield an entry for each term, with all it is called and explained by.

    Refused variants are those of the term that is to be written instead.
    """
    by_form = {f.lower(): t for t in glossary[language] for f in t.all_forms}
    anywhere = pattern(tuple(by_form))
    wrong = {
        variant: stood_for(by_form, match[0]).key
        for variant, use in refused.items()
        if (match := anywhere.search(use.partition(" (")[0]))
    }
    for term in glossary[language]:
        elsewhere = [other.term for other in others(term, glossary)]
        page, _, section = term.see.partition(".md")
        yield {
            "location": f"{address(PAGE, ORIGINAL)}#{term.key}",
            "title": escape(term.term, quote=False),
            "text": f"<p>{escape(term.definition, quote=False)}</p>",
            "names": list(dict.fromkeys([term.term, *term.looked_for])),
            "also": [*elsewhere, *(v for v in wrong if wrong[v] == term.key)],
            "see": address(page, ORIGINAL) + section,
            **({} if term.language == language else {"boost": LEFT}),
        }


def leads(queries: dict) -> dict[str, list[str]]:
    """Return the locations to which words lead that no page may have."""
    return {
        typed: [
            address(name or "index", ORIGINAL) + mark + section
            for place in places
            for name, mark, section in [place.partition("#")]
        ]
        for typed, places in queries.get("led", {}).items()
    }


def signs(text: str) -> dict[str, list[str]]:
    """Return the names of signs: "√ root sqrt, ∞ infinity"."""
    parts = [part.split() for part in text.split(",")]
    return {sign: names for sign, *names in parts}


EQUATION = re.compile(r"<span>\(\d+\)</span>")  # its number
DISPLAYED = re.compile(r"<math\b[^>]*display=\"block\"")


def with_text(html: str) -> str:
    """Return a page for the index, its formulas written in a line.

    Displayed formulas are left out, and the numbers of notes on code.
    """
    html = without(html, '<span class="mark">', "</span>")
    html = EQUATION.sub("", html)
    return rewritten(html, *MATH, in_line)


def in_line(mathml: str) -> str:
    return "" if DISPLAYED.match(mathml) else text_of(mathml)
