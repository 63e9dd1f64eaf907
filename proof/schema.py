"""The form of a data file: said with plain values, asked of YAML or of lines.

A mapping's form is a mapping: of each key the name, `!` behind one that must
be there, or what it is like, and what it holds; the first that fits holds. A
list's is a list of what its items are like, of which there are at least as
many. A tuple's parts are alternatives, and None is anything.
"""

import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from typing import NamedTuple

import yaml

from proof.files import read_nodes

SHOWN = 40  # letters of what is refused


class Like(NamedTuple):
    """A text of some form; `text` is whether YAML reads it as one."""

    pattern: str
    example: str
    text: bool = True
    also: Callable[[str], bool] = bool  # what no pattern can ask

    def fits(self, text: str) -> bool:
        return bool(re.fullmatch(self.pattern, text, re.A)) and self.also(text)


class Lines(NamedTuple):
    """A file that begins with a text; each line after it is like this."""

    head: str
    line: Like


class Form(NamedTuple):
    """What the files of some paths hold (`*` is any letters)."""

    paths: str
    holds: object

    def is_of(self, path: str) -> bool:
        return fnmatchcase(path, self.paths)


TEXT = Like(r"(?s:.*)", "", also=lambda text: True)
KEY = Like("[a-z][a-z0-9-]*", "cpu")
COUNT = Like(r"\d{1,6}", "8", text=False)
TRUTH = Like("true|false", "false", text=False)
KINDS = {
    dict: ("a mapping", yaml.MappingNode),
    list: ("a list", yaml.SequenceNode),
    Like: ("a text", yaml.ScalarNode),
}
Fault = tuple[int, str, str]  # a line, below which key, and what is wrong


def faults(text: str, form: object) -> Iterator[tuple[int, str]]:
    """Yield lines of a file that has another form, and what is wrong there.

    Raises MarkedYAMLError where it is no YAML that is read.
    """
    if isinstance(form, Lines):
        found = line_faults(text, form)
    else:
        root = read_nodes(text)
        found = value_faults(root, form, "") if root else ()
    for line, key, reason in found:
        yield line, f"in `{key}`: {reason}" if key else reason


def line_faults(text: str, form: Lines) -> Iterator[Fault]:
    """Yield what is wrong with a file of lines."""
    if not text.startswith(form.head):
        yield 1, "", f"this file begins with `{form.head.strip()}`; write that"
        return
    for number, line in enumerate(text.splitlines(), start=1):
        if number > form.head.count("\n") and not form.line.fits(line):
            yield number, "", refused(line, form.line)


def refused(text: str, form: Like) -> str:
    return f"`{text[:SHOWN]}` is refused; write it like `{form.example}`"


def value_faults(node: yaml.Node, form: object, key: str) -> Iterator[Fault]:
    """Yield what is wrong with a value, which is below this key."""
    forms = form if type(form) is tuple else (form,)
    if None in forms:
        return
    line = node.start_mark.line + 1
    for form in forms:
        if isinstance(node, KINDS[type(form)][1]) or (
            isinstance(form, dict) and is_empty(node)
        ):
            break
    else:
        reason = f"this is not {KINDS[type(forms[-1])][0]}"
        yield line, key, f"{reason}; write it like the other entries"
        return
    if isinstance(form, dict):
        yield from mapping_faults(node, form, key)
    elif isinstance(form, list):
        if (count := len(node.value)) < (least := len(form)):
            reason = f"this list has {count} of at least {least}; add one"
            yield line, key, reason
        for item in node.value:
            yield from value_faults(item, form[0], key)
    elif not form.fits(node.value):
        yield line, key, refused(node.value, form)
    elif form.text and not node.tag.endswith(":str"):
        reason = f"`{node.value[:SHOWN]}` is no text; put it between quotes"
        yield line, key, reason


def mapping_faults(node: yaml.Node, form: dict, key: str) -> Iterator[Fault]:
    """Yield what is wrong with the keys and values of a mapping."""
    seen: dict[str, int] = {}
    filled = set()
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    for written, value in pairs:
        line, name = written.start_mark.line + 1, str(written.value)
        known = [k for k in form if is_named(name, k)]
        if not known:
            reason = f"the key `{name[:SHOWN]}` is not known here; correct it"
            yield line, key, reason
            continue
        if name in seen:
            reason = f"`{name}` stands in line {seen[name]} already; remove it"
            yield line, key, reason
        seen.setdefault(name, line)
        numeric = isinstance(known[0], Like) and not known[0].text
        if not (numeric or written.tag.endswith(":str")):
            yield line, key, f"`{name}` is no text; put it between quotes"
        holds = form[known[0]]
        if not is_empty(value):
            filled.add(name)
        if name in filled or isinstance(holds, dict | list):
            inside = f"{key}.{name}" if key else name
            yield from value_faults(value, holds, inside)
    for must in form:
        if (
            isinstance(must, str)
            and must[-1] == "!"
            and must[:-1] not in filled
        ):
            reason = f"this entry has no `{must[:-1]}`; add it"
            yield node.start_mark.line + 1, key, reason


def is_empty(node: yaml.Node) -> bool:
    return node.tag.endswith(":null")


def is_named(name: str, key: str | Like) -> bool:
    """Tell whether a key has this name."""
    return key.fits(name) if isinstance(key, Like) else name == key.rstrip("!")
