"""What readers are told of a translation, where it stands on the page.

Works on the HTML of a page's content. Headings are never nested (a gate sees
to that), so the HTML falls into the same passages as the source.
"""

import re
from collections import Counter
from html import escape

from proof.pages.settings import ORIGINAL
from proof.pages.states import State

HEADING = re.compile(
    r'<(?P<tag>h[1-6])(?P<before>[^>]*) id="(?P<id>[^"]+)"(?P<after>[^>]*)>'
    r".*?</(?P=tag)>",
    re.S,
)
SOURCE = re.compile(r' data-from="[^"]*"| class="machine"')
TOLD = ("outdated", "unmarked", "missing")  # of how many sections


def in_language(text: str, named: str, language: str) -> str:
    """Mark a text as in another language than its page, if it is."""
    if named == language:
        return text
    return f'<span lang="{named}" dir="ltr">{text}</span>'


def notice(text: str, language: str, address: str = "", link: str = "") -> str:
    """Return a line of HTML for the reader, in the reader's language."""
    text = escape(text)
    if address:
        text += f' <a href="{address}">{escape(link)}</a>'
    return f'<p class="notice" lang="{language}" data-search-exclude>{text}</p>'


def passages(html: str) -> list[tuple[str, str]]:
    """Cut the content before each heading; return ids and HTML."""
    found = list(HEADING.finditer(html))
    starts = [match.start() for match in found]
    ends = [*starts[1:], len(html)]
    cut = [(m["id"], html[s:e]) for m, s, e in zip(found, starts, ends)]
    head = html[: starts[0]] if starts else html
    return [("", head), *cut] if head.strip() else cut


def without_sources(html: str) -> str:
    """Return the HTML without what headings have for tools alone."""
    return HEADING.sub(lambda m: SOURCE.sub("", m[0], count=2), html)


def tell(
    cut: list[tuple[str, str]],
    states: list[State],
    words: dict[str, str],
    language: str,
    name: str,
) -> str:
    """Return the page's HTML with notices; mark what is not translated.

    `name` is the page's, `states` those of its passages.
    """
    known = {state.id: state for state in states}
    original = "../" if name == "index" else f"../../{name}/"
    whole = {state.status for state in states} == {"missing"}
    parts, before = [], ""
    for place, (key, html) in enumerate(cut):
        state = known.get(key)
        now = told(state) if state else ""
        lines = "" if place else summary(states, words, language, name)
        if now and not whole and not now == before == "missing":
            address = f"{original}#{key}"
            lines += notice(words[now], language, address, words["original"])
        before = now
        heading = HEADING.search(html)
        end = heading.end() if heading else 0
        html = html[:end] + lines + html[end:]
        if state and not state.shown:
            html = f'<div lang="{ORIGINAL}" dir="ltr">\n{html}</div>\n'
        parts.append(html)
    return "".join(parts)


def told(state: State) -> str:
    """Return the key of what is to be said of a section, if anything."""
    if state.status in ("outdated", "unfit"):
        return "outdated" if state.shown else "replaced"
    return state.status if state.status in TOLD else ""


def counts(states: list[State], words: dict[str, str]) -> list[str]:
    """Say how many of a page's sections are outdated, missing and so on."""
    known = [state for state in states if state.status != "orphaned"]
    count = Counter(state.status for state in known)
    count["outdated"] += count["unfit"]
    count["machine"] = sum(state.machine for state in known)
    if known and count["missing"] == len(known):
        return [words["page-original"]]
    return [
        words[f"page-{what}"].format(count=count[what], total=len(known))
        for what in (*TOLD, "machine")
        if count[what]
    ]


def summary(
    states: list[State], words: dict[str, str], language: str, name: str
) -> str:
    """Return the notice below a page's title; empty if all is well."""
    texts = counts(states, words)
    if not texts:
        return ""
    address = f"{'' if name == 'index' else '../'}contributing/"
    return notice(" ".join(texts), language, address, words["contribute"])
