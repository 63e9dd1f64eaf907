"""A translation has its original's skeleton.

Passages are compared one by one, so a page may be translated bit by bit. The
skeleton of a passage: its heading's id and level, includes, formulas, boxes,
HTML tags, commands, places to fill, and where its links lead.
"""

import re
from collections import Counter
from collections.abc import Iterator

from proof.checks.markup import PLACES
from proof.pages.page import ORIGINAL, Page, Passage
from proof.pages.sections import Problem

TEXT_MACRO = re.compile(r"\\text\{[^{}]*\}")
OR_FIX = ", or run `python -m proof.translate.commands fix`"
TAG = re.compile(r"</?[a-z]+")

Found = list[tuple[int, str]]  # lines, and what stands there


def outline(page: Page) -> dict[str, Found]:
    """What must be equal in the same order, by its kind."""
    tags = enumerate(page.prose, start=1)
    return {
        "heading": [(h.line, f"{'#' * h.level} {h.id}") for h in page.headings],
        "include": [
            (i.line, i.path + (f":{i.section}" * (i.kind == "py")))
            for i in page.includes
        ],
        "formula": [(f.line, key(f)) for f in page.formulas if f.display],
        "box": [(b.line, f"{b.marks} {b.kind}") for b in page.boxes],
        "fence": [(f.line, f"{f.info} {f.text}".strip()) for f in page.fences],
        "tag": [
            (line, f"{tag}>")
            for line, text in tags
            for tag in TAG.findall(text)
        ],
        "place": [
            (line, text.strip())
            for line, text in enumerate(page.prose, start=1)
            if text.strip() in PLACES
        ],
    }


def loose(page: Page) -> dict[str, Found]:
    """What must be equal in any order: sentences differ between languages."""
    inline = [(f.line, key(f)) for f in page.formulas if not f.display]
    return {"formula": inline, "link": page.links}


def within(passage: Passage, found: dict[str, Found]) -> dict[str, Found]:
    """The part of an outline that lies in a passage."""
    return {
        kind: [(line, text) for line, text in items if line in passage]
        for kind, items in found.items()
    }


def key(formula) -> str:
    """A formula without the words in it, which are translated."""
    number = f" ({formula.number})" * bool(formula.number)
    return TEXT_MACRO.sub(r"\\text{}", formula.tex) + number


def differences(page: Page, original: Page) -> Iterator[Problem]:
    """Where a translation's skeleton is not the original's."""
    theirs = {p.heading.id: p for p in original.passages}
    order = list(theirs)
    last = -1
    outlines = outline(page), outline(original), loose(page), loose(original)
    have = {heading.id for heading in page.headings}
    for place, passage in enumerate(page.passages):
        name, line = passage.heading.id, passage.heading.line
        if name not in theirs:
            free = [other for other in order if other not in have] or order
            near = min(free, key=lambda other: abs(order.index(other) - place))
            yield Problem(
                page.path,
                line,
                f"{original.path} has no section `{name}` (`{near}` stands in "
                f"line {theirs[near].heading.line}); correct the id, or remove "
                "the section if the original has lost it",
            )
            continue
        if order.index(name) < last:
            yield Problem(
                page.path,
                line,
                f"section `{name}` stands in another place than in "
                f"{original.path}:{theirs[name].heading.line}; move it{OR_FIX}",
            )
        last = max(last, order.index(name))
        yield from passage_differences(
            page, passage, original, theirs[name], outlines
        )


def passage_differences(
    page: Page,
    passage: Passage,
    original: Page,
    other: Passage,
    outlines: tuple[dict[str, Found], ...],
) -> Iterator[Problem]:
    """Differences between a passage and its translation, one of each kind."""
    mine, theirs = within(passage, outlines[0]), within(other, outlines[1])
    for kind in mine:
        pairs = list(zip(mine[kind], theirs[kind]))
        longer = max(mine[kind], theirs[kind], key=len)[len(pairs) :]
        unequal = [(a, b) for a, b in pairs if a[1] != b[1]]
        if unequal:
            (line, text), (there, wanted) = unequal[0]
        elif not longer:
            continue
        elif len(mine[kind]) > len(pairs):
            (line, text), (there, wanted) = longer[0], (other.end, "nothing")
        else:
            (line, text), (there, wanted) = (passage.end, "nothing"), longer[0]
        yield unlike(page, line, kind, text, original, there, wanted)
    mine, theirs = within(passage, outlines[2]), within(other, outlines[3])
    for kind in mine:
        extra, lost = leftovers(mine[kind], theirs[kind])
        if extra or lost:
            line, text = (extra or [(passage.heading.line, "nothing")])[0]
            there, wanted = (lost or [(other.heading.line, "nothing")])[0]
            yield unlike(page, line, kind, text, original, there, wanted)


def unlike(page, line, kind, text, original, there, wanted) -> Problem:
    return Problem(
        page.path,
        line,
        f"{kind} is `{text}` here and `{wanted}` in {original.path}:{there}; "
        f"make them equal{OR_FIX}",
    )


def leftovers(mine: Found, theirs: Found) -> tuple[Found, Found]:
    """What only one of two lists has, in any order."""

    def less(items: Found, others: Found) -> Found:
        count = Counter(text for _, text in others)
        count.subtract(text for _, text in items)
        rest = []
        for line, text in reversed(items):
            if count[text] < 0:
                count[text] += 1
                rest.insert(0, (line, text))
        return rest

    return less(mine, theirs), less(theirs, mine)


def twins(page: Page, pages: list[Page]) -> Iterator[Problem]:
    """A translation has its original's skeleton, as far as it goes."""
    if page.language == ORIGINAL:
        return
    path = f"docs/{ORIGINAL}/{page.name}.md"
    original = next((p for p in pages if p.path == path), None)
    if original is None:
        yield Problem(
            page.path, 1, f"there is no {path}; a page starts in '{ORIGINAL}'"
        )
        return
    for key in ("given", "form"):
        mine, theirs = page.meta.get(key), original.meta.get(key)
        if mine != theirs:
            yield unlike(page, 1, f"`{key}`", mine, original, 1, theirs)
    yield from differences(page, original)
