"""What the engine itself puts where pages leave a place for it."""

from collections import defaultdict
from html import escape

from sitebuild.i18n.dates import long_date, time
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import CHANGES, place
from sitebuild.pages.project import Project
from sitebuild.pages.resolve import MEASURED_HERE
from sitebuild.pages.site_config import HOME, ORIGINAL, reading_order


@place(CHANGES)
def changes(project: Project, page: Page, language: str) -> str:
    """Return the days on which something changed, the newest first.

    Since when there is a page stands at its top. When its text was changed
    last, git knows; where there is no git, only what is new is listed. This
    page is not, nor is the first, which lists the others.
    """
    words = {key: escape(text) for key, text in project.words[language].items()}
    new, changed = defaultdict(list), defaultdict(list)
    for name in reading_order(project.root):
        other = project.page(name, language)
        since = project.page(name, ORIGINAL).meta.get("since", "")
        last = project.changed.get(other.path, since)
        title = escape(other.meta.get("title", name))
        link = f'<a href="../{name}/">{title}</a>'
        if name not in (page.name, HOME):
            about = escape(other.meta.get("description", ""))
            stop = "" if title.endswith("?") else "."
            if since:
                new[since].append(f"{link}{stop} {about}")
            if last != since:
                changed[last].append(link)
    lines = ['<dl class="changes" data-search-exclude>']
    for day in sorted({*new, *changed}, reverse=True):
        lines.append(f"<dt>{time(day, language)}</dt>")
        for line in new.get(day, []):
            lines.append(f"<dd>{words['new-page'].format(page=line)}</dd>")
        if links := changed.get(day):
            said = words["changed-pages"].format(pages=", ".join(links))
            lines.append(f"<dd>{said}</dd>")
    return "\n".join([*lines, "</dl>"])


@place(MEASURED_HERE)
def machine(project: Project, page: Page, language: str) -> str:
    """Say where and when the numbers above were measured."""
    said = escape(measured(project, page, language))
    return f'<p class="notice measured" data-search-exclude>{said}</p>'


def measured(project: Project, page: Page, language: str) -> str:
    """Say where and when a chapter's numbers were measured.

    A gate asks for the machine, which other recordings do not name.
    """
    known = {"machine": "", "threads": ""} | project.recorded.get(page.name, {})
    if "date" in known:
        known["date"] = long_date(known["date"], language)
    return project.words[language]["measured"].format(**known)
