"""Where the source guides are covered, and their errata: two tables.

docs/sources.yml names, for each section of each guide, the headings that
cover it. A language's errata.yml says of each erratum what the guide says, why
that is wrong and what is right; the original's names the block that shows it.
"""

import re
from collections.abc import Iterator
from functools import partial
from html import escape

from proof.checks import check
from proof.pages.entries import FIELDS, complete, path_of
from proof.pages.page import Page
from proof.pages.places import FOOT, place
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL, tag
from proof.problem import Problem
from proof.site.edition import Edition
from proof.site.notices import in_language

PATH = "docs/sources.yml"
FILE = "errata.yml"
PARTS = FIELDS[FILE]
with_code = partial(re.compile("`([^`]*)`").sub, r"<code>\1</code>")


@place("<!-- coverage -->")
def coverage(edition: Edition, page: Page, language: str) -> str:
    """Return one folded table for each guide."""
    words = edition.words[language]
    parts = []
    for number, guide in edition.data(PATH).items():
        number, spoken = escape(number), escape(tag(guide["language"]))
        rows = "\n".join(
            f'<tr id="row-{escape(key)}"><th scope="row">{escape(key)}</th> '
            f'<td lang="{spoken}">{escape(row["heading"])}</td> '
            f"<td>{links(edition, language, row['covered'])}</td></tr>"
            for key, row in guide["rows"].items()
        )
        parts.append(
            f'<details id="guide-{number}"><summary>{number}: '
            f'<span lang="{spoken}">{escape(guide["title"])}</span>'
            "</summary>\n<table>\n<thead><tr><td></td> "
            f'<th scope="col">{escape(words["section"])}</th> '
            f'<th scope="col">{escape(words["covered"])}</th></tr></thead>\n'
            f"<tbody>\n{rows}\n</tbody>\n</table>\n</details>"
        )
    return "\n".join(parts)


@place("<!-- errata -->")
def errata(edition: Edition, page: Page, language: str) -> str:
    """Return all errata, each with its number, guides and labelled texts."""
    words = edition.words[language]
    words = {key: escape(text) for key, text in words.items()}
    notices = edition.entry_notices(FILE, language)
    errata = edition.entries(FILE)
    lines = ['<dl class="errata">']
    for number, item in errata[ORIGINAL].items():
        mine = complete(FILE, errata[language].get(number))
        named = language if mine else ORIGINAL
        texts = errata[named][number]
        cells = {
            part: in_language(with_code(escape(texts[part])), named, language)
            for part in PARTS
        }
        cells["says"] = notices.get(number, "") + cells["says"]
        shown = links(edition, language, item["shown"])
        cells["right"] += f"<p>{words['shown']}: {shown}</p>"
        number, guides = escape(number), escape(item["guides"])
        texts = "".join(
            f"<dd><b>{words[part]}:</b> {cell}</dd>"
            for part, cell in cells.items()
        )
        lines.append(
            f'<div id="erratum-{number}"><dt>{number} '
            f"<span>{words['guides']} {guides}</span></dt>{texts}</div>"
        )
    return "\n".join([*lines, "</dl>"])


@place(FOOT)
def covers(edition: Edition, page: Page, language: str) -> str:
    """Return a line with the guides whose sections a page covers."""
    numbers = [
        number
        for number, guide in edition.data(PATH).items()
        if any(
            target.partition(".md")[0] == page.name
            for row in guide["rows"].values()
            for target in row["covered"]
        )
    ]
    if not numbers:
        return ""
    guides = ", ".join(
        f'<a href="../sources/#guide-{number}">{number}</a>'
        for number in map(escape, numbers)
    )
    said = escape(edition.words[language]["covers"]).format(guides=guides)
    return f"<p>{said}</p>\n"


def links(edition: Edition, language: str, targets: list[str]) -> str:
    """Return links to headings, by their words in a language."""
    found = []
    for target in targets:
        name, _, anchor = target.partition(".md#")
        text = edition.page(name, language).heading_text(anchor)
        address = escape(f"../{name}/#{anchor}")
        found.append(f'<a href="{address}">{escape(text)}</a>')
    return ", ".join(found)


@check(finds="source covered by no heading")
def sources(project: Project) -> Iterator[Problem]:
    """Every link leads to a heading, in every language; no text is missing."""
    data = project.entries(FILE)
    targets = {
        f"{page.name}.md#{heading.id}"
        for page in project.pages
        if page.language == ORIGINAL
        for heading in page.headings
    }
    rows = {
        key: row["covered"]
        for guide in project.data(PATH).values()
        for key, row in guide["rows"].items()
    }
    shown = {key: e["shown"] for key, e in data[ORIGINAL].items()}
    for path, places in ((PATH, rows), (path_of(ORIGINAL, FILE), shown)):
        for key, names in places.items():
            for name in set(names) - targets:
                fault = f"{key} names `{name}`, which is no heading"
                yield project.entry_problem(path, key, fault)
    for language, errata in data.items():
        for key, texts in errata.items():
            started = language == ORIGINAL or any(map(texts.get, PARTS))
            if started and not complete(FILE, texts):
                lacks = f"lacks {', '.join(PARTS)} in '{language}'"
                path = path_of(language, FILE)
                yield project.entry_problem(path, key, f"erratum {key} {lacks}")
