"""A translation as readers see it: all that the original has, in its order.

Of a glossary each language has the terms in the order of its own alphabet.
"""

from sitebuild.files import Files
from sitebuild.pages.glossary_terms import alphabetical, term_passages
from sitebuild.pages.page import Page, heading_text
from sitebuild.pages.staleness import State

Part = tuple[Page, int, int]  # the first and the last of these lines


def compose(original: Page, translation: Page, states: list[State]) -> Page:
    """Return a translation with the original's sections, in its order.

    What is not translated, or is outdated and does not fit the original any
    more, is in the original's words. The page's lines know where they come
    from (`Page.at`).
    """
    shown = [state.id for state in states if state.shown]
    ids = [[h.id for h in page.headings] for page in (original, translation)]
    if shown == ids[1] and len(shown) == len(ids[0]):
        return translation
    head = translation if states[0].shown else original
    taken = [(head, 1, head.start)]
    for passage in original.passages:
        name, page = passage.heading.id, original
        if name in shown:
            passage, page = translation.by_id[name], translation
        taken.append((page, passage.heading.line, passage.end))
    return joined(translation, taken, original.files)


def with_sorted_terms(page: Page) -> Page:
    """Return a glossary with its terms in the order of the alphabet."""
    terms = term_passages(page)
    names = {t.heading.id: heading_text(page, t.heading.id) for t in terms}
    found = sorted(terms, key=lambda t: alphabetical(names[t.heading.id]))
    if found == terms:
        return page
    ordered = iter(found)
    sections = [next(ordered) if p in terms else p for p in page.passages]
    taken = [(page, 1, sections[0].heading.line - 1)]
    taken += [(page, p.heading.line, p.end) for p in sections]
    return joined(page, taken, page.files)


def joined(page: Page, parts: list[Part], files: Files) -> Page:
    """Return a page made of parts of pages, under the path of one."""
    text, places = "", []
    for source, start, end in parts:
        text += "".join(f"{line}\n" for line in source.lines[start - 1 : end])
        places += [source.at(line) for line in range(start, end + 1)]
    return Page(page.root, page.path, text, places, files)
