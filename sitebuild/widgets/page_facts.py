"""Tell facts of pages: parts, minutes, exercises, sources, dates, citations."""

import re
from collections import defaultdict
from datetime import date
from html import escape
from urllib.parse import quote, urlencode

from babel.dates import format_date

from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import (
    HOME,
    ORIGINAL,
    PART,
    navigation_texts,
    parts,
    reading_order,
    tag,
)
from sitebuild.widgets.attention_arcs import weights
from sitebuild.widgets.practice import EXERCISE

SECTION = "exercises"  # the id of the heading above all exercises
ABLE = "able-"  # begins the key of what one can do after a part
SOURCES, GUIDE = "sources", "guide-"  # a page; begins the ids of its sections
THIS_MACHINE = r"https?://(127\.0\.0\.1|localhost)\b"  # is no source to cite
WORD = r"[^\W\d_][\w'\u2019-]*"
# What is read in a minute of a text that one reckons along with.
WORDS, LINES, PICTURES = 150, 20, 2  # pictures: figures, displayed formulas
STEP = 5  # minutes: no estimate is finer


def context(
    project: Project, page: Page, language: str, address: str, repository: str
) -> dict:
    """Return what the templates need to know about a page."""
    words = project.words[language]
    changed = project.changed.get(page.path)
    named = words["report-version"].format(version=project.version)
    # A script adds the section to the address.
    report = {
        "title": words["report-title"],
        "body": f"{address}\n{named}\n\n{words['report-what']}\n",
    }
    issue = f"{repository}/issues/new?{urlencode(report, quote_via=quote)}"
    cite = [
        words["cite"].format(
            title=page.meta.get("title", page.name),
            site=words["site-name"],
            version=project.version,
        ),
        long_date(changed, language) if changed else "",
        "" if re.match(THIS_MACHINE, address) else address,
    ]
    return {
        "first": page.name == HOME,
        "minutes": str(minutes(page)) if page.name in project.numbers else "",
        "facts": exercises(page, words),
        "report": issue if repository else "",
        "cite": ", ".join(filter(None, cite)),
    }


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


def chapters(project: Project, page: Page, language: str) -> str:
    """Return a card for each part of the course, with its other pages."""
    titles = navigation_texts(project.words[ORIGINAL])
    keys = {title: key for key, title in titles.items()}
    cards = ""
    for title, names in parts(project.root).items():
        others = [name for name in names if name != page.name]
        cards += card(project, keys[title], others, language)
    return f'<dl class="parts">{cards}</dl>'


def card(project: Project, key: str, names: list[str], language: str) -> str:
    """Return a part: a picture, its name, what one can do then, its pages."""
    words, titles = project.words[language], project.titles(language)
    total, lines = 0, ""
    for name in names:
        title, number = escape(titles[name]), project.numbers.get(name)
        spoken = project.page(name, language).language
        if spoken != language:
            title = f'<span lang="{tag(spoken)}">{title}</span>'
        before = f'<span class="number">{number}</span> ' if number else ""
        lines += f'<dd>{before}<a href="{name}/">{title}</a></dd>'
        if name in project.numbers:  # else it is only looked up
            total += minutes(project.originals[name])
    needed = words["minutes"].format(count=total) if total else ""
    then = words.get(ABLE + key.removeprefix(PART), "")
    return (
        f"<div><dt>{picture(project, key)}<span>{words[key]}</span> "
        f"<small>{needed}</small></dt>"
        f'<dd class="able">{then}</dd>{lines}</div>'
    )


def picture(project: Project, key: str) -> str:
    """Return the weights of a part as small squares; empty if it has none."""
    table = weights(project, project.widget("cards").get(key, ""))
    if not table:
        return ""
    squares = "".join(
        f'<path d="M{x} {y}h1v1h-1z" fill-opacity="{weight:.2f}"/>'
        for y, row in enumerate(table.values)
        for x, weight in enumerate(row)
        if weight >= 0.005
    )
    box = f"0 0 {len(table.columns)} {len(table.rows)}"
    return f'<svg viewBox="{box}" aria-hidden="true">{squares}</svg>'


def changes(project: Project, page: Page, language: str) -> str:
    """Return the days on which pages were new or changed, the newest first.

    Pages say since when they exist; git, if there is one, when they changed
    last. This page and the first, which lists the others, are left out.
    """
    words, titles = project.words[language], project.titles(language)
    new, changed = defaultdict(list), defaultdict(list)
    for name in reading_order(project.root):
        if name in (page.name, HOME):
            continue
        other = project.page(name, language)
        since = project.originals[name].meta.get("since", "")
        last = project.changed.get(other.path, since)
        title = escape(titles[name])
        link = f'<a href="../{name}/">{title}</a>'
        if since:
            stop = "" if title.endswith("?") else "."
            about = escape(other.meta.get("description", ""))
            text = words["new-page"].format(page=f"{link}{stop} {about}")
            new[since].append(f"<dd>{text}</dd>")
        if last != since:
            changed[last].append(link)
    lines = ['<dl class="changes" data-search-exclude>']
    for day in sorted({*new, *changed}, reverse=True):
        lines += [f"<dt>{time(day, language)}</dt>", *new[day]]
        if links := ", ".join(changed[day]):
            text = words["changed-pages"].format(pages=links)
            lines.append(f"<dd>{text}</dd>")
    return "\n".join([*lines, "</dl>"])


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
