"""Write the footer of a page, and the actions below its title."""

from html import escape
from urllib.parse import quote, urlencode, urlsplit

from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import ACTIONS, FOOT
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import HOME
from sitebuild.widgets.changes import long_date, time
from sitebuild.widgets.course_cards import minutes
from sitebuild.widgets.registry import PLACES


def html(project: Project, page: Page, language: str) -> str:
    """Return a page's footer: what recorded it, widgets, its last change."""
    words, made = project.words[language], project.recorded.get(page.name)
    text = ""
    if page.blocks and made:
        values = {key: escape(value) for key, value in made.items()}
        values["date"] = time(made["date"], language)
        text += paragraph(words["ran"], count=len(page.blocks), **values)
        if page.measured:
            text += paragraph(words["not-compared"], count=len(page.measured))
    text += widgets(FOOT, project, page, language)
    if changed := project.changed.get(page.path):
        text += paragraph(words["changed"], date=time(changed, language))
    return f'<footer class="foot" data-search-exclude>\n{text}</footer>\n'


def paragraph(sentence: str, **values: object) -> str:
    """Return a sentence as a paragraph; the values in it are HTML already."""
    return f"<p>{escape(sentence).format(**values)}</p>\n"


def widgets(comment: str, project: Project, page: Page, language: str) -> str:
    """Return the HTML of all widgets that fill a place of this name."""
    fills = [place.fill for place in PLACES if place.comment == comment]
    return "".join(fill(project, page, language) for fill in fills)


def cite(
    title: str, address: str, version: str, changed: str, words: dict[str, str]
) -> str:
    """Return how to cite a page; an address of this machine is left out."""
    if urlsplit(address).hostname in ("127.0.0.1", "localhost"):
        address = ""
    site = words["site-name"]
    text = words["cite"].format(title=title, site=site, version=version)
    return ", ".join(filter(None, [text, changed, address]))


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
        "facts": widgets(ACTIONS, project, page, language),
        "report": issue if repository else "",
        "cite": cite(title, address, version, changed, words),
    }
