"""Read and write the project's files, and ask git about them."""

import re
import subprocess
import unicodedata
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import NamedTuple

import yaml
from pathspec import GitIgnoreSpec
from yaml_env_tag import add_env_tag

NOT_NFC = (
    "this text is not in the Unicode form NFC (an accent may be apart from its "
    "letter); save the file in NFC"
)
LONGEST = 2_000  # letters of a line
# Bytes. The largest page has 43 kB; a data file has a part for each language.
LARGEST, LARGEST_DATA = 100_000, 1_000_000
# Tabs and other controls; separators that end a line for Python and not for
# Markdown; spaces without width; what Unicode calls ignorable in display, which
# hides in words and turns text around; annotation marks; Braille's blank.
UNSEEN = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u1680\u2000-\u200a\u205f\u2028-\u202e"
    r"\ufff0-\ufffb\u2800\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)


class Problem(NamedTuple):
    """A fault in a file of the project; the message says how to mend it."""

    path: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.message}"


class Unreadable(Exception):
    """A file cannot be read; the only argument is a Problem that says why."""


class Loader(yaml.SafeLoader):
    """A YAML loader that names a line in every error, as for `2026-13-45`.

    It refuses aliases, which let a short text grow.
    """

    def compose_node(
        self, parent: yaml.Node | None, index: object
    ) -> yaml.Node:
        if self.check_event(yaml.AliasEvent):
            why = "write out what the alias stands for"
            raise yaml_error(why, self.peek_event())
        return super().compose_node(parent, index)

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
        try:
            return super().construct_object(node, deep)
        except (ArithmeticError, AttributeError, LookupError, ValueError) as e:
            raise yaml_error(str(e), node) from None

    def construct_mapping(self, node: yaml.Node, deep: bool = False) -> dict:
        seen: dict[str, yaml.Node] = {}
        for key, _ in node.value:
            if not key.tag.endswith(":str"):
                raise yaml_error("a key here is no text between quotes", key)
            if (first := seen.setdefault(key.value, key)) is not key:
                why = f"`{key.value}` stands already in line "
                raise yaml_error(f"{why}{first.start_mark.line + 1}", key)
        return super().construct_mapping(node, deep)


add_env_tag(Loader)  # as MkDocs reads its settings


def yaml_error(why: str, at: yaml.Event | yaml.Node) -> yaml.MarkedYAMLError:
    """Return an error that points at an event or a node."""
    return yaml.MarkedYAMLError(problem=why, problem_mark=at.start_mark)


class Data(dict):
    """The mapping in a data file, and the node of YAML that it was made of."""

    node: yaml.Node | None = None

    def nodes(self, *keys: str | int) -> tuple[yaml.Node, yaml.Node]:
        """Return the nodes of the last of some keys, and of its value.

        An item of a list stands for its own key.
        """
        key = node = self.node
        for name in keys:
            if isinstance(node, yaml.MappingNode):
                pairs = {pair[0].value: pair for pair in node.value}
                key, node = pairs[name]
            else:
                key = node = node.value[name]
        return key, node

    def line(self, *keys: str | int) -> int:
        """Return the line of a key; of the whole without any."""
        return self.nodes(*keys)[0].start_mark.line + 1


@lru_cache(200)  # more than a project has files of data
def composed(text: str) -> yaml.Node | None:
    """Return the node of a file's YAML; most files stay as they are."""
    return Loader(text).get_single_node()


def read_data(root: Path, path: str) -> Data:
    """Return the mapping in a data file; empty if there is no such file.

    Raises Unreadable if the file cannot be read or holds anything else.
    """
    data = Data()
    if not (root / path).is_file():
        return data
    text, problems = read_text(root, path)
    if problems:
        raise Unreadable(problems[0])
    try:
        data.node = composed(text)
        values = Loader("").construct_document(data.node) if data.node else {}
    except (yaml.YAMLError, RecursionError) as error:
        mark = getattr(error, "problem_mark", None)
        why = getattr(error, "problem", "") or str(error).partition("\n")[0]
        reason = f"this is no YAML that is read ({why}); correct it"
        line = mark.line + 1 if mark else 1
        raise Unreadable(Problem(path, line, reason)) from None
    if not isinstance(values or {}, dict):
        reason = "this is no mapping; write `key: value` lines"
        raise Unreadable(Problem(path, 1, reason))
    data.update(values or {})
    return data


