"""The project's files: read with limits, as text or YAML, and written whole."""

import os
import pickle
import re
import subprocess
import unicodedata
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache, lru_cache, partial
from math import isfinite
from pathlib import Path

import yaml

from sitebuild.problem import Problem, Unreadable

CONFLICT = r"(?m)^(?:<{7}|>{7}|\|{7})(?: |$)"
UNMERGED = (
    "two versions of this text were not merged; keep one of them, and remove "
    "the lines with <<<<<<<, ======= and >>>>>>>"
)
# The largest page has 43 kB. Data files have a part for each language.
DATA = (".yml", ".json")
LARGEST, LARGEST_DATA, LONGEST = 100_000, 1_000_000, 2_000
# What editors and systems leave behind, in lower case; .gitignore has the same
# names, so that git commits none.
LITTER = """
    *~ #*# .#* .*.sw? *.kate-swp 4913 *.orig *.rej *.bak *.tmp
    *___jb_tmp___ *___jb_old___ .goutputstream-* .~lock.* ~$*
    .ds_store ._* .appledouble thumbs.db desktop.ini .directory
    .fuse_hidden* .nfs* .trash-* .ipynb_checkpoints .idea .vscode
    __pycache__ *.py[co] .*.partial
""".split()
# Tabs and controls; separators at which Python ends a line and Markdown does
# not; spaces of hardly any width; what Unicode lets be ignored in display
# (Default_Ignorable_Code_Point), which hides in a word or a number or turns the
# text that follows; marks of annotations; the empty sign of Braille.
UNSEEN = re.compile(
    r"[\x00-\x09\x0b-\x1f\x7f-\x9f\u1680\u2000-\u200a\u205f\u2028-\u202e"
    r"\ufff0-\ufffb\u2800\xad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f"
    r"\u200b-\u200f\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0"
    r"\U0001bca0-\U0001bca3\U0001d173-\U0001d17a\U000e0000-\U000e0fff]"
)
DAY = len("2026-01-31")
DEEPEST = 10  # the parser in C ends the process at some ten thousand


class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):
    """A reader of YAML whose every error names a line, as of `2026-13-45`."""

    def construct_object(self, node: yaml.Node, deep: bool = False) -> object:
        try:
            value = super().construct_object(node, deep)
            if isinstance(value, float) and not isfinite(value):
                raise ValueError("JSON has no such number")
            return value
        except yaml.YAMLError:
            raise
        except Exception as error:
            raise refusal(str(error), node) from None


# Of MkDocs' settings, whose values MkDocs reads itself.
Loader.add_constructor("!ENV", lambda loader, node: None)


def read_yaml(text: str):
    """Read YAML as plain values, which are the caller's own."""
    return pickle.loads(pickled(text))


@lru_cache(maxsize=256)  # most files are as they were when read last
def pickled(text: str) -> bytes:
    """Return the values of YAML packed, which is unpacked in no time."""
    check_events(text)
    return pickle.dumps(yaml.load(text, Loader))


@lru_cache(maxsize=256)
def read_nodes(text: str) -> yaml.Node | None:
    """Read YAML as nodes, which know their lines."""
    check_events(text)
    return yaml.compose(text, Loader)


@lru_cache(maxsize=256)  # of a file its values are read, and its lines
def check_events(text: str) -> None:
    """Refuse what a short text could grow by: aliases, and nesting."""
    depth = 0
    for event in yaml.parse(text, Loader):
        if isinstance(event, yaml.AliasEvent):
            raise refusal("write out what the alias stands for", event)
        if isinstance(event, yaml.CollectionStartEvent):
            depth += 1
        elif isinstance(event, yaml.CollectionEndEvent):
            depth -= 1
        if depth > DEEPEST:
            raise refusal("it is nested too deep", event)


