"""What stands on a page: its elements, and what code and recordings they name.

That its parser (`proof.pages.dialect`) sees what the renderer sees is checked
on every built page (`proof.site.verify`).
"""

import re
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from html import unescape
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

import yaml

from proof.files import Files, paths, read_yaml
from proof.outputs.agreement import ANY, EXACT, Tolerance
from proof.outputs.kinds import KINDS, TEXT
from proof.pages.code import Section, find
from proof.pages.dialect import HEADING_ID, SCISSORS, Element, Span, lines, read
from proof.pages.formulas import split_tag, text_of, to_mathml
from proof.pages.includes import REFUSED, Include, read_include
from proof.pages.settings import ORIGINAL, languages
from proof.problem import Problem

NOTEBOOK = "notebook"  # the form of a page whose blocks are numbered cells
MARK = r"# \((\d+)\)!"  # in code, of a numbered note
NO_FENCE = (
    "this fence is not read as one; put its marks at the start of a line of "
    "their own"
)
DEFINED = "a link is defined apart from its text; write `[text](target)` there"
PYTHON = ("python", ">>>", "from ", "import ")  # what no shell is told


class Fence(NamedTuple):
    """A code fence; `line` is that of its opening marks."""

    line: int
    info: str
    include: Include | None
    section: Section | None  # the code of a Python fence
    text: str  # what is typed into it

    @property
    def marks(self) -> list[str]:
        """Return the numbers of the notes on its code, as they stand there."""
        return re.findall(MARK, self.section.text)


class Heading(NamedTuple):
    """A heading; its id is empty where none is given."""

    line: int
    level: int
    id: str
    made_from: str = ""  # fingerprint of the original that was translated
    machine: bool = False  # translated by a machine, not yet read by a person


class Passage(NamedTuple):
    """A heading with what stands below it, up to the next heading."""

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


class Unread(Exception):
    """What cannot be read: the number of a line, and what to do about it."""


