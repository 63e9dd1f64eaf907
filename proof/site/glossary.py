"""The glossary: a page of terms, and definitions where they stand.

Each language's terms.yml says what it calls each term. The glossary page lists
all of them; on every other page the first occurrence of a term becomes a link
that shows its definition when it is pointed at or focused.
"""

import re
import unicodedata
from collections.abc import Callable
from html import escape
from typing import NamedTuple

from proof.pages.entries import Entries, complete
from proof.pages.settings import ORIGINAL, tag
from proof.pages.terms import FILE, looked_for, pattern, stood_for
from proof.site.notices import in_language

Words = dict[str, Entries]  # by their language

TAG = re.compile(
    r"(<!--.*?-->|</?([a-zA-Z][\w-]*)(?:\"[^\"]*\"|[^\">])*>)", re.S
)
PROSE = {"p", "li"}
# Where no term is marked: it is a link already, or no running text.
SILENT = {"a", "code", "pre", "math", "svg", "summary", "figcaption", "table"}
SILENT |= {f"h{level}" for level in range(1, 7)}


class Term(NamedTuple):
    """A term in one language. `see` is `page.md#heading-id`.

    `elsewhere` are phrases in which its forms mean something else.
    """

    key: str
    term: str
    forms: list[str]
    definition: str
    see: str
    language: str = ORIGINAL
    elsewhere: tuple[str, ...] = ()


def terms(data: Words, language: str) -> list[Term]:
    """Return the terms in a language, in the order of its alphabet.

    One that is not translated comes in the original's words.
    """
    found = []
    for key, original in data[ORIGINAL].items():
        mine = data[language].get(key)
        named = language if complete(FILE, mine) else ORIGINAL
        words = data[named][key]
        found.append(
            Term(
                key,
                words["term"],
                looked_for(words),
                words["definition"],
                original["see"],
                named,
                tuple(words.get("elsewhere", ())),
            )
        )
    return sorted(found, key=lambda term: alphabetical(term.term))


def alphabetical(text: str) -> str:
    """Return a key to sort by: without accents, as dictionaries do."""
    letters = unicodedata.normalize("NFD", text.lower())
    return "".join(c for c in letters if not unicodedata.combining(c))


def listing(
    data: Words, language: str, titles: dict[str, str], notices: dict[str, str]
) -> str:
    """Return the glossary as HTML.

    Titles are those of the pages, by their name; notices are what is to be
    said of entries, by their key.
    """
    found = terms(data, language)
    lines = [letters(found), '<dl class="glossary" data-search-exclude>']
    for term in found:
        others = "".join(
            f' <span lang="{escape(tag(other))}">{escape(known["term"])}</span>'
            for other, entries in data.items()
            for known in [entries.get(term.key)]
            if other != term.language and complete(FILE, known)
        )
        key, (name, _, heading) = escape(term.key), term.see.partition(".md#")
        address = escape(f"../{name}/#{heading}")
        called, said = (
            in_language(escape(text), term.language, language)
            for text in (term.term, term.definition)
        )
        lines += [
            f'<dt id="{key}"><dfn>{called}</dfn>{others}</dt>',
            f"<dd>{notices.get(term.key, '')}{said} "
            f'<a href="{address}">{escape(titles[name])}</a></dd>',
        ]
    return "\n".join([*lines, "</dl>"])


def letters(found: list[Term]) -> str:
    """Return links to the first term of each letter, as HTML."""
    first: dict[str, str] = {}
    for term in found:
        first.setdefault(alphabetical(term.term)[0].upper(), escape(term.key))
    links = "\n".join(
        f'<a href="#{key}">{escape(letter)}</a>'
        for letter, key in first.items()
    )
    return (
        '<nav class="letters" aria-labelledby="glossary" data-search-exclude>'
        f"\n{links}\n</nav>"
    )


def refused(data: Words, language: str, heads: list[str]) -> str:
    """Return a table of refused variants in a language, and what to write.

    An asterisk stands for any letters. Why stands in parentheses, if at all.
    """
    rows = "\n".join(
        f"<tr><td><s>{escape(variant.replace('*', '…'))}</s></td> "
        f"<td><strong>{escape(use)}</strong>{escape(space + why)}</td></tr>"
        for entry in data[language].values()
        for variant, note in (entry.get("not") or {}).items()
        for use, space, why in [note.partition(" (")]
    )
    cells = " ".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    return (
        f"<table>\n<thead><tr>{cells}</tr></thead>\n"
        f"<tbody>\n{rows}\n</tbody>\n</table>"
    )


def mark(
    html: str, found: list[Term], address: str, seen: set[str] | None = None
) -> str:
    """Mark the first occurrence of each term; address is the glossary's.

    `seen` are keys of terms that were marked before, and is added to.
    """
    seen = set() if seen is None else seen
    by_form = {form.lower(): term for term in found for form in term.forms}
    if not by_form:
        return html
    for term in found:
        by_form |= dict.fromkeys(map(str.lower, term.elsewhere))
    anywhere = pattern(tuple(by_form))

    def link(match: re.Match) -> str:
        term = stood_for(by_form, match[0])
        if not term or term.key in seen:
            return match[0]
        seen.add(term.key)
        key = escape(term.key)
        return (
            f'<a class="term" href="{address}#{key}" '
            f'aria-describedby="term-{key}">{match[0]}<span '
            f'class="definition" id="term-{key}" role="tooltip" '
            f"data-search-exclude>{escape(term.definition)}</span></a>"
        )

    return in_prose(html, lambda text: anywhere.sub(link, text))


def in_prose(html: str, change: Callable[[str], str]) -> str:
    """Change the texts of paragraphs and list items, and nothing else."""
    parts, prose, silent = [], 0, 0
    end = 0
    for match in TAG.finditer(html):
        text = html[end : match.start()]
        parts += [change(text) if prose and not silent else text, match[0]]
        end = match.end()
        step = -1 if match[0].startswith("</") else 1
        if match[2] in PROSE and "admonition-title" not in match[0]:
            prose = max(0, prose + step)
        elif match[2] in SILENT:
            silent += step
    return "".join([*parts, html[end:]])
