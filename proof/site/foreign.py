"""What a page of another language still says in the original, marked as such.

Without it, a page that reads from the right has the full stops of an English
sentence at its wrong end.
"""

import re
from html import escape

from proof.checks.words import FILE
from proof.pages.entries import path_of
from proof.pages.settings import ORIGINAL
from proof.site.edition import Edition

MARK = f' lang="{ORIGINAL}" dir="ltr"'
# Where no text is marked: it is no prose, or has no element for it.
SILENT = (
    r"<(?P<tag>title|option|script|style|textarea|svg|math|pre)\b.*?</(?P=tag)"
)
FILLED = re.compile(r"\\\{\w+\\\}")
GIVEN = r"(?:[^<>]|<a\b[^<>]*>[^<>]*</a>)+"  # what is filled in
QUOTES = str.maketrans({'"': '(?:"|&quot;|&#34;)', "'": "(?:'|&#x27;|&#39;)"})


def left(edition: Edition, language: str) -> re.Pattern | None:
    """Return a pattern of what pages say in the original around articles."""
    words, path = edition.words[ORIGINAL], path_of(language, FILE)
    states = edition.project.entry_states.get(path, [])
    texts = [words[s.id] for s in states if s.status == "missing"]
    for name in edition.titles(ORIGINAL):
        page = edition.page(name, language)
        if page.language != language:
            texts += [text for _, text in page.titles]
            texts.append(page.heading_text(page.headings[0].id))
    texts = sorted(filter(re.compile("[a-z]{2}").search, texts), key=len)
    if language == ORIGINAL or not texts:
        return None
    each = "|".join(map(written, reversed(texts)))
    return re.compile(
        rf"{SILENT}|>(\s*)((?:{each})(?:\s+(?:{each}))*)(?=\s*<)", re.S
    )


def written(text: str) -> str:
    """Return the expression of a text as HTML has it, filled in."""
    text = re.escape(escape(text, quote=False))
    return FILLED.sub(lambda _: GIVEN, text).translate(QUOTES)


def marked(html: str, texts: re.Pattern | None, ids: list[str]) -> str:
    """Mark texts in a page, and these sections' titles in its contents."""
    if texts:
        html = texts.sub(
            lambda m: m[3] and f">{m[2]}<span{MARK}>{m[3]}</span>" or m[0], html
        )
    link = r'(<a href="#(?:{})" class="md-nav__link">\s*<span)'
    pattern = link.format("|".join(map(re.escape, ids)))
    return re.sub(pattern, rf"\1{MARK}", html) if ids else html
