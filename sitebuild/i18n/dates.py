"""Write dates in the words of each language."""

from datetime import date

from babel.dates import format_date

from sitebuild.pages.site_config import ORIGINAL, tag


def long_date(day: str, language: str) -> str:
    """Return a date (YYYY-MM-DD) in the words of a language."""
    locale = (
        "en_GB" if language == ORIGINAL else tag(language).replace("-", "_")
    )
    return format_date(date.fromisoformat(day), "long", locale)


def time(day: str, language: str) -> str:
    """Return a date as HTML: in the words of a language, and for machines."""
    return f'<time datetime="{day}">{long_date(day, language)}</time>'
