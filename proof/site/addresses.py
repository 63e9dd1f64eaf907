"""Where pages are: the address of each, and of the same in other languages."""

from proof.pages.page import ORIGINAL, Page
from proof.site.edition import Edition


def folder(language: str) -> str:
    """Of a language in the site: the original's is the top."""
    return "" if language == ORIGINAL else f"{language}/"


def address(name: str, language: str) -> str:
    """Of a page, from the top of the site."""
    return folder(language) + ("" if name == "index" else f"{name}/")


def card_path(page: Page) -> str:
    """Of the picture that is shown where a link to the page is shared."""
    return f"assets/cards/{page.language}/{page.name}.png"


def alternates(edition: Edition, name: str) -> dict[str, str]:
    """Language -> address of the page, where it is translated."""
    return {
        language: address(name, language)
        for language in edition.words
        if f"docs/{language}/{name}.md" in edition.written
    }


def sitemap(edition: Edition) -> list[dict[str, str]]:
    """The alternates of each page, in the order of their addresses."""
    names = sorted({page.name for page in edition.written.values()})
    return [alternates(edition, name) for name in names]
