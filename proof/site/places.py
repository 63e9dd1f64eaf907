"""What the engine itself puts where pages leave a place for it."""

from typing import TYPE_CHECKING

from proof.pages import terms as data
from proof.pages.page import Page
from proof.pages.places import CHANGES, GLOSSARY, REFUSED, place
from proof.pages.resolve import MEASURED_HERE
from proof.site import glossary, measured, news

if TYPE_CHECKING:  # it asks for these
    from proof.site.edition import Edition


@place(GLOSSARY)
def terms(edition: "Edition", page: Page, language: str) -> str:
    """Return all terms, each with its definition."""
    return glossary.listing(
        edition.terms,
        language,
        edition.titles(language),
        edition.entry_notices(data.FILE, language),
    )


@place(REFUSED)
def variants(edition: "Edition", page: Page, language: str) -> str:
    """Return the variants of terms that are wrong in a language."""
    words = edition.words[language]
    heads = [words["not-this"], words["but-this"]]
    return glossary.refused(edition.terms, language, heads)


@place(CHANGES)
def changes(edition: "Edition", page: Page, language: str) -> str:
    """Return what is new or has changed, by its date, the newest first."""
    return news.listing(edition, page.name, language)


@place(MEASURED_HERE)
def machine(edition: "Edition", page: Page, language: str) -> str:
    """Say where and when the numbers above were measured."""
    made = edition.made.get(page.name, {})
    return measured.note(edition.words[language], made)
