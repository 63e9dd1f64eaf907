"""A translation as readers see it: all that the original has, in its order."""

from proof.pages.page import Page
from proof.pages.states import State


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
    mine = {passage.heading.id: passage for passage in translation.passages}
    head = translation if states[0].shown else original
    taken = [(head, 1, head.start)]
    for passage in original.passages:
        name, page = passage.heading.id, original
        if name in shown:
            passage, page = mine[name], translation
        taken.append((page, passage.heading.line, passage.end))
    text, places = "", []
    for page, start, end in taken:
        text += "".join(f"{line}\n" for line in page.lines[start - 1 : end])
        places += [(page.path, line) for line in range(start, end + 1)]
    root, path = translation.root, translation.path
    return Page(root, path, text, places, original.files)
