"""What is mechanical is copied from an original into its translation.

No word is ever lost: what cannot be copied without losing one, or is not sure
to be read as it was meant, is left alone and named (`Unclear`).
"""

import re
from collections import Counter
from difflib import SequenceMatcher
from typing import NamedTuple, NoReturn

from proof.checks.gates import headings
from proof.checks.markup import PLACES, TAGS
from proof.checks.skeleton import leftovers
from proof.pages.outline import TEXT_MACRO, key, skeletons
from proof.pages.page import (
    DISPLAY,
    FENCE,
    HEADING_ID,
    INCLUDE,
    INLINE,
    SCISSORS,
    Box,
    Page,
    Passage,
)
from proof.problem import Problem

FIGURE = re.compile(r" *<figure\b")
WORDED = (  # parts of blocks that are translated
    TEXT_MACRO,
    re.compile(r"<figcaption.*?</figcaption>", re.S),
    re.compile(r'<div role="img"[^>]*>'),
)
WIDE = re.compile(r"\s*#*\uff03")  # a number sign of East Asian keyboards
WORD = re.compile(r"\w+")
# Outside of `\text`, what is long and neither a command nor its argument.
LONG = re.compile(r"(?<![\\{\w])[^\W\d_]{3,}")
MECHANICAL = re.compile(
    r'-+8<-+ *"[^"\n]*"|\{ *#[^{}\n]*\}|\]\([^)\s]*'
    r"|^[ >]*(?:!!!|\?\?\?\+?) +[a-z]+|^[ \t>]*(?:`{3,}|~{3,})[a-z]*|"
    + "|".join(map(re.escape, ('<div role="img" aria-label=', *TAGS))),
    re.M,
)


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

    @property
    def numbers(self) -> range:
        """The numbers of its lines."""
        return range(self.passage.heading.line, self.passage.end + 1)

    @property
    def text(self) -> str:
        return "\n".join(self.page.lines[n - 1] for n in self.numbers)

    @property
    def boxes(self) -> list[Box]:
        return [box for box in self.page.boxes if box.line in self.passage]

    def blocks(self) -> list[Block]:
        """The mechanical blocks, in page order.

        Read from the lines alone: an include may name what does not exist.
        """
        found, line = [], self.passage.heading.line
        while line <= self.passage.end:
            kind, end = self.block_at(line)
            if kind:
                inside = self.page.lines[line - 1 : end]
                includes = filter(None, map(INCLUDE.fullmatch, inside))
                what = [match["target"] for match in includes]
                if kind == "formula":
                    shown = (f for f in self.page.formulas if f.display)
                    what = [key(f) for f in shown if line <= f.line <= end]
                what = what or [text.strip() for text in inside]
                found.append(Block(kind, tuple(what), line, end))
            line = end + 1
        return found

    def block_at(self, line: int) -> tuple[str, int]:
        """Kind and last line of the block that starts here; else no kind."""
        text = self.page.lines[line - 1]
        if fence := FENCE.fullmatch(text):
            return "fence", self.closing(line, fence["marks"])
        if FIGURE.match(text):
            return "figure", self.closing(line, "</figure>")
        if text.lstrip(" >").startswith("$$"):
            below = "\n".join(self.page.lines[line - 1 : self.passage.end])
            formula = DISPLAY.match(below) or never_closed(self.page, line)
            return "formula", line + formula[0].count("\n")
        return "place" if text.strip() in PLACES else "", line

    def closing(self, line: int, mark: str) -> int:
        """The number of the line that closes what is opened in a line."""
        for number in range(line + 1, self.passage.end + 1):
            text = self.page.lines[number - 1].lstrip(" >").rstrip()
            if text == mark:
                return number
            if text.startswith(mark):  # another one is opened
                break
        never_closed(self.page, line)

    def paragraphs(self, start: int, stop: int) -> list[int]:
        """The last lines of the paragraphs between two lines."""
        lines = [*self.page.lines[: stop - 1], ""]
        return [
            number
            for number in range(start + 1, stop)
            if lines[number - 1].strip() and not lines[number].strip()
        ]


def parts(page: Page) -> dict[str, Part]:
    """All passages of a page, by their ids."""
    return {p.heading.id: Part(page, p) for p in page.passages}


def never_closed(page: Page, line: int) -> NoReturn:
    raise Unclear(page.problem(line, "this is never closed; close it first"))


def fixed(page: Page, original: Page) -> str:
    """A translation's text with what is mechanical taken from the original.

    Of a figure the caption stays; a section that the original does not have
    stays too (and remains a problem).
    """
    check_reading(page)
    check_reading(original)
    before = page
    page = Page(page.root, page.path, with_ids(page, original))
    check_ids(page)
    check_places(page, original)
    mine, theirs = parts(page), parts(original)
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


def check_reading(page: Page) -> None:
    """Raise Unclear if a page may be read as something that it is not."""
    for passage in page.passages:
        Part(page, passage).blocks()  # raises Unclear
    fences = {fence.line for fence in page.fences}
    for problem in page.problems:
        # What a fence or an include names can be put right, all else not.
        line = page.lines[problem.line - 1] if page.lines else ""
        if problem.line not in fences and not SCISSORS.search(line):
            raise Unclear(problem)
    for number, text in enumerate(page.prose, start=1):
        if WIDE.match(text):
            message = "a full-width sign makes no heading; write `#`"
            raise Unclear(page.problem(number, message))


def check_ids(page: Page) -> None:
    """Raise Unclear if sections could be taken for one another."""
    for problem in headings(page):
        raise Unclear(problem)


