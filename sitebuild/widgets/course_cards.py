"""The parts of the course, a card each, listed on the first page."""

from collections.abc import Iterator
from html import escape

from sitebuild.checks import check
from sitebuild.i18n.notices import in_language
from sitebuild.pages.interface_text import FILE, PART, in_navigation
from sitebuild.pages.page import Page
from sitebuild.pages.placeholders import place
from sitebuild.pages.project import Project
from sitebuild.pages.reading_time import minutes
from sitebuild.pages.site_config import ORIGINAL, parts, path_of
from sitebuild.problem import Problem
from sitebuild.widgets.attention_arcs import weights

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
def chapters(project: Project, page: Page, language: str) -> str:
    """Return each part with its pages, but for the one that lists them."""
    originals = in_navigation(project.words[ORIGINAL])
    keys = {title: key for key, title in originals.items()}
    cards = [
        card(
            project, keys[title], [n for n in names if n != page.name], language
        )
        for title, names in parts(project.root).items()
    ]
    return f'<dl class="parts">{"".join(cards)}</dl>'


def card(project: Project, key: str, names: list[str], language: str) -> str:
    """Return a part: a picture, its name, what one can do then, its pages."""
    words = project.words[language]
    then = words[ABLE + key.removeprefix(PART)]
    total = sum(minutes(project.page(name, ORIGINAL)) for name in names)
    time = "" if key == UNREAD else words["minutes"].format(count=total)
    lines = "".join(
        f"<dd>{line(project, name, language)}</dd>" for name in names
    )
    return (
        f"<div><dt>{picture(project, key)}<span>{escape(words[key])}</span> "
        f"<small>{escape(time)}</small></dt>"
        f'<dd class="able">{escape(then)}</dd>{lines}</div>'
    )


def picture(project: Project, key: str) -> str:
    """Return the weights of a part as small squares; none if it has none."""
    found = weights(project.files, project.widget("cards").get(key, ""))
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


def line(project: Project, name: str, language: str) -> str:
    """Return a link to a page, after its number if it is a chapter."""
    title = escape(str(project.titles(language)[name]))
    title = in_language(title, project.page(name, language).language, language)
    link = f'<a href="{escape(name)}/">{title}</a>'
    if number := project.numbers.get(name):
        link = f'<span class="number">{number}</span> {link}'
    return link
