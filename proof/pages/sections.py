"""Named sections of the files in `snippets`, as the pages include them.

A section starts at `# --8<-- [start:name]` and stops at `# --8<-- [end:name]`.
pymdownx.snippets runs on to the end of the file where an end is missing, so
the pairs are checked here.
"""

import re
import textwrap
from collections.abc import Iterator
from decimal import Decimal
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import yaml

# Tabs and controls; separators at which Python ends a line and Markdown does
# not; what Unicode lets be ignored in display (Default_Ignorable_Code_Point),
# which hides in a word or a number or turns the text that follows; marks of
# annotations; the empty sign of Braille.
UNSEEN = re.compile(
    r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\ufff0-\ufffb\u2800"
    r"\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f"
    r"\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\U0001bca0-\U0001bca3"
    r"\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
SCISSORS = re.compile(r"-+8<-+")
MARKER = re.compile(
    r"\s*# --8<-- \[(?P<kind>start|end):(?P<name>[a-z][a-z0-9-]*)\]\s*"
)
# The last line of a block, where readers see it, may be one of these. The
# first is always below 0.1; what is measured may differ by any amount.
TOLERANCE = re.compile(r"# tolerance: (?P<size>0\.0\d{0,2}[1-9])")
MEASURED = "# measured: your numbers will differ"
ANY = Decimal("Infinity")
DECLARED = re.compile(r"# (tolerance|measured)\b")


# The largest page has 43 kB. Data files have a part for each language.
LARGEST, LARGEST_DATA, LONGEST = 100_000, 1_000_000, 2_000
LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)  # in C where there is
DEEPEST = 10  # the parser in C ends the process at some ten thousand


def read_yaml(text: str):
    """YAML as plain values."""
    check_events(text)
    return yaml.load(text, LOADER)


def read_nodes(text: str) -> yaml.Node | None:
    """YAML as nodes, which know their lines."""
    check_events(text)
    return yaml.compose(text, LOADER)


def check_events(text: str) -> None:
    """Refuse what a short text could grow by: aliases, and nesting."""
    depth = 0
    for event in yaml.parse(text, LOADER):
        if isinstance(event, yaml.AliasEvent):
            raise refusal("write out what the alias stands for", event)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            raise refusal("it is nested too deep", event)


def refusal(why: str, event: yaml.Event) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=why, problem_mark=event.start_mark)


def read_data(root: Path, path: str) -> dict:
    """A data file of the project; empty if there is none that can be read."""
    file = root / path
    return read_yaml(read_text(root, path)[0]) or {} if file.is_file() else {}


class Problem(NamedTuple):
    """A fault of the project's files, and in one sentence what to do."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class Section(NamedTuple):
    """Lines of a snippet file; `line` is the number of its first line."""

    path: str
    name: str
    line: int
    text: str

    @property
    def tolerance(self) -> Decimal:
        """By how much its numbers may differ between machines; usually 0.

        ANY if they are measured.
        """
        last = self.text.splitlines()[-1]
        declared = TOLERANCE.fullmatch(last)
        return (
            ANY
            if last == MEASURED
            else Decimal(declared["size"] if declared else 0)
        )

    def not_read(self) -> Iterator[Problem]:
        """What is declared in another line than the last, or other words."""
        lines = self.text.splitlines()[: -1 if self.tolerance else None]
        for line, text in enumerate(lines, start=self.line):
            if not DECLARED.search(text):
                continue
            elif self.tolerance:
                message = (
                    "a block is measured or has a tolerance, which its last "
                    "line says; remove this line"
                )
            else:
                message = (
                    "this declaration is not read; write, as the block's last "
                    "line, a tolerance below 0.1, such as `# tolerance: 0.05`, "
                    f"or `{MEASURED}`"
                )
            yield Problem(self.path, line, message)


def read_text(root: Path, path: str) -> tuple[str, list[Problem]]:
    """A file's text, or no text and the reason as a problem."""
    try:
        if reason := oversize(root / path):
            return "", [Problem(path, 1, reason)]
        text = (root / path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", [Problem(path, 1, "this file is not UTF-8; save it as such")]
    except OSError as error:
        reason = (
            f"this file cannot be read ({error.strerror}); mend or remove it"
        )
        return "", [Problem(path, 1, reason)]
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST:
            reason = f"this line has {len(line)} letters; break it"
            return "", [Problem(path, number, f"{reason} at {LONGEST}")]
        if sign := UNSEEN.search(line):
            reason = (
                f"a tab or another unseen sign (U+{ord(sign[0]):04X}) stands "
                "here; use spaces and \\n"
            )
            return text, [Problem(path, number, reason)]
    return text, []


def oversize(file: Path) -> str:
    """A sentence if a file has more than all that reads it can bear."""
    data = file.suffix in (".yml", ".json")
    limit, size = LARGEST_DATA if data else LARGEST, file.stat().st_size
    if size <= limit:
        return ""
    return f"this file has {size} bytes; split it, or keep to {limit}"


def read_sections(
    root: Path, path: str
) -> tuple[dict[str, Section], list[Problem]]:
    """Sections of the file root/path, and what is wrong with its markers."""
    text, problems = read_text(root, path)
    sections, faults = parse_sections(path, text)
    return dict(sections), [*problems, *faults]


class Files:
    """The files of a project as they are now, each read once."""

    def __init__(self, root: Path):
        self.root = root
        self.read = cache(partial(read_text, root))  # text, problems
        self.sections = cache(partial(read_sections, root))
        self.exists = cache(lambda path: (root / path).is_file())

    def text(self, path: str) -> str:
        """A file's text; none where it cannot be read."""
        return self.read(path)[0]


@lru_cache(maxsize=256)  # every block of every page asks for its file
def parse_sections(
    path: str, text: str
) -> tuple[dict[str, Section], list[Problem]]:
    """Sections of a text, and what is wrong with its markers."""
    sections: dict[str, Section] = {}
    problems: list[Problem] = []
    opened: tuple[str, int] | None = None
    lines = text.splitlines()

    def problem(line: int, message: str) -> None:
        problems.append(Problem(path, line, message))

    for number, line in enumerate(lines, start=1):
        if not SCISSORS.search(line):
            continue
        marker = MARKER.fullmatch(line)
        if marker is None:
            problem(
                number,
                "this section marker is not read; write it as "
                "`# --8<-- [start:name]` or `# --8<-- [end:name]`, the name in "
                "lower-case letters, digits and hyphens",
            )
            continue
        kind, name = marker["kind"], marker["name"]
        if kind == "start" and opened:
            problem(
                opened[1],
                f"section '{opened[0]}' is not closed before '{name}' starts "
                f"in line {number}; add `# --8<-- [end:{opened[0]}]`",
            )
        if kind == "start":
            if name in sections:
                problem(
                    number,
                    f"there are two sections '{name}'; give this one "
                    "another name",
                )
            opened = (name, number)
        elif opened is None or opened[0] != name:
            problem(
                number,
                f"section '{name}' ends here but was not open; "
                f"add `# --8<-- [start:{name}]` or remove this line",
            )
        else:
            body = lines[opened[1] : number - 1]
            code = textwrap.dedent("\n".join(body)).rstrip("\n") + "\n"
            sections[name] = Section(path, name, opened[1] + 1, code)
            problems += sections[name].not_read()
            opened = None
    if opened:
        problem(
            opened[1],
            f"section '{opened[0]}' is never closed; "
            f"add `# --8<-- [end:{opened[0]}]` below its last line",
        )
    return sections, problems
