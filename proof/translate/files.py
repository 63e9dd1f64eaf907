"""YAML files as people keep them: what is not changed stays as it is."""

from collections.abc import Callable
from io import StringIO
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.scalarstring import SingleQuotedScalarString

from proof.files import write
from proof.pages.entries import FIELDS


def change(path: Path, edit: Callable[[CommentedMap], None]) -> None:
    """Change the mapping that a file holds; its comments stay.

    A file that does not exist is written.
    """
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096  # lines are not broken anew
    yaml.indent(mapping=2, sequence=4, offset=2)
    data = yaml.load(path) if path.is_file() else None
    data = CommentedMap() if data is None else data
    edit(data)
    text = StringIO()
    yaml.dump(data, text)
    write(path, text.getvalue())


def fill(path: Path, key: str, field: str, value: str | list[str]) -> None:
    """Write a field of an entry."""

    def edit(data: CommentedMap) -> None:
        entry = next(data[name] for name in data if str(name) == key)
        entry[field] = value

    change(path, edit)


def mark(path: Path, key: str, value: str) -> None:
    """Write from which original an entry was translated, above its text."""

    def edit(data: CommentedMap) -> None:
        entry = next(data[name] for name in data if str(name) == key)
        entry.pop("from", None)
        entry.insert(0, "from", SingleQuotedScalarString(value))

    change(path, edit)


def add_entries(path: Path, keys: list) -> None:
    """Add entries with nothing in them but the fields to fill."""

    def edit(data: CommentedMap) -> None:
        for key in keys:
            above = "\n" if data else None
            data[key] = CommentedMap.fromkeys(FIELDS[path.name])
            data.yaml_set_comment_before_after_key(key, before=above)

    change(path, edit)
