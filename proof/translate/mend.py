"""What is mechanical is copied from an original into its translation.

No word is ever lost: what has no place any more stays where it was, below a
line `KEPT`, which a check tells until somebody has moved or removed it.
"""

from collections.abc import Iterator
from difflib import SequenceMatcher
from typing import NamedTuple

from proof.checks.pages import headings
from proof.files import squeezed, text_faults
from proof.pages.dialect import SCISSORS
from proof.pages.page import Page
from proof.pages.signs import tidied
from proof.problem import Problem
from proof.translate.blocks import Block, Part, Unclear, parts
from proof.translate.loose import copy_loose
from proof.translate.shape import shaped
from proof.translate.spare import with_words

PASSES = 8  # after so many a page is as it will be
WORDED = (  # what stands around the parts of blocks that are translated
    ("\\text{", "}"),
    ('<figcaption markdown="span">', "</figcaption>"),
    ('<div role="img" aria-label="', '"'),
    ("<summary>", "</summary>"),
)
Sections = dict[str, Part]  # by their ids
Key = tuple[str, tuple[str, ...]]  # a kind of block, and what it shows


class Moves(NamedTuple):
    """Blocks that the original has in another section than a translation.

    `coming` are those by the section that they belong to, and `stuck` those
    whose own section is not there.
    """

    coming: dict[tuple[str, Key], tuple[Part, Block]]
    stuck: list[tuple[Part, Block, str]]

    @property
    def going(self) -> list[Block]:
        """Return the blocks that leave their sections."""
        return [block for _, block in self.coming.values()]


def fixed(page: Page, original: Page) -> str:
    """Return a translation's text with the original's mechanical parts.

    Its words stay, and so does a section that the original does not have.
    Once more, nothing would change. Raises Unclear if it cannot be read.
    """
    check_file(page)
    check_file(original)
    parts(original)
    text = page.text
    for _ in range(PASSES):
        before, text = text, fixed_once(page, text, original)
        if text == before:
            return text
    raise Unclear(page.problem(1, "mending this page comes to no end"))


def check_file(page: Page) -> None:
    """Raise Unclear if a file's text cannot be read, or only by chance."""
    clean = tidied(page.text, page.language)
    unread = [] if page.text else page.problems
    for problem in (*unread, *text_faults(page.path, clean)):
        raise Unclear(problem)


def fixed_once(page: Page, text: str, original: Page) -> str:
    """Return a text that is mended as far as it can be understood."""
    text = shaped(tidied(text, page.language), original)
    try:
        new = rearranged(Page(page.root, page.path, text), original)
    except Unclear:  # `left` says why
        return text
    return with_words(text, new)


def left(page: Page, original: Page) -> Iterator[Problem]:
    """Yield what of a mended page is left as it was, and why."""
    try:
        mine = read(page, original)
    except Unclear as reason:
        yield reason.args[0]
        return
    for part, block, owner in moves(mine, parts(original)).stuck:
        yield part.page.problem(
            block.start,
            f"this belongs to section `{owner}` of the original, whose heading "
            f"is missing here; write it above this {block.kind} and its text",
        )


def read(page: Page, original: Page) -> Sections:
    """Return a page's sections; raises Unclear if they may be others."""
    found = parts(page)
    if not found:
        raise Unclear(page.problem(1, "this page has no heading that is read"))
    fences = {e.line for e in page.elements if e.kind == "fence"}
    for problem in page.problems:
        # What a fence or an include names can be put right, all else not.
        line = page.lines[problem.line - 1] if page.lines else ""
        if problem.line not in fences and SCISSORS not in line:
            raise Unclear(problem)
    for problem in headings.ask(page):
        raise Unclear(problem)
    return found


def rearranged(page: Page, original: Page) -> str:
    """Return a page's text, each section with its blocks, in their order."""
    page = Page(page.root, page.path, with_ids(page, original))
    page = Page(page.root, page.path, unswapped(page, original))
    mine, theirs = read(page, original), parts(original)
    moved = moves(mine, theirs)
    stuck = {part.passage.heading.id for part, *_ in moved.stuck}
    pieces = {
        name: fixed_part(part, theirs[name], moved)
        if name in theirs and name not in stuck
        else part.text
        for name, part in mine.items()
    }
    order = [name for name in theirs if name in pieces]
    after = None  # an orphan stays below what it stands below now
    for name in pieces:
        if name not in theirs:
            order.insert(order.index(after) + 1 if after else 0, name)
        after = name
    return joined(page, [pieces[name] for name in order])


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
    seen: set[str] = set()
    for (mine, theirs), info in zip(pairs, given):
        line = written[mine.line - 1]
        strange = mine.id not in wanted or mine.id in seen
        seen.add(mine.id)
        if theirs and strange and theirs.id not in taken:
            new = info.replace(mine.id, theirs.id, 1) if info else ""
            line = line.removesuffix(info).rstrip()
            line += f" {new}" if new else " { #" + theirs.id + " }"
        elif not theirs or mine.id != theirs.id:
            continue
        written[mine.line - 1] = "#" * theirs.level + " " + line.lstrip("# ")
    return "\n".join([*written, ""])


