"""Write a search index for each language of the site.

The theme loads `search_index.json` with every page, so the entries stand in a
file of their own, which a script loads for the first search.
"""

import json
import re
from collections.abc import Iterator
from html import escape
from itertools import chain
from pathlib import Path

from sitebuild.pages import glossary_terms
from sitebuild.pages.mathml import text_of
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, address, folder, path_of
from sitebuild.site.role_colours import MATH

INDEX, DOCS = "search/search_index.json", "search/docs.json"
STEMMER = "assets/javascripts/lunr/min/lunr.{}.min.js"  # the theme's
QUERIES = "queries.yml"  # `led`: words that no page may have, and targets
PRACTICE = "mistake", "exercise"  # begin the ids of sections
LESS, LEAST = 0.5, 0.2  # how much entries count; others count 1
# Displayed formulas, their numbers, those of notes on code, and drawings.
LEFT_OUT = re.compile(
    r'(?s)<math\b[^>]*display="block".*?</math>|<span>\(\d+\)</span>'
    r'|<span class="mark">.*?</span>|<svg\b.*?</svg>'
)


def write(
    site: Path, project: Project, entries: dict[str, dict[str, list[dict]]]
) -> None:
    """Write the index of each language.

    `entries` are those of its pages, by language and address; the theme has
    written an index without any. It looks for the index below the page's `base`
    and resolves the locations against it (see docs/assets/theme/main.html).
    """
    index = json.loads((site / INDEX).read_text("utf-8"))
    for language, words in project.words.items():
        own, original = folder(language), in_original(project, language)
        docs = [
            weighed(entry, own, original)
            for entry in chain(*entries[language].values())
        ]
        docs += terms(project, language)
        signs = map(str.split, words["search-signs"].split(","))
        led = project.data(path_of(language, QUERIES)).get("led", {})
        config = {
            "idle": words["search-idle"].split(),
            "signs": {sign: names for sign, *names in signs},
            "leads": {typed: [*map(location, to)] for typed, to in led.items()},
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
    for name in project.originals:
        page = project.page(name, language)
        ids = [s.id for s in project.states(page, language) if not s.shown]
        found |= {location(f"{name}#{id}") for id in ids}
        if not project.is_in(name, language):  # the page's own entry
            found.add(location(name))
    return found


def weighed(entry: dict, own: str, original: set[str]) -> dict:
    """Return an entry with its location in the language whose folder is `own`.

    Mistakes and exercises count less, and least what is not translated, whose
    locations are `original`.
    """
    place = entry["location"].removeprefix(own)
    if place in original:
        weight = {"boost": LEAST}
    else:
        is_practice = place.partition("#")[2].startswith(PRACTICE)
        weight = {"boost": LESS} if is_practice else {}
    return entry | {"location": place} | weight


def terms(project: Project, language: str) -> Iterator[dict]:
    """Yield an entry for each term, with all its names and its definition.

    A refused variant is a name of the term to write instead.
    """
    own = project.terms[language]
    by_form = {form.lower(): t for t in own for form in (t.term, *t.forms)}
    anywhere = glossary_terms.pattern(tuple(by_form))
    wrong = {
        variant: glossary_terms.stood_for(by_form, match[0]).key
        for variant, use in project.refused.get(language, {}).items()
        if (match := anywhere.search(use.partition(" (")[0]))
    }
    for term in own:
        elsewhere = [
            other.term for other in glossary_terms.others(term, project.terms)
        ]
        yield {
            "location": location(f"{glossary_terms.PAGE}#{term.key}"),
            "title": escape(term.term, quote=False),
            "text": f"<p>{escape(term.definition, quote=False)}</p>",
            "names": list(dict.fromkeys([term.term, *term.forms])),
            "also": [*elsewhere, *(v for v in wrong if wrong[v] == term.key)],
            "see": location(term.see.replace(".md", "", 1)),
            **({} if term.language == language else {"boost": LEAST}),
        }


def with_text(html: str) -> str:
    """Return a page for the index, with formulas as text."""
    return MATH.sub(lambda m: text_of(m[0]), LEFT_OUT.sub("", html))
