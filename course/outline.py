"""The parts of the course, a card each, listed on the first page."""

from html import escape

from course.length import words as shown_words
from course.looks import weights
from proof.pages.page import Page
from proof.pages.places import place
from proof.pages.settings import ORIGINAL, parts
from proof.site.edition import Edition
from proof.site.wording import in_navigation

# What stands on the card of a part: recorded weights, by page and block.
PICTURES = {
    "part-start": ("lab-train", "after-heatmap"),
    "part-idea": ("self-attention", "projected-weights"),
    "part-layer": ("causal-attention", "causal-heatmap"),
    "part-transformer": ("lab-translate", "learned-heatmap"),
}
PACE = 150  # words a minute, of a text that one reckons along with
STEP = 5  # minutes: no estimate is finer


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
    able = words[key.replace("part-", "able-")]
    total = sum(minutes(edition.page(name, ORIGINAL)) for name in names)
    time = words["minutes"].format(count=total)
    lines = "".join(
        f"<dd>{line(edition, name, language)}</dd>" for name in names
    )
    return (
        f"<div><dt>{picture(edition, key)}<span>{escape(words[key])}</span> "
        f"<small>{escape(time)}</small></dt>"
        f'<dd class="able">{escape(able)}</dd>{lines}</div>'
    )


def picture(edition: Edition, key: str) -> str:
    """Return the weights of a part as small squares; none if it has none."""
    found = weights(edition.files, *PICTURES[key]) if key in PICTURES else None
    if not found:
        return ""
    squares = "".join(
        f'<path d="M{k} {i}h1v1h-1z" fill-opacity="{share:.2f}"/>'
        for i, row in enumerate(found.rows)
        for k, share in enumerate(row)
        if share >= 0.005
    )
    box = f"0 0 {len(found.keys)} {len(found.queries)}"
    return f'<svg viewBox="{box}" aria-hidden="true">{squares}</svg>'


def line(edition: Edition, name: str, language: str) -> str:
    """Return a link to a page."""
    title = escape(str(edition.titles(language)[name]))
    return f'<a href="{escape(name)}/">{title}</a>'


def minutes(page: Page) -> int:
    """Estimate how long it takes to read what a page shows, folds closed."""
    needed = len(shown_words(page, folded=False)) / PACE
    return max(STEP, STEP * round(needed / STEP))
