"""Where the source guides are covered, and their errata: two tables.

docs/sources.yml names, for each section of each guide, the headings that
cover it, and for each erratum what the guide says, why that is wrong, what is
right, and the block that shows it. The sources page shows both.
"""

from collections.abc import Iterator
from html import escape
from pathlib import Path

from proof.pages.page import ORIGINAL, Page
from proof.pages.sections import Problem, read_data
from proof.site.notices import in_language

PATH = "docs/sources.yml"
COVERAGE, ERRATA = "<!-- coverage -->", "<!-- errata -->"
PARTS = ("says", "why", "right")


def read(root: Path) -> dict:
    """The data file, as it is; empty if the project has none."""
    return read_data(root, PATH)


def fill(
    html: str,
    data: dict,
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

    html = html.replace(COVERAGE, coverage_tables(data, words, link))
    table = errata_table(data, language, words, notices, link)
    return html.replace(ERRATA, table)


def coverage_tables(data: dict, words: dict[str, str], link) -> str:
    """One folded table for each guide."""
    parts = []
    for number, guide in data["guides"].items():
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
    data: dict,
    language: str,
    words: dict[str, str],
    notices: dict[str, str],
    link,
) -> str:
    """All errata: under the number and guides of each, its labelled texts."""
    words = {key: escape(text) for key, text in words.items()}
    lines = ['<dl class="errata">']
    for number, item in data["errata"].items():
        texts = item.get(language) or {}
        named = language if all(map(texts.get, PARTS)) else ORIGINAL
        cells = {
            part: in_language(with_code(item[named][part]), named, language)
            for part in PARTS
        }
        cells["says"] = notices.get(str(number), "") + cells["says"]
        shown = ", ".join(map(link, item["shown"]))
        cells["right"] += f"<p>{words['shown']}: {shown}</p>"
        number, guides = escape(str(number)), escape(item["guides"])
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
    if not data:
        return
    lines = (root / PATH).read_text("utf-8").splitlines()

    def at(key) -> int:
        starts = (f"{key}:", f'"{key}":', f"'{key}':")
        numbers = enumerate(lines, start=1)
        found = (n for n, t in numbers if t.strip().startswith(starts))
        return next(found, 1)

    languages = sorted({page.language for page in pages})
    targets = {
        f"{page.name}.md#{heading.id}"
        for page in pages
        if page.language == ORIGINAL
        for heading in page.headings
    }
    places = {
        key: row["covered"]
        for guide in data["guides"].values()
        for key, row in guide["rows"].items()
    } | {key: item["shown"] for key, item in data["errata"].items()}
    for key, names in places.items():
        if not names:
            yield Problem(PATH, at(key), f"{key} is covered nowhere; say where")
        for name in names:
            if name not in targets:
                yield Problem(
                    PATH, at(key), f"{key} names `{name}`, which is no heading"
                )
    for key, item in data["errata"].items():
        for language in languages:
            texts = item.get(language) or {}
            parts = [texts.get(part) for part in PARTS]
            if not all(parts) and (language == ORIGINAL or any(parts)):
                yield Problem(
                    PATH,
                    at(key),
                    f"erratum {key} lacks {', '.join(PARTS)} in '{language}'",
                )
