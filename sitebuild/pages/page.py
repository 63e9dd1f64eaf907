"""Load a page: its elements, and the code and recordings that they name.

`sitebuild.site.verify` checks that the renderer saw what this parser saw.
"""

import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from sitebuild.files import Files, paths
from sitebuild.pages.markdown_parser import (
    HEADING_ID,
    Element,
    lines,
    readable,
)
from sitebuild.pages.mathml import split_tag, text_of, to_mathml
from sitebuild.pages.output_types import KINDS
from sitebuild.pages.page_reader import Fence, Include, PageReader
from sitebuild.pages.site_config import languages
from sitebuild.pages.tolerance import ANY, Tolerance
from sitebuild.problem import Problem

NOTEBOOK = "notebook"  # the form of a page whose blocks are numbered cells
DECIMAL = re.compile(
    r"(?:(?<![\w)\]}%])-)?(?<![\d.])\d*\.\d+(?:e[-+]?\d+)?(?!\.?\d)(?: ?%)?"
)


class Heading(NamedTuple):
    """A heading; its id is empty if the author gave none."""

    line: int
    level: int
    id: str
    made_from: str = ""  # fingerprint of the original that was translated
    machine: bool = False  # translated by a machine, not yet read by a person


class Passage(NamedTuple):
    """A section: a heading and the elements up to the next heading."""

    heading: Heading
    end: int  # number of its last line
    elements: list[Element]

    def __contains__(self, line: int) -> bool:
        return self.heading.line <= line <= self.end


class Formula(NamedTuple):
    """A formula, in a line of text or displayed below it."""

    line: int
    tex: str  # without its number
    display: bool
    number: str = ""  # of a display formula; empty if it has none


class Box(NamedTuple):
    """An admonition; its marks say whether readers unfold it."""

    line: int
    end: int  # number of its last line
    marks: str
    kind: str
    name: str  # only a question has one


class Number(NamedTuple):
    """A decimal in the text of a page."""

    line: int
    text: str  # sign, digits, exponent and `%`
    before: str  # up to 40 characters of text


class Page:
    """A page in one language; `problems` say what of it cannot be read.

    `path` is relative to the project's root. `places` give the file and line
    that each line comes from, if some are the original's because they are not
    translated. `start` counts the lines of front matter; `kinds` has the kind
    of the element on each line; `blocks` are the Python fences. `titles` (title
    and description), `links` and `placeholders` are pairs of line and text;
    `labels` are the alternative texts of pictures, by their lines.
    """

    def __init__(
        self,
        root: Path,
        path: str,
        text: str | None = None,
        places: list[tuple[str, int]] | None = None,
        files: Files | None = None,
    ):
        self.root, self.path, self.places = root, path, places
        self.files = files or Files(root)
        self.language, self.name = Path(path).parts[-2], Path(path).stem
        unread: list[Problem] = []
        if text is None:
            text, unread = self.files.read(path)
        self.text, self.lines = text, text.splitlines()
        read = PageReader(self.name, self.lines, self.files)
        self.meta, self.start, self.body = read.meta, read.start, read.body
        self.elements, self.kinds = read.elements, read.kinds
        self.fences, self.includes = read.fences, read.includes
        faults = [self.problem(*fault) for fault in read.faults]
        self.problems = sorted([*unread, *faults], key=lambda p: p.line)
        self.passages = passages_of(self.elements, len(self.lines))
        self.headings = [passage.heading for passage in self.passages]
        self.by_id = {p.heading.id: p for p in self.passages}
        self.in_cells = self.meta.get("form") == NOTEBOOK
        titles = (self.meta.get(key, "") for key in ("title", "description"))
        self.titles = [(1, str(title)) for title in titles]
        self.blocks = [f for f in self.fences if f.info == "python"]
        self.spans = [span for e in self.elements for span in e.spans]
        self.links = [(s.line, s.text) for s in self.spans if s.kind == "link"]
        kinds = ("label", "place")
        labels, places = ([s for s in self.spans if s.kind == k] for k in kinds)
        self.labels = {span.line: span.text for span in labels}
        self.placeholders = [(span.line, span.text) for span in places]

    def at(self, line: int) -> tuple[str, int]:
        """Return the file and line that a line of this page comes from."""
        return self.places[line - 1] if self.places else (self.path, line)

    def problem(self, line: int, message: str) -> Problem:
        """Return a problem of a line, with the file that it comes from."""
        return Problem(*self.at(line), message)

    def chapter_file(self, file: str) -> str:
        """Return the path of a file beside the code of this page's blocks."""
        return f"snippets/chapters/{self.name.replace('-', '_')}/{file}"

    @property
    def measured(self) -> list[Fence]:
        """Return the blocks whose output differs from run to run."""
        return [b for b in self.blocks if b.section.tolerance == ANY]

    @cached_property
    def tolerances(self) -> dict[str, Tolerance]:
        """Return how far recordings of its blocks may differ, by path."""
        return {
            kind.path(self.name, block.section.name): tolerance
            for block in self.blocks
            if (tolerance := block.section.tolerance)
            for kind in KINDS.values()
        }

    @cached_property
    def recordings(self) -> list[Include]:
        """Return the recordings that it shows: printed below, or included."""
        printed = [
            Include(block.line, path, block.section.name, "recording")
            for block in self.blocks
            if (path := printed_path(self, block))
        ]
        return printed + [i for i in self.includes if i.kind == "recording"]

    @cached_property
    def boxes(self) -> list[Box]:
        """Return all admonitions, nested ones too."""
        boxes = []
        for element in self.elements:
            if element.kind == "box":
                words = element.info.partition('"')[0].split()
                kind, name, *_ = [*words, "", ""]
                boxes.append(Box(*element[1:4], kind, name))
        return boxes

    @cached_property
    def formulas(self) -> list[Formula]:
        """Return all formulas, in page order."""
        formulas = []
        for span in self.spans:
            if span.kind == "formula":
                formulas.append(Formula(span.line, span.text, False))
            elif span.kind == "display":
                tex, number = split_tag(span.text)
                formulas.append(Formula(span.line, tex, True, number))
        return formulas

    @cached_property
    def words(self) -> list[tuple[int, str]]:
        """Return line and text of the prose, titles included."""
        return self.titles + words(self.elements)


