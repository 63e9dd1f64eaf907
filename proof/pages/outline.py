"""The skeleton of a page's sections: what a translation has as its original.

That is each heading's level, the includes, formulas, boxes, HTML tags,
commands, places to fill, numbers, and where links lead.
"""

import ast
import hashlib
import re
from bisect import bisect, bisect_left
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from proof.outputs.agreement import ANY
from proof.pages.code import syntax
from proof.pages.drawn import drawn
from proof.pages.formulas import tight
from proof.pages.numbers import decimals
from proof.pages.page import MARK, Formula, Page

# Words in a formula: all, those that name a symbol, and the others.
IN_TEXT = r"(?<=\\text\{)[^{}]+(?=\})"
SYMBOL = r"(?:(?<=[_^]\\text\{)|(?<=[_^]\{\\text\{))" + IN_TEXT
PROSE = r"(?<![_^]\\text\{)(?<![_^]\{\\text\{)" + IN_TEXT
WORD = re.compile(r"[^\W\d_]{2,}")  # of one letter are a number's, as in 1e5
UNORDERED = (ast.alias, ast.Import, ast.ImportFrom)
DECLARED = ("form",)  # in the front matter, alike in all languages

Item = tuple[int, str, str]  # a line, and the kind and text of what is there
Found = dict[str, list[tuple[int, str]]]  # lines and texts, by their kind


class Skeleton(NamedTuple):
    """What must be equal in the same order, and what in any order."""

    ordered: Found
    unordered: Found

    @property
    def digest(self) -> str:
        """Return four hexadecimal digits, the same for equal skeletons."""
        return self.digits("")

    @property
    def in_turn(self) -> str:
        """Return four that are others if two links were exchanged."""
        return self.digits("link")

    def digits(self, kept: str) -> str:
        """Return them; what is kept is not sorted."""
        parts = [
            (kind, order([tight(text) for _, text in items]))
            for found, sort in ((self.ordered, list), (self.unordered, sorted))
            for kind, items in sorted(found.items())
            for order in [list if kind == kept else sort]
        ]
        return hashlib.sha256(repr(parts).encode()).hexdigest()[:4]


def skeletons(page: Page) -> dict[str, Skeleton]:
    """Return the skeleton of each section, by the id of its heading.

    What stands above the first heading belongs to the first section.
    """
    starts = [heading.line for heading in page.headings]
    found = [Skeleton(defaultdict(list), defaultdict(list)) for _ in starts]
    for part, items in enumerate((in_order(page), in_any_order(page))):
        for line, kind, text in items if starts else ():
            section = found[max(0, bisect(starts, line) - 1)]
            section[part][kind].append((line, text))
    return dict(zip([heading.id for heading in page.headings], found))


def in_order(page: Page) -> Iterator[Item]:
    """Yield all that comes in the same order in every language.

    What the front matter declares is the first section's, if that is there.
    """
    whole = [heading.level for heading in page.headings[:1]] == [1]
    for name in DECLARED:
        if whole and name in page.meta:
            yield 1, f"`{name}`", str(page.meta[name])
    for heading in page.headings:
        yield heading.line, "heading", f"{'#' * heading.level} {heading.id}"
    for include in page.includes:
        name = f":{include.section}" if include.kind == "py" else ""
        yield include.line, "include", include.path + name
    for formula in page.formulas:
        if formula.display:
            yield formula.line, "formula", key(formula)
    for box in page.boxes:
        yield box.line, "box", box.opening
    for fence in page.fences:
        if fence.text:  # of others, the include tells
            yield fence.line, "commands", fence.text
    for span in page.spans:
        if span.kind == "tag" and not span.raw.startswith("<!--"):
            yield span.line, "tag", f"<{span.raw[1:-1].split()[0]}>"
    for line, mark in page.placeholders:
        yield line, "place", mark


def in_any_order(page: Page) -> Iterator[Item]:
    """Yield all that stands in sentences, whose order languages differ in."""
    for formula in page.formulas:
        if not formula.display:
            yield formula.line, "formula", key(formula)
    for line, target in page.links:
        yield line, "link", target.removeprefix(f"{page.name}.md") or target
    for line, number in decimals(page):
        yield line, "number", number


def key(formula: Formula) -> str:
    """Return a formula without the words in it, which are translated."""
    number = f" ({formula.number})" if formula.number else ""
    return re.sub(IN_TEXT, "", formula.tex) + number


def beside(page: Page) -> Iterator[str]:
    """Yield four hexadecimal digits a section: what its words go with.

    That is its code without comments, what this prints and draws, its diagrams,
    and how the words are divided into paragraphs, points and boxes.
    """
    fences = {fence.line: fence for fence in page.fences}
    opened = [box.line for box in page.boxes]
    closed = sorted([box.end for box in page.boxes])
    starts = [heading.line for heading in page.headings]
    included = defaultdict(list)
    for include in page.includes:
        included[bisect(starts, include.line)].append(include.path)
    for number, passage in enumerate(page.passages, start=1):
        found: list[object] = []
        for kind, line, _, marks, *_ in passage.elements:
            depth = bisect_left(opened, line) - bisect_left(closed, line)
            found.append((kind, depth, kind == "item" and marks in ".)"))
            fence = fences.get(line)
            if fence and fence.section:
                printed = content(page, page.printed(fence))
                found += [bare(fence.section.text), printed]
            elif fence:
                found.append(fence.text)
        found += [content(page, path) for path in included[number]]
        yield hashlib.sha256(repr(found).encode()).hexdigest()[:4]


@lru_cache(maxsize=1024)  # each is asked for whenever a page is read
def bare(code: str) -> str:
    """Return what code says, however it is written, and its marks of notes.

    It is the same for every Python that reads it.
    """
    tree = syntax(code)
    found = [n for n in ast.walk(tree) if isinstance(n, ast.stmt)]
    lines = [n.lineno for n in found if not is_comment(n)]
    marks = [
        (mark, sum(line <= number for line in lines))
        for number, text in enumerate(code.splitlines(), start=1)
        for mark in re.findall(MARK, text)
    ]
    return repr((meant(tree) if lines else code, marks))


def meant(node: object) -> object:
    """Return a part of a syntax tree without texts that only comment.

    Imports that follow each other, and the names in one, have no order.
    """
    if isinstance(node, list):
        said = [one for one in node if not is_comment(one)]
        groups = groupby(said, key=lambda one: isinstance(one, UNORDERED))
        runs = [(list(map(meant, run)), alike) for alike, run in groups]
        return [
            one
            for run, alike in runs
            for one in (sorted(run, key=repr) if alike else run)
        ]
    if not isinstance(node, ast.AST):
        return node
    fields = [(name, meant(value)) for name, value in ast.iter_fields(node)]
    return type(node).__name__, *(f for f in fields if f[1] not in (None, []))


def is_comment(node: object) -> bool:
    """Tell whether a statement is nothing but a text."""
    text = node.value if isinstance(node, ast.Expr) else None
    return isinstance(text, ast.Constant) and isinstance(text.value, str)


def content(page: Page, path: str) -> bytes:
    """Return what a recording or a diagram holds; of code, nothing.

    Of what is measured that is its words, since each run gives other numbers.
    """
    if not path or path.endswith(".py") or not page.files.exists(path):
        return b""
    held = (page.root / path).read_bytes()
    if page.tolerance(path) == ANY:
        words = WORD.findall(re.sub("<[^>]*>", " ", held.decode()))
        return " ".join(sorted(words)).encode()
    return drawn(held)