def check_places(page: Page, original: Page) -> None:
    """Raise Unclear if a block stands in the section of another block."""
    mine, theirs = (
        {name: part.blocks() for name, part in parts(one).items()}
        for one in (page, original)
    )
    for name, found in mine.items():
        known = {block[:2] for block in theirs.get(name, found)}
        for block in found:
            for other in theirs if block[:2] not in known else ():
                there = [b.start for b in theirs[other] if b[:2] == block[:2]]
                here = [b for b in mine.get(other, ()) if b[:2] == block[:2]]
                if there and not here:
                    raise Unclear(misplaced(page, block, other, other in mine))


def misplaced(page: Page, block: Block, section: str, here: bool) -> Problem:
    """What to do about a block that belongs to another section."""
    if here:
        what = f"which is another one; move this {block.kind} there"
        what += ", with its words, or correct the ids if two were swapped"
    else:
        what = "whose heading is missing here; write it above this "
        what += f"{block.kind} and its text"
    message = f"this belongs to section `{section}` of the original, {what}"
    return page.problem(block.start, message)


def check_words(page: Page, text: str, original: Page) -> None:
    """Raise Unclear if a word of a page is not in its new text."""
    before, after = plain(page.text), plain(text)
    kept = Counter(after)
    new = Counter(WORD.findall("\n".join((kept - Counter(before)).elements())))
    lost = []
    for number, line in enumerate(before, start=1):
        kept.subtract([line])
        for word in WORD.findall(line) if kept[line] < 0 else ():
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
    """The lines of a text without what may be replaced.

    However it is read: a line that nobody closed is no reason to lose words.
    """

    def words(formula: re.Match) -> str:
        tex = formula[0]
        if formula.re is INLINE and formula[3] is None:  # an escaped dollar
            return tex
        found = TEXT_MACRO.findall(tex) + LONG.findall(TEXT_MACRO.sub("", tex))
        words = " ".join(found).replace("\\text", " ")
        return words + "\n" * tex.count("\n")

    text = INLINE.sub(words, DISPLAY.sub(words, text))
    text = MECHANICAL.sub("", text)
    return [line.strip() for line in text.split("\n")]


def joined(page: Page, pieces: list[str]) -> str:
    """A page's text up to its first heading, then these sections."""
    first = page.headings[0].line - 1 if page.headings else page.start
    head = "\n".join(page.lines[:first]).strip("\n")
    texts = [head, *(piece.strip("\n") for piece in pieces)]
    return "\n\n".join(text for text in texts if text) + "\n"


def with_ids(page: Page, original: Page) -> str:
    """The text with the original's ids and levels, where it is clear which."""
    lines = list(page.lines)
    wanted = {heading.id: heading for heading in original.headings}
    taken = {heading.id for heading in page.headings}
    pairs = [(mine, wanted.get(mine.id)) for mine in page.headings]
    if len(page.headings) == len(original.headings):
        pairs = zip(page.headings, original.headings)
    for mine, theirs in pairs:
        line = lines[mine.line - 1]
        if theirs and mine.id not in wanted and theirs.id not in taken:
            if m := HEADING_ID.search(line):
                line = line[: m.start("id")] + theirs.id + line[m.end("id") :]
            else:
                line += " { #" + theirs.id + " }"
        elif not theirs or mine.id != theirs.id:
            continue
        lines[mine.line - 1] = "#" * theirs.level + " " + line.lstrip("# ")
    return "\n".join([*lines, ""])


def fixed_part(mine: Part, theirs: Part) -> str:
    """One passage with the original's blocks, boxes, formulas and links."""
    lines = {number: mine.page.lines[number - 1] for number in mine.numbers}
    own, other = mine.blocks(), theirs.blocks()
    keys = ([block[:2] for block in blocks] for blocks in (own, other))
    matcher = SequenceMatcher(None, *keys, autojunk=False)
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


def copy_block(page, mine: Block, original, theirs: Block, lines: dict) -> None:
    """Copy what a block shows; the words in it stay."""
    old = page.lines[mine.start - 1 : mine.end]
    new = original.lines[theirs.start - 1 : theirs.end]
    if mine.kind == "figure" and len(mine.key) == len(theirs.key):
        includes = iter(line for line in new if "--8<--" in line)
        new = [next(includes) if "--8<--" in line else line for line in old]
    text = "\n".join(new)
    for words in WORDED:
        found = words.findall("\n".join(old))
        if len(found) == len(words.findall(text)):
            text = words.sub(lambda _, left=found: left.pop(0), text)
    lines |= dict.fromkeys(range(mine.start, mine.end + 1))
    lines[mine.start] = text


def copy_boxes(mine: Part, theirs: Part, lines: dict) -> None:
    """Copy marks and kinds of boxes, if there are as many."""
    if len(mine.boxes) == len(theirs.boxes):
        for one, two in zip(mine.boxes, theirs.boxes):
            if line := lines[one.line]:
                old, new = (f"{box.marks} {box.kind}" for box in (one, two))
                lines[one.line] = line.replace(old, new, 1)


def copy_loose(mine: Part, theirs: Part, text: str) -> str:
    """Copy inline formulas and link targets that only one side has."""
    here, there = (
        skeletons(part.page)[part.passage.heading.id].unordered
        for part in (mine, theirs)
    )
    for kind, written in (("formula", "${}$"), ("link", "]({}")):
        extra, lost = leftovers(here[kind], there[kind])
        for (_, old), (_, new) in zip(extra, lost):
            old, new = written.format(old), written.format(new)
            if len(extra) == len(lost) and text.count(old) == 1:
                text = text.replace(old, new)
    return text
