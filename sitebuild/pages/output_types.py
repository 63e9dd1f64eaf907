"""The kinds of output that a block may give, and all that is known of each.

A kind is one class. Who adds one writes it here and names it in KINDS: blocks,
recordings, pages, checks, notebooks and the proof ask nothing but this file.
"""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from xml.parsers import expat

from sitebuild.files import Files, write
from sitebuild.pages.model_weights import read_script, to_script, to_state
from sitebuild.pages.pictures import same_picture
from sitebuild.pages.theme_colours import plain
from sitebuild.pages.tolerance import EXACT, Tolerance, same_table, same_text
from sitebuild.problem import Problem

VALUE = r"[\w ,.()%+-]*"  # numbers and words: no address, so nothing is loaded
VIEW = re.compile(r'viewBox="([^"]*)"')
OWN_SIZE = re.compile(r' (?:width|height)="[^"]*"')
COLOUR = r"none|currentColor|var\(--[a-z]+\)"
PART = "part-"  # what the class of a part of a diagram begins with


class Kind:
    """What a block gives, recorded in files of one suffix.

    The rest of the engine has it as a text. A kind whose files hold bytes
    reads and writes these, and its text is, say, their base64.
    """

    suffix = ""
    printed = False  # stands below its block by itself, as text
    drawn = False  # is a picture, with words for who does not see it
    loaded = False  # by a script, so it stands on no page itself

    def accepts(self, value: object) -> bool:
        """Tell whether a block may end with this value."""
        return False

    def output(self, value: object, printed: str) -> str:
        """Return what is recorded of a block's value and what it printed.

        Empty if there is nothing of this kind.
        """
        return ""

    def path(self, chapter: str, block: str) -> str:
        """Return the place of a block's recording."""
        return f"docs/outputs/{chapter}/{block}.{self.suffix}"

    def read(self, file: Path) -> str:
        """Return what is recorded in a file."""
        return file.read_text("utf-8")

    def write(self, file: Path, output: str) -> None:
        """Record an output."""
        write(file, output)

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        """Yield what may not stand in a recording's file."""
        yield from files.read(path)[1]

    def same(self, recorded: str, actual: str, tolerance: Tolerance) -> bool:
        """Tell whether two outputs agree, on any processor."""
        return same_text(recorded, actual, tolerance)

    def refusal(self, value: object, recorded: str) -> str:
        """Say why a block does not accept what was recorded of another run."""
        return ""

    def html(self, output: str) -> str:
        """Return what stands on the page, to the character."""
        return output

    def in_notebook(self, output: str, label: str) -> str:
        """Return the same for a cell of a notebook."""
        return output


class Text(Kind):
    """What a block prints."""

    suffix = "txt"
    printed = True

    def output(self, value: object, printed: str) -> str:
        return printed


class Figure(Kind):
    """A kind of what is made of a matplotlib figure, recorded as XML."""

    elements: tuple[str, ...] = ()
    attributes: dict[str, str] = {}  # with a pattern of what each may be

    def accepts(self, value: object) -> bool:
        return hasattr(value, "savefig")

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        yield from files.read(path)[1]
        for line, what in self.foreign(files.text(path)):
            yield Problem(
                path,
                line,
                f"{what} has no place in a drawing or a table; run `make "
                "record` or `make diagrams`, which write this file",
            )

    def foreign(self, text: str) -> list[tuple[int, str]]:
        """Yield what no such file holds: lines, and what stands there."""
        parser = expat.ParserCreate()
        found: list[tuple[int, str]] = []

        def tell(what: str) -> None:
            found.append((parser.CurrentLineNumber, what))

        def element(tag: str, attributes: dict[str, str]) -> None:
            if tag not in (*self.elements, "file"):
                tell(f"<{tag}>")
            for name, value in attributes.items():
                allowed = self.attributes.get(name, "(?!)")
                if not re.fullmatch(allowed, value, re.A):
                    tell(f'{name}="{value[:40]}"')

        parser.StartElementHandler = element
        parser.CommentHandler = lambda _: tell("a comment")
        parser.StartCdataSectionHandler = lambda: tell("a CDATA section")
        parser.ProcessingInstructionHandler = lambda *_: tell("an instruction")
        try:  # inside an element, where no document type can be declared
            parser.Parse(f"<file>{text}</file>", True)
        except expat.ExpatError as error:
            found.append((error.lineno, f"what is no XML ({error})"))
        return found


