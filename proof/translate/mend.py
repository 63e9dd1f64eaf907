"""What is mechanical is copied from an original into its translation.

No word is ever lost: what cannot be copied without losing one, or is not sure
to be read as it was meant, is left alone and named (`Unclear`).
"""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple, NoReturn

from proof.checks.pages import headings
from proof.checks.skeleton import leftovers
from proof.pages.dialect import SCISSORS, Span, lines, read
from proof.pages.includes import target
from proof.pages.outline import TEXT_MACRO, Found, key, skeletons
from proof.pages.page import Box, Page, Passage

FIGURE = "<figure markdown>", "</figure>"
WORDED = (  # what stands around the parts of blocks that are translated
    ("\\text{", "}"),
    ('<figcaption markdown="span">', "</figcaption>"),
    ('<div role="img" aria-label="', '"'),
)
WIDE = "\uff03"  # a number sign of East Asian keyboards
WORD = r"\w+"
# Outside of `\text`, what is long and neither a command nor its argument.
LONG = r"(?<![\\{\w])[^\W\d_]{3,}"


class Unclear(Exception):
    """What cannot be mended by itself; the message names its line."""


class Block(NamedTuple):
    """Lines with a fence, a figure, a display formula or a place to fill."""

    kind: str
    key: tuple[str, ...]  # its includes, or its formula
    start: int
    end: int


class Part(NamedTuple):
    """A passage of a page, as it is written."""

    page: Page
    passage: Passage
    loose: Found  # its inline formulas and links
    blocks: list[Block]  # in page order

    @property
    def numbers(self) -> range:
        """Return the numbers of its lines."""
        return range(self.passage.heading.line, self.passage.end + 1)

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
            elif span.raw.startswith("<!--"):
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
    return Block(kind, tuple(what), start, end)


def never_closed(page: Page, line: int) -> NoReturn:
    """Raise Unclear of what starts in a line."""
    raise Unclear(page.problem(line, "this is never closed; close it first"))


def fixed(page: Page, original: Page) -> str:
    """Return a translation's text with the original's mechanical parts.

    Of a figure the caption stays; a section that the original does not have
    stays too (and remains a problem).
    """
    check_reading(page)
    theirs = check_reading(original)
    before = page
    page = Page(page.root, page.path, with_ids(page, original))
    check_ids(page)
    mine = parts(page)
    check_places(mine, theirs)
    pieces = {
        name: fixed_part(part, theirs[name]) if name in theirs else part.text
        for name, part in mine.items()
    }
    order = [name for name in theirs if name in pieces]
    after = None  # an orphan stays below what it stands below now
    for name in pieces:
        if name not in theirs:
            order.insert(order.index(after) + 1 if after else 0, name)
        after = name
    text = joined(page, [pieces[name] for name in order])
    check_words(before, text, original)
    return text


def check_reading(page: Page) -> dict[str, Part]:
    """Return a page's parts, or raise Unclear if it may be read otherwise."""
    found = parts(page)
    fences = {fence.line for fence in page.fences}
    for problem in page.problems:
        # What a fence or an include names can be put right, all else not.
        line = page.lines[problem.line - 1] if page.lines else ""
        if problem.line not in fences and SCISSORS not in line:
            raise Unclear(problem)
    for number, kind in page.kinds.items():
        text = page.lines[number - 1].lstrip().lstrip("#")
        if kind == "text" and text.startswith(WIDE):
            message = "a full-width sign makes no heading; write `#`"
            raise Unclear(page.problem(number, message))
    return found


def check_ids(page: Page) -> None:
    """Raise Unclear if sections could be taken for one another."""
    for problem in headings.ask(page):
        raise Unclear(problem)


def check_places(mine: dict[str, Part], theirs: dict[str, Part]) -> None:
    """Raise Unclear if a block stands in the section of another block."""
    for name, part in mine.items():
        known = keys(theirs.get(name, part))
        for block in part.blocks:
            for other in theirs if block[:2] not in known else ():
                here = keys(mine[other]) if other in mine else []
                if block[:2] in keys(theirs[other]) and block[:2] not in here:
                    message = misplaced(block.kind, other, other in mine)
                    raise Unclear(part.page.problem(block.start, message))


def keys(part: Part) -> list[tuple[str, tuple[str, ...]]]:
    """Return kind and key of each block of a part."""
    return [block[:2] for block in part.blocks]


def misplaced(kind: str, section: str, here: bool) -> str:
    """Say what to do about a block that belongs to another section."""
    if here:
        what = (
            f"which is another one; move this {kind} there, with its words, "
            "or correct the ids if two were swapped"
        )
    else:
        what = (
            f"whose heading is missing here; write it above this {kind} and "
            "its text"
        )
    return f"this belongs to section `{section}` of the original, {what}"


def check_words(page: Page, text: str, original: Page) -> None:
    """Raise Unclear if a word of a page is not in its new text."""
    before, after = plain(page.text), plain(text)
    kept = Counter(after)
    new = Counter(
        re.findall(WORD, "\n".join((kept - Counter(before)).elements()))
    )
    lost = []
    for number, line in enumerate(before, start=1):
        kept.subtract([line])
        for word in re.findall(WORD, line) if kept[line] < 0 else ():
            new.subtract([word])
            lost += [(number, word)] if new[word] < 0 else []
    if lost:
        message = (
            f"“{' '.join(word for _, word in lost)}” would be lost; "
            f"put these words where they belong, and copy from {original.path} "
            "by hand what has changed around them"
        )
        raise Unclear(page.problem(lost[0][0], message))


