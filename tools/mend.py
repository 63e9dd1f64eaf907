"""What is mechanical is copied from an original into its translation.

No word is ever lost: what cannot be copied without losing one, or is not sure
to be read as it was meant, is left alone and named (`Unclear`).
"""

import re
from collections import Counter
from difflib import SequenceMatcher
from typing import NamedTuple, NoReturn

from tools.markup import PLACES, TAGS
from tools.page import (
    DISPLAY,
    FENCE,
    HEADING_ID,
    INCLUDE,
    INLINE,
    LINK,
    Page,
    Passage,
)
from tools.sections import SCISSORS, Problem
from tools.structure import TEXT_MACRO, key, leftovers, loose, within

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


def blocks(page: Page, passage: Passage) -> list[Block]:
    """The mechanical blocks of a passage, in its order.

    Read from the lines alone: an include may name what does not exist.
    """
    found, line = [], passage.heading.line
    formulas = {f.line: key(f) for f in page.formulas if f.display}
    while line <= passage.end:
        text = page.lines[line - 1]
        kind, end = "place" if text.strip() in PLACES else "", line
        if fence := FENCE.fullmatch(text):
            kind, end = "fence", closing(page, passage, line, fence["marks"])
        elif FIGURE.match(text):
            kind, end = "figure", closing(page, passage, line, "</figure>")
        elif text.lstrip(" >").startswith("$$"):
            kind = "formula"
            body = "\n".join(page.lines[line - 1 : passage.end])
            formula = DISPLAY.match(body) or never_closed(page, line)
            end = line + formula[0].count("\n")
        if kind:
            inside = page.lines[line - 1 : end]
            targets = [m["target"] for m in map(INCLUDE.fullmatch, inside) if m]
            if kind == "formula":
                targets = [t for at, t in formulas.items() if line <= at <= end]
            elif not targets:
                targets = [part.strip() for part in inside]
            found.append(Block(kind, tuple(targets), line, end))
        line = end + 1
    return found


def closing(page: Page, passage: Passage, line: int, mark: str) -> int:
    """The number of the line that closes what is opened in a line."""
    for number in range(line + 1, passage.end + 1):
        text = page.lines[number - 1].lstrip(" >").rstrip()
        if text == mark:
            return number
        if text.startswith(mark):  # another one is opened
            break
    never_closed(page, line)


def never_closed(page: Page, line: int) -> NoReturn:
    raise Unclear(page.problem(line, "this is never closed; close it first"))


def paragraphs(page: Page, start: int, stop: int) -> list[int]:
    """The last lines of the paragraphs between two lines."""
    return [
        number
        for number in range(start + 1, stop)
        if page.lines[number - 1].strip()
        and (number + 1 == stop or not page.lines[number].strip())
    ]


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
    theirs = {p.heading.id: p for p in original.passages}
    pieces = {
        p.heading.id: fixed_passage(page, p, original, theirs[p.heading.id])
        if p.heading.id in theirs
        else "\n".join(page.lines[p.heading.line - 1 : p.end])
        for p in page.passages
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
        blocks(page, passage)
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
    seen: set[str] = set()
    for heading in page.headings:
        if not heading.id or heading.id in seen:
            raise Unclear(
                page.problem(
                    heading.line,
                    "this heading has no id of its own; give it one first",
                )
            )
        seen.add(heading.id)


def check_places(page: Page, original: Page) -> None:
    """Raise Unclear if a block stands in the section of another block."""
    mine, theirs = (
        {p.heading.id: blocks(one, p) for p in one.passages}
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
    wanted = original.headings
    orphans = [h for h in page.headings if h.id not in {w.id for w in wanted}]
    if len(page.headings) == len(wanted):
        pairs = list(zip(page.headings, wanted))
    else:
        by_id = {h.id: h for h in wanted}
        pairs = [(h, by_id[h.id]) for h in page.headings if h.id in by_id]
    taken = {h.id for h in page.headings}
    for mine, theirs in pairs:
        line = lines[mine.line - 1]
        if mine in orphans and theirs.id not in taken:
            if match := HEADING_ID.search(line):
                line = (
                    line[: match.start("id")]
                    + theirs.id
                    + line[match.end("id") :]
                )
            else:
                line += " { #" + theirs.id + " }"
        elif mine.id != theirs.id:
            continue
        lines[mine.line - 1] = "#" * theirs.level + " " + line.lstrip("# ")
    return "\n".join([*lines, ""])


def fixed_passage(
    page: Page, passage: Passage, original: Page, other: Passage
) -> str:
    """One passage with the original's blocks, boxes, formulas and links."""
    lines = {
        n: page.lines[n - 1]
        for n in range(passage.heading.line, passage.end + 1)
    }
    mine, theirs = blocks(page, passage), blocks(original, other)
    matcher = SequenceMatcher(
        None, [b[:2] for b in mine], [b[:2] for b in theirs], autojunk=False
    )
    for what, a, b, c, d in reversed(matcher.get_opcodes()):
        same_kinds = [x.kind for x in mine[a:b]] == [
            x.kind for x in theirs[c:d]
        ]
        if what == "replace" and same_kinds:
            for one, two in zip(mine[a:b], theirs[c:d]):
                copy_block(page, one, original, two, lines)
        elif what != "equal":
            for block in mine[a:b]:
                for number in range(block.start, block.end + 1):
                    lines[number] = None
            if d > c:
                before = mine[a - 1].end if a else passage.heading.line
                after = mine[b].start if b < len(mine) else passage.end + 1
                own = paragraphs(page, before, after)
                above = theirs[c - 1].end if c else other.heading.line
                count = len(paragraphs(original, above, theirs[c].start))
                at = own[min(count, len(own)) - 1] if count and own else before
                new = [
                    line
                    for block in theirs[c:d]
                    for line in [
                        "",
                        *original.lines[block.start - 1 : block.end],
                    ]
                ]
                lines[at] = "\n".join([lines[at] or "", *new])
    copy_boxes(page, passage, original, other, lines)
    text = "\n".join(line for line in lines.values() if line is not None)
    text = re.sub(r"\n{3,}", "\n\n", text)
    return copy_loose(page, passage, original, other, text)


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
    for number in range(mine.start, mine.end + 1):
        lines[number] = None
    lines[mine.start] = text


def copy_boxes(page, passage, original, other, lines: dict) -> None:
    """Copy marks and kinds of boxes, if there are as many."""
    mine = [box for box in page.boxes if box.line in passage]
    theirs = [box for box in original.boxes if box.line in other]
    if len(mine) == len(theirs):
        for one, two in zip(mine, theirs):
            if lines[one.line]:
                lines[one.line] = lines[one.line].replace(
                    f"{one.marks} {one.kind}", f"{two.marks} {two.kind}", 1
                )


def copy_loose(page, passage, original, other, text: str) -> str:
    """Copy inline formulas and link targets that only one side has."""
    mine, theirs = within(passage, loose(page)), within(other, loose(original))
    for kind, pattern in (("formula", INLINE), ("link", LINK)):
        extra, lost = leftovers(mine[kind], theirs[kind])
        if len(extra) != len(lost):
            continue
        for (_, old), (_, new) in zip(extra, lost):
            old, new = (
                (f"]({old}", f"]({new}")
                if pattern is LINK
                else (f"${old}$", f"${new}$")
            )
            if text.count(old) == 1:
                text = text.replace(old, new)
    return text
