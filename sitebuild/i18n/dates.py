"""Write dates as readers of each language do."""

from datetime import date

from babel import Locale
from babel.dates import format_date
from babel.localedata import locale_identifiers

from sitebuild.pages.site_config import ORIGINAL, tag


def long_date(day: str, language: str) -> str:
    """Return a date (YYYY-MM-DD) as a sentence in a language has it."""
    wanted = "en-GB" if language == ORIGINAL else tag(language)
    known = locale_identifiers()
    locale = Locale.negotiate([wanted.replace("-", "_")], known)
    return format_date(date.fromisoformat(day), "long", locale or "en_GB")


def time(day: str, language: str) -> str:
    """Return a date as HTML for readers in a language and for machines."""
    return f'<time datetime="{day}">{long_date(day, language)}</time>'
