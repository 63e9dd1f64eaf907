"""What readers are told of a translation, where it stands on the page.

Works on the HTML of a page's content. Headings are never nested (a gate sees
to that), so the HTML falls into the same passages as the source.
"""

import re
from collections import Counter
from html import escape
from typing import NamedTuple

from sitebuild.pages.site_config import ORIGINAL, tag
from sitebuild.pages.staleness import State

HEADING = re.compile(r'<(h[1-6])[^>]* id="([^"]+)"[^>]*>.*?</\1>', re.S)
SUMMED = ("outdated", "unmarked", "missing")  # of how many sections


class Passage(NamedTuple):
    """The HTML of a heading with its id, and of what stands below it.

    Above the first heading of a page, the first two are empty.
    """

    id: str
    heading: str
    text: str

    @property
    def title(self) -> str:
        """The words of the heading, as HTML."""
        tags = self.heading.split("<")
        return "".join(part.partition(">")[2] for part in tags)


def in_language(text: str, named: str, language: str) -> str:
    """Mark a text as in another language than its page, if it is."""
    if named == language:
        return text
    return f'<span lang="{tag(named)}">{text}</span>'


def notice(text: str, language: str, address: str = "", link: str = "") -> str:
    """Return a line of HTML for the reader, in the reader's language."""
    text = escape(text)
    if address:
        text += f' <a href="{address}">{escape(link)}</a>'
    lang = tag(language)
    return f'<p class="notice" lang="{lang}" data-search-exclude>{text}</p>'


def passages(html: str) -> list[Passage]:
    """Cut the content before each heading."""
    cut, id, heading, end = [], "", "", 0
    for match in HEADING.finditer(html):
        cut.append(Passage(id, heading, html[end : match.start()]))
        id, heading, end = match[2], match[0], match.end()
    cut.append(Passage(id, heading, html[end:]))
    return cut if cut[0].text.strip() else cut[1:]


def tell(
    cut: list[Passage],
    states: list[State],
    words: dict[str, str],
    language: str,
    name: str,
) -> list[Passage]:
    """Return the passages with notices; mark what is not translated.

    `name` is the page's, `states` those of its passages.
    """
    known = {state.id: state for state in states}
    original = "../" if name == "index" else f"../../{name}/"
    whole = {state.status for state in states} == {"missing"}
    titles = {passage.id: passage.title for passage in cut}
    found, before = [], ""
    for place, (key, heading, text) in enumerate(cut):
        state = known.get(key)
        now = told(state) if state else ""
        lines = "" if place else summary(states, words, language, name, titles)
        if now and not whole and not now == before == "missing":
            address = f"{original}#{key}"
            lines += notice(words[now], language, address, words["original"])
        before = now
        text = lines + text
        if state and not state.shown:
            heading = f'<div lang="{ORIGINAL}">\n{heading}'
            text += "</div>\n"
        found.append(Passage(key, heading, text))
    return found


def told(state: State) -> str:
    """Return the key of what is to be said of a section, if anything."""
    if state.status in ("missing", "orphaned"):
        return state.status.replace("orphaned", "")
    if state.unmarked:
        return "unmarked" if state.shown else "differs"
    if state.status == "outdated":
        return "outdated" if state.shown else "replaced"
    return "" if state.shown else "differs"


def counts(states: list[State], words: dict[str, str]) -> dict[str, str]:
    """Say how many of a page's sections are outdated, missing and so on.

    Returns a sentence for each of these that there are any of.
    """
    known = [state for state in states if state.status != "orphaned"]
    count = Counter(map(told, known))
    count["outdated"] += count["replaced"]
    count["machine"] = sum(state.machine for state in known)
    if known and count["missing"] == len(known):
        return {"original": words["page-original"]}
    return {
        what: words[f"page-{what}"].format(count=count[what], total=len(known))
        for what in (*SUMMED, "machine")
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
            f'<details class="machine" lang="{tag(language)}" '
            "data-search-exclude>"
            f"<summary>{escape(words['by-machine'])}</summary>{text}</details>"
        )
    if texts:
        lines += notice(" ".join(texts.values()), language, *link)
    return lines
