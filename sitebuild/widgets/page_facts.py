"""Tell facts of pages: parts, minutes, exercises, sources, dates, citations."""

import re
from collections import defaultdict
from urllib.parse import quote, urlencode

from sitebuild.pages.page import Page
from sitebuild.pages.project import Project, View
from sitebuild.pages.site_config import HOME
from sitebuild.widgets import fill, long_date
from sitebuild.widgets.attention_arcs import weights
from sitebuild.widgets.practice import EXERCISE

SECTION = "exercises"  # the id of the heading above all exercises
SOURCES, GUIDE = "sources", "guide-"  # a page; begins the ids of its sections
THIS_MACHINE = r"https?://(127\.0\.0\.1|localhost)\b"  # is no source to cite
WORD = r"[^\W\d_][\w'\u2019-]*"
# What is read in a minute of a text that one reckons along with.
WORDS, LINES, PICTURES = 150, 20, 2  # pictures: figures, displayed formulas
STEP = 5  # minutes: no estimate is finer


def context(view: View, address: str, repository: str) -> dict:
    """Return what the templates need to know about a page."""
    (project, page, language), words = view, view.words
    day = project.changed.get(page.path)
    changed = long_date(day, language) if day else ""
    named = words["report-version"].format(version=project.version)
    report = {
        "title": words["report-title"],
        "body": f"{address}\n{named}\n\n{words['report-what']}\n",
    }
    issue = f"{repository}/issues/new?{urlencode(report, quote_via=quote)}"
    cite = [
        words["cite"].format(
            title=page.title, site=words["site-name"], version=project.version
        ),
        changed,
        "" if re.match(THIS_MACHINE, address) else address,
    ]
    return {
        "first": page.name == HOME,
        "minutes": str(minutes(page)) if page.name in project.numbers else "",
        "exercises": SECTION in page.by_id
        and sum(h.id.startswith(EXERCISE) for h in page.headings),
        "report": issue if repository else "",
        "changed": changed,
        "foot": footer(view),
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
    pictures = [picture.line for picture in page.pictures]
    pictures += [f.line for f in page.formulas if f.kind == "display"]
    needed = (
        sum(map(len, words)) / WORDS
        + sum(len(text.strip().splitlines()) for text in code) / LINES
        + sum(line not in hidden for line in pictures) / PICTURES
    )
    return max(STEP, STEP * round(needed / STEP))


def footer(view: View) -> str:
    """Return what recorded a page and the guides that it covers."""
    project, page, _ = view
    return fill(
        "footer",
        view,
        made=page.blocks and project.recorded.get(page.name),
        blocks=len(page.blocks),
        measured=len(page.measured),
        guides=covered(project, page),
    )


def covered(project: Project, page: Page) -> list[str]:
    """Return the source guides whose parts lead to a page.

    The first page has none: it teaches no part and only says how to read.
    """
    sources = project.originals.get(SOURCES)
    if not sources or page.name == HOME:
        return []
    lines = [n for n, to in sources.links if to.startswith(f"{page.name}.md")]
    return [
        id.removeprefix(GUIDE)
        for id, section in sources.by_id.items()
        if id.startswith(GUIDE) and any(line in section for line in lines)
    ]


def chapters(view: View) -> dict:
    """Return a card for each part of the course, with its other pages."""
    project, page, language = view
    titles = project.titles_of_parts.items()
    keys, cards = {title: key for key, title in titles}, []
    for title, names in project.parts.items():
        key, others = keys[title], [name for name in names if name != page.name]
        pages = [project.page(name, language) for name in others]
        # Nobody asks how long it takes to look something up.
        read = [
            minutes(project.originals[n])
            for n in others
            if n in project.numbers
        ]
        table = weights(project, project.widget("cards").get(key, ""))
        cards.append((key, pages, sum(read), table))
    return {"cards": cards, "numbers": project.numbers}


def changes(view: View) -> dict:
    """Return the days on which pages were new or changed, the newest first.

    Pages say since when they exist; git, if there is one, when they changed
    last. This page and the first, which lists the others, are left out.
    """
    project, page, language = view
    new, changed = defaultdict(list), defaultdict(list)
    for name in sum(project.parts.values(), []):
        if name in (page.name, HOME):
            continue
        other = project.page(name, language)
        since = project.originals[name].meta.get("since", "")
        last = project.changed.get(other.path, since)
        if since:
            new[since].append(other)
        if last != since:
            changed[last].append(other)
    days = sorted({*new, *changed}, reverse=True)
    return {"days": [(day, new[day], changed[day]) for day in days]}


def repository(view: View) -> dict:
    """Return the address of the repository; empty if the build names none."""
    return {"address": view.project.repository}


def measured(view: View) -> str:
    """Say where and when a chapter's numbers were measured."""
    made = view.project.recorded.get(view.page.name, {})
    if "date" in made:  # not in a chapter that is new
        made = made | {"date": long_date(made["date"], view.language)}
    return view.project.say(view.language, "measured", **made)
