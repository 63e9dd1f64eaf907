"""The kinds of output that a block may give, and all that is known of each.

A kind is one class. To add one, write it here and name it in KINDS: blocks,
recordings, pages, checks and notebooks ask nothing but this file.
"""

import base64
import json
import math
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from sitebuild.files import Files, Problem
from sitebuild.pages.tolerance import same_picture, same_table, same_text

PLACE = re.compile(r'viewBox="(\S+) (\S+) \S+ \S+ width="(\S+)" height="(\S+)"')
PART = "part-"  # begins the class of a part of a diagram
ANEW = "run `make record` or `make diagrams`, which write this file"
STYLE_SHEET = Path(__file__).parents[2] / "docs/assets/styles/colours.css"


class Kind:
    """What a block gives, recorded in text files of one suffix."""

    suffix = ""
    needs: tuple[str, ...] = ()  # attributes of what its `record` accepts
    same = staticmethod(same_text)  # tells whether two outputs agree

    def accepts(self, value: object) -> bool:
        """Tell whether a block may end with this value."""
        return bool(self.needs) and all(hasattr(value, n) for n in self.needs)

    def output(self, value: object, printed: str) -> str:
        """Return what to record of a block's value and its prints, if any."""
        return self.record(value) if self.accepts(value) else ""

    def path(self, chapter: str, block: str) -> str:
        """Return the path of a block's recording."""
        return f"docs/outputs/{chapter}/{block}.{self.suffix}"

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        """Yield what a recording's file may not hold."""
        yield from files.read(path)[1]

    def refusal(self, value: object, recorded: str) -> str:
        """Say why a block does not accept the recording of another run."""
        return ""


class Text(Kind):
    """What a block prints."""

    suffix = "txt"

    def output(self, value: object, printed: str) -> str:
        return printed


class Figure(Kind):
    """What a matplotlib figure becomes, recorded as XML."""

    needs = ("savefig",)
    elements = ""  # patterns of what such a file may hold
    attributes = ""

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        yield from super().problems(files, path)
        text = files.text(path)
        tag = f"<(?:{self.elements})(?: (?:{self.attributes}))*+"
        known = re.match(f"(?:[^<]|</|{tag} ?/?>)*+(?:{tag})?", text, re.A)
        if foreign := text[known.end() :].strip():
            line = text.count("\n", 0, known.end()) + 1
            foreign = foreign.partition("\n")[0]
            fault = f"`{foreign[:60]}` has no place in a drawing or a table"
            yield Problem(path, line, f"{fault}; {ANEW}")
        try:  # inside an element, where no document type can be declared
            ElementTree.fromstring(f"<file>{text}</file>")
        except ElementTree.ParseError as error:
            fault = f"this is no XML ({error}); {ANEW}"
            yield Problem(path, error.position[0], fault)


class Picture(Figure):
    """A figure as SVG. A diagram, which no block draws, is one too."""

    suffix = "svg"
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
    same = staticmethod(same_picture)

    def record(self, value: object) -> str:
        from sitebuild.pages.figures import to_svg  # imports matplotlib

        light = schemes()[0].items()
        roles = {colour: f"var(--{role})" for role, colour in light}
        roles["#000000"] = "currentColor"  # of the text around a figure
        svg = to_svg(value)
        return re.sub(r'(?<==")#\w+', lambda c: roles.get(c[0], c[0]), svg)

    def in_notebook(self, output: str, label: str) -> str:
        """Return an image of all panels, each where it was drawn, on white.

        JupyterLab trusts no <svg> of a notebook that was downloaded.
        """
        places = [[*map(float, found)] for found in PLACE.findall(output)]
        across = max(x + width for x, _, width, _ in places)
        down = max(y + height for _, y, _, height in places)
        panels = PLACE.sub(r'x="\1" y="\2" \g<0>', output)
        for role, colour in schemes()[0].items():
            panels = panels.replace(f"var(--{role})", colour)
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{across:g}" '
            f'height="{down:g}" style="background: white" '
            f'font-family="sans-serif">{panels}</svg>'
        )
        code = base64.b64encode(svg.encode()).decode()
        return f'<img alt="{label}" src="data:image/svg+xml;base64,{code}">'


def values_of(picture: str) -> str:
    """Return the path of the table with the values of a picture."""
    return picture.removesuffix(PICTURE.suffix) + TABLE.suffix