class Picture(Figure):
    """A figure as SVG; a diagram, which no block draws, is one too."""

    suffix = "svg"
    drawn = True
    elements = ("svg", "g", "path", "rect", "text", "tspan")
    attributes = {
        "xmlns": r"http://www\.w3\.org/2000/svg",
        "class": f"figure(?: plot)?|cells|keys|queries|{PART}[a-z-]+",
        **dict.fromkeys(("fill", "stroke"), COLOUR),
        **dict.fromkeys(("x", "y", "width", "height", "rx", "d"), VALUE),
        **dict.fromkeys(("viewBox", "transform", "text-anchor"), VALUE),
        **dict.fromkeys(("font-size", "font-style"), VALUE),
        **dict.fromkeys(("stroke-width", "stroke-dasharray"), VALUE),
        **dict.fromkeys(("fill-opacity", "dominant-baseline"), VALUE),
    }

    def output(self, value: object, printed: str) -> str:
        from sitebuild.pages.figures import (
            to_svg,  # who only reads draws nothing
        )

        return to_svg(value) if self.accepts(value) else ""

    same = staticmethod(same_picture)

    def in_notebook(self, output: str, label: str) -> str:
        """Return an image of all panels, in light colours on their paper.

        JupyterLab shows no <svg> of a notebook that it does not trust, which
        is every one that was downloaded.
        """
        svg = side_by_side(plain(output))
        code = base64.b64encode(svg.encode()).decode()
        return f'<img alt="{label}" src="data:image/svg+xml;base64,{code}">'


def side_by_side(panels: str) -> str:
    """Return one SVG of those of a figure, each where it was drawn."""
    across = down = 0.0
    inside = ""
    for panel in panels.split("</svg>")[:-1]:
        first, rest = panel.strip().split(">", 1)
        x, y, width, height = map(float, VIEW.search(first)[1].split())
        across, down = max(across, x + width), max(down, y + height)
        place = f' x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}"'
        inside += f"{OWN_SIZE.sub('', first)}{place}>{rest}</svg>"
    size = f'width="{across:g}" height="{down:g}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} '
        f'font-family="sans-serif"><rect {size} fill="#ffffff" />{inside}</svg>'
    )


class Table(Figure):
    """The values that a figure shows, as HTML tables."""

    suffix = "html"
    elements = ("table", "caption", "thead", "tbody", "tr", "th", "td")
    attributes = {"scope": "row|col"}

    def output(self, value: object, printed: str) -> str:
        from sitebuild.pages.figures import to_table

        return to_table(value) if self.accepts(value) else ""

    same = staticmethod(same_table)


class Parameters(Kind):
    """Trained parameters, as a script that pages load when it is needed.

    No two machines train the same, so the block that exports them tries those
    that are recorded: names, shapes and facts are the same, and they do what
    is asked of the ones that it has trained.
    """

    suffix = "js"
    loaded = True

    def accepts(self, value: object) -> bool:
        return hasattr(value, "state") and hasattr(value, "check")

    def output(self, value: object, printed: str) -> str:
        if not self.accepts(value):
            return ""
        return to_script(value.name, value.state, value.facts)

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        yield from files.read(path)[1]
        try:
            read_script(files.text(path))
        except ValueError as error:
            reason = f"these are no parameters ({error}); run `make record`"
            yield Problem(path, 1, reason)

    def same(self, recorded: str, actual: str, tolerance: Tolerance) -> bool:
        return read_script(recorded).form == read_script(actual).form

    def refusal(self, value: object, recorded: str) -> str:
        if not self.same(recorded, self.output(value, ""), EXACT):
            return ""  # which is told in other words
        try:
            value.check(to_state(read_script(recorded)))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""


TEXT, PICTURE, TABLE, PARAMETERS = Text(), Picture(), Table(), Parameters()
KINDS = {kind.suffix: kind for kind in (TEXT, PICTURE, TABLE, PARAMETERS)}


def kind_of(path: str) -> Kind:
    """Return the kind of a recording or diagram; of others, one of none."""
    return KINDS.get(path.rpartition(".")[2], Kind())