def plain(text: str) -> list[str]:
    """Return the lines of a text without what may be replaced.

    However it is read: a line that nobody closed is no reason to lose words.
    """
    pieces = []
    for element in read(text):
        if element.kind in ("fence", "include"):
            start = element.line + (element.kind == "fence")
            for number, line in enumerate(element.text.split("\n"), start):
                pieces.append((number, "" if target(line) else line))
        pieces += [(span.line, kept(span)) for span in element.spans]
    found = lines(pieces)
    count = range(1, text.count("\n") + 2)
    return [found.get(number, "").strip() for number in count]


def kept(span: Span) -> str:
    """Return what of a piece of text must not be lost."""
    if span.kind in ("formula", "display"):
        return words_in(span.text)
    if span.kind == "link":
        return ""
    return span.text if span.kind == "tag" else span.raw


def words_in(tex: str) -> str:
    """Return the words of a formula."""
    outside = re.sub(TEXT_MACRO, "", tex)
    found = re.findall(TEXT_MACRO, tex) + re.findall(LONG, outside)
    return " ".join(found).replace("\\text", " ")


def joined(page: Page, pieces: list[str]) -> str:
    """Return a page's text up to its first heading, then these sections."""
    first = page.headings[0].line - 1 if page.headings else page.start
    head = "\n".join(page.lines[:first]).strip("\n")
    texts = [head, *(piece.strip("\n") for piece in pieces)]
    return "\n\n".join(text for text in texts if text) + "\n"


def with_ids(page: Page, original: Page) -> str:
    """Return the text with the original's ids, where it is clear which."""
    written = list(page.lines)
    wanted = {heading.id: heading for heading in original.headings}
    taken = {heading.id for heading in page.headings}
    pairs = [(mine, wanted.get(mine.id)) for mine in page.headings]
    if len(page.headings) == len(original.headings):
        pairs = zip(page.headings, original.headings)
    given = [passage.elements[0].info for passage in page.passages]
    for (mine, theirs), info in zip(pairs, given):
        line = written[mine.line - 1]
        if theirs and mine.id not in wanted and theirs.id not in taken:
            new = info.replace(mine.id, theirs.id, 1) if info else ""
            line = line.removesuffix(info).rstrip()
            line += f" {new}" if new else " { #" + theirs.id + " }"
        elif not theirs or mine.id != theirs.id:
            continue
        written[mine.line - 1] = "#" * theirs.level + " " + line.lstrip("# ")
    return "\n".join([*written, ""])


def fixed_part(mine: Part, theirs: Part) -> str:
    """Return a passage with the original's blocks, boxes, formulas, links."""
    lines = {number: mine.page.lines[number - 1] for number in mine.numbers}
    own, other = mine.blocks, theirs.blocks
    matcher = SequenceMatcher(None, keys(mine), keys(theirs), autojunk=False)
    for what, a, b, c, d in reversed(matcher.get_opcodes()):
        kinds = [[x.kind for x in some] for some in (own[a:b], other[c:d])]
        if what == "replace" and kinds[0] == kinds[1]:
            for one, two in zip(own[a:b], other[c:d]):
                copy_block(mine.page, one, theirs.page, two, lines)
        elif what != "equal":
            for block in own[a:b]:
                lines |= dict.fromkeys(range(block.start, block.end + 1))
            at = own[a - 1].end if a else mine.passage.heading.line
            above = other[c - 1].end if c else theirs.passage.heading.line
            below = own[b].start if b < len(own) else mine.passage.end + 1
            if d > c:  # below as many paragraphs as there
                count = len(theirs.paragraphs(above, other[c].start))
                at = [at, *mine.paragraphs(at, below)][: count + 1][-1]
            for block in other[c:d]:
                new = theirs.page.lines[block.start - 1 : block.end]
                lines[at] = "\n".join([lines[at] or "", "", *new])
    copy_boxes(mine, theirs, lines)
    text = "\n".join(line for line in lines.values() if line is not None)
    return copy_loose(mine, theirs, re.sub(r"\n{3,}", "\n\n", text))


def copy_block(
    page: Page, mine: Block, original: Page, theirs: Block, lines: dict
) -> None:
    """Copy what a block shows; the words in it stay."""
    old = page.lines[mine.start - 1 : mine.end]
    new = original.lines[theirs.start - 1 : theirs.end]
    if mine.kind == "figure" and len(mine.key) == len(theirs.key):
        includes = iter(line for line in new if "--8<--" in line)
        new = [next(includes) if "--8<--" in line else line for line in old]
    text = "\n".join(new)
    for opening, closing in WORDED:
        found = "\n".join(old).split(opening)[1:]
        first, *others = text.split(opening)
        if len(found) == len(others):
            for words, other in zip(found, others):
                rest = other.partition(closing)[2]
                first += opening + words.partition(closing)[0] + closing + rest
            text = first
    lines |= dict.fromkeys(range(mine.start, mine.end + 1))
    lines[mine.start] = text


def copy_boxes(mine: Part, theirs: Part, lines: dict) -> None:
    """Copy marks and kinds of boxes, if there are as many."""
    if len(mine.boxes) == len(theirs.boxes):
        for one, two in zip(mine.boxes, theirs.boxes):
            if line := lines[one.line]:
                lines[one.line] = line.replace(one.opening, two.opening, 1)


def copy_loose(mine: Part, theirs: Part, text: str) -> str:
    """Copy inline formulas and link targets that only one side has."""
    for kind, written in (("formula", "${}$"), ("link", "]({}")):
        extra, lost = leftovers(mine.loose[kind], theirs.loose[kind])
        for (_, old), (_, new) in zip(extra, lost):
            old, new = written.format(old), written.format(new)
            if len(extra) == len(lost) and text.count(old) == 1:
                text = text.replace(old, new)
    return text
