"""The parts of the course, a card each, listed on the first page."""

from collections.abc import Iterator
from html import escape

from course.looks import weights
from proof.checks import check
from proof.checks.words import FILE, PART
from proof.pages.page import Page
from proof.pages.places import place
from proof.pages.project import Project
from proof.pages.reading import minutes
from proof.pages.settings import ORIGINAL, parts, path_of
from proof.problem import Problem
from proof.site.edition import Edition
from proof.site.notices import in_language
from proof.site.wording import in_navigation

# What stands on the card of a part: recorded weights, by page and block.
PICTURES = {
    "part-start": ("lab-train", "after-heatmap"),
    "part-idea": ("why-attention", "alignment-figure"),
    "part-layer": ("causal-attention", "causal-heatmap"),
    "part-transformer": ("lab-translate", "learned-heatmap"),
}
ABLE = "able-"  # begins the key of what one can do after a part
UNREAD = "part-look-up"  # which nobody reads from end to end


@check(finds="part that makes nobody able")
def able(project: Project) -> Iterator[Problem]:
    """Each part says what one can do after it."""
    path = path_of(ORIGINAL, FILE)
    texts = project.data(path)
    for key in texts:
        wanted = ABLE + key.removeprefix(PART)
        if key.startswith(PART) and wanted not in texts:
            reason = f"'{key}' is a part, and there is no '{wanted}'; say what"
            yield project.entry_problem(
                path, key, f"{reason} one can do after it"
            )


@place("<!-- chapters -->", form=True)
def chapters(edition: Edition, page: Page, language: str) -> str:
    """Return each part with its pages, but for the one that lists them."""
    originals = in_navigation(edition.words[ORIGINAL])
    keys = {title: key for key, title in originals.items()}
    cards = [
        card(
            edition, keys[title], [n for n in names if n != page.name], language
        )
        for title, names in parts(edition.root).items()
    ]
    return f'<dl class="parts">{"".join(cards)}</dl>'


def card(edition: Edition, key: str, names: list[str], language: str) -> str:
    """Return a part: a picture, its name, what one can do then, its pages."""
    words = edition.words[language]
    then = words[ABLE + key.removeprefix(PART)]
    total = sum(minutes(edition.page(name, ORIGINAL)) for name in names)
    time = "" if key == UNREAD else words["minutes"].format(count=total)
    lines = "".join(
        f"<dd>{line(edition, name, language)}</dd>" for name in names
    )
    return (
        f"<div><dt>{picture(edition, key)}<span>{escape(words[key])}</span> "
        f"<small>{escape(time)}</small></dt>"
        f'<dd class="able">{escape(then)}</dd>{lines}</div>'
    )


def picture(edition: Edition, key: str) -> str:
    """Return the weights of a part as small squares; none if it has none."""
    found = weights(edition.files, *PICTURES[key]) if key in PICTURES else None
    if not found:
        return ""
    squares = "".join(
        f'<path d="M{k} {i}h1v1h-1z" fill-opacity="{share:.2f}"/>'
        for i, row in enumerate(found.values)
        for k, share in enumerate(row)
        if share >= 0.005
    )
    box = f"0 0 {len(found.columns)} {len(found.rows)}"
    return f'<svg viewBox="{box}" aria-hidden="true">{squares}</svg>'


def line(edition: Edition, name: str, language: str) -> str:
    """Return a link to a page, after its number if it is a chapter."""
    title = escape(str(edition.titles(language)[name]))
    title = in_language(title, edition.page(name, language).language, language)
    link = f'<a href="{escape(name)}/">{title}</a>'
    if number := edition.numbers.get(name):
        link = f'<span class="number">{number}</span> {link}'
    return link
