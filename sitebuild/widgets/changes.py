"""List what changed and when, and say where numbers were measured."""

from collections import defaultdict
from datetime import date
from html import escape

from babel.dates import format_date

from sitebuild.pages.includes import MEASURED_HERE
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import CHANGES, place
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import HOME, ORIGINAL, reading_order, tag


@place(CHANGES)
def changes(project: Project, page: Page, language: str) -> str:
    """Return the days on which pages were new or changed, the newest first.

    Pages say since when they exist; git, if there is one, when they changed
    last. This page and the first, which lists the others, are left out.
    """
    words = project.words[language]
    new, changed = defaultdict(list), defaultdict(list)
    for name in reading_order(project.root):
        if name in (page.name, HOME):
            continue
        other = project.page(name, language)
        since = project.page(name, ORIGINAL).meta.get("since", "")
        last = project.changed.get(other.path, since)
        title = escape(other.meta.get("title", name))
        link = f'<a href="../{name}/">{title}</a>'
        if since:
            stop = "" if title.endswith("?") else "."
            about = escape(other.meta.get("description", ""))
            text = escape(words["new-page"]).format(
                page=f"{link}{stop} {about}"
            )
            new[since].append(f"<dd>{text}</dd>")
        if last != since:
            changed[last].append(link)
    lines = ['<dl class="changes" data-search-exclude>']
    for day in sorted({*new, *changed}, reverse=True):
        lines += [f"<dt>{time(day, language)}</dt>", *new[day]]
        if links := ", ".join(changed[day]):
            text = escape(words["changed-pages"]).format(pages=links)
            lines.append(f"<dd>{text}</dd>")
    return "\n".join([*lines, "</dl>"])


@place(MEASURED_HERE)
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
    locale = (
        "en_GB" if language == ORIGINAL else tag(language).replace("-", "_")
    )
    return format_date(date.fromisoformat(day), "long", locale)


def time(day: str, language: str) -> str:
    """Return a date as HTML: in the words of a language, and for machines."""
    return f'<time datetime="{day}">{long_date(day, language)}</time>'
