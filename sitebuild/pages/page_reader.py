"""Read the text of a page: front matter, elements, fences and includes."""

import re
from pathlib import Path
from typing import NamedTuple

import yaml

from sitebuild.files import Files, read_yaml
from sitebuild.pages.markdown_parser import (
    CAPTION,
    CAPTION_END,
    PICTURE,
    SCISSORS,
    Element,
    lines,
    read,
    readable,
)
from sitebuild.pages.output_types import KINDS, TABLE, TEXT, Kind, kind_of
from sitebuild.pages.snippet_code import Section, find

MARK = r"# \((\d+)\)!"  # in code, of a numbered note
SHOWN = "|".join(k.suffix for k in KINDS.values() if k.printed or k.drawn)
PATHS = (
    r"(?P<py>snippets/[a-z0-9_/]+\.py:.+)"
    rf"|(?P<recording>docs/outputs/[a-z0-9-]+/[\w-]+\.(?:{SHOWN}))"
    r"|(?P<diagram>docs/assets/diagrams/[a-z0-9-]+/[a-z0-9-]+\.svg)"
)
REFUSED = (
    'this include is refused; write `--8<-- "snippets/<module>.py:<name>"`, or '
    f'of another page `--8<-- "docs/outputs/<page>/<name>.{TEXT.suffix}"`'
)
BAD_PICTURE = (
    "an image is refused; write a line `![what it shows](../outputs/<page>/"
    "<name>.svg)` or `![what it shows](../assets/diagrams/<page>/<name>.svg)`, "
    "with plain words between the brackets, and directly below it a line "
    "`/// caption`, its caption and a line `///`"
)
INDENTED = (
    "a figure stands in a box or a list, where it is not rendered; move it out"
)
NO_PICTURE = (
    "this include stands outside a fence; put a line with ```python or "
    "```text above and ``` below"
)
BAD_CAPTION = (
    "this caption is not read; write `/// caption` on the line below a "
    "picture, then its text and a line `///`"
)
NO_FENCE = (
    "this fence is not read as one; put its marks at the start of a line of "
    "their own"
)
NOT_READ = (
    "this line is not read; write text behind its mark, and nest it less deep"
)
DEFINED = "a link is defined apart from its text; write `[text](target)` there"
PYTHON = ("python", ">>>", "from ", "import ")  # no shell command starts so


class Include(NamedTuple):
    """An `--8<--` line, which names code, a recording or a diagram."""

    line: int
    path: str
    section: str  # of a file of code; else the name without its suffix
    kind: str  # "py", "recording" or "diagram"

    @property
    def named(self) -> str:
        """Return the path in the line, for code with its section."""
        return f"{self.path}:{self.section}" if self.kind == "py" else self.path

    @property
    def page(self) -> str:
        """Return the name of the page whose block made a recording."""
        return Path(self.path).parent.name if self.kind == "recording" else ""

    @property
    def output(self) -> Kind:
        """Return the type of the output; code has none."""
        return kind_of(self.path)


class Fence(NamedTuple):
    """A code fence; `line` is that of its opening marks."""

    line: int
    info: str
    include: Include | None = None
    section: Section | None = None  # the code of a Python fence
    text: str = ""  # the commands of a fence `sh`

    @property
    def marks(self) -> list[str]:
        """Return the numbers of the notes on its code, in their order."""
        return re.findall(MARK, self.section.text)


class Unread(Exception):
    """An element cannot be read; the arguments are a line and what to do."""