class Page:
    """A chapter in one language. `path` is relative to the project's root.

    `places` are the files and lines that a page's lines come from, if they
    are not all its own: what is not translated is shown in the original.
    `problems` are why some of it could not be read.
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
        self.problems: list[Problem] = []
        if text is None:
            text, problems = self.files.read(path)
            self.problems += problems
        self.text, self.lines = text, text.splitlines()
        self.fences: list[Fence] = []
        self.includes: list[Include] = []
        self.meta: dict = {}
        self.start = 0  # how many lines stand above the prose
        self._read()
        self.problems.sort(key=lambda problem: problem.line)

    def _read(self) -> None:
        """Read all of the text."""
        self._try(self._read_front_matter)
        blank = [""] * self.start
        self.body = "\n".join(blank + self.lines[self.start :])
        self.elements = read(self.body)
        for element in self.elements:
            if element.kind == "fence":
                self._try(self._read_fence, element)
            elif element.kind == "include":
                self._try(self._read_open_include, element.line)
        for number in range(self.start + 1, len(self.lines) + 1):
            self._try(self._read_line, number)
        for number, text in lines(self.written).items():
            if "]:" in text:  # which would be no text to the renderer
                self.problems.append(self.problem(number, DEFINED))

    def at(self, line: int) -> tuple[str, int]:
        """Return the file and line that a line of this page comes from."""
        return self.places[line - 1] if self.places else (self.path, line)

    def chapter_file(self, file: str) -> str:
        """Return the path of a file that lies beside the code of its blocks."""
        return f"snippets/chapters/{self.name.replace('-', '_')}/{file}"

    def problem(self, line: int, message: str) -> Problem:
        """Return a problem of a line, which names the file it comes from."""
        return Problem(*self.at(line), message)

    def _try(self, reading: Callable, *what) -> None:
        """Read something, and remember why if it cannot be read."""
        try:
            reading(*what)
        except Unread as reason:
            self.problems.append(self.problem(*reason.args))

    def _read_front_matter(self) -> None:
        """Read the YAML at the top, and where the prose starts."""
        if self.lines[:1] != ["---"]:
            return
        if "---" not in self.lines[1:]:
            raise Unread(1, "the front matter is not closed; add `---`")
        self.start = self.lines.index("---", 1) + 1
        line, meta = 1, None
        try:
            meta = read_yaml("\n".join(self.lines[1 : self.start - 1]))
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 2 if error.problem_mark else 1
        if not isinstance(meta, dict) or not meta:
            message = "the front matter is not YAML; write `key: value` lines"
            if self.lines[line - 1].count(": ") > 1:
                message += ', and a text with a colon as `key: "…"`'
            raise Unread(line, message)
        self.meta = meta

    @cached_property
    def kinds(self) -> dict[int, str]:
        """Tell what stands on each line that is not empty."""
        found: dict[int, str] = {}
        for kind, line, end, *_ in self.elements:
            last = line if kind == "box" else end if kind != "item" else 0
            found |= dict.fromkeys(range(line, last + 1), kind)
        return found

    def _read_line(self, number: int) -> None:
        """Refuse a line in which more or less could stand than is read."""
        line, kind = self.lines[number - 1], self.kinds.get(number, "")
        if kind in ("fence", "include") or not line.strip(" >"):
            return
        if SCISSORS in line:
            self._read_include(number)
        elif "```" in line or "~~~" in line:
            raise Unread(number, NO_FENCE)
        elif not kind:
            raise Unread(
                number,
                "this line is not read; write text behind its mark, and "
                "nest it less deep",
            )

    def repeated(self) -> Iterator[Problem]:
        """Yield the blocks whose name, by which they are known, has another."""
        seen: dict[str, int] = {}
        for block in self.blocks:
            first = seen.setdefault(block.section.name, block.line)
            if first < block.line:
                yield self.problem(
                    block.line,
                    f"a block '{block.section.name}' stands in line {first} "
                    "already; rename one of the two",
                )

    def _read_include(self, number: int) -> Include:
        """Read what a line includes."""
        include = read_include(number, self.lines[number - 1])
        if include is None:
            raise Unread(number, REFUSED)
        self.includes.append(include)
        return include

    def _read_open_include(self, number: int) -> None:
        """Read one that stands in no fence: a picture or its table."""
        include = self._read_include(number)
        if include.kind == "py" or include.output.printed:
            raise Unread(
                number,
                "this include stands outside a fence; put a line "
                "with ```python or ```text above and ``` below",
            )

    def _read_fence(self, fence: Element) -> None:
        """Read a fence, of one of three kinds."""
        line, info = fence.line, fence.info
        indent, _, _ = self.lines[line - 1].partition(fence.marks)
        if indent.strip(" \t>"):
            raise Unread(line, NO_FENCE)
        if not self.is_closed(fence):
            raise Unread(
                line,
                "this fence is never closed; add a line with "
                f"`{fence.marks}` at the same indent",
            )
        if info == "sh":
            self._read_commands(fence, indent)
        elif info in ("python", "text"):
            self._read_shown(fence)
        else:
            raise Unread(
                line,
                f"a fence '{info}' is not known here; write `python` for "
                "code, `text` for its output or `sh` for commands",
            )

    def is_closed(self, fence: Element) -> bool:
        """Tell whether a fence ends with its marks before another starts."""
        first, *below = self.lines[fence.line - 1 : fence.end]
        marks = first.partition(fence.marks)[0] + fence.marks
        ends = [line for line in below if line.startswith(marks)]
        rest = ends[0][len(marks) :].strip(f"{fence.marks} ") if ends else "no"
        return not rest and ends == below[-1:]

    def _read_shown(self, fence: Element) -> None:
        """Read a fence of code or of its output, which is included."""
        line, info, include, section = fence.line, fence.info, None, None
        if fence.end == line + 2 and SCISSORS in fence.text:
            include = self._read_include(line + 1)
        if info == "python":
            if include is None or include.kind != "py":
                raise Unread(
                    line,
                    "Python is typed into the page; move it into a file in "
                    "snippets/ and include it by its name, alone in its fence",
                )
            section = self._find_section(include)
        elif not include or not include.output.printed or self.gives(include):
            raise Unread(
                line,
                "output is not written on a page, what a block prints stands "
                "below it by itself; remove this fence, or include another "
                "page's recording, alone in it",
            )
        self.fences.append(Fence(line, info, include, section, ""))

    def _find_section(self, include: Include) -> Section:
        """Return the code that an include names."""
        line, path, name, _ = include
        if not self.files.exists(path):
            message = f"there is no file {path}; correct the include's path"
            raise Unread(line, message)
        section, why = None, ""
        try:
            section = find(self.files, path, name)
        except SyntaxError as error:
            why = f" ({path}:{error.lineno}: {error.msg})"
        if not section:
            raise Unread(
                line,
                f"{path} has neither a cell nor a definition '{name}'{why}; "
                "write it there or correct the name",
            )
        return section

    def _read_commands(self, fence: Element, indent: str) -> None:
        """Read a fence of shell commands: the one kind that is typed."""
        typed = []
        for number in range(fence.line + 1, fence.end):
            text, reason = self.lines[number - 1], ""
            if text.strip() and not text.startswith(indent):
                reason = "this line leaves the fence's indent"
            elif SCISSORS in text or text.lstrip().startswith(PYTHON):
                reason = (
                    "a fence of commands holds neither includes nor Python; "
                    "move the code into a file in snippets/"
                )
            if reason:
                self.problems.append(self.problem(number, reason))
            typed.append(text[len(indent) :])
        self.fences.append(
            Fence(fence.line, "sh", None, None, "\n".join(typed))
        )

    @cached_property
    def tolerances(self) -> dict[str, Tolerance]:
        """Tell how far recordings of its blocks may differ, by their paths."""
        return {
            kind.path(self.name, block.section.name): size
            for block in self.blocks
            if (size := block.section.tolerance)
            for kind in KINDS.values()
        }

    def tolerance(self, recording: str) -> Tolerance:
        """Return how far the numbers of a recording may differ."""
        return self.tolerances.get(recording, EXACT)

    @property
    def trains(self) -> bool:
        """Tell whether some of its numbers come out of training."""
        return any(size != ANY for size in self.tolerances.values())

    @property
    def in_cells(self) -> bool:
        """Tell whether its blocks are shown as the cells of its notebook."""
        return self.meta.get("form") == NOTEBOOK

    @cached_property
    def blocks(self) -> list[Fence]:
        """Return the Python fences, in page order."""
        return [fence for fence in self.fences if fence.info == "python"]

    @property
    def measured(self) -> list[Fence]:
        """Return the blocks whose numbers no other run gives again."""
        return [b for b in self.blocks if b.section.tolerance == ANY]

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
        """Return its pieces, one a heading: the unit of translation."""
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
        """Return the passages by the ids of their headings."""
        return {passage.heading.id: passage for passage in self.passages}

    def heading_text(self, name: str) -> str:
        """Return the text of the heading with this id, formulas in a line."""
        passage = self.by_id[name]
        return "".join(
            unescape(text_of(to_mathml(span.text, display=False)))
            if span.kind == "formula"
            else span.text
            for span in passage.elements[0].spans
        )

    @cached_property
    def boxes(self) -> list[Box]:
        """Return all admonitions, nested ones too."""
        return [
            Box(*element[1:4], *[*before.split(), "", ""][:2])
            for element in self.elements
            if element.kind == "box"
            for before in [element.info.partition('"')[0]]
        ]

    def gives(self, include: Include) -> bool:
        """Tell whether an include is of what a block of this page gives."""
        return (
            include.kind == "recording"
            and Path(include.path).parent.name == self.name
        )

    def notes(self, block: Fence) -> tuple[int, int]:
        """Return how many notes on its code stand directly below a block.

        Also the last line of these, or of the block if there are none.
        """
        end = block.line + 2  # its closing marks, below the include
        items: list[Element] = []
        for element in self.elements if block.marks else ():
            if element.line <= block.line + 2:
                continue
            if element.kind == "item" and element.marks == ".":
                items.append(element)
            elif not items or element.line > items[-1].end:
                break
            else:
                end = element.end
        return len(items), end

    def printed(self, block: Fence) -> str:
        """Return the path of what a block printed; empty if nothing is."""
        path = TEXT.path(self.name, block.section.name)
        return path if self.files.exists(path) else ""

    @cached_property
    def recordings(self) -> list[Include]:
        """Return all recordings that are shown: included, or below a block."""
        printed = [
            Include(block.line, path, block.section.name, "recording")
            for block in self.blocks
            if (path := self.printed(block))
        ]
        return printed + [i for i in self.includes if i.kind == "recording"]

    def recorded(self, include: Include) -> str:
        """Return what a recording or diagram holds; empty if none is there."""
        if not self.files.exists(include.path):
            return ""
        return include.output.read(self.root / include.path)

    @cached_property
    def anchors(self) -> set[str]:
        """Return what a link to this page may name after its `#`."""
        numbers = {f"eq-{f.number}" for f in self.formulas if f.number}
        return numbers | {heading.id for heading in self.headings}

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
        """Return line and text of what people read."""
        return self.titles + words(self.elements)

    def find(self, pattern: re.Pattern) -> Iterator[tuple[int, str]]:
        """Yield what a pattern finds in what people read, and its line."""
        text, starts = self.joined
        for match in pattern.finditer(text):
            line, _ = self.words[bisect(starts, match.start()) - 1]
            yield line, " ".join(match[0].split())

    @cached_property
    def joined(self) -> tuple[str, list[int]]:
        """Return what people read as one text, and where its lines start."""
        texts = [text for _, text in self.words]
        starts = accumulate((len(text) + 1 for text in texts), initial=0)
        return "\n".join(texts), [*starts]

    @property
    def links(self) -> list[tuple[int, str]]:
        """Return line and target of every Markdown link."""
        return [(s.line, s.text) for s in self.spans if s.kind == "link"]

    @cached_property
    def labels(self) -> dict[int, str]:
        """Return what pictures show, in words, by the line above each."""
        tags = (span for span in self.spans if span.kind == "tag")
        return {span.line: span.text for span in tags if span.text}

    @property
    def placeholders(self) -> list[tuple[int, str]]:
        """Return line and mark of every place that the build fills."""
        return [
            (span.line, span.raw)
            for span in self.spans
            if span.kind == "tag" and span.raw.startswith("<!--")
        ]

    def marked(self, comment: str) -> list[int]:
        """Return the lines that mark a place."""
        return [line for line, mark in self.placeholders if mark == comment]

    @property
    def titles(self) -> list[tuple[int, str]]:
        """Return what the front matter, in line 1, says to readers."""
        return [
            (1, str(self.meta.get(key, ""))) for key in ("title", "description")
        ]

    @property
    def written(self) -> list[tuple[int, str]]:
        """Return pieces of texts as written, without targets and ids."""
        return [(span.line, span.raw) for span in readable(self.spans)]


def readable(spans: Iterable[Span]) -> Iterator[Span]:
    """Yield the pieces that readers get: no targets, ids, emphasis."""
    silent = ("link", "attributes", "emphasis")
    return (span for span in spans if span.kind not in silent)


def words(elements: list[Element]) -> list[tuple[int, str]]:
    """Return line and text of what people read: no code, formulas, targets."""
    pieces = (
        (span.line, span.text if span.kind in ("words", "tag") else " ")
        for element in elements
        for span in readable(element.spans)
    )
    return list(lines(pieces).items())


def read_id(info: str) -> tuple[str, str, bool]:
    """Read a heading's id, what it was made from, and whether by a machine."""
    if not (match := re.match(HEADING_ID, info)):
        return "", "", False
    return match["id"], match["made_from"] or "", bool(match["machine"])


def read_pages(root: Path, path: str = "") -> list[Page]:
    """Read all pages: docs/<language>/<name>.md.

    Of translations only the one at a path, if one is given.
    """
    files = Files(root)
    return [
        Page(root, found, files=files)
        for code in sorted(languages(root))
        for found in paths(root, f"docs/{code}/*.md")
        if code == ORIGINAL or path in ("", found)
    ]
