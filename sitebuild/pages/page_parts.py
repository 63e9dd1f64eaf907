"""The parts of a page: sections, includes, fences, formulas, boxes."""

import re
from pathlib import Path
from typing import NamedTuple

from sitebuild.pages.markdown_parser import PICTURE, Element
from sitebuild.pages.snippet_code import Section

MARK = r"# \((\d+)\)!"  # in code, of a numbered note
PATHS = (
    r"(?P<py>snippets/[a-z0-9_/]+\.py:.+)"
    r"|(?P<recording>docs/outputs/[a-z0-9-]+/[\w-]+\.svg)"
    r"|(?P<diagram>docs/assets/diagrams/[a-z0-9-]+/[a-z0-9-]+\.svg)"
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


class Include(NamedTuple):
    """An include or a picture, which names code, a recording or a diagram."""

    line: int
    path: str
    section: str  # of a file of code; else the name without its suffix
    kind: str  # "py", "recording" or "diagram"

    @property
    def page(self) -> str:
        """Return the name of the page whose block made a recording."""
        return Path(self.path).parent.name if self.kind == "recording" else ""


class Fence(NamedTuple):
    """A code fence; `line` is that of its opening marks."""

    line: int
    info: str
    text: str  # that readers see
    section: Section | None = None  # the code of a Python fence
    printed: str = ""  # the path of what it printed, if it did

    @property
    def marks(self) -> list[str]:
        """Return the numbers of the notes on its code, in their order."""
        return re.findall(MARK, self.text)


def target(line: str) -> str:
    """Return the path of what a line includes or pictures; else empty."""
    if picture := PICTURE.fullmatch(line):
        return f"docs/{picture['path']}"
    include = re.fullmatch(r'[ \t>]*--8<-- "([^"]*)"[ \t]*', line)
    return include[1] if include else ""


def kind_of_include(path: str) -> str:
    """Return "py", "recording" or "diagram"; empty if a path is refused."""
    match = re.fullmatch(PATHS, path)
    return match.lastgroup if match else ""
