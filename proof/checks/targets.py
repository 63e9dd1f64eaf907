"""Links that lead where another one should, as far as their words tell."""

from collections import Counter
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from proof.checks.skeleton import OR_FIX
from proof.pages.dialect import Element
from proof.pages.page import Page, Passage
from proof.problem import Problem


class Link(NamedTuple):
    """A link: its words, and where it leads."""

    line: int
    words: str
    target: str


def misled(
    page: Page, mine: Passage, original: Page, theirs: Passage
) -> Iterator[Problem]:
    """Yield the first of two links that may have each other's targets."""
    here, there = links(mine.elements), links(theirs.elements)
    if by_words(page, here, there) >= 0:
        return
    for one, other in zip(here, there):
        if one.target != other.target:
            yield page.problem(
                one.line,
                f"“{one.words}” leads to `{one.target}` and “{other.words}” in "
                f"{original.path}:{other.line} to `{other.target}`; exchange "
                "the targets if they were mixed up, or name these in that "
                f"order{OR_FIX}",
            )
            return


def links(elements: Iterable[Element]) -> list[Link]:
    """Return the links in some elements of a page."""
    found, words, line = [], "", 0
    for element in elements:
        for span in element.spans:
            if span.kind == "link":
                found.append(Link(span.line, words, span.text))
            words += " " * (span.line > line) + span.text
            words = "" if span.raw == "[" else words
            line = span.line
    return found


def by_words(page: Page, mine: list[Link], theirs: list[Link]) -> float:
    """Tell how well links lead where their words say.

    That is 0 if they lead where the original's do, in its order; less if that
    order would suit them better or as well.
    """
    order = [link.target for link in theirs]
    now = [link.target for link in mine]
    if now == order or Counter(now) != Counter(order):
        return 0
    said = {link.target: link.words for link in theirs}
    titles = {target: (said[target], title(page, target)) for target in order}

    def fit(targets: list[str]) -> float:
        pairs = zip(mine, targets)
        return sum(alike(link.words, titles[target]) for link, target in pairs)

    gained = fit(now) - fit(order)
    return gained if gained else -0.001


def alike(words: str, others: tuple[str, ...]) -> float:
    """Tell how much of a text is in the one of others that is most like it."""
    texts = (SequenceMatcher(None, words.lower(), o.lower()) for o in others)
    return max(text.ratio() for text in texts)


def title(page: Page, target: str) -> str:
    """Return the heading that a link of a page leads to, if it is one."""
    file, _, name = target.partition("#")
    path = f"docs/{page.language}/{file}" if file else page.path
    if not page.files.exists(path):
        return ""
    there = Page(page.root, path, files=page.files) if file else page
    names = [h.id for h in there.headings if h.id == name or not name]
    return there.heading_text(names[0]) if names else ""
