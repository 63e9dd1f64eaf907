"""Write a search index for each language of the site.

The theme loads `search_index.json` with every page, so the entries stand in a
file of their own, which a script loads for the first search.
"""

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

INDEX, DOCS = "search/search_index.json", "search/docs.json"
STEMMER = "assets/javascripts/lunr/min/lunr.{}.min.js"  # the theme's
QUERIES = "queries.yml"  # what readers type, and where that should lead
PRACTICE = {"mistakes", "exercises"}  # sections that begin it in a chapter
LAST = "remember"  # and the one that ends it
LESS, LEAST = 0.5, 0.2  # how much entries count; others count 1
EQUATION = re.compile(r"<span>\(\d+\)</span>")  # its number
DISPLAYED = re.compile(r"<math\b[^>]*display=\"block\"")


def split(site: Path, project: Project) -> None:
    """Write the index of each language, with entries of its own pages alone.

    The theme looks for the index below the page's `base` and resolves the
    locations against it (see docs/assets/theme/main.html).
    """
    index = json.loads((site / INDEX).read_text("utf-8"))
    translated = tuple(filter(None, map(folder, project.words)))
    about = project.settings.get("about", [])
    for language, words in project.words.items():
        own = folder(language)
        own_docs = [
            {**entry, "location": entry["location"].removeprefix(own)}
            for entry in index["docs"]
            if entry["location"].startswith(own or translated) == bool(own)
        ]
        docs = [
            *weighed(own_docs, about, in_original(project, language)),
            *terms(project.terms, project.refused[language], language),
        ]
        config = {
            "idle": words["search-idle"].split(),
            "signs": signs(words["search-signs"]),
            "leads": leads(project.data(path_of(language, QUERIES))),
        }
        has_stemmer = (site / STEMMER.format(language)).is_file()
        stems = {"lang": [language if has_stemmer else ORIGINAL]}
        first = {"config": index["config"] | stems | {"later": own + DOCS}}
        later = json.dumps({"config": config, "docs": docs}, ensure_ascii=False)
        (site / own / "search").mkdir(parents=True, exist_ok=True)
        (site / own / DOCS).write_text(later, "utf-8")
        (site / own / INDEX).write_text(json.dumps(first | {"docs": []}))


def location(target: str) -> str:
    """Return where the index has a page or a section, such as `page#id`."""
    name, mark, section = target.partition("#")
    return address(name or "index", ORIGINAL) + mark + section


def in_original(project: Project, language: str) -> set[str]:
    """Return the locations that a language has in the original alone."""
    found = set()
    for name in project.titles(language):
        page = project.page(name, language)
        states = project.states(page, language)
        ids = [state.id for state in states if not state.shown]
        found |= {location(f"{name}#{id}") for id in ids}
        if page.headings[0].id in ids:  # the page's own entry
            found.add(location(name))
    return found


def weighed(
    docs: list[dict], about: list[str], original: set[str]
) -> Iterator[dict]:
    """Yield entries; mistakes, exercises and pages on the site count for less.

    Entries at the locations `original`, in the original's words, count least.
    """
    places = [entry["location"].partition("#") for entry in docs]
    chapters = {page for page, _, section in places if section == LAST}
    practice = False
    for entry, (page, _, section) in zip(docs, places):
        if section in PRACTICE:
            practice = page in chapters
        elif section in ("", LAST):
            practice = False
        if entry["location"] in original:
            entry = {**entry, "boost": LEAST}
        elif practice or page.removesuffix("/") in about:
            entry = {**entry, "boost": LESS}
        yield entry


def terms(
    glossary: dict[str, list[Term]], refused: dict[str, str], language: str
) -> Iterator[dict]:
    """Yield an entry for each term, with all its names and its definition.

    A refused variant is a name of the term to write instead.
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
        yield {
            "location": location(f"{PAGE}#{term.key}"),
            "title": escape(term.term, quote=False),
            "text": f"<p>{escape(term.definition, quote=False)}</p>",
            "names": list(dict.fromkeys([term.term, *term.looked_for])),
            "also": [*elsewhere, *(v for v in wrong if wrong[v] == term.key)],
            "see": location(term.see.replace(".md", "", 1)),
            **({} if term.language == language else {"boost": LEAST}),
        }


def leads(queries: dict) -> dict[str, list[str]]:
    """Return the locations to show for words that no page may have."""
    led = queries.get("led", {})
    return {typed: [*map(location, targets)] for typed, targets in led.items()}


def signs(text: str) -> dict[str, list[str]]:
    """Return the names of signs: "√ root sqrt, ∞ infinity"."""
    parts = map(str.split, text.split(","))
    return {sign: names for sign, *names in parts}


def with_text(html: str) -> str:
    """Return a page for the index, its formulas as a line of text.

    It has no displayed formulas, and no numbers of these and of notes on code.
    """
    html = without(EQUATION.sub("", html), '<span class="mark">', "</span>")
    return rewritten(
        html, *MATH, lambda m: "" if DISPLAYED.match(m) else text_of(m)
    )