def unswapped(page: Page, original: Page) -> str:
    """Return the text with ids where they were, if two were exchanged.

    Then each of two sections has blocks that the original has in the other.
    """
    mine, theirs = parts(page), parts(original)
    lines = list(page.lines)
    for name, part in mine.items():
        for other in (n for n in mine if name < n):
            if not (name in theirs and other in theirs):
                continue
            here, there = set(part.keys), set(mine[other].keys)
            hers, its = set(theirs[name].keys), set(theirs[other].keys)
            if here and there and here <= its - hers and there <= hers - its:
                one, two = part.passage, mine[other].passage
                for a, b in ((one, two), (two, one)):
                    line = page.lines[a.heading.line - 1]
                    line = line.removesuffix(a.elements[0].info)
                    lines[a.heading.line - 1] = line + b.elements[0].info
    return "\n".join([*lines, ""])


def moves(mine: Sections, theirs: Sections) -> Moves:
    """Return which blocks stand in the section of another block."""
    found = Moves({}, [])
    for name, part in mine.items():
        for block in part.blocks if name in theirs else ():
            if block.key in theirs[name].keys:
                continue
            for other in theirs:
                here = mine[other].keys if other in mine else []
                if block.key in theirs[other].keys and block.key not in here:
                    if other in mine:
                        found.coming.setdefault(
                            (other, block.key), (part, block)
                        )
                    else:
                        found.stuck.append((part, block, other))
                    break
    return found


def fixed_part(mine: Part, theirs: Part, moved: Moves) -> str:
    """Return a passage with the original's blocks, boxes, formulas, links."""
    name = theirs.passage.heading.id
    lines = {number: mine.page.lines[number - 1] for number in mine.numbers}
    own, other = mine.blocks, theirs.blocks
    matcher = SequenceMatcher(None, mine.keys, theirs.keys, autojunk=False)
    for what, a, b, c, d in reversed(matcher.get_opcodes()):
        kinds = [[x.kind for x in some] for some in (own[a:b], other[c:d])]
        comes = any((name, block.key) in moved.coming for block in other[c:d])
        goes = any(block in moved.going for block in own[a:b])
        if what == "replace" and kinds[0] == kinds[1] and not comes | goes:
            for one, two in zip(own[a:b], other[c:d]):
                copy_block(mine.page, one, theirs.page, two, lines)
        elif what != "equal":
            for block in own[a:b]:
                last = block.last if block in moved.going else block.end
                lines |= dict.fromkeys(range(block.start, last + 1))
            if d > c:
                at = place(mine, theirs, (a, b), c)
                for block in other[c:d]:
                    part, block = moved.coming.get(
                        (name, block.key), (theirs, block._replace(notes=0))
                    )
                    new = part.page.lines[block.start - 1 : block.last]
                    lines[at] = "\n".join([lines[at] or "", "", *new])
    copy_boxes(mine, theirs, lines)
    text = "\n".join(line for line in lines.values() if line is not None)
    return copy_loose(mine, theirs, squeezed(text))


def place(mine: Part, theirs: Part, own: tuple[int, int], other: int) -> int:
    """Return the line below which a block of the original is put.

    Above it are as many paragraphs as there, since the block before.
    """
    a, b = own
    at = mine.blocks[a - 1].last if a else mine.passage.heading.line
    above = theirs.passage.heading.line
    above = theirs.blocks[other - 1].last if other else above
    below = mine.blocks[b].start if b < len(mine.blocks) else mine.end + 1
    count = len(theirs.paragraphs(above, theirs.blocks[other].start))
    return [at, *mine.paragraphs(at, below)][: count + 1][-1]


def copy_block(
    page: Page, mine: Block, original: Page, theirs: Block, lines: dict
) -> None:
    """Copy what a block shows; the words in it stay."""
    old = page.lines[mine.start - 1 : mine.end]
    new = original.lines[theirs.start - 1 : theirs.end]
    if mine.kind == "figure" and len(mine.shown) == len(theirs.shown):
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