class PageReader:
    """Reads the lines of a page; `faults` say in which line it cannot."""

    def __init__(self, name: str, lines: list[str], files: Files):
        self.name, self.lines, self.files = name, lines, files
        self.faults: list[tuple[int, str]] = []
        self.meta: dict = {}
        self.start = 0
        self.read_front_matter()
        self.body = "\n".join([""] * self.start + lines[self.start :])
        self.elements = list(read(self.body))
        self.kinds: dict[int, str] = {}  # by the lines that are not empty
        self.fences: list[Fence] = []
        self.includes: list[Include] = []
        for element in self.elements:
            ends = {"box": element.line, "item": 0}  # they hold others
            last = ends.get(element.kind, element.end)
            numbers = range(element.line, last + 1)
            self.kinds |= dict.fromkeys(numbers, element.kind)
            try:
                if element.kind == "fence":
                    self.fences.append(self.read_fence(element))
                elif element.kind == "include":
                    self.read_include(element.line)
                    raise Unread(element.line, NO_PICTURE)
                elif element.kind == "picture":
                    self.read_picture(element)
                elif element.kind == "caption":
                    self.check_caption(element)
            except Unread as reason:
                self.refuse(*reason.args)
        self.check_lines()

    def refuse(self, line: int, message: str) -> None:
        """Add a fault to a line."""
        self.faults.append((line, message))

    def read_front_matter(self) -> None:
        """Read the YAML at the top of the page."""
        if self.lines[:1] != ["---"]:
            return
        if "---" not in self.lines[1:]:
            self.refuse(1, "the front matter is not closed; add `---`")
            return
        self.start = self.lines.index("---", 1) + 1
        line = 1
        try:
            meta, _ = read_yaml("\n".join(self.lines[1 : self.start - 1]))
            if meta and isinstance(meta, dict):
                self.meta = meta
                return
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 2
        message = "the front matter is not YAML; write `key: value` lines"
        if self.lines[line - 1].count(": ") > 1:
            message += ', and a text with a colon as `key: "…"`'
        self.refuse(line, message)

    def check_lines(self) -> None:
        """Refuse lines that the renderer could read in another way."""
        spans = (s for e in self.elements for s in readable(e.spans))
        texts = lines((span.line, span.raw) for span in spans)
        prose = self.lines[self.start :]
        for number, line in enumerate(prose, start=self.start + 1):
            kind = self.kinds.get(number)
            if kind in ("fence", "include", "picture") or not line.strip(" >"):
                continue
            if SCISSORS in line:
                self.refuse(number, REFUSED)
            elif "```" in line or "~~~" in line:
                self.refuse(number, NO_FENCE)
            elif not kind:
                self.refuse(number, NOT_READ)
            elif "]:" in texts.get(number, ""):
                self.refuse(number, DEFINED)

    def read_include(self, number: int) -> Include:
        """Read the include in a line; raise Unread if it is refused."""
        named = target(self.lines[number - 1])
        path, _, section = named.partition(":")
        if not (kind := kind_of_include(named)):
            raise Unread(number, REFUSED)
        include = Include(number, path, section or Path(path).stem, kind)
        self.includes.append(include)
        return include

    def read_picture(self, picture: Element) -> None:
        """Read a picture, and the table of what it shows if there is one."""
        line = picture.line
        if self.lines[line - 1].startswith(" "):
            raise Unread(line, INDENTED)
        path = target(self.lines[line - 1])
        below = self.lines[line : line + 1]
        if not path.endswith(".svg") or below != [CAPTION]:
            raise Unread(line, BAD_PICTURE)
        include = self.read_include(line)
        table = TABLE.path(include.page, include.section)
        if include.page and self.files.exists(table):
            self.includes.append(include._replace(path=table))

    def check_caption(self, caption: Element) -> None:
        """Raise Unread of a caption that is not one text below a picture."""
        above = self.lines[caption.line - 2 : caption.line - 1]
        ends = self.lines[caption.end - 1 : caption.end] == [CAPTION_END]
        inner = range(caption.line + 1, caption.end)
        kinds = [e.kind for e in self.elements if e.line in inner]
        if not (above and above[0].startswith("![") and ends) or kinds != [
            "text"
        ]:
            raise Unread(caption.line, BAD_CAPTION)

    def read_fence(self, fence: Element) -> Fence:
        """Read a fence of code, of output or of commands."""
        line, info, marks = fence.line, fence.info, fence.marks
        indent = self.lines[line - 1].partition(marks)[0]
        if indent.strip(" \t>"):
            raise Unread(line, NO_FENCE)
        below = self.lines[line : fence.end]
        ends = [row for row in below if row.startswith(indent + marks)]
        rest = ends[0].removeprefix(indent).strip(f"{marks} ") if ends else "no"
        if rest or ends != below[-1:]:
            raise Unread(
                line,
                f"this fence is never closed; add a line with `{marks}` at the "
                "same indent",
            )
        if info == "sh":
            return Fence(line, info, text=self.read_commands(fence, indent))
        if info not in ("python", "text"):
            raise Unread(
                line,
                f"a fence '{info}' is not known here; write `python` for "
                "code, `text` for its output or `sh` for commands",
            )
        include = None
        if len(below) == 2 and SCISSORS in fence.text:
            include = self.read_include(line + 1)
        if info == "python":
            return Fence(line, info, include, self.read_code(line, include))
        output = include and include.page != self.name and include.output
        if not (output and output.printed):
            raise Unread(
                line,
                "output is not written on a page, what a block prints stands "
                "below it by itself; remove this fence, or include another "
                "page's recording, alone in it",
            )
        return Fence(line, info, include)

    def read_code(self, line: int, include: Include | None) -> Section:
        """Return the code that the only line of a Python fence includes."""
        if include is None or include.kind != "py":
            raise Unread(
                line,
                "Python is typed into the page; move it into a file in "
                "snippets/ and include it by its name, alone in its fence",
            )
        line, path, name, _ = include
        if not self.files.exists(path):
            message = f"there is no file {path}; correct the include's path"
            raise Unread(line, message)
        why = ""
        try:
            if section := find(self.files, path, name):
                return section
        except SyntaxError as error:
            why = f" ({path}:{error.lineno}: {error.msg})"
        raise Unread(
            line,
            f"{path} has neither a cell nor a definition '{name}'{why}; write "
            "it there or correct the name",
        )

    def read_commands(self, fence: Element, indent: str) -> str:
        """Return the shell commands that are typed into a fence."""
        typed = self.lines[fence.line : fence.end - 1]
        for number, line in enumerate(typed, start=fence.line + 1):
            if line.strip() and not line.startswith(indent):
                self.refuse(number, "this line leaves the fence's indent")
            elif SCISSORS in line or line.lstrip().startswith(PYTHON):
                self.refuse(
                    number,
                    "a fence of commands holds neither includes nor Python; "
                    "move the code into a file in snippets/",
                )
        return "\n".join(line[len(indent) :] for line in typed)


def target(line: str) -> str:
    """Return the path of what a line includes or pictures; else empty."""
    if picture := PICTURE.fullmatch(line):
        return f"docs/{picture['path']}"
    mark, *parts = line.lstrip(" \t>").rstrip(" \t").split('"')
    is_include = mark == "--8<-- " and len(parts) == 2 and not parts[1]
    return parts[0] if is_include else ""


def kind_of_include(path: str) -> str:
    """Return "py", "recording" or "diagram"; empty if a path is refused."""
    match = re.fullmatch(PATHS, path)
    return match.lastgroup if match else ""