def trains(page: Page) -> bool:
    """Tell whether some numbers of a page come out of training."""
    return any(size != ANY for size in page.tolerances.values())


def repeated_blocks(page: Page) -> Iterator[Problem]:
    """Yield the blocks that have the name of an earlier block."""
    seen: dict[str, int] = {}
    for block in page.blocks:
        first = seen.setdefault(block.section.name, block.line)
        if first < block.line:
            yield page.problem(
                block.line,
                f"a block '{block.section.name}' stands in line {first} "
                "already; rename one of the two",
            )


def notes_below(page: Page, block: Fence) -> tuple[int, int]:
    """Count the notes directly below a block, and return their last line too.

    Without notes, that is the last line of the block.
    """
    end = block.line + 2
    below = [e for e in page.elements if e.line > end] if block.marks else []
    items: list[Element] = []
    for element in below:
        if element.kind == "item" and element.marks == ".":
            items.append(element)
        elif not items or element.line > items[-1].end:
            break
        else:
            end = element.end
    return len(items), end


def printed_path(page: Page, block: Fence) -> str:
    """Return the path of a block's printed output; empty if it has none."""
    printed = [kind for kind in KINDS.values() if kind.printed]
    paths = [kind.path(page.name, block.section.name) for kind in printed]
    return next(filter(page.files.exists, paths), "")


def recording_text(page: Page, include: Include) -> str:
    """Return the text of a recording or diagram; empty if it is missing."""
    return page.files.text(include.path)


def heading_text(page: Page, name: str) -> str:
    """Return the text of the heading with this id, formulas as text."""
    return "".join(
        text_of(to_mathml(span.text, display=False))
        if span.kind == "formula"
        else span.text
        for span in page.by_id[name].elements[0].spans
    )


def anchors(page: Page) -> set[str]:
    """Return the ids that a link to a page may name after its `#`."""
    numbers = {f"eq-{f.number}" for f in page.formulas if f.number}
    return numbers | {heading.id for heading in page.headings}


def find_words(page: Page, pattern: re.Pattern) -> Iterator[tuple[int, str]]:
    """Yield line and text of each match in the prose, also over line ends."""
    prose = "\n".join(text for _, text in page.words)
    for match in pattern.finditer(prose):
        line, _ = page.words[prose.count("\n", 0, match.start())]
        yield line, " ".join(match[0].split())


def text_lines(page: Page, code: bool = True) -> dict[int, str]:
    """Return the lines of titles and text, formulas as LaTeX."""
    pieces = [(line, f"{title} ") for line, title in page.titles]
    for span in readable(page.spans):
        hidden = span.kind == "code" and not code
        pieces.append((span.line, "`" if hidden else span.text))
    return lines(pieces)


def decimals(page: Page, code: bool = True) -> Iterator[Number]:
    """Yield the decimals in titles and text; marks do not split a number."""
    numbers, texts = zip(*text_lines(page, code).items())
    text = "\n".join(texts).replace("\u2212", "-")
    for match in DECIMAL.finditer(text):
        start = match.start()
        before = text[max(0, start - 40) : start].replace("\n", " ")
        yield Number(numbers[text.count("\n", 0, start)], match[0], before)


def marked_lines(page: Page, comment: str) -> list[int]:
    """Return the lines with a placeholder."""
    return [line for line, mark in page.placeholders if mark == comment]


def words(elements: list[Element]) -> list[tuple[int, str]]:
    """Return line and text of the prose: no code, formulas or targets."""
    spans = (s for element in elements for s in readable(element.spans))
    pieces = (
        (span.line, span.text if span.kind in ("words", "label") else " ")
        for span in spans
    )
    return list(lines(pieces).items())


def passages_of(elements: list[Element], last_line: int) -> list[Passage]:
    """Return the sections of a page, which are the units of translation."""
    starts = [n for n, e in enumerate(elements) if e.kind == "heading"]
    passages = []
    for start, stop in zip(starts, [*starts[1:], None]):
        head = elements[start]
        heading = Heading(head.line, len(head.marks), *read_id(head.info))
        end = elements[stop].line - 1 if stop else last_line
        passages.append(Passage(heading, end, elements[start:stop]))
    return passages


def read_id(info: str) -> tuple[str, str, bool]:
    """Return a heading's id, its fingerprint and whether it is a machine's."""
    if not (match := re.match(HEADING_ID, info)):
        return "", "", False
    return match["id"], match["made_from"] or "", bool(match["machine"])


def read_pages(root: Path, files: Files | None = None) -> list[Page]:
    """Return the pages of all languages: docs/<language>/<name>.md."""
    files = files or Files(root)
    return [
        Page(root, path, files=files)
        for code in sorted(languages(root))
        for path in paths(root, f"docs/{code}/*.md")
    ]
