"""Add notices to a translated page: what is outdated, or is not translated.

Headings are never nested (a check refuses that), so the HTML of a page is cut
into the same sections as its source.
"""

import re
from collections import Counter
from html import escape
from typing import NamedTuple

from sitebuild.pages.project import View
from sitebuild.pages.site_config import HOME, ORIGINAL, tag
from sitebuild.pages.staleness import State

HEADING = re.compile(r'(<(h[1-6])[^>]* id="([^"]+)"[^>]*>.*?</\2>)', re.S)


class Passage(NamedTuple):
    """The HTML of a section; above the first heading, two are empty."""

    id: str
    heading: str
    text: str


def notice(text: str, language: str, address: str, link: str) -> str:
    """Return a notice with a link as HTML, in the reader's language."""
    return (
        f'<p class="notice" lang="{tag(language)}" data-search-exclude>'
        f'{escape(text)} <a href="{address}">{escape(link)}</a></p>'
    )


def passages(html: str) -> list[Passage]:
    """Cut the content of a page before each heading."""
    above, *parts = HEADING.split(html)
    cut = [*map(Passage, parts[2::4], parts[::4], parts[3::4])]
    return [Passage("", "", above), *cut] if above.strip() else cut


def tell(cut: list[Passage], view: View) -> list[Passage]:
    """Return the sections with notices; mark those in the original language.

    Of missing sections in a row, the first has a notice.
    """
    states, name = view.states, view.page.name
    keys = {state.id: notice_key(state) for state in states}
    hidden = {state.id for state in states if not state.shown}
    untranslated = {state.status for state in states} == {"missing"}
    original = "../" if name == HOME else f"../../{name}/"
    sections, last = [], ""
    for id, heading, text in cut:
        key = keys.get(id, "")
        if key and not untranslated and not key == last == "missing":
            link = f"{original}#{id}", view.words["original"]
            text = notice(view.words[key], view.language, *link) + text
        last = key
        if not sections:
            text = summary(view) + text
        if id in hidden:
            heading = f'<div lang="{ORIGINAL}">\n{heading}'
            text += "</div>\n"
        sections.append(Passage(id, heading, text))
    return sections


def notice_key(state: State) -> str:
    """Return the key of the words that tell of a section; empty for none."""
    if state.differences:
        return "differs"
    return state.status if state.status in ("outdated", "missing") else ""


def counts(view: View) -> dict[str, str]:
    """Return a sentence on each status that sections of a page have."""
    words = view.words
    known = [state for state in view.states if state.status != "orphaned"]
    count = Counter(state.status for state in known)
    if any(state.machine for state in known):
        count["read"] = sum(state.todo == "current" for state in known)
    if known and count["missing"] == len(known):
        return {"original": words["page-original"]}
    return {
        key: words[f"page-{key}"].format(count=count[key], total=len(known))
        for key in ("outdated", "missing", "read")
        if key in count
    }


def summary(view: View) -> str:
    """Return the notices below a page's title; that of a machine is folded."""
    (_, page, language), words, texts = view, view.words, counts(view)
    address = "contributing/" if page.name == HOME else "../contributing/"
    link = address, words["contribute"]
    machine = texts.pop("read", "")
    html = notice(" ".join(texts.values()), language, *link) if texts else ""
    if not machine:
        return html
    return (
        f'<details class="machine" lang="{tag(language)}" data-search-exclude>'
        f"<summary>{escape(words['by-machine'])}</summary>"
        f"{notice(machine, language, *link)}</details>{html}"
    )
