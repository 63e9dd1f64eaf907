"""The parts of the course and their pages, listed on the first page."""

from html import escape

from proof.pages.page import Page
from proof.pages.places import place
from proof.pages.reading import minutes
from proof.pages.settings import ORIGINAL, parts
from proof.site.edition import Edition
from proof.site.wording import in_navigation


@place("<!-- chapters -->")
def chapters(edition: Edition, page: Page, language: str) -> str:
    """Return each part with its pages, but for the one that lists them."""
    originals = in_navigation(edition.words[ORIGINAL])
    keys = {title: key for key, title in originals.items()}
    lines = ['<dl class="parts">']
    for title, names in parts(edition.root).items():
        lines.append(f"<dt>{escape(edition.words[language][keys[title]])}</dt>")
        for name in names:
            if name != page.name:
                lines.append(f"<dd>{line(edition, name, language)}</dd>")
    return "\n".join([*lines, "</dl>"])


def line(edition: Edition, name: str, language: str) -> str:
    """Return a link to a page, and what it is about."""
    page = edition.page(name, language)
    title = escape(str(edition.titles(language)[name]))
    link = f'<a href="{escape(name)}/">{title}</a>'
    if number := edition.numbers.get(name):
        link = f'<span class="number">{number}</span> {link}'
    about = escape(str(page.meta.get("description", "")))
    if name in edition.numbers:
        time = edition.words[language]["minutes"].format(count=minutes(page))
        about += f" ({escape(time)})"
    return f"{link}: {about}" if about else link
