"""What `--8<--` lines name: code, recordings and diagrams, and nothing else."""

import re
from pathlib import Path
from typing import NamedTuple

from sitebuild.pages.output_types import KINDS, TEXT, Kind, kind_of

SHOWN = [suffix for suffix, kind in KINDS.items() if not kind.loaded]
PATHS = {
    "py": r"snippets/[a-z0-9_/]+\.py:.+",
    "recording": rf"docs/outputs/[a-z0-9-]+/[\w-]+\.(?:{'|'.join(SHOWN)})",
    "diagram": r"docs/assets/diagrams/[a-z0-9-]+/[a-z0-9-]+\.svg",
}
OTHERS = ", ".join(f".{kind}" for kind in SHOWN if kind not in ("txt", "svg"))
REFUSED = (
    'this include is refused; write `--8<-- "snippets/<module>.py:<name>"`, '
    f'`--8<-- "docs/outputs/<page>/<name>.svg"` (or {OTHERS}; of another page '
    f'.{TEXT.suffix}) or `--8<-- "docs/assets/diagrams/<page>/<name>.svg"`'
)


class Include(NamedTuple):
    """One `--8<--` line: a section of a snippet, a recording, a diagram."""

    line: int
    path: str
    section: str
    kind: str  # "py", "recording" or "diagram"

    @property
    def named(self) -> str:
        """Return what the line names: a path, of code with a section."""
        name = f":{self.section}" if self.kind == "py" else ""
        return self.path + name

    @property
    def page(self) -> str:
        """Return the name of the page whose block made a recording."""
        return Path(self.path).parent.name if self.kind == "recording" else ""

    @property
    def output(self) -> Kind:
        """Return the kind of what it shows; that of code is none."""
        return kind_of(self.path)


def target(line: str) -> str:
    """Return what a line includes; empty if the line is no include."""
    mark, *parts = line.lstrip(" \t>").rstrip(" \t").split('"')
    named = mark == "--8<-- " and len(parts) == 2 and not parts[1]
    return parts[0] if named else ""


def kind_of_include(path: str) -> str:
    """Return which kind of include a path is of; empty if of none."""
    kinds = (k for k, paths in PATHS.items() if re.fullmatch(paths, path))
    return next(kinds, "")


def read_include(number: int, line: str) -> Include | None:
    """Read a line of this number; None if what it includes is refused."""
    named = target(line)
    kind = kind_of_include(named)
    path, _, section = named.partition(":")
    section = section or Path(path).stem
    return Include(number, path, section, kind) if kind else None
