"""Link terms to the glossary, and list their names in other languages there.

On other pages the first occurrence of a term becomes a link, which shows the
definition when a reader points at it or focuses it.
"""

import re
from html import escape

from sitebuild.i18n.notices import Passage
from sitebuild.pages import glossary_terms
from sitebuild.pages.glossary_terms import Term, alphabetical
from sitebuild.pages.site_config import tag

# An element in which no term becomes a link, since it is a link already or no
# running text; or another tag.
MARKUP = (
    r'(?s:<p class="admonition-title".*?</p>|'
    r"<(a|code|pre|math|figure|form|summary|table|h[1-6])\b.*?</\1>|"
    r'</?[a-z](?:"[^"]*"|[^">])*>)'
)


def listed(
    passages: list[Passage], terms: dict[str, list[Term]], language: str
) -> list[Passage]:
    """Return the glossary with links to its letters, and names of its terms.

    `terms` has the terms of each language. The search has entries of its own
    for terms, so it skips all sections of the page but the first.
    """
    own = {term.key: term for term in terms[language]}
    links, shown = letters(terms[language]), []
    for id, heading, text in passages:
        heading = re.sub("<h[2-6]", r"\g<0> data-search-exclude", heading)
        if id in own:
            names = "".join(
                f' <span lang="{tag(o.language)}">{escape(o.term)}</span>'
                for o in glossary_terms.others(own[id], terms)
            )
            heading = links + heading.replace("</h3>", f"{names}</h3>")
            links = ""  # only the first term has them above it
        shown.append(Passage(id, heading, text))
    return shown


def letters(terms: list[Term]) -> str:
    """Return the HTML of links to the first term of each letter."""
    first = {alphabetical(t.term)[:1].upper(): t.key for t in reversed(terms)}
    links = "\n".join(
        f'<a href="#{escape(key)}">{escape(letter)}</a>'
        for letter, key in sorted(first.items())
    )
    nav = '<nav class="letters flow" aria-labelledby="glossary">'
    return f"{nav}\n{links}\n</nav>"


def mark(html: str, terms: list[Term], address: str, seen: set[str]) -> str:
    """Link the first occurrence of each term to the glossary at `address`.

    `seen` has the keys of terms that are linked already; new ones are added.
    """
    by_form = {form.lower(): t for t in terms for form in t.forms}
    by_form |= {form.lower(): None for t in terms for form in t.elsewhere}
    if not by_form:
        return html

    def link(match: re.Match) -> str:
        form = match["form"]
        term = form and glossary_terms.stood_for(by_form, form)
        if not term or term.key in seen:
            return match[0]
        seen.add(term.key)
        key = escape(term.key)
        return (
            f'<a class="term" href="{address}#{key}" '
            f'aria-describedby="term-{key}">{form}<span '
            f'class="definition" id="term-{key}" role="tooltip" '
            f"data-search-exclude>{escape(term.definition)}</span></a>"
        )

    forms = glossary_terms.pattern(tuple(by_form)).pattern
    return re.sub(f"{MARKUP}|(?P<form>{forms})", link, html)
