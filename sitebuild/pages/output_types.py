"""The kinds of output that a block may give, and all that is known of each.

A kind is one class. To add one, write it here and name it in KINDS: blocks,
recordings, pages, checks and notebooks ask nothing but this file.
"""

import base64
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from sitebuild.files import Files, write
from sitebuild.pages import tolerance as comparison
from sitebuild.pages.model_weights import read_script, to_script, to_state
from sitebuild.pages.tolerance import Tolerance
from sitebuild.problem import Problem

SVG = "http://www.w3.org/2000/svg"
COLOUR = r'="(#\w+|currentColor|var\([\w-]+\))"'
PLACE = re.compile(
    r'viewBox="(\S+) (\S+) [^"]*" width="([^"]*)" height="([^"]*)"'
)
PART = "part-"  # begins the class of a part of a diagram
STYLE_SHEET = Path(__file__).parents[2] / "docs/assets/styles/colours.css"


class Kind:
    """What a block gives, recorded in files of one suffix.

    All modules handle it as text. A kind whose files hold bytes overrides
    `read` and `write`; its text may be their base64.
    """

    suffix = ""
    printed = False  # stands below its block by itself, as text
    drawn = False  # is a picture, with words for those who do not see it
    loaded = False  # by a script, so it stands on no page itself
    needs: tuple[str, ...] = ()  # attributes of the values that it records

    def accepts(self, value: object) -> bool:
        """Tell whether a block may end with this value."""
        return bool(self.needs) and all(hasattr(value, n) for n in self.needs)

    def output(self, value: object, printed: str) -> str:
        """Return what to record of a block's value and its prints, if any."""
        return self.record(value) if self.accepts(value) else ""

    def record(self, value: object) -> str:
        """Return what to record of a value that the kind accepts."""
        raise NotImplementedError

    def path(self, chapter: str, block: str) -> str:
        """Return the path of a block's recording."""
        return f"docs/outputs/{chapter}/{block}.{self.suffix}"

    def read(self, file: Path) -> str:
        """Return the output that a file records."""
        return file.read_text("utf-8")

    def write(self, file: Path, output: str) -> None:
        """Record an output in a file."""
        write(file, output)

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        """Yield what a recording's file may not hold."""
        yield from files.read(path)[1]

    def same(self, recorded: str, actual: str, tolerance: Tolerance) -> bool:
        """Tell whether two outputs agree, on any processor."""
        return comparison.same_text(recorded, actual, tolerance)

    def refusal(self, value: object, recorded: str) -> str:
        """Say why a block does not accept the recording of another run."""
        return ""

    def html(self, output: str) -> str:
        """Return what stands on the page, to the character."""
        return output

    def in_notebook(self, output: str, label: str) -> str:
        """Return what stands in a cell of a notebook."""
        return output


class Text(Kind):
    """What a block prints."""

    suffix = "txt"
    printed = True

    def output(self, value: object, printed: str) -> str:
        return printed


