"""The parts of a page: sections, includes, fences, formulas, boxes."""

import re
from pathlib import Path
from typing import NamedTuple

from sitebuild.pages.markdown_parser import Element
from sitebuild.pages.snippet_code import Section

MARK = r"# \((\d+)\)!"  # in code, of a numbered note
INCLUDE = re.compile(
    r'--8<-- "(?P<path>snippets/[a-z0-9_/]+\.py):(?P<name>[^"]+)"'
)
PICTURES = (
    r"(?P<recording>docs/outputs/[a-z0-9-]+/[\w-]+\.svg)"
    r"|(?P<diagram>docs/assets/diagrams/[a-z0-9-]+/[a-z0-9-]+\.svg)"
)


class Heading(NamedTuple):
    """A heading, and what stands in its braces; empty is what does not.

    Forms and other meanings are those of a term of the glossary. `made_from`
    is the fingerprint of the original that was translated, `machine` tells
    that a machine did it and nobody has read it yet, `read` on which day
    somebody compared it with the original.
    """

    line: int
    level: int
    id: str
    forms: str = ""
    elsewhere: str = ""
    ambiguous: str = ""
    made_from: str = ""
    machine: str = ""
    read: str = ""


class Passage(NamedTuple):
    """A section: a heading and the elements up to the next heading."""

    heading: Heading
    end: int  # number of its last line
    elements: list[Element]

    def __contains__(self, line: int) -> bool:
        return self.heading.line <= line <= self.end


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


def kind_of_picture(path: str) -> str:
    """Return "recording" or "diagram"; empty if a path is refused."""
    match = re.fullmatch(PICTURES, path)
    return match.lastgroup if match else ""
