"""Which files may lie below docs, and what may stand in a drawing or a table.

All of it is published or becomes part of a page, so each file is of a kind on
this list. Of drawings and tables every element and attribute is on one too:
they are read as XML, and hold nothing that a browser would run or load.
"""

import re
from collections.abc import Iterator
from xml.parsers import expat

from proof.blocks.recordings import MADE
from proof.checks import check
from proof.pages.entries import FIELDS
from proof.pages.page import DIAGRAM, RECORDING
from proof.pages.passages import EDITORIAL
from proof.pages.project import Project
from proof.pages.settings import LANGUAGE
from proof.problem import Problem

OF_A_LANGUAGE = re.compile(
    rf"docs/{LANGUAGE}/"
    rf"(?:[a-z0-9-]+\.md|dictionary\.txt|{'|'.join(map(re.escape, FIELDS))})"
)
OUTPUTS = "docs/outputs/"  # what no page includes there is found elsewhere
NAMED = {
    *(EDITORIAL, MADE, "docs/sources.yml"),
    *("docs/assets/benchmark.csv", "docs/assets/readme.png"),
    "docs/assets/fonts/OFL.txt",
    "docs/assets/fonts/README.md",
    "docs/assets/fonts/stix-two-math.woff2",
    "docs/assets/javascripts/workers/words.js",
    "docs/assets/scripts/accessible.js",
    "docs/assets/scripts/heatmaps.js",
    "docs/assets/scripts/languages.js",
    "docs/assets/scripts/playground.js",
    "docs/assets/scripts/terms.js",
    "docs/assets/styles/site.css",
    "docs/assets/theme/404.html",
    "docs/assets/theme/main.html",
    "docs/assets/theme/sitemap.xml",
}
BINARY = (".png", ".woff2")

VALUE = r"[\w ,.()%+-]*"  # numbers and words: no address, so nothing is loaded
COLOUR = r"none|currentColor|#[0-9a-f]{6}"
DRAWN = ("svg", "g", "path", "rect", "text", "tspan")
DRAWING = {
    "xmlns": r"http://www\.w3\.org/2000/svg",
    "class": "figure|cells|keys|queries",
    **dict.fromkeys(("fill", "stroke"), COLOUR),
    **dict.fromkeys(("x", "y", "width", "height", "rx", "d"), VALUE),
    **dict.fromkeys(("viewBox", "transform", "text-anchor"), VALUE),
    **dict.fromkeys(("font-size", "font-style"), VALUE),
    **dict.fromkeys(("stroke-width", "stroke-dasharray"), VALUE),
}
TABLE = ("table", "caption", "thead", "tbody", "tr", "th", "td")
ALLOWED = {  # elements, and attributes with what may stand in them
    ".svg": (DRAWN, DRAWING),
    ".html": (TABLE, {"scope": "row|col"}),
}


@check(finds="drawing among the assets", refuses=True)
def files(project: Project) -> Iterator[Problem]:
    """Every file below docs is of a known kind and holds what it may."""
    files = project.files
    for file in sorted((files.root / "docs").glob("**/*")):
        path = file.relative_to(files.root).as_posix()
        if file.is_symlink():
            yield Problem(path, 1, "this is a link to a file; remove it")
        elif file.is_file():
            yield from stray(path)
            if not path.endswith(BINARY):
                yield from files.read(path)[1]
            if DIAGRAM.fullmatch(path) or RECORDING.fullmatch(path):
                yield from foreign(path, files.text(path))


def stray(path: str) -> Iterator[Problem]:
    """A file that is on no list."""
    drawn = DIAGRAM.fullmatch(path.replace(".png", ".svg"))
    if path in NAMED or drawn or OF_A_LANGUAGE.fullmatch(path):
        return
    if path.startswith("docs/assets/"):
        yield Problem(
            path,
            1,
            "this file would be published unchecked; remove it, or name it in "
            "proof/checks/files.py",
        )
    elif not path.startswith(OUTPUTS):
        yield Problem(
            path,
            1,
            "this file is no page that is checked; name it "
            "docs/<language>/<lower-case-name>.md or remove it",
        )


def foreign(path: str, text: str) -> Iterator[Problem]:
    """What has no place in a drawing or a table of numbers."""
    tags, values = ALLOWED.get(path[path.rindex(".") :], ((), {}))
    if not tags:
        return
    parser = expat.ParserCreate()
    found: list[tuple[int, str]] = []

    def tell(what: str) -> None:
        found.append((parser.CurrentLineNumber, what))

    def element(tag: str, attributes: dict[str, str]) -> None:
        if tag not in (*tags, "file"):
            tell(f"<{tag}>")
        for name, value in attributes.items():
            if not re.fullmatch(values.get(name, "(?!)"), value, re.A):
                tell(f'{name}="{value[:40]}"')

    parser.StartElementHandler = element
    parser.CommentHandler = lambda _: tell("a comment")
    parser.StartCdataSectionHandler = lambda: tell("a CDATA section")
    parser.ProcessingInstructionHandler = lambda *_: tell("an instruction")
    try:  # inside an element, where no document type can be declared
        parser.Parse(f"<file>{text}</file>", True)
    except expat.ExpatError as error:
        found.append((error.lineno, f"what is no XML ({error})"))
    for line, what in found:
        yield Problem(
            path,
            line,
            f"{what} has no place in a drawing or a table; run `make record` "
            "or `make diagrams`, which write this file",
        )