def refusal(why: str, event: yaml.Event | yaml.Node) -> yaml.MarkedYAMLError:
    """Return an error that names the place of what is refused."""
    return yaml.MarkedYAMLError(problem=why, problem_mark=event.start_mark)


def read_data(root: Path, path: str) -> dict:
    """Read a data file of the project; empty if there is none.

    Raises Unreadable where it cannot be read, or holds anything but a mapping.
    """
    if not (root / path).is_file():
        return {}
    text, faults = read_text(root, path)
    try:
        data = read_yaml(text) or {}
    except yaml.YAMLError as error:
        raise Unreadable(*faults[:1] or [no_yaml(path, error)]) from None
    if faults and not text:
        raise Unreadable(faults[0])
    if not isinstance(data, dict):
        reason = "this is not a mapping; write `key: value` lines"
        raise Unreadable(Problem(path, 1, reason))
    return data


def key_lines(root: Path, path: str) -> dict[str, int]:
    """Return the numbers of the lines where a data file has its keys."""
    if not read_data(root, path):  # or raise why it cannot be read
        return {}
    return dict(lines_of(read_nodes(read_text(root, path)[0])))


def lines_of(node: yaml.Node | None) -> Iterator[tuple[str, int]]:
    """Yield keys and their lines, at any depth; outer ones hide inner ones."""
    if isinstance(node, yaml.MappingNode):
        for _, value in node.value:
            yield from lines_of(value)
        for key, _ in node.value:
            yield key.value, key.start_mark.line + 1


def no_yaml(path: str, error: Exception) -> Problem:
    """Return why a file is no YAML that is read, from any parser's error."""
    mark = getattr(error, "problem_mark", None)
    why = getattr(error, "problem", "") or str(error).partition("\n")[0]
    reason = f"this is no YAML that is read ({why}); correct it"
    return Problem(path, mark.line + 1 if mark else 1, reason)


def read_text(root: Path, path: str) -> tuple[str, list[Problem]]:
    """Read a file's text; empty where it cannot be read, and why."""
    try:
        file = root / path
        limit = LARGEST_DATA if file.suffix in DATA else LARGEST
        if (size := file.stat().st_size) > limit:
            reason = f"this file has {size} bytes; split it, or keep to {limit}"
            return "", [Problem(path, 1, reason)]
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError:
        return "", [Problem(path, 1, "this file is not UTF-8; save it as such")]
    except OSError as error:
        reason = (
            f"this file cannot be read ({error.strerror}); mend or remove it"
        )
        return "", [Problem(path, 1, reason)]
    faults = text_faults(path, text)
    long = any("letters" in fault.message for fault in faults)
    return "" if long else text, faults


def text_faults(path: str, text: str) -> list[Problem]:
    """Return why a file's text may not be what it seems; at most one."""
    lines = text.split("\n")
    longest = max(lines, key=len)
    if len(longest) > LONGEST:
        reason = f"this line has {len(longest)} letters; break it at {LONGEST}"
        return [Problem(path, lines.index(longest) + 1, reason)]
    if mark := re.search(CONFLICT, text):
        line = text.count("\n", 0, mark.start()) + 1
        return [Problem(path, line, UNMERGED)]
    found = deceit(text)
    return [Problem(path, *found)] if found else []


def deceit(text: str) -> tuple[int, str] | None:
    """Return the first line with an invisible character, and what is wrong.

    Letters and their accents must be one character (Unicode's form NFC), else
    a search for the word does not find it.
    """
    if found := UNSEEN.search(text):
        reason = (
            f"a tab or another unseen sign (U+{ord(found[0]):04X}) stands "
            "here; use spaces and \\n"
        )
        return text.count("\n", 0, found.start()) + 1, reason
    for number, line in enumerate(text.split("\n"), start=1):
        if not unicodedata.is_normalized("NFC", line):
            reason = "this text is not in the Unicode form NFC (an accent may "
            reason += "be apart from its letter); save the file in NFC"
            return number, reason
    return None


