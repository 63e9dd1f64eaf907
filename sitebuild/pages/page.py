"""Load a page: its elements, and the code and recordings that they name.

`sitebuild.site.verify` checks that the renderer saw what this parser saw.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cached_property
from pathlib import Path
from textwrap import indent

import yaml

from sitebuild.files import Files, Problem
from sitebuild.pages.inert_markdown import ANSWERED
from sitebuild.pages.markdown_parser import (
    HEADING_ID,
    SCISSORS,
    SEEN,
    Element,
    Span,
    find_all,
    read,
    text_lines,
)
from sitebuild.pages.mathml import split_tag, text_of, to_mathml
from sitebuild.pages.output_types import KINDS, TEXT, values_of
from sitebuild.pages.page_parts import (
    INCLUDE,
    Fence,
    Heading,
    Include,
    Passage,
    kind_of_picture,
)
from sitebuild.pages.quotes import curly
from sitebuild.pages.snippet_code import Section, find
from sitebuild.pages.tolerance import ANY, Tolerance

NOTEBOOK = "notebook"  # the form of a page whose blocks are numbered cells
DECIMAL = (
    r"(?:(?<![\w)\]}%])-)?(?<![\d.])\d*\.\d+(?:e[-+]?\d+)?(?!\.?\d)(?: ?%)?"
)
KEYS = "title", "description", "form", "since"
# Front matter goes into the page's head as it is.
PLAIN = r'"[^"\\<>&_^√]*"|[^"\'\\<>&_^√*!|{}\[\]%@`#-][^"\\<>&_^√]*'
BAD_FRONT_MATTER = (
    f"front matter is `{'`, `'.join(KEYS)}`, each in one line of plain text "
    "without quotation marks, _, ^ and √ inside, or between such marks if it "
    "has a colon or is a number; change this line"
)
BAD_INCLUDE = (
    'this include is refused; write `--8<-- "snippets/<module>.py:<name>"` '
    "alone in a fence ```python"
)
BAD_PICTURE = (
    "an image is refused; write, in no box and no list, a line `![what it "
    "shows](../outputs/<page>/<name>.svg)` or `![what it shows](../assets/"
    "diagrams/<page>/<name>.svg)`, with plain words between the brackets, and "
    "directly below it a line `/// caption`, its caption and a line `///`"
)
BAD_FENCE = (
    "this fence is not read as one; put its marks at the start of a line of "
    "their own"
)
NOT_READ = (
    "this line is not read; write text behind its mark, and nest it less deep"
)
MEASURED_HERE = "{{ measured }}"  # becomes the name of the machine
PICTURED = "{{{{ picture {} }}}}"  # becomes the one of this line


class Page:
    """A page in one language; `problems` say what of it cannot be read.

    `path` is relative to the project's root. `places` give the file and line
    that each line comes from, if some are the original's because they are not
    translated. `start` counts the lines of front matter; `blocks` are the
    Python fences. `titles` (title and description), `links` and `placeholders`
    are pairs of line and text; `labels` are the alternative texts of pictures,
    by their lines.
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
        self.lines, self.problems = text.splitlines(), [*unread]
        self.meta: dict[str, str] = {}
        self.start = 0
        self.fences: list[Fence] = []
        self.includes: list[Include] = []
        self.read_front_matter()
        blank = [""] * self.start
        self.elements = read("\n".join([*blank, *self.lines[self.start :]]))
        for element in self.elements:
            if element.kind == "fence":
                self.read_fence(element)
            elif element.kind == "picture":
                self.read_picture(element)
        self.passages = [*passages_of(self.elements, len(self.lines))]
        self.headings = [passage.heading for passage in self.passages]
        self.by_id = {p.heading.id: p for p in self.passages}
        self.in_cells = self.meta.get("form") == NOTEBOOK
        self.title = self.meta.get("title", self.name)
        described = self.meta.get("title", ""), self.meta.get("description", "")
        self.titles = [(1, text) for text in described]
        self.blocks = [f for f in self.fences if f.info == "python"]
        self.pictures = [i for i in self.includes if i.kind != "py"]
        self.spans = [span for e in self.elements for span in e.spans]
        self.links = [(s.line, s.text) for s in self.spans if s.kind == "link"]
        self.labels = {s.line: s.text for s in self.spans if s.kind == "label"}
        places = (span for span in self.spans if span.kind == "place")
        self.placeholders = [(span.line, span.text) for span in places]
        self.boxes = [e for e in self.elements if e.kind == "box"]
        self.find_unread_lines()
        self.problems.sort(key=lambda problem: problem.line)

    def at(self, line: int) -> tuple[str, int]:
        """Return the file and line that a line of this page comes from."""
        return self.places[line - 1] if self.places else (self.path, line)

    def problem(self, line: int, message: str) -> Problem:
        """Return a problem of a line, with the file that it comes from."""
        return Problem(*self.at(line), message)

    def chapter_file(self, file: str) -> str:
        """Return the path of a file beside the code of this page's blocks."""
        return f"snippets/chapters/{self.name.replace('-', '_')}/{file}"

    def refuse(self, line: int, message: str) -> None:
        """Keep a problem of a line, of which nothing more is read."""
        self.problems.append(self.problem(line, message))

    def read_front_matter(self) -> None:
        """Read the lines with title and description at the top of the page."""
        if self.lines[:1] != ["---"]:
            return
        if "---" not in self.lines[1:]:
            self.refuse(1, "the front matter is not closed; add `---`")
            return
        self.start = self.lines.index("---", 1) + 1
        for number in range(2, self.start):
            key, _, text = self.lines[number - 1].partition(": ")
            try:
                value = yaml.safe_load(text)
            except yaml.YAMLError:
                value = None
            is_plain = re.fullmatch(PLAIN, text) and isinstance(value, str)
            if key in KEYS and is_plain:
                self.meta[key] = curly(value)
            else:
                self.refuse(number, BAD_FRONT_MATTER)

    def read_picture(self, picture: Element) -> None:
        """Read a picture at the start of its line."""
        line, path = picture.line, picture.text
        kind = kind_of_picture(path)
        if kind and self.lines[line - 1].startswith("!"):
            name = Path(path).stem
            self.includes.append(Include(line, path, name, kind))
        else:
            self.refuse(line, BAD_PICTURE)

    def read_fence(self, fence: Element) -> None:
        """Read a fence of code or of commands."""
        line, info = fence.line, fence.info
        if reason := self.fence_fault(fence):
            self.refuse(line, reason)
        elif info == "sh":
            self.fences.append(Fence(line, info, fence.text))
        elif not (include := INCLUDE.fullmatch(fence.text.strip())):
            self.refuse(line + 1, BAD_INCLUDE)
        else:
            self.includes.append(Include(line + 1, *include.groups(), "py"))
            names = {f.section.name: f.line for f in self.fences if f.section}
            section = self.find_code(self.includes[-1])
            if section and section.name in names:
                self.refuse(
                    line,
                    f"a block '{section.name}' stands in line "
                    f"{names[section.name]} already; rename one of the two",
                )
            elif section:
                path = TEXT.path(self.name, section.name)
                printed = path if self.files.exists(path) else ""
                own = section.text, section, printed
                self.fences.append(Fence(line, info, *own))

    def fence_fault(self, fence: Element) -> str:
        """Say why a fence is refused, whatever it includes; else nothing."""
        line, info, marks = fence.line, fence.info, fence.marks
        indent = self.lines[line - 1].partition(marks)[0]
        below = self.lines[line : fence.end]
        ends = [r.rstrip() for r in below if r.startswith(indent + marks)]
        if indent.strip(" \t>"):
            return BAD_FENCE
        if ends != [indent + marks]:
            return (
                f"this fence is never closed; add a line with `{marks}` at the "
                "same indent"
            )
        if info not in ("python", "sh"):
            return (
                f"a fence '{info}' is not known here; write `python` for "
                "code or `sh` for commands, and remove outputs, which stand "
                "below their blocks by themselves"
            )
        if info == "python" and (len(below) != 2 or SCISSORS not in fence.text):
            return (
                "Python is typed into the page; move it into a file in "
                "snippets/ and include it by its name, alone in its fence"
            )
        return ""

    def find_code(self, include: Include) -> Section | None:
        """Return the code that a line includes, if it is not refused."""
        line, path, name, _ = include
        section, why = None, ""
        try:
            section = find(self.files, path, name)
        except SyntaxError as error:
            why = f" ({path}:{error.lineno}: {error.msg})"
        if not self.files.exists(path):
            self.refuse(line, f"there is no {path}; correct the path")
        elif not section:
            self.refuse(
                line,
                f"{path} has neither a cell nor a definition '{name}'{why}; "
                "write it there or correct the name",
            )
        return section

    def find_unread_lines(self) -> None:
        """Find lines of which the parser made nothing."""
        seen = {  # boxes and items hold other elements
            line
            for kind, start, end, *_ in self.elements
            if kind != "item"
            for line in range(start, (start if kind == "box" else end) + 1)
        }
        for line, text in enumerate(self.lines, start=1):
            if line > self.start and line not in seen and text.strip(" >"):
                self.problems.append(self.problem(line, NOT_READ))

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
    def recordings(self) -> list[str]:
        """Return the paths of the recordings that it shows."""
        drawn = [i.path for i in self.pictures if i.kind == "recording"]
        shown = [*(block.printed for block in self.blocks), *drawn]
        return [*filter(self.files.exists, shown + [*map(values_of, drawn)])]

    @property
    def formulas(self) -> list[Span]:
        """Return all formulas, in page order."""
        return [s for s in self.spans if s.kind in ("formula", "display")]

    @cached_property
    def words(self) -> list[tuple[int, str]]:
        """Return line and text of the prose, titles included."""
        return self.titles + text_lines(self.spans)


