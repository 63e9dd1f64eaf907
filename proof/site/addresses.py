"""Where pages are: the address of each, and of the same in other languages."""

from proof.pages.settings import ORIGINAL
from proof.site.edition import Edition


def folder(language: str) -> str:
    """Return a language's folder in the site; empty for the original's."""
    return "" if language == ORIGINAL else f"{language}/"


def address(name: str, language: str) -> str:
    """Return the address of a page, from the top of the site."""
    return folder(language) + ("" if name == "index" else f"{name}/")


def alternates(edition: Edition, name: str) -> dict[str, str]:
    """Return the addresses of a page by the languages that it is in."""
    return {
        language: address(name, language)
        for language in edition.words
        if edition.is_in(name, language)
    }


def sitemap(edition: Edition) -> list[dict[str, str]]:
    """Return the alternates of each page, in the order of their addresses."""
    names = sorted({page.name for page in edition.written.values()})
    return [alternates(edition, name) for name in names]
