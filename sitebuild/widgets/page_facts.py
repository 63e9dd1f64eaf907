"""Tell facts of a page: minutes, exercises, sources, dates, how to cite it."""

import re
from datetime import date
from html import escape
from urllib.parse import quote, urlencode, urlsplit

from babel.dates import format_date

from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import HOME, ORIGINAL, tag
from sitebuild.widgets.practice import EXERCISE

SECTION = "exercises"  # the id of the heading above all exercises
SOURCES, GUIDE = "sources", "guide-"  # a page; begins the ids of its sections
WORD = r"[^\W\d_][\w'\u2019-]*"
# What is read in a minute of a text that one reckons along with.
WORDS, LINES, PICTURES = 150, 20, 2  # pictures: figures, displayed formulas
STEP = 5  # minutes: no estimate is finer


def context(
    project: Project, page: Page, language: str, address: str, repository: str
) -> dict:
    """Return what the templates need to know about a page."""
    words, version = project.words[language], project.version
    changed = project.changed.get(page.path, "")
    changed = changed and long_date(changed, language)
    title = page.meta.get("title", page.name)
    named = words["report-version"].format(version=version)
    # A script adds the section to the address.
    report = {
        "title": words["report-title"],
        "body": f"{address}\n{named}\n\n{words['report-what']}\n",
    }
    issue = f"{repository}/issues/new?{urlencode(report, quote_via=quote)}"
    return {
        "first": page.name == HOME,
        "minutes": str(minutes(page)) if page.name in project.numbers else "",
        "facts": exercises(page, words),
        "report": issue if repository else "",
        "cite": cite(title, address, version, changed, words),
    }


def cite(
    title: str, address: str, version: str, changed: str, words: dict[str, str]
) -> str:
    """Return how to cite a page; an address of this machine is left out."""
    if urlsplit(address).hostname in ("127.0.0.1", "localhost"):
        address = ""
    site = words["site-name"]
    text = words["cite"].format(title=title, site=site, version=version)
    return ", ".join(filter(None, [text, changed, address]))


def minutes(page: Page) -> int:
    """Estimate how long it takes to read what a page shows, folds closed."""
    hidden = {
        line
        for box in page.boxes
        if box.marks == "???"
        for line in range(box.line + 1, box.end + 1)
    }
    words = [re.findall(WORD, t) for n, t in page.words if n not in hidden]
    code = [b.section.text for b in page.blocks if b.line not in hidden]
    pictures = [i.line for i in page.includes if i.output.drawn]
    pictures += [formula.line for formula in page.formulas if formula.display]
    needed = (
        sum(map(len, words)) / WORDS
        + sum(len(text.strip().splitlines()) for text in code) / LINES
        + sum(line not in hidden for line in pictures) / PICTURES
    )
    return max(STEP, STEP * round(needed / STEP))


def exercises(page: Page, words: dict[str, str]) -> str:
    """Return a link to a page's exercises, with their number."""
    count = sum(h.id.startswith(EXERCISE) for h in page.headings)
    text = words["exercises"].format(count=count)
    shown = count and SECTION in page.by_id
    return f'<a href="#{SECTION}">{text}</a>' if shown else ""


def footer(project: Project, page: Page, language: str) -> str:
    """Return what recorded a page, the guides it covers, its last change."""
    words, made = project.words[language], project.recorded.get(page.name)
    text = ""
    if page.blocks and made:
        values = {key: escape(value) for key, value in made.items()}
        values["date"] = time(made["date"], language)
        text += paragraph(words["ran"], count=len(page.blocks), **values)
        if page.measured:
            text += paragraph(words["not-compared"], count=len(page.measured))
    if guides := covered(project, page):
        text += paragraph(words["covers"], guides=guides)
    if changed := project.changed.get(page.path):
        text += paragraph(words["changed"], date=time(changed, language))
    return f'<footer class="foot" data-search-exclude>\n{text}</footer>\n'


def paragraph(sentence: str, **values: object) -> str:
    """Return a sentence as a paragraph; the values in it are HTML already."""
    return f"<p>{escape(sentence).format(**values)}</p>\n"


def covered(project: Project, page: Page) -> str:
    """Return links to the source guides whose parts lead to a page.

    The first page has none: it teaches no part and only says how to read.
    """
    sources = project.originals.get(SOURCES)
    if not sources or page.name == HOME:
        return ""
    lines = [n for n, to in sources.links if to.startswith(f"{page.name}.md")]
    return ", ".join(
        f'<a href="../{SOURCES}/#{id}">{id.removeprefix(GUIDE)}</a>'
        for id, section in sources.by_id.items()
        if id.startswith(GUIDE) and any(line in section for line in lines)
    )


def machine(project: Project, page: Page, language: str) -> str:
    """Return a note on where and when the numbers above were measured."""
    text = escape(measured(project, page, language))
    return f'<p class="notice measured" data-search-exclude>{text}</p>'


def measured(project: Project, page: Page, language: str) -> str:
    """Say where and when a chapter's numbers were measured, if it is known."""
    facts = {"machine": "", "threads": ""} | project.recorded.get(page.name, {})
    if "date" in facts:
        facts["date"] = long_date(facts["date"], language)
    return project.words[language]["measured"].format(**facts)


def long_date(day: str, language: str) -> str:
    """Return a date (YYYY-MM-DD) in the words of a language."""
    code = "en_GB" if language == ORIGINAL else tag(language).replace("-", "_")
    return format_date(date.fromisoformat(day), "long", code)


def time(day: str, language: str) -> str:
    """Return a date as HTML: in the words of a language, and for machines."""
    return f'<time datetime="{day}">{long_date(day, language)}</time>'