class Figure(Kind):
    """What a matplotlib figure becomes, recorded as XML."""

    needs = ("savefig",)
    elements = ""  # patterns of what such a file may hold
    attributes = ""

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        yield from super().problems(files, path)
        for line, what in self.foreign(files.text(path)):
            reason = (
                f"{what} has no place in a drawing or a table; run `make "
                "record` or `make diagrams`, which write this file"
            )
            yield Problem(path, line, reason)

    def foreign(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield line and text of all that such a file may not hold."""
        try:  # inside an element, where no document type can be declared
            ElementTree.fromstring(f"<file>{text}</file>")
        except ElementTree.ParseError as error:
            yield error.position[0], f"what is no XML ({error})"
            return
        allowed = rf"<(?:{self.elements})\b| (?:{self.attributes})|/?>$"
        for tag in re.finditer("<[^/][^>]*>", text):
            rest = re.sub(allowed, "", tag[0], flags=re.A).strip()
            if rest:
                line = text.count("\n", 0, tag.start()) + 1
                yield line, re.sub("(<[^ ]*).*", r"\1>", rest)[:40]


class Picture(Figure):
    """A figure as SVG. A diagram, which no block draws, is one too."""

    suffix = "svg"
    drawn = True
    elements = "svg|g|path|rect|text|tspan"
    attributes = (
        r'xmlns="http://www\.w3\.org/2000/svg"|'
        rf'class="(?:figure(?: plot)?|cells|keys|queries|{PART}[a-z-]+)"|'
        r'(?:fill|stroke)="(?:none|currentColor|var\(--[a-z]+\))"|'
        "(?:d|x|y|width|height|rx|viewBox|transform|text-anchor|font-size|"
        "font-style|stroke-width|stroke-dasharray|fill-opacity|"
        # Numbers and words: no address, so nothing is loaded.
        r'dominant-baseline)="[\w ,.()%+-]*"'
    )
    same = staticmethod(comparison.same_picture)

    def record(self, value: object) -> str:
        from sitebuild.pages.figures import to_svg  # imports matplotlib

        return recoloured(to_svg(value), roles())

    def in_notebook(self, output: str, label: str) -> str:
        """Return an image of all panels, each where it was drawn, on white.

        JupyterLab shows no <svg> of a notebook that it does not trust, which
        is every one that was downloaded.
        """
        places = [[*map(float, found)] for found in PLACE.findall(output)]
        across = max(x + width for x, _, width, _ in places)
        down = max(y + height for _, y, _, height in places)
        size = f'width="{across:g}" height="{down:g}"'
        light = {role: colour for colour, role in roles().items()}
        svg = (
            f'<svg xmlns="{SVG}" {size} font-family="sans-serif">'
            f'<rect {size} fill="#ffffff" />'
            + PLACE.sub(r'x="\1" y="\2" \g<0>', recoloured(output, light))
            + "</svg>"
        )
        code = base64.b64encode(svg.encode()).decode()
        return f'<img alt="{label}" src="data:image/svg+xml;base64,{code}">'


def schemes() -> list[dict[str, str]]:
    """Return the colours of the light and of the dark scheme, by role."""
    rules = STYLE_SHEET.read_text("utf-8").split("}")[:2]
    return [dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", r)) for r in rules]


def roles() -> dict[str, str]:
    """Return what pages write for the colours of the light scheme.

    Black becomes the colour of the text around a figure.
    """
    light = schemes()[0].items()
    return {"#000000": "currentColor"} | {c: f"var(--{r})" for r, c in light}


def recoloured(svg: str, colours: dict[str, str]) -> str:
    """Replace the colours of a picture; those without another one stay."""
    return re.sub(COLOUR, lambda m: f'="{colours.get(m[1], m[1])}"', svg)


class Values(Figure):
    """The values that a figure shows, as HTML tables."""

    suffix = "html"
    elements = "table|caption|thead|tbody|tr|th|td"
    attributes = 'scope="(?:row|col)"'
    same = staticmethod(comparison.same_table)

    def record(self, value: object) -> str:
        from sitebuild.pages.figures import to_table  # imports matplotlib

        return to_table(value)


class Table(NamedTuple):
    """A table of values: its caption, first cell, names and numbers."""

    title: str
    corner: str
    columns: list[str]
    rows: list[str]
    values: list[list[float]]


def read_tables(text: str) -> list[Table]:
    """Return the tables of a recording."""
    tables = []
    for table in ElementTree.fromstring(f"<p>{text}</p>"):
        rows = [[cell.text or "" for cell in row] for row in table.iter("tr")]
        (corner, *columns), *rows = rows
        names, values = [row[0] for row in rows], [row[1:] for row in rows]
        numbers = [[*map(float, row)] for row in values]
        title = table.findtext("caption", "")
        tables.append(Table(title, corner, columns, names, numbers))
    return tables


class Parameters(Kind):
    """Trained parameters, as a script that pages load when they need it.

    No two machines train the same, so the block that exports them tries the
    recorded ones: names, shapes and facts must be the same, and they must do
    what the block asks of those that it has trained.
    """

    suffix = "js"
    loaded = True
    needs = ("state", "check")

    def record(self, value: object) -> str:
        return to_script(value.name, value.state, value.facts)

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        yield from super().problems(files, path)
        try:
            read_script(files.text(path))
        except ValueError as error:
            reason = f"these are no parameters ({error}); run `make record`"
            yield Problem(path, 1, reason)

    def same(self, recorded: str, actual: str, tolerance: Tolerance) -> bool:
        return read_script(recorded).form == read_script(actual).form

    def refusal(self, value: object, recorded: str) -> str:
        if not self.same(recorded, self.record(value), comparison.EXACT):
            return ""  # `same` has another message
        try:
            value.check(to_state(read_script(recorded)))
        except Exception as error:
            return f"{type(error).__name__}: {error}"
        return ""


TEXT, PICTURE, TABLE, PARAMETERS = Text(), Picture(), Values(), Parameters()
KINDS = {kind.suffix: kind for kind in (TEXT, PICTURE, TABLE, PARAMETERS)}


def kind_of(path: str) -> Kind:
    """Return the kind of a recording or diagram; of other files a plain one."""
    return KINDS.get(path.rpartition(".")[2], Kind())
