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
    titles = {key: title(html) for key, html in cut}
    parts, before = [], ""
    for place, (key, html) in enumerate(cut):
        state = known.get(key)
        now = told(state) if state else ""
        lines = "" if place else summary(states, words, language, name, titles)
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


def title(html: str) -> str:
    """Return the words of a passage's heading, as HTML."""
    heading = HEADING.search(html)
    return re.sub(r"<[^>]*>", "", heading[0]) if heading else ""


def told(state: State) -> str:
    """Return the key of what is to be said of a section, if anything."""
    if state.status in ("outdated", "unfit"):
        return "outdated" if state.shown else "replaced"
    return state.status if state.status in TOLD else ""


def counts(states: list[State], words: dict[str, str]) -> dict[str, str]:
    """Say how many of a page's sections are outdated, missing and so on.

    Returns a sentence for each of these; what is not so has none.
    """
    known = [state for state in states if state.status != "orphaned"]
    count = Counter(state.status for state in known)
    count["outdated"] += count["unfit"]
    count["machine"] = sum(state.machine for state in known)
    if known and count["missing"] == len(known):
        return {"original": words["page-original"]}
    return {
        what: words[f"page-{what}"].format(count=count[what], total=len(known))
        for what in (*TOLD, "machine")
        if count[what]
    }


def summary(
    states: list[State],
    words: dict[str, str],
    language: str,
    name: str,
    titles: dict[str, str],
) -> str:
    """Return what stands below a page's title; empty if all is well.

    That a machine translated it stands folded beside the actions, with those
    of its sections that a person has read; `titles` are the sections'.
    """
    texts = counts(states, words)
    address = f"{'' if name == 'index' else '../'}contributing/"
    link = address, words["contribute"]
    lines, machine = "", texts.pop("machine", "")
    if machine:
        read = [
            f'<a href="#{state.id}">{titles[state.id]}</a>'
            for state in states
            if state.shown and not state.machine and state.id in titles
        ]
        text = notice(machine, language, *link)
        if read:
            text += (
                f"<p>{escape(words['read-by-person'])} {', '.join(read)}</p>"
            )
        lines = (
            f'<details class="machine" lang="{language}" data-search-exclude>'
            f"<summary>{escape(words['by-machine'])}</summary>{text}</details>"
        )
    if texts:
        lines += notice(" ".join(texts.values()), language, *link)
    return lines