def squeezed(text: str) -> str:
    """Return a text with single empty lines."""
    return re.sub(r"\n{3,}", "\n\n", text)


def paths(root: Path, pattern: str) -> list[str]:
    """Return the paths of a project's files that match a pattern."""
    found = sorted(file for file in root.glob(pattern) if file.is_file())
    kept = (file for file in found if not is_litter(root, file))
    return [file.relative_to(root).as_posix() for file in kept]


def is_left_behind(name: str) -> bool:
    """Tell whether a file or folder has such a name."""
    return any(fnmatchcase(name.lower(), pattern) for pattern in LITTER)


def is_litter(root: Path, file: Path) -> bool:
    """Tell whether a file of a project is left out, or a folder above it.

    That is what git ignores, and what has such a name; but what git has, others
    get, so it is checked whatever its name.
    """
    if not file.is_relative_to(root):
        return False
    path = file.relative_to(root)
    tracked, ignored = known_to_git(root)
    if path.as_posix() in tracked:
        return False
    below = {path.as_posix(), *(f"{up.as_posix()}/" for up in path.parents)}
    return not below.isdisjoint(ignored) or any(map(is_left_behind, path.parts))


@cache  # a new `Project` forgets it
def known_to_git(root: Path) -> tuple[frozenset[str], frozenset[str]]:
    """Return the paths that git has in a folder, and those it ignores.

    Empty where there is no git, or it has nothing: then the folder may be an
    unpacked copy within somebody else's repository.
    """
    if not (tracked := listed(root)):
        return tracked, tracked
    options = "--others --ignored --exclude-standard --directory".split()
    return tracked, listed(root, *options)


def listed(root: Path, *options: str) -> frozenset[str]:
    paths = git(root, "ls-files", "-z", *options).split("\0")
    return frozenset(filter(None, paths))


def git(root: Path, *command: str) -> str:
    """Return what git prints; nothing where it fails, or there is no git."""
    # A hook of git's names its own repository and index: not for this folder.
    environment = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith("GIT_") or name.startswith("GIT_CONFIG")
    }
    try:
        result = subprocess.run(
            ["git", "-C", str(root), "-c", "core.quotePath=false", *command],
            capture_output=True,
            env=environment,
            encoding="utf-8",
            errors="replace",
        )
    except OSError:
        return ""
    return "" if result.returncode else result.stdout


def last_changes(root: Path) -> dict[str, str]:
    """Return the date of the last commit of each file below docs, by path.

    Commits in .git-blame-ignore-revs do not count. Empty where there is no
    git, no repository or a shallow one.
    """
    shallow = git(root, "rev-parse", "--is-shallow-repository")
    if shallow != "false\n":
        return {}
    ignored = root / ".git-blame-ignore-revs"
    unseen = ignored.read_text("utf-8") if ignored.is_file() else ""
    options = "--format=/%H%cs --name-only --no-renames --relative"
    log = git(root, "log", *options.split(), "--", "docs")
    found: dict[str, str] = {}
    commit = date = ""
    for line in filter(None, log.splitlines()):  # the newest first
        if line.startswith("/"):
            commit, date = line[1:-DAY], line[-DAY:]
        elif commit not in unseen:
            found.setdefault(line, date)
    return found


class Files:
    """The files of a project as they are now, each read once."""

    def __init__(self, root: Path):
        self.root = root
        self.read = cache(partial(read_text, root))  # text, problems
        self.exists = cache(lambda path: (root / path).is_file())

    def text(self, path: str) -> str:
        """Return a file's text; empty where it cannot be read."""
        return self.read(path)[0]


def write(path: Path, text: str) -> None:
    """Write a file whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    partial = path.with_name(f".{path.name}.partial")
    try:
        partial.write_text(text, "utf-8", newline="\n")
        os.replace(partial, path)
    finally:
        partial.unlink(missing_ok=True)
