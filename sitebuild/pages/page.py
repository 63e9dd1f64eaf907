"""Load a page: its elements, and the code and recordings that they name.

`sitebuild.site.verify` checks on every built page that the renderer saw what
the parser of these pages saw.
"""

import re
from bisect import bisect
from collections.abc import Iterable, Iterator
from functools import cached_property
from html import unescape
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from sitebuild.files import Files, paths
from sitebuild.pages.includes import Include
from sitebuild.pages.markdown_parser import HEADING_ID, Element, Span, lines
from sitebuild.pages.mathml import split_tag, text_of, to_mathml
from sitebuild.pages.output_types import KINDS, TEXT
from sitebuild.pages.page_reader import Fence, PageReader
from sitebuild.pages.site_config import ORIGINAL, languages
from sitebuild.pages.tolerance import ANY, EXACT, Tolerance
from sitebuild.problem import Problem

NOTEBOOK = "notebook"  # the form of a page whose blocks are numbered cells


class Heading(NamedTuple):
    """A heading; its id is empty where none is given."""

    line: int
    level: int
    id: str
    made_from: str = ""  # fingerprint of the original that was translated
    machine: bool = False  # translated by a machine, not yet read by a person


class Passage(NamedTuple):
    """A section: a heading and what stands below it, up to the next one."""

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
    """An admonition; `marks` tell an open one from one to unfold."""

    line: int
    end: int  # the number of its last line
    marks: str
    kind: str
    name: str  # of a question; others have none

    @property
    def opening(self) -> str:
        """Return what stands before its title."""
        return " ".join(filter(None, self[2:]))


class Page:
    """A page in one language. `path` is relative to the project's root.

    `places` give the file and line that each line comes from, where they are
    not all this page's own: sections that are not translated are shown in
    English. `problems` say why some of it could not be read.
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
        read = PageReader(self.name, self.lines, self.files, self.problem)
        self.meta, self.start, self.body = read.meta, read.start, read.body
        self.elements, self.kinds = read.elements, read.kinds
        self.fences, self.includes = read.fences, read.includes
        found = [*unread, *read.problems]
        self.problems = sorted(found, key=lambda problem: problem.line)

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
    def in_cells(self) -> bool:
        """Tell whether its blocks are shown as the cells of a notebook."""
        return self.meta.get("form") == NOTEBOOK

    @property
    def titles(self) -> list[tuple[int, str]]:
        """Return title and description, with the line number 1."""
        return [
            (1, str(self.meta.get(key, ""))) for key in ("title", "description")
        ]

    @cached_property
    def blocks(self) -> list[Fence]:
        """Return the Python fences, in page order."""
        return [fence for fence in self.fences if fence.info == "python"]

    @property
    def measured(self) -> list[Fence]:
        """Return the blocks whose output differs from run to run."""
        return [b for b in self.blocks if b.section.tolerance == ANY]

    @cached_property
    def tolerances(self) -> dict[str, Tolerance]:
        """Return how far recordings of its blocks may differ, by path."""
        return {
            kind.path(self.name, block.section.name): size
            for block in self.blocks
            if (size := block.section.tolerance)
            for kind in KINDS.values()
        }

    @cached_property
    def recordings(self) -> list[Include]:
        """Return the recordings that are shown: printed below, or included."""
        printed = [
            Include(block.line, path, block.section.name, "recording")
            for block in self.blocks
            if (path := printed_path(self, block))
        ]
        return printed + [i for i in self.includes if i.kind == "recording"]

    @cached_property
    def headings(self) -> list[Heading]:
        """Return all headings."""
        return [
            Heading(element.line, len(element.marks), *read_id(element.info))
            for element in self.elements
            if element.kind == "heading"
        ]

    @cached_property
    def passages(self) -> list[Passage]:
        """Return the sections, which are the units of translation."""
        ends = [heading.line - 1 for heading in self.headings[1:]]
        found = [
            Passage(heading, end, [])
            for heading, end in zip(self.headings, [*ends, len(self.lines)])
        ]
        below = -1
        for element in self.elements:
            below += element.kind == "heading"
            if below >= 0:
                found[below].elements.append(element)
        return found

    @cached_property
    def by_id(self) -> dict[str, Passage]:
        """Return the sections by the ids of their headings."""
        return {passage.heading.id: passage for passage in self.passages}

    @cached_property
    def boxes(self) -> list[Box]:
        """Return all admonitions, nested ones too."""
        return [
            Box(*element[1:4], *[*before.split(), "", ""][:2])
            for element in self.elements
            if element.kind == "box"
            for before in [element.info.partition('"')[0]]
        ]

    @cached_property
    def spans(self) -> list[Span]:
        """Return the pieces of all texts and headings, in page order."""
        return [span for element in self.elements for span in element.spans]

    @cached_property
    def formulas(self) -> list[Formula]:
        """Return all formulas, in page order."""
        found = []
        for span in self.spans:
            if span.kind == "formula":
                found.append(Formula(span.line, span.text, False))
            elif span.kind == "display":
                tex, number = split_tag(span.text)
                found.append(Formula(span.line, tex, True, number))
        return found

    @cached_property
    def words(self) -> list[tuple[int, str]]:
        """Return line and text of the prose, titles included."""
        return self.titles + words(self.elements)

    @property
    def links(self) -> list[tuple[int, str]]:
        """Return line and target of every link."""
        return [(s.line, s.text) for s in self.spans if s.kind == "link"]

    @property
    def placeholders(self) -> list[tuple[int, str]]:
        """Return line and mark of every place that the build fills."""
        return [
            (span.line, span.raw)
            for span in self.spans
            if span.kind == "tag" and span.raw.startswith("<!--")
        ]


def tolerance_of(page: Page, recording: str) -> Tolerance:
    """Return how far the numbers of a page's recording may differ."""
    return page.tolerances.get(recording, EXACT)


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
    """Count the numbered notes on a block's code directly below it.

    Returns the count, and the last line of the notes (of the block if there
    are none).
    """
    end = block.line + 2  # its closing marks, below the include
    items: list[Element] = []
    for element in page.elements if block.marks else ():
        if element.line <= block.line + 2:
            continue
        if element.kind == "item" and element.marks == ".":
            items.append(element)
        elif not items or element.line > items[-1].end:
            break
        else:
            end = element.end
    return len(items), end