def schemes() -> list[dict[str, str]]:
    """Return the colours of the light and of the dark scheme, by role."""
    rule = r"--(\w+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)"
    roles = re.findall(rule, STYLE_SHEET.read_text("utf-8"))
    return [{role: pair[k] for role, *pair in roles} for k in (0, 1)]


class Values(Figure):
    """The values that a figure shows, as HTML tables."""

    suffix = "html"
    elements = "table|caption|thead|tbody|tr|th|td"
    attributes = 'scope="(?:row|col)"'
    same = staticmethod(same_table)

    def record(self, value: object) -> str:
        from sitebuild.pages.figures import to_table  # imports matplotlib

        return to_table(value)


class Table(NamedTuple):
    """The values of a table, and the names of its columns and rows."""

    columns: list[str]
    rows: list[str]
    values: list[list[float]]


def read_tables(text: str) -> list[Table]:
    """Return the tables of a recording."""
    tables = []
    for table in ElementTree.fromstring(f"<p>{text}</p>"):
        rows = [[cell.text or "" for cell in row] for row in table.iter("tr")]
        (_, *columns), *rows = rows
        values = [[*map(float, row[1:])] for row in rows]
        tables.append(Table(columns, [row[0] for row in rows], values))
    return tables


class Parameters(Kind):
    """Trained parameters, which a page loads when its reader uses the model.

    No two machines train the same: the block that exports them asks of the
    recorded ones what it asks of those that it has trained.
    """

    suffix = "json"
    needs = ("state", "check")

    def record(self, value: object) -> str:
        return to_json(value.name, value.state, value.facts)

    def problems(self, files: Files, path: str) -> Iterator[Problem]:
        yield from super().problems(files, path)
        try:
            from_json(files.text(path))
        except ValueError as error:
            reason = f"these are no parameters ({error}); run `make record`"
            yield Problem(path, 1, reason)

    def same(self, recorded: str, actual: str, _: object) -> bool:
        """Tell whether names, shapes and facts agree: all but the numbers."""
        one, other = (
            found | {"tensors": {k: v[0] for k, v in found["tensors"].items()}}
            for found in map(from_json, (recorded, actual))
        )
        return one == other

    def refusal(self, value: object, recorded: str) -> str:
        if self.same(recorded, self.record(value), None):
            try:
                value.check(to_state(from_json(recorded)))
            except Exception as error:
                return f"{type(error).__name__}: {error}"
        return ""


def to_json(name: str, state: Mapping, facts: dict) -> str:
    """Return the tensors of one model: shapes, and float16 in base64."""
    tensors = {}
    for key, tensor in state.items():
        numbers = tensor.detach().cpu().half().numpy().astype("<f2").tobytes()
        lines = base64.encodebytes(numbers).decode().splitlines()
        tensors[key] = [list(tensor.shape), lines]
    stored = {"name": name, "tensors": tensors, "facts": facts}
    return json.dumps(stored, ensure_ascii=False, indent=0) + "\n"


def from_json(text: str) -> dict:
    """Read parameters back: each tensor's shape and bytes, name and facts.

    Raises ValueError if it is anything else.
    """
    found = json.loads(text)
    if not isinstance(found, dict) or [*found] != ["name", "tensors", "facts"]:
        raise ValueError("it has not just name, tensors and facts")
    tensors = {}
    for key, (shape, lines) in found["tensors"].items():
        numbers = base64.b64decode("".join(lines), validate=True)
        if len(numbers) != 2 * math.prod(shape):
            raise ValueError(f"{key} has not as many numbers as {shape}")
        tensors[key] = shape, numbers
    return found | {"tensors": tensors}


def to_state(stored: dict) -> dict:
    """Return the stored parameters as float32 tensors, by their names."""
    import torch  # reading pages does without

    return {
        name: torch.frombuffer(bytearray(numbers), dtype=torch.float16)
        .view(shape)
        .float()
        for name, (shape, numbers) in stored["tensors"].items()
    }


TEXT, PICTURE, TABLE, PARAMETERS = Text(), Picture(), Values(), Parameters()
KINDS = {kind.suffix: kind for kind in (TEXT, PICTURE, TABLE, PARAMETERS)}


def kind_of(path: str) -> Kind:
    """Return the kind of a recording or diagram; of other files a plain one."""
    return KINDS.get(path.rpartition(".")[2], Kind())