def trains(page: Page) -> bool:
    """Tell whether some numbers of a page come out of training."""
    return any(size != ANY for size in page.tolerances.values())


def last_note_line(page: Page, block: Fence) -> int:
    """Return the last line of a block and of the notes directly below it."""
    end = note_end = block.line + 2
    below = [e for e in page.elements if e.line > end] if block.marks else []
    for element in below:
        if element.kind == "item" and element.marks == ".":
            note_end = element.end
        elif element.line > note_end:
            break
        else:
            end = element.end
    return end


def heading_text(passage: Passage) -> str:
    """Return the text of a section's heading, formulas as text."""
    return "".join(
        text_of(to_mathml(span.text, display=False))
        if span.kind == "formula"
        else span.text
        for span in passage.elements[0].spans
    )


def anchors(page: Page) -> set[str]:
    """Return the ids that a link to a page may name after its `#`."""
    numbers = {split_tag(span.text)[1] for span in page.formulas} - {""}
    ids = {heading.id for heading in page.headings}
    return ids | {f"eq-{number}" for number in numbers}


def decimals(
    page: Page, pattern: str = DECIMAL, code: bool = True
) -> Iterator[tuple[int, str]]:
    """Yield line and text of the decimals in titles and text.

    Marks do not split a number. Formulas are read as LaTeX.
    """
    kinds = {*SEEN} if code else {*SEEN} - {"code"}
    rows = page.titles + text_lines(page.spans, kinds)
    dashes = [(line, text.replace("\u2212", "-")) for line, text in rows]
    return find_all(pattern, dashes)