def printed_path(page: Page, block: Fence) -> str:
    """Return the path of what a block printed; empty if it prints nothing."""
    path = TEXT.path(page.name, block.section.name)
    return path if page.files.exists(path) else ""


def recording_text(page: Page, include: Include) -> str:
    """Return the text of a recording or diagram; empty if it is missing."""
    if not page.files.exists(include.path):
        return ""
    return include.output.read(page.root / include.path)


def heading_text(page: Page, name: str) -> str:
    """Return the text of the heading with this id, formulas as text."""
    return "".join(
        unescape(text_of(to_mathml(span.text, display=False)))
        if span.kind == "formula"
        else span.text
        for span in page.by_id[name].elements[0].spans
    )


def anchors(page: Page) -> set[str]:
    """Return what a link to a page may name after its `#`."""
    numbers = {f"eq-{f.number}" for f in page.formulas if f.number}
    return numbers | {heading.id for heading in page.headings}


def find_words(page: Page, pattern: re.Pattern) -> Iterator[tuple[int, str]]:
    """Yield line and text of each match in the prose, also over line ends."""
    texts = [text for _, text in page.words]
    starts = [*accumulate((len(text) + 1 for text in texts), initial=0)]
    for match in pattern.finditer("\n".join(texts)):
        line, _ = page.words[bisect(starts, match.start()) - 1]
        yield line, " ".join(match[0].split())


def picture_labels(page: Page) -> dict[int, str]:
    """Return the alternative texts of pictures, by the line above each."""
    tags = (span for span in page.spans if span.kind == "tag")
    return {span.line: span.text for span in tags if span.text}


def marked_lines(page: Page, comment: str) -> list[int]:
    """Return the lines with a placeholder."""
    return [line for line, mark in page.placeholders if mark == comment]


def readable(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the spans that readers see: no targets, ids, emphasis."""
    silent = ("link", "attributes", "emphasis")
    return (span for span in spans if span.kind not in silent)


def words(elements: list[Element]) -> list[tuple[int, str]]:
    """Return line and text of the prose: no code, formulas, targets."""
    pieces = (
        (span.line, span.text if span.kind in ("words", "tag") else " ")
        for element in elements
        for span in readable(element.spans)
    )
    return list(lines(pieces).items())


def read_id(info: str) -> tuple[str, str, bool]:
    """Read a heading's id, its fingerprint, and whether by a machine."""
    if not (match := re.match(HEADING_ID, info)):
        return "", "", False
    return match["id"], match["made_from"] or "", bool(match["machine"])


def read_pages(root: Path, path: str = "") -> list[Page]:
    """Read all pages: docs/<language>/<name>.md.

    With a path, only that page is read of the translations.
    """
    files = Files(root)
    return [
        Page(root, found, files=files)
        for code in sorted(languages(root))
        for found in paths(root, f"docs/{code}/*.md")
        if code == ORIGINAL or path in ("", found)
    ]
