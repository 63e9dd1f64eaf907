"""Read the text of a page: front matter, elements, fences and includes."""

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import yaml

from sitebuild.files import Files, read_yaml
from sitebuild.pages.includes import REFUSED, Include, read_include
from sitebuild.pages.markdown_parser import SCISSORS, Element, lines, read
from sitebuild.pages.snippet_code import Section, find
from sitebuild.problem import Problem

MARK = r"# \((\d+)\)!"  # in code, of a numbered note
NO_FENCE = (
    "this fence is not read as one; put its marks at the start of a line of "
    "their own"
)
DEFINED = "a link is defined apart from its text; write `[text](target)` there"
PYTHON = ("python", ">>>", "from ", "import ")  # no shell command starts so


class Fence(NamedTuple):
    """A code fence; `line` is that of its opening marks."""

    line: int
    info: str
    include: Include | None
    section: Section | None  # the code of a Python fence
    text: str  # the commands of a fence `sh`

    @property
    def marks(self) -> list[str]:
        """Return the numbers of the notes on its code, in their order."""
        return re.findall(MARK, self.section.text)


class Unread(Exception):
    """Something that cannot be read: a line number, and what to do."""


class PageReader:
    """Reads the lines of a page once; what it cannot read becomes a problem.

    `problem` makes a problem of a line number and a message. `start` is the
    number of lines above the prose.
    """

    def __init__(
        self,
        name: str,
        lines: list[str],
        files: Files,
        problem: Callable[[int, str], Problem],
    ):
        self.name, self.lines, self.files = name, lines, files
        self.problem = problem
        self.problems: list[Problem] = []
        self.meta: dict = {}
        self.start = 0
        self.attempt(self.read_front_matter)
        body = [""] * self.start + lines[self.start :]
        self.body = "\n".join(body)
        self.elements = read(self.body)
        self.kinds = kinds_of_lines(self.elements)
        self.fences: list[Fence] = []
        self.includes: list[Include] = []
        for element in self.elements:
            if element.kind == "fence":
                self.attempt(self.read_fence, element)
            elif element.kind == "include":
                self.attempt(self.read_open_include, element.line)
        for number in range(self.start + 1, len(lines) + 1):
            self.attempt(self.read_line, number)
        self.problems += self.link_definitions()

    def attempt(self, reading: Callable, *what) -> None:
        """Read something, or keep why it cannot be read."""
        try:
            reading(*what)
        except Unread as reason:
            self.problems.append(self.problem(*reason.args))

    def read_front_matter(self) -> None:
        """Read the YAML at the top of the page."""
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

    def read_line(self, number: int) -> None:
        """Refuse a line that the renderer could read in another way."""
        line, kind = self.lines[number - 1], self.kinds.get(number, "")
        if kind in ("fence", "include") or not line.strip(" >"):
            return
        if SCISSORS in line:
            self.read_include(number)
        elif "```" in line or "~~~" in line:
            raise Unread(number, NO_FENCE)
        elif not kind:
            raise Unread(
                number,
                "this line is not read; write text behind its mark, and "
                "nest it less deep",
            )

    def link_definitions(self) -> Iterator[Problem]:
        """Yield lines that define a link, which the renderer does not show."""
        silent = ("link", "attributes", "emphasis")
        written = lines(
            (span.line, span.raw)
            for element in self.elements
            for span in element.spans
            if span.kind not in silent
        )
        for number, text in written.items():
            if "]:" in text:
                yield self.problem(number, DEFINED)

    def read_include(self, number: int) -> Include:
        """Read what a line includes."""
        include = read_include(number, self.lines[number - 1])
        if include is None:
            raise Unread(number, REFUSED)
        self.includes.append(include)
        return include

    def read_open_include(self, number: int) -> None:
        """Read an include outside a fence: a picture or its table."""
        include = self.read_include(number)
        if include.kind == "py" or include.output.printed:
            raise Unread(
                number,
                "this include stands outside a fence; put a line "
                "with ```python or ```text above and ``` below",
            )

    def read_fence(self, fence: Element) -> None:
        """Read a fence of code, of output or of commands."""
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
            self.read_commands(fence, indent)
        elif info in ("python", "text"):
            self.read_included(fence)
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

    def read_included(self, fence: Element) -> None:
        """Read a fence that includes code, or another page's output."""
        line, info, include, section = fence.line, fence.info, None, None
        if fence.end == line + 2 and SCISSORS in fence.text:
            include = self.read_include(line + 1)
        if info == "python":
            if include is None or include.kind != "py":
                raise Unread(
                    line,
                    "Python is typed into the page; move it into a file in "
                    "snippets/ and include it by its name, alone in its fence",
                )
            section = self.find_section(include)
        elif (
            not include
            or not include.output.printed
            or include.page == self.name
        ):
            raise Unread(
                line,
                "output is not written on a page, what a block prints stands "
                "below it by itself; remove this fence, or include another "
                "page's recording, alone in it",
            )
        self.fences.append(Fence(line, info, include, section, ""))

    def find_section(self, include: Include) -> Section:
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

    def read_commands(self, fence: Element, indent: str) -> None:
        """Read a fence of shell commands, which are typed into the page."""
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
        text = "\n".join(typed)
        self.fences.append(Fence(fence.line, "sh", None, None, text))


def kinds_of_lines(elements: tuple[Element, ...]) -> dict[int, str]:
    """Return the kind of the element on each line that is not empty."""
    found: dict[int, str] = {}
    for kind, line, end, *_ in elements:
        last = line if kind == "box" else end if kind != "item" else 0
        found |= dict.fromkeys(range(line, last + 1), kind)
    return found
