"""Where readers are: chapters in their order, the version, whom to tell."""

from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urlencode, urlsplit

from proof.files import read_data
from proof.history import git
from proof.pages.page import Page
from proof.pages.places import ACTIONS
from proof.pages.reading import minutes
from proof.pages.settings import parts
from proof.site.colophon import long_date

if TYPE_CHECKING:  # it asks for the numbers and the version
    from proof.site.edition import Edition

FIRST = "index"  # the page that lists the others
CITATION = "CITATION.cff"
LOCAL = "127.0.0.1", "localhost"
LAST_COMMIT = "log -1 --abbrev=10 --format=%h -- .".split()


def numbers(root: Path, looked_up: str) -> dict[str, int]:
    """Number the pages that are read in their order, by their names.

    What is in one part with the first page is read, too, but has no number: 0.
    The pages of the part that is `looked_up` are not here.
    """
    found: dict[str, int] = {}
    last = 0
    for title, names in parts(root).items():
        for name in names if title != looked_up else ():
            counted = FIRST not in names
            last += counted
            if name != FIRST:
                found[name] = last if counted else 0
    return found


def version(root: Path) -> str:
    """Return the version to cite, with its commit where git knows it."""
    told = read_data(root, CITATION).get("version", "")
    commit = git(root, *LAST_COMMIT).strip()
    return f"{told} ({commit})" if told and commit else told or commit


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


def told(
    edition: "Edition", page: Page, language: str, address: str, repository: str
) -> dict:
    """Return what the templates are told of a page's place in the whole."""
    words, version = edition.words[language], edition.version
    changed = edition.changed.get(page.path, "")
    changed = changed and long_date(changed, language)
    title = page.meta.get("title", page.name)
    return {
        "first": page.name == FIRST,
        "minutes": str(minutes(page)) if page.name in edition.numbers else "",
        "facts": "".join(
            place.fill(edition, page, language)
            for place in edition.places
            if place.comment == ACTIONS
        ),
        "report": report(repository, address, version, words),
        "cite": cite(title, address, version, changed, words),
    }
