"""What a page of another language still says in the original, marked as such.

Without it, a page that reads from the right has the full stops of an English
sentence at its wrong end.
"""

import re
from html import escape

from proof.checks.words import FILE, filled_in
from proof.pages.entries import path_of
from proof.pages.settings import ORIGINAL
from proof.site.cut import rewritten
from proof.site.edition import Edition

MARK = f' lang="{ORIGINAL}" dir="ltr"'
# Where no text is marked: it is no prose, or has no element for it.
SILENT = (
    r"<(?P<tag>title|option|script|style|textarea|svg|math|pre)\b.*?</(?P=tag)"
)
GIVEN = r"(?:[^<>]|<a\b[^<>]*>[^<>]*</a>)+"  # what is filled in
QUOTES = str.maketrans({'"': '(?:"|&quot;|&#34;)', "'": "(?:'|&#x27;|&#39;)"})


def left(edition: Edition, language: str) -> re.Pattern | None:
    """Return a pattern of what pages say in the original around articles."""
    mine = edition.data(path_of(language, FILE))
    words = edition.words[ORIGINAL]
    texts = [text for key, text in words.items() if key not in mine]
    for name in edition.titles(ORIGINAL):
        page = edition.page(name, language)
        if page.language != language:
            texts += [text for _, text in page.titles]
            texts.append(page.heading_text(page.headings[0].id))
    # What has no letters is of no language.
    texts = [text for text in texts if text.upper() != text.lower()]
    if language == ORIGINAL or not texts:
        return None
    each = "|".join(map(written, sorted(texts, key=len, reverse=True)))
    return re.compile(
        rf"{SILENT}|>(\s*)((?:{each})(?:\s+(?:{each}))*)(?=\s*<)", re.S
    )


def written(text: str) -> str:
    """Return the expression of a text as HTML has it, filled in."""
    found = re.escape(escape(text, quote=False))
    for name in filled_in(text):
        found = found.replace(re.escape(name), GIVEN)
    return found.translate(QUOTES)


def marked(html: str, texts: re.Pattern | None, ids: list[str]) -> str:
    """Mark texts in a page, and these sections' titles in its contents."""
    if texts:
        html = texts.sub(
            lambda m: m[3] and f">{m[2]}<span{MARK}>{m[3]}</span>" or m[0], html
        )
    for id in ids:
        link = f'<a href="#{id}" class="md-nav__link">', "</a>"
        html = rewritten(
            html, *link, lambda a: a.replace("<span", f"<span{MARK}", 1)
        )
    return html