def read_text(root: Path, path: str) -> tuple[str, list[Problem]]:
    """Return a file's text and at most one problem.

    The text is empty if there is a problem.
    """
    limit = LARGEST if path.endswith(".md") else LARGEST_DATA
    try:
        if (size := (root / path).stat().st_size) > limit:
            reason = f"this file has {size} bytes; split it, or keep to {limit}"
            return "", [Problem(path, 1, reason)]
        text = (root / path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        reason = "this file is not UTF-8; save it as such"
        return "", [Problem(path, 1, reason)]
    except OSError as error:
        reason = f"this file cannot be read ({error.strerror}); mend or "
        return "", [Problem(path, 1, f"{reason}remove it")]
    if fault := text_fault(text):
        return "", [Problem(path, *fault)]
    return text, []


def text_fault(text: str) -> tuple[int, str] | None:
    """Return the first line that may not be what it seems, and why.

    An accent must be one character with its letter (Unicode's form NFC), or a
    search for the word does not find it.
    """
    for number, line in enumerate(text.split("\n"), start=1):
        if len(line) > LONGEST:
            size = f"this line has {len(line)} letters"
            return number, f"{size}; break it at {LONGEST}"
        if unseen := UNSEEN.search(line):
            sign = f"a tab or another unseen sign (U+{ord(unseen[0]):04X})"
            return number, f"{sign} stands here; use spaces and \\n"
        if not unicodedata.is_normalized("NFC", line):
            return number, NOT_NFC
    return None


def paths(root: Path, pattern: str) -> list[str]:
    """Return the paths of the project's files that match a glob pattern."""
    return [
        file.relative_to(root).as_posix()
        for file in sorted(root.glob(pattern))
        if file.is_file() and not is_litter(root, file)
    ]


def is_litter(root: Path, file: Path) -> bool:
    """Tell whether .gitignore leaves a file below the root out of the project.

    So it does where the project is no repository. What it leaves out is not
    published either.
    """
    return ignored(root).match_file(file.relative_to(root))


@cache  # asked for thousands of files; a new `Project` clears it
def ignored(root: Path) -> GitIgnoreSpec:
    """Return the patterns in the project's .gitignore."""
    file = root / ".gitignore"
    rules = file.read_text("utf-8") if file.is_file() else ""
    return GitIgnoreSpec.from_lines(rules.splitlines())


def git(root: Path, *command: str) -> str:
    """Return the output of git; empty if it fails or is not installed."""
    try:
        result = subprocess.run(
            ["git", "-C", str(root), "-c", "core.quotePath=false", *command],
            capture_output=True,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:
        return ""
    return "" if result.returncode else result.stdout


def last_changes(root: Path) -> dict[str, str]:
    """Return the date of the last commit of each file below docs, by path.

    Skips the commits in .git-blame-ignore-revs. Empty where there is no
    repository or a shallow one.
    """
    if git(root, "rev-parse", "--is-shallow-repository") != "false\n":
        return {}
    file = root / ".git-blame-ignore-revs"
    skipped = file.read_text("utf-8") if file.is_file() else ""
    options = "--format=/%H/%cs --name-only --no-renames --relative".split()
    dates: dict[str, str] = {}
    for line in git(root, "log", *options, "--", "docs").splitlines():
        if line.startswith("/"):  # a commit, the newest first
            _, commit, date = line.split("/")
        elif line and commit not in skipped:
            dates.setdefault(line, date)
    return dates


class Files:
    """The files of a project as they are now, each read once."""

    def __init__(self, root: Path):
        self.root = root
        self.read = cache(partial(read_text, root))  # text and problems
        self.exists = cache(lambda path: (root / path).is_file())
        self.data = cache(partial(read_data, root))

    def text(self, path: str) -> str:
        """Return a file's text; empty if it cannot be read."""
        return self.read(path)[0]


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_text(text, "utf-8", newline="\n")
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
