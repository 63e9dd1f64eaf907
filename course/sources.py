"""Where the source guides are covered, and their errata: two tables.

docs/sources.yml names, for each section of each guide, the headings that
cover it. A language's errata.yml says of each erratum what the guide says, why
that is wrong and what is right; the original's names the block that shows it.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

from proof.files import read_data
from proof.pages.entries import (
    FIELDS,
    Entries,
    complete,
    key_lines,
    path_of,
    read_all,
)
from proof.pages.page import ORIGINAL, Page
from proof.problem import Problem
from proof.site.notices import in_language

PATH = "docs/sources.yml"
FILE = "errata.yml"
COVERAGE, ERRATA = "<!-- coverage -->", "<!-- errata -->"
PARTS = FIELDS[FILE]


class Sources(NamedTuple):
    """The guides by their numbers, and the errata of each language."""

    guides: dict[str, dict]
    errata: dict[str, Entries]


def read(root: Path) -> Sources:
    """The data files, as they are; empty if the project has none."""
    return Sources(read_data(root, PATH), read_all(root, FILE))


def fill(
    html: str,
    data: Sources,
    language: str,
    pages: list[Page],
    words: dict[str, str],
    notices: dict[str, str],
) -> str:
    """Put the tables where their places are marked.

    Words are those of the interface; notices are what is to be said of
    errata, by their key.
    """
    if COVERAGE not in html and ERRATA not in html:
        return html
    names = {
        (other.name, heading.id): other.heading_text(heading.id)
        for code in (ORIGINAL, language)  # where there is no translation
        for other in pages
        if other.language == code
        for heading in other.headings
    }

    def link(target: str) -> str:
        name, _, anchor = target.partition(".md#")
        address = escape(f"../{name}/#{anchor}")
        return f'<a href="{address}">{escape(names[name, anchor])}</a>'

    html = html.replace(COVERAGE, coverage_tables(data.guides, words, link))
    table = errata_table(data.errata, language, words, notices, link)
    return html.replace(ERRATA, table)


def coverage_tables(
    guides: dict[str, dict], words: dict[str, str], link
) -> str:
    """One folded table for each guide."""
    parts = []
    for number, guide in guides.items():
        number, spoken = escape(number), escape(guide["language"])
        rows = "\n".join(
            f'<tr id="row-{escape(key)}"><th scope="row">{escape(key)}</th>'
            f'<td lang="{spoken}">{escape(row["heading"])}</td>'
            f"<td>{', '.join(map(link, row['covered']))}</td></tr>"
            for key, row in guide["rows"].items()
        )
        parts.append(
            f'<details id="guide-{number}"><summary>{number}: '
            f'<span lang="{spoken}">{escape(guide["title"])}</span>'
            "</summary>\n<table>\n<thead><tr><td></td>"
            f'<th scope="col">{escape(words["section"])}</th>'
            f'<th scope="col">{escape(words["covered"])}</th></tr></thead>\n'
            f"<tbody>\n{rows}\n</tbody>\n</table>\n</details>"
        )
    return "\n".join(parts)


def errata_table(
    errata: dict[str, Entries],
    language: str,
    words: dict[str, str],
    notices: dict[str, str],
    link,
) -> str:
    """All errata: under the number and guides of each, its labelled texts."""
    words = {key: escape(text) for key, text in words.items()}
    lines = ['<dl class="errata">']
    for number, item in errata[ORIGINAL].items():
        mine = complete(FILE, errata[language].get(number))
        named = language if mine else ORIGINAL
        texts = errata[named][number]
        cells = {
            part: in_language(with_code(texts[part]), named, language)
            for part in PARTS
        }
        cells["says"] = notices.get(number, "") + cells["says"]
        shown = ", ".join(map(link, item["shown"]))
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


def with_code(text: str) -> str:
    """Escaped text in which `…` is code."""
    parts = escape(text).split("`")
    return "".join(
        f"<code>{part}</code>" if k % 2 else part
        for k, part in enumerate(parts)
    )


def problems(root: Path, pages: list[Page]) -> Iterator[Problem]:
    """Every link leads to a heading, in every language; no text is missing."""
    data = read(root)
    targets = {
        f"{page.name}.md#{heading.id}"
        for page in pages
        if page.language == ORIGINAL
        for heading in page.headings
    }
    rows = {
        key: row["covered"]
        for guide in data.guides.values()
        for key, row in guide["rows"].items()
    }
    shown = {key: e["shown"] for key, e in data.errata[ORIGINAL].items()}
    for path, places in ((PATH, rows), (path_of(ORIGINAL, FILE), shown)):
        lines = key_lines(root, path)
        for key, names in places.items():
            if not names:
                reason = f"{key} is covered nowhere; say where"
                yield Problem(path, lines[key], reason)
            for name in set(names) - targets:
                reason = f"{key} names `{name}`, which is no heading"
                yield Problem(path, lines[key], reason)
    for language, errata in data.errata.items():
        path = path_of(language, FILE)
        lines = key_lines(root, path)
        for key, texts in errata.items():
            started = language == ORIGINAL or any(map(texts.get, PARTS))
            if started and not complete(FILE, texts):
                lacks = f"lacks {', '.join(PARTS)} in '{language}'"
                yield Problem(path, lines[key], f"erratum {key} {lacks}")
