"""Write the footer of a page, and the actions below its title."""

from html import escape
from urllib.parse import quote, urlencode, urlsplit

from sitebuild.i18n.dates import long_date, time
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import ACTIONS
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import HOME
from sitebuild.widgets.course_cards import minutes
from sitebuild.widgets.registry import PLACES

FOOT = '<footer class="foot" data-search-exclude>'


def html(
    page: Page,
    made: dict[str, str],
    covers: str,
    changed: str,
    words: dict[str, str],
    language: str,
) -> str:
    """Return a page's footer: what recorded it, widgets (`covers`), a date."""
    ran = ""
    if page.blocks and made:
        known = {key: escape(value) for key, value in made.items()}
        known["date"] = time(made["date"], language)
        ran = paragraph(words["ran"], count=len(page.blocks), **known)
        if page.measured:
            ran += paragraph(words["not-compared"], count=len(page.measured))
    if changed:
        changed = paragraph(words["changed"], date=time(changed, language))
    return f"{FOOT}\n{ran}{covers}{changed}</footer>\n"


def paragraph(sentence: str, **values: object) -> str:
    """Return a sentence as a paragraph; the values in it are HTML already."""
    return f"<p>{escape(sentence).format(**values)}</p>\n"


def widgets(comment: str, project: Project, page: Page, language: str) -> str:
    """Return the HTML of all widgets that fill a place of this name."""
    fills = [place.fill for place in PLACES if place.comment == comment]
    return "".join(fill(project, page, language) for fill in fills)


def report(
    repository: str, address: str, version: str, words: dict[str, str]
) -> str:
    """Return the address to report a mistake at, empty without a repository.

    The first line of the form is the page's address, to which a script adds
    the section that the reader is in.
    """
    if not repository:
        return ""
    version = words["report-version"].format(version=version)
    body = f"{address}\n{version}\n\n{words['report-what']}\n"
    query = {"title": words["report-title"], "body": body}
    fields = urlencode(query, quote_via=quote)
    return f"{repository.rstrip('/')}/issues/new?{fields}"


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
    return {
        "first": page.name == HOME,
        "minutes": str(minutes(page)) if page.name in project.numbers else "",
        "facts": widgets(ACTIONS, project, page, language),
        "report": report(repository, address, version, words),
        "cite": cite(title, address, version, changed, words),
    }
