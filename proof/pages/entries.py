"""The words of a language beside its pages: a file a kind, an entry a thing.

Each language's folder has its own files, so that two translators never meet
in one. What no translator needs to repeat stands in the original's alone.
"""

from collections.abc import Iterator
from pathlib import Path

import yaml

from proof.files import read_data, read_nodes, read_text
from proof.pages.settings import languages
from proof.problem import Problem, Unreadable

# File -> the fields of its entries that are translated.
FIELDS: dict[str, tuple[str, ...]] = {}
Entries = dict[str, dict]  # by their keys


def path_of(language: str, file: str) -> str:
    """Return where a language has one of its files."""
    return f"docs/{language}/{file}"


def read_entries(root: Path, language: str, file: str) -> Entries:
    """Return the entries of a file; none if the language has no such file."""
    path = path_of(language, file)
    data = read_data(root, path)
    for key, entry in data.items():
        if not isinstance(entry, dict | None):
            reason = f"`{key}` is not a mapping; write it like other entries"
            line = key_lines(root, path).get(str(key), 1)
            raise Unreadable(Problem(path, line, reason))
    return {str(key): entry or {} for key, entry in data.items()}


def read_all(root: Path, file: str) -> dict[str, Entries]:
    """Return the entries of a file in every language."""
    return {code: read_entries(root, code, file) for code in languages(root)}


def complete(file: str, entry: dict | None) -> bool:
    """Tell whether an entry has all that is translated of it."""
    return bool(entry) and all(entry.get(field) for field in FIELDS[file])


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
