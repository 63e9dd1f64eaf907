"""Write the foot of a page, and the actions below its title."""

from html import escape
from urllib.parse import quote, urlencode, urlsplit

from sitebuild.i18n.dates import long_date, time
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import ACTIONS
from sitebuild.pages.project import Project
from sitebuild.pages.reading_time import minutes
from sitebuild.pages.site_config import HOME
from sitebuild.widgets.registry import PLACES

FOOT = '<footer class="foot" data-search-exclude>'
LOCAL = "127.0.0.1", "localhost"


def html(
    page: Page,
    made: dict[str, str],
    covers: str,
    changed: str,
    words: dict[str, str],
    language: str,
) -> str:
    """Return what blocks were recorded with, the course's lines, a date."""
    lines = []
    if page.blocks and made:
        known = {key: escape(text) for key, text in made.items()}
        known["date"] = time(made["date"], language)
        known["count"] = str(len(page.blocks))
        lines.append(escape(words["ran"]).format(**known))
        if page.measured:
            text = escape(words["not-compared"])
            lines.append(text.format(count=len(page.measured)))
    ran = "".join(f"<p>{line}</p>\n" for line in lines)
    if changed:
        day = time(changed, language)
        said = escape(words["changed"]).format(date=day)
        changed = f"<p>{said}</p>\n"
    text = ran + covers + changed
    return f"{FOOT}\n{text}</footer>\n"


def with_recalled(
    html: str, recalled: int, count: int, words: dict[str, str]
) -> str:
    """Return a whole page that says how many of its blocks did not run."""
    said = escape(words["recalled"]).format(recalled=recalled, count=count)
    before, foot, after = html.partition(FOOT)
    if not foot:
        raise ValueError("a page has no foot, so no place for what did not run")
    return f"{before}{foot}\n<p>{said}</p>{after}"


def report(
    repository: str, address: str, version: str, words: dict[str, str]
) -> str:
    """Return where to report a mistake; empty if no repository is known.

    The first line of the form is the page's address, which a script leads to
    the section being read.
    """
    if not repository:
        return ""
    version = words["report-version"].format(version=version)
    body = f"{address}\n{version}\n\n{words['report-what']}\n"
    query = {"title": words["report-title"], "body": body}
    return f"{repository.rstrip('/')}/issues/new?" + urlencode(
        query, quote_via=quote
    )


def cite(
    title: str, address: str, version: str, changed: str, words: dict[str, str]
) -> str:
    """Return how to cite a page: of a version, of a date if it is known.

    An address that only this machine has is nobody's to look up.
    """
    if urlsplit(address).hostname in LOCAL:
        address = ""
    said = words["cite"].format(
        title=title, site=words["site-name"], version=version
    )
    return ", ".join(filter(None, [said, changed, address]))


def context(
    project: Project, page: Page, language: str, address: str, repository: str
) -> dict:
    """Return what the templates are told of a page's place in the whole."""
    words, version = project.words[language], project.version
    changed = project.changed.get(page.path, "")
    changed = changed and long_date(changed, language)
    title = page.meta.get("title", page.name)
    return {
        "first": page.name == HOME,
        "minutes": str(minutes(page)) if page.name in project.numbers else "",
        "facts": "".join(
            place.fill(project, page, language)
            for place in PLACES
            if place.comment == ACTIONS
        ),
        "report": report(repository, address, version, words),
        "cite": cite(title, address, version, changed, words),
    }
