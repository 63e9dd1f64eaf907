"""YAML files as people keep them: what is not changed stays as it is."""

import os
from collections.abc import Callable
from io import StringIO
from pathlib import Path

from ruamel.yaml import YAML
from ruamel.yaml.comments import CommentedMap
from ruamel.yaml.error import YAMLError
from ruamel.yaml.scalarstring import SingleQuotedScalarString

from proof.files import no_yaml, squeezed, write
from proof.pages.entries import FIELDS
from proof.problem import Unreadable


def change(path: Path, edit: Callable[[CommentedMap], None]) -> None:
    """Change the mapping that a file holds; its comments stay.

    A file that does not exist is written.
    """
    yaml = YAML()
    yaml.preserve_quotes = True
    yaml.width = 4096  # lines are not broken anew
    yaml.indent(mapping=2, sequence=4, offset=2)
    try:
        data = yaml.load(path) if path.is_file() else None
    except YAMLError as error:  # it refuses more than who reads
        raise Unreadable(no_yaml(os.path.relpath(path), error)) from None
    data = CommentedMap() if data is None else data
    edit(data)
    text = StringIO()
    yaml.dump(data, text)
    write(path, squeezed(text.getvalue()))


def mark(path: Path, key: str, value: str) -> None:
    """Write from which original an entry was translated, above its text."""

    def edit(data: CommentedMap) -> None:
        entry = next(data[name] for name in data if str(name) == key)
        entry.pop("from", None)
        entry.insert(0, "from", SingleQuotedScalarString(value))

    change(path, edit)


def add_entries(path: Path, keys: list, original: Path) -> None:
    """Add entries with nothing in them but the fields to fill.

    What stands above them in the original, for translators, comes along.
    """
    notes = comments(original)

    def edit(data: CommentedMap) -> None:
        if not data and notes[""]:
            data.yaml_set_start_comment(notes[""])
        for key in keys:
            data[key] = CommentedMap.fromkeys(FIELDS[path.name])
            above = "\n" + notes.get(str(key), "")
            data.yaml_set_comment_before_after_key(key, before=above)

    change(path, edit)


def comments(path: Path) -> dict[str, str]:
    """Return the comment at a file's head, named "", and those above keys."""
    found, lines = {"": ""}, []
    for line in path.read_text("utf-8").splitlines():
        if line.startswith("#"):
            lines.append(line.removeprefix("#").strip())
            continue
        if lines:
            found[line.partition(":")[0]] = "\n".join(lines)
        lines = []
    return found
