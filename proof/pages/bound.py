"""What a section shows, and the numbers there that its prose may quote.

A place is named by its block and the number's place in it: `scores:3` is the
third number that the block `scores` prints, `scores.py:1` the first of its
code, `page/map.html:7` one of a table that another page draws.
"""

import ast
import operator
import re
from collections.abc import Iterator
from decimal import Decimal, DivisionByZero, InvalidOperation
from functools import cache, lru_cache
from html import unescape
from pathlib import Path
from typing import NamedTuple

from proof.outputs.agreement import ANY, MEASURED
from proof.pages.page import Page
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL

PLACE = r"[A-Za-z][\w./-]*:\d+"
SOURCE = r"[\w.:/*()+-]+|\?"
SUMS = {
    **{ast.Add: operator.add, ast.Sub: operator.sub, ast.USub: operator.neg},
    **{ast.Mult: operator.mul, ast.Div: operator.truediv},
}
ABOUT = Decimal("0.1")  # the share by which a number said in words may be off


class Shown(NamedTuple):
    """Something with numbers that a section shows: an output, code, a drawing.

    `rank` says what the prose rather quotes: what is printed in the same
    section first. None of the numbers that are measured may be quoted.
    """

    name: str
    line: int
    rank: int
    values: tuple[Decimal, ...]
    measured: bool = False


class Unbound(Exception):
    """A source that says nothing; the message says why."""


class Places:
    """All places of a project's originals, by the sections that show them."""

    def __init__(self, project: Project):
        self.project = project
        self.of_page = cache(self.of_page)
        self.of_section = cache(self.of_section)

    def of_section(self, file: str, id: str) -> dict[str, Shown]:
        """Return what a section or an entry shows or links to, by its name."""
        found: dict[str, Shown] = {}
        for rank, (name, first, last) in enumerate(self.extents(file, id)):
            for shown in self.of_page(name):
                if first <= shown.line <= last:
                    ranked = shown._replace(rank=10 * rank + shown.rank)
                    if name != file and "/" not in shown.name:
                        ranked = ranked._replace(name=f"{name}/{shown.name}")
                    found.setdefault(ranked.name, ranked)
        return found

    def extents(self, file: str, id: str) -> Iterator[tuple[str, int, int]]:
        """Yield where a section's outputs are: page, first and last line.

        Its own come first, then those of the part of the page that it belongs
        to, and then of the sections to which it leads.
        """
        page, targets = self.project.originals.get(file), []
        if page is None:
            entry = self.project.entries(file)[ORIGINAL].get(id, {})
            targets = [entry.get("see", ""), *entry.get("shown", [])]
        elif page.headings:
            at = [heading.id for heading in page.headings].index(id)
            own = page.passages[at]
            yield file, own.heading.line, own.end
            whole = [h for h in page.headings[: at + 1] if h.level <= 2]
            yield file, *extent(page, whole[-1].id)
            spans = (span for element in own.elements for span in element.spans)
            targets = [span.text for span in spans if span.kind == "link"]
        for target in targets:
            name, _, part = target.partition("#")
            name = name.removesuffix(".md") or file
            other = self.project.originals.get(name)
            if other and part in {heading.id for heading in other.headings}:
                yield name, *extent(other, part)

    def of_page(self, name: str) -> list[Shown]:
        """Return all that a page shows, with its lines."""
        page = self.project.originals[name]
        found = []
        for block in page.blocks:
            values = code_values(block.section.text)
            found.append(
                Shown(f"{block.section.name}.py", block.line, 3, values)
            )
        tables = {Path(i.path).stem for i in page.includes if ".html" in i.path}
        for include in (*page.recordings, *page.includes):
            path = Path(include.path)
            drawn = path.suffix == ".svg"
            if path.suffix == ".py" or drawn and path.stem in tables:
                continue
            folder = "" if path.parent.name == name else f"{path.parent.name}/"
            suffix = "" if path.suffix == ".txt" else path.suffix
            values = text_values(page.files.text(include.path), drawn)
            measured = page.tolerance(include.path) == ANY
            key = f"{folder}{path.stem}{suffix}"
            rank = ("", ".html", ".svg").index(suffix)
            found.append(Shown(key, include.line, rank, values, measured))
        return found


def extent(page: Page, id: str) -> tuple[int, int]:
    """Return the first line of a section and the last of its subsections."""
    at = [heading.id for heading in page.headings].index(id)
    first, *below = page.passages[at:]
    level, end = first.heading.level, first.end
    for passage in below:
        if passage.heading.level <= level:
            break
        end = passage.end
    return first.heading.line, end


@lru_cache(maxsize=1024)
def text_values(text: str, drawn: bool = False) -> tuple[Decimal, ...]:
    """Return the numbers of an output; of a drawing or table those it says."""
    if drawn or text.lstrip().startswith("<"):
        text = re.sub(r"\s*</?tspan[^>]*>\s*", "", text)
        text = " ".join(re.findall(r">([^<]+)<", text))
    text = unescape(text).replace("\u2212", "-")
    text = re.sub(r"(?<=\d),(?=\d{3}(?!\d))", "", text)  # 1,234
    return tuple(Decimal(number) for number in MEASURED.findall(text))


@lru_cache(maxsize=1024)
def code_values(text: str) -> tuple[Decimal, ...]:
    """Return the numbers in code, but not those in its comments and texts."""
    nodes = [*ast.walk(ast.parse(text))]
    signs = {
        node.operand: -1
        for node in nodes
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub)
    }
    found = [
        (node.lineno, node.col_offset, signs.get(node, 1) * number(node.value))
        for node in nodes
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    ]
    return tuple(value for *_, value in sorted(found))


def number(value: int | float) -> Decimal:
    return Decimal(str(value))


def value_of(source: str, shown: dict[str, Shown]) -> Decimal:
    """Return what a source says: a place, or what is computed of places."""

    def put(match: re.Match) -> str:
        name, _, place = match[0].rpartition(":")
        if name not in shown:
            raise Unbound(
                f"this section neither shows `{name}` nor links to it"
            )
        if shown[name].measured:
            raise Unbound(
                f"the next measurement of `{name}` prints another one"
            )
        values = shown[name].values
        if not 0 < int(place) <= len(values):
            raise Unbound(f"`{name}` has {len(values)} numbers")
        return f"({values[int(place) - 1]})"

    try:
        tree = ast.parse(re.sub(PLACE, put, source), mode="eval")
        return computed(tree.body)
    except (SyntaxError, KeyError, DivisionByZero, InvalidOperation):
        raise Unbound(f"`{source}` cannot be computed") from None


def computed(node: ast.AST) -> Decimal:
    """Compute a sum, difference, product or quotient."""
    if isinstance(node, ast.BinOp):
        left, right = computed(node.left), computed(node.right)
        return SUMS[type(node.op)](left, right)
    if isinstance(node, ast.UnaryOp):
        return SUMS[type(node.op)](computed(node.operand))
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return number(node.value)
    raise KeyError(node)


def agrees(written: str, value: Decimal, exact: bool = False) -> bool:
    """Tell whether a number is a value, rounded to the digits written.

    With `%` it may be its hundredfold, with `~` a tenth of it off.
    """
    above, _, below = written.strip("~%").partition("/")
    said = Decimal(above) / Decimal(below or 1)
    near = Decimal(5).scaleb(Decimal(above).as_tuple().exponent - 1)
    near = ABOUT * said if written.startswith("~") else near
    factors = (1, 100) if written.endswith("%") else (1,)
    off = min(abs(said - factor * value) for factor in factors)
    return off <= (0 if exact else near)