def passages_of(
    elements: tuple[Element, ...], last_line: int
) -> Iterator[Passage]:
    """Yield the sections of a page, which are the units of translation."""
    starts = [n for n, e in enumerate(elements) if e.kind == "heading"]
    for start, stop in zip(starts, [*starts[1:], None]):
        head = elements[start]
        given = re.match(f"(?:{HEADING_ID})?", head.info).groupdict("")
        heading = Heading(head.line, len(head.marks), **given)
        end = elements[stop].line - 1 if stop else last_line
        yield Passage(heading, end, [*elements[start:stop]])


def expand_includes(
    page: Page, folds: Iterable[tuple[int, int]] = (), title: str = ""
) -> str:
    """Return a page's Markdown with all that it includes.

    Lines from the first to the last of each of `folds` stand in a box `???`.

    What a block printed stands below it, or below the notes on its code (a cell
    has its own), and MEASURED_HERE below all outputs of a block that measures.
    In the place of a picture stands PICTURED, which no author can write.
    Headings keep no attribute but their id.
    """
    lines = dict(enumerate(page.lines, start=1))
    for line, _, id, *_ in page.headings:
        lines[line] = re.sub(HEADING_ID, f"{{ #{id} }}", lines[line])
    for block in page.blocks:
        margin = page.lines[block.line].partition("-")[0]
        shown = indent(block.text.removesuffix("\n"), margin)
        lines[block.line + 1] = shown
        if block.printed and not page.in_cells:
            printed = page.files.text(block.printed).removesuffix("\n")
            output = indent(f"\n```text\n{printed}\n```\n", margin)
            lines[last_note_line(page, block)] += f"\n{output}"
    for picture in page.pictures:
        lines[picture.line] = PICTURED.format(picture.line)
    for block in page.measured:
        lines[last_line(page, block)] += f"\n\n{MEASURED_HERE}\n"
    for first, last in folds:
        for line in range(first, last + 1):
            lines[line] = indent(lines[line], "    ")
        lines[first] = f'??? {ANSWERED} "{title}"\n\n{lines[first]}'
    return "\n".join([*lines.values(), ""])


def last_line(page: Page, block: Fence) -> int:
    """Return the last line of a block with its notes and its figure."""
    own = page.name, block.section.name
    lines = [i.line for i in page.pictures if (i.page, i.section) == own]
    ends = [e.end for e in page.elements if e.line in lines]
    return max([last_note_line(page, block), *ends])
