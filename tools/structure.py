"""A translation has its original's skeleton; what is mechanical is copied.

Passages are compared one by one, so a page may be translated bit by bit. The
skeleton of a passage: its heading's id and level, includes, formulas, boxes,
HTML tags, commands, places to fill, and where its links lead.
"""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from tools.markup import PLACES
from tools.page import (
    DISPLAY,
    FENCE,
    HEADING_ID,
    INCLUDE,
    INLINE,
    LINK,
    ORIGINAL,
    Page,
    Passage,
)
from tools.sections import Problem

TEXT_MACRO = re.compile(r"\\text\{[^{}]*\}")
TAG = re.compile(r"</?[a-z]+")
FIGURE = re.compile(r" *<figure\b")

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
                f"{original.path}:{theirs[name].heading.line}; move it, or run "
                "`python -m tools.translations fix`",
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
        "make them equal, or run `python -m tools.translations fix`",
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
            end = line + DISPLAY.search(body)[0].count("\n")
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
        if page.lines[number - 1].lstrip(" >").rstrip() == mark:
            return number
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

    Words are never lost: of a figure the caption stays, a section that the
    original does not have stays too (and remains a problem).
    """
    page = Page(page.root, page.path, with_ids(page, original))
    check_ids(page)
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
    return joined(page, [pieces[name] for name in order])


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
    new = original.lines[theirs.start - 1 : theirs.end]
    old = page.lines[mine.start - 1 : mine.end]
    if mine.kind == "figure":
        includes = iter(line for line in new if "--8<--" in line)
        if len(mine.key) == len(theirs.key):
            new = [next(includes) if "--8<--" in line else line for line in old]
    elif mine.kind == "formula":
        words = TEXT_MACRO.findall("\n".join(old))
        text = "\n".join(new)
        if len(words) == len(TEXT_MACRO.findall(text)):
            each = iter(words)
            new = TEXT_MACRO.sub(lambda _: next(each), text).split("\n")
    for number in range(mine.start, mine.end + 1):
        lines[number] = None
    lines[mine.start] = "\n".join(new)


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
    mine, theirs = page.meta.get("given"), original.meta.get("given")
    if mine != theirs:
        yield unlike(page, 1, "`given`", mine, original, 1, theirs)
    yield from differences(page, original)
