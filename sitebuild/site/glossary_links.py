"""The glossary: a page of terms, and definitions where they stand.

On the page `glossary` each term has its names in the other languages beside it.
On every other page the first occurrence of a term becomes a link that shows its
definition when it is pointed at or focused.
"""

import re
from collections.abc import Callable
from html import escape

from sitebuild.i18n.notices import Passage
from sitebuild.pages.glossary_terms import (
    Term,
    alphabetical,
    others,
    pattern,
    stood_for,
)
from sitebuild.pages.site_config import tag

TAG = re.compile(
    r"(<!--.*?-->|</?([a-zA-Z][\w-]*)(?:\"[^\"]*\"|[^\">])*>)", re.S
)
PROSE = {"p", "li"}
# Where no term is marked: it is a link already, or no running text.
SILENT = {"a", "code", "pre", "math", "svg", "summary", "figcaption", "table"}
SILENT |= {f"h{level}" for level in range(1, 7)}


def listed(
    cut: list[Passage], terms: dict[str, list[Term]], language: str
) -> list[Passage]:
    """Return a glossary's passages with its letters and the other names.

    `terms` are those of each language. The search has entries of its own for
    terms, so it is given no other section than the first.
    """
    mine, found = {term.key: term for term in terms[language]}, []
    for id, heading, text in cut:
        if id in mine:
            names = other_names(mine[id], terms)
            heading = heading.replace("</h3>", f"{names}</h3>")
            if found and found[-1].id not in mine:
                above = found.pop()
                whole = above.text + letters(terms[language])
                found.append(above._replace(text=whole))
        heading = re.sub("<h[2-6]", r"\g<0> data-search-exclude", heading)
        found.append(Passage(id, heading, text))
    return found


def other_names(term: Term, terms: dict[str, list[Term]]) -> str:
    """Return what other languages call a term, as HTML."""
    return "".join(
        f' <span lang="{escape(tag(o.language))}">{escape(o.term)}</span>'
        for o in others(term, terms)
    )


def letters(terms: list[Term]) -> str:
    """Return links to the first term of each letter, as HTML."""
    first: dict[str, str] = {}
    for term in terms:
        first.setdefault(alphabetical(term.term)[:1].upper(), escape(term.key))
    links = "\n".join(
        f'<a href="#{key}">{escape(letter)}</a>'
        for letter, key in first.items()
    )
    return f'<nav class="letters" aria-labelledby="glossary">\n{links}\n</nav>'


def mark(
    html: str, found: list[Term], address: str, seen: set[str] | None = None
) -> str:
    """Mark the first occurrence of each term; address is the glossary's.

    `seen` are keys of terms that were marked before, and is added to.
    """
    seen = set() if seen is None else seen
    by_form = {form.lower(): t for t in found for form in t.looked_for}
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
