"""The blocks of a page that are not prose, section by section."""

from collections.abc import Iterator
from typing import NamedTuple, NoReturn

from proof.pages.includes import target
from proof.pages.outline import Found, key, skeletons
from proof.pages.page import Box, Page, Passage
from proof.pages.places import KEPT

FIGURE = "<figure markdown>", "</figure>"


class Unclear(Exception):
    """What cannot be mended by itself; the message names its line."""


class Block(NamedTuple):
    """Lines with a fence, a figure, a display formula or a place to fill."""

    kind: str
    shown: tuple[str, ...]  # its includes, or its formula
    start: int
    end: int
    notes: int = 0  # the last line of the notes below it; 0 without notes

    @property
    def key(self) -> tuple[str, tuple[str, ...]]:
        """Return what it is known by, wherever it stands."""
        return self.kind, self.shown

    @property
    def last(self) -> int:
        """Return its last line, with its notes."""
        return self.notes or self.end


class Part(NamedTuple):
    """A passage of a page, as it is written."""

    page: Page
    passage: Passage
    loose: Found  # its inline formulas, links and numbers
    blocks: list[Block]  # in page order

    @property
    def keys(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return what its blocks are known by."""
        return [block.key for block in self.blocks]

    @property
    def end(self) -> int:
        """Return the number of its last line."""
        return self.passage.end

    @property
    def numbers(self) -> range:
        """Return the numbers of its lines."""
        return range(self.passage.heading.line, self.end + 1)

    @property
    def text(self) -> str:
        """Return its lines."""
        return "\n".join(self.page.lines[n - 1] for n in self.numbers)

    @property
    def boxes(self) -> list[Box]:
        """Return the admonitions in it."""
        return [box for box in self.page.boxes if box.line in self.passage]

    def paragraphs(self, start: int, stop: int) -> list[int]:
        """Return the last lines of the paragraphs between two lines."""
        lines = [*self.page.lines[: stop - 1], ""]
        return [
            number
            for number in range(start + 1, stop)
            if lines[number - 1].strip() and not lines[number].strip()
        ]


def parts(page: Page) -> dict[str, Part]:
    """Return all passages of a page, by their ids.

    Raises Unclear if a block has no end.
    """
    found = skeletons(page)
    return {
        name: Part(
            page, passage, found[name].unordered, [*blocks(page, passage)]
        )
        for passage in page.passages
        for name in [passage.heading.id]
    }


def blocks(page: Page, passage: Passage) -> Iterator[Block]:
    """Yield the mechanical blocks of a passage; raises Unclear of no end."""
    figure = 0  # the line where one starts that has not ended
    for element in passage.elements:
        kind, line, end, *_ = element
        if kind == "fence" and not page.is_closed(element):
            never_closed(page, line)
        if kind in ("fence", "formula") and not figure:
            yield block(page, kind, line, end)
        for span in element.spans:
            if span.raw == FIGURE[0]:
                if figure:
                    never_closed(page, figure)
                figure = span.line
            elif span.raw == FIGURE[1] and figure:
                yield block(page, "figure", figure, span.line)
                figure = 0
            elif span.raw.startswith("<!--") and span.raw != KEPT:
                yield block(page, "place", span.line, span.line)
        for number in range(line, end + 1) if kind == "text" else ():
            if page.lines[number - 1].lstrip(" >").startswith("$$"):
                never_closed(page, number)
    if figure:
        never_closed(page, figure)


def block(page: Page, kind: str, start: int, end: int) -> Block:
    """Return a block with its key.

    Read from the lines alone: an include may name what does not exist.
    """
    inside = page.lines[start - 1 : end]
    found = [f for f in page.formulas if f.display and start <= f.line <= end]
    named = map(key, found) if kind == "formula" else map(target, inside)
    what = [*filter(None, named)] or map(str.strip, inside)
    code = [f for f in page.blocks if f.line == start]
    notes = page.notes(code[0]) if code else (0, 0)
    return Block(kind, tuple(what), start, end, notes[1] if notes[0] else 0)


def never_closed(page: Page, line: int) -> NoReturn:
    """Raise Unclear of what starts in a line."""
    raise Unclear(page.problem(line, "this is never closed; close it first"))
