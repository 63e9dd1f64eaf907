"""The glossary: one data file, a page of it, and definitions where terms stand.

docs/glossary.yml holds each term once, with what it is called in every
language. The glossary page lists all of them; on every other page the first
occurrence of a term becomes a link that shows its definition when it is
pointed at or focused.
"""

import re
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import NamedTuple

import yaml

from tools.page import ORIGINAL, Page
from tools.sections import Problem

PATH = "docs/glossary.yml"
PLACE = "<!-- glossary -->"  # where the list stands on its page
LONGEST = 160  # letters of a definition

TAG = re.compile(
    r"(<!--.*?-->|</?([a-zA-Z][\w-]*)(?:\"[^\"]*\"|[^\">])*>)", re.S
)
PROSE = {"p", "li"}
# Where no term is marked: it is a link already, or no running text.
SILENT = {"a", "code", "pre", "math", "svg", "summary", "figcaption", "table"}
SILENT |= {f"h{level}" for level in range(1, 7)}


class Term(NamedTuple):
    """A term in one language. `see` is `page.md#heading-id`."""

    key: str
    term: str
    forms: list[str]
    definition: str
    see: str


def read(root: Path) -> dict[str, dict]:
    """The data file, as it is; empty if the project has none."""
    file = root / PATH
    return yaml.safe_load(file.read_text("utf-8")) if file.is_file() else {}


def terms(data: dict[str, dict], language: str) -> list[Term]:
    """The terms in a language, in the order of its alphabet."""
    found = [
        Term(
            key,
            entry[language]["term"],
            forms(entry[language]),
            entry[language]["definition"],
            entry["see"],
        )
        for key, entry in data.items()
        if language in entry
    ]
    return sorted(found, key=lambda term: alphabetical(term.term))


def forms(words: dict) -> list[str]:
    """All forms in which a term is looked for in running text."""
    bare = [words["term"]] if words.get("match", True) else []
    return [*bare, *words.get("forms", [])]


def alphabetical(text: str) -> str:
    """A key for sorting: without accents, as dictionaries do."""
    plain = str.maketrans("áâãàçéêíóôõúü", "aaaaceeiooouu")
    return text.lower().translate(plain)


def listing(
    data: dict[str, dict], language: str, titles: dict[str, str]
) -> str:
    """The glossary as HTML; titles are those of the pages, by their name."""
    lines = ['<dl class="glossary">']
    for term in terms(data, language):
        others = "".join(
            f' <span lang="{other}">{escape(words["term"])}</span>'
            for other, words in data[term.key].items()
            if other not in (language, "see")
        )
        name, _, heading = term.see.partition(".md#")
        lines += [
            f'<dt id="{term.key}"><dfn>{escape(term.term)}</dfn>{others}</dt>',
            f"<dd>{escape(term.definition)} "
            f'<a href="../{name}/#{heading}">{escape(titles[name])}</a></dd>',
        ]
    return "\n".join([*lines, "</dl>"])


def mark(html: str, found: list[Term], address: str) -> str:
    """Mark the first occurrence of each term; address is the glossary's."""
    by_form = {form.lower(): term for term in found for form in term.forms}
    if not by_form:
        return html
    longest_first = sorted(by_form, key=len, reverse=True)
    anywhere = "|".join(map(re.escape, longest_first)).replace(r"\ ", r"\s+")
    pattern = re.compile(rf"(?<![\w-])(?:{anywhere})(?![\w-])", re.I)
    seen: set[str] = set()

    def link(match: re.Match) -> str:
        term = by_form[" ".join(match[0].lower().split())]
        if term.key in seen:
            return match[0]
        seen.add(term.key)
        return (
            f'<a class="term" href="{address}#{term.key}" '
            f'aria-describedby="term-{term.key}">{match[0]}<span '
            f'class="definition" id="term-{term.key}" role="tooltip" '
            f"data-search-exclude>{escape(term.definition)}</span></a>"
        )

    return in_prose(html, lambda text: pattern.sub(link, text))


def in_prose(html: str, change: Callable[[str], str]) -> str:
    """Change the texts of paragraphs and list items, and nothing else."""
    parts, prose, silent = [], 0, 0
    end = 0
    for tag in TAG.finditer(html):
        text = html[end : tag.start()]
        parts += [change(text) if prose and not silent else text, tag[0]]
        end = tag.end()
        step = -1 if tag[0].startswith("</") else 1
        if tag[2] in PROSE and "admonition-title" not in tag[0]:
            prose = max(0, prose + step)
        elif tag[2] in SILENT:
            silent += step
    return "".join([*parts, html[end:]])


def problems(root: Path, pages: list[Page]) -> Iterator[Problem]:
    """What is wrong with the data file."""
    data = read(root)
    lines = (root / PATH).read_text("utf-8").splitlines() if data else []
    languages = {page.language for page in pages}
    targets = {
        f"{page.name}.md#{anchor}"
        for page in pages
        if page.language == ORIGINAL
        for anchor in page.anchors
    }
    owners: dict[tuple[str, str], str] = {}
    for key, entry in data.items():
        line = next(
            n for n, text in enumerate(lines, 1) if text.startswith(f"{key}:")
        )
        for fault in faults(entry, languages, targets):
            yield Problem(PATH, line, f"'{key}' {fault}")
        for language in languages & entry.keys():
            for form in forms(entry[language]):
                owner = owners.setdefault((language, form.lower()), key)
                if owner != key:
                    yield Problem(
                        PATH,
                        line,
                        f"'{form}' stands for '{key}' and for '{owner}'; "
                        "let one of them have it",
                    )


def faults(
    entry: dict, languages: set[str], targets: set[str]
) -> Iterator[str]:
    """What is wrong with one entry."""
    for language in sorted(languages):
        words = entry.get(language) or {}
        definition = words.get("definition", "")
        if not words.get("term") or not definition:
            yield f"has no term and definition in '{language}'; add them"
        if len(definition) > LONGEST:
            yield (
                f"has a definition of {len(definition)} letters in "
                f"'{language}'; shorten it to {LONGEST}"
            )
    if entry.get("see") not in targets:
        yield f"names `{entry.get('see')}`, which is no heading; correct `see`"
