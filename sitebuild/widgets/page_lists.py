"""List pages: the course in parts, and what changed when."""

from collections import defaultdict
from html import escape

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
from sitebuild.widgets.page_facts import minutes, time

ABLE = "able-"  # begins the key of what one can do after a part


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
    table = weights(project.files, project.widget("cards").get(key, ""))
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
