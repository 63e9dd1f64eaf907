"""Check data files against their JSON Schemas (schemas.yml) before a build.

Data files fill tables, forms and notices on many pages. A file without a schema
is refused. A message names the line and the key, as `a.b`.
"""

import json
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator, ValidationError

from sitebuild.checks import check
from sitebuild.files import no_yaml, paths, read_nodes, read_yaml
from sitebuild.pages.project import Project
from sitebuild.problem import Problem

SCHEMAS = Path(__file__).with_name("schemas.yml")
FOLDERS = ("benchmarks", "docs", "snippets")
SUFFIXES = (".yml", ".yaml", ".json", ".csv")
TOML, TABLE = "pyproject.toml", "[tool.sitebuild]"
NAMES = {"object": "mapping", "array": "list", "string": "text"}
SHOWN = 40  # letters of what is refused
Fault = tuple[int, list, str]  # a line, the keys of the value, what is wrong


@check(finds="data that is no YAML", refuses=True)
def data(project: Project) -> Iterator[Problem]:
    """Every data file holds what its schema allows."""
    for path in data_files(project.root):
        text, unread = project.files.read(path)
        if not validator(path):
            reason = "this file has no schema; remove it, or write a schema in "
            yield Problem(path, 1, f"{reason}sitebuild/checks/schemas.yml")
        elif path == TOML:
            yield from settings_problems(project.settings, text)
        else:
            yield from unread or problems(path, text)


def data_files(root: Path) -> list[str]:
    """Return the paths of all data files of a project."""
    named = [path for path in schemas() if (root / path).is_file()]
    below = [path for name in FOLDERS for path in paths(root, f"{name}/**/*")]
    return sorted(
        path
        for path in {*named, *below}
        if path.endswith(SUFFIXES) or validator(path)
    )


@cache
def schemas() -> dict[str, Draft202012Validator]:
    """Return a validator for each path in schemas.yml."""
    found = strict(yaml.safe_load(SCHEMAS.read_text("utf-8")))
    shared = {"$defs": found.pop("$defs")}
    return {p: Draft202012Validator(shared | s) for p, s in found.items()}


def strict(schema: object) -> object:
    """Return a schema in which mappings have no keys but those it names."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: strict(part) for key, part in schema.items()}
    if {"properties", "patternProperties", "additionalProperties"} & {*schema}:
        closed = {"type": "object", "additionalProperties": {"not": {}}}
        return closed | schema
    return schema


def validator(path: str) -> Draft202012Validator | None:
    """Return the validator of a data file; None if it has no schema."""
    fit = (v for pattern, v in schemas().items() if fnmatchcase(path, pattern))
    return next(fit, None)


def problems(path: str, text: str) -> Iterator[Problem]:
    """Yield what is wrong with a data file that has a schema."""
    if path.endswith((".txt", ".csv")):  # a list with an item for each line
        items = [
            json.dumps(line, ensure_ascii=False) for line in text.splitlines()
        ]
        text = "".join(f"- {item}\n" for item in items) or "[]"
    try:
        found = [*faults(path, text)]
    except yaml.YAMLError as error:
        yield no_yaml(path, error)
        return
    for line, keys, said in found:
        key = ".".join(key for key in keys if isinstance(key, str))
        said = f"in `{key}`: {said}" if key else said
        yield Problem(path, line, said)


def settings_problems(settings: dict, text: str) -> Iterator[Problem]:
    """Yield what is wrong with the settings, at the line of their table."""
    line = text.partition(TABLE)[0].count("\n") + 1
    for problem in problems(TOML, yaml.safe_dump(settings)):
        yield problem._replace(line=line)


def faults(path: str, text: str) -> Iterator[Fault]:
    """Yield what is wrong with YAML: with its keys, else by its schema."""
    value, root = read_yaml(text), read_nodes(text)
    if wrong := [*key_faults(root, [])]:
        yield from wrong
    elif value is not None:
        for error in validator(path).iter_errors(value):
            keys = [*error.absolute_path]
            line, written = place(root, keys)
            if error.validator == "not":
                keys, written = keys[:-1], f"`{keys[-1][:SHOWN]}`"
            yield line, keys, reason(error, written)


def key_faults(node: yaml.Node, keys: list) -> Iterator[Fault]:
    """Yield keys that are no text, and those that their mapping had before."""
    if isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from key_faults(item, keys)
    elif isinstance(node, yaml.MappingNode):
        seen: dict[str, int] = {}
        for key, value in node.value:
            line, name = key.start_mark.line + 1, str(key.value)
            if name in seen:
                said = f"`{name}` stands in line {seen[name]} already"
                yield line, keys, f"{said}; remove it"
            elif not key.tag.endswith(":str"):
                said = f"`{name[:SHOWN]}` is no text; put it between quotes"
                yield line, keys, said
            seen[name] = line
            yield from key_faults(value, [*keys, name])


def place(node: yaml.Node, keys: list) -> tuple[int, str]:
    """Return the line of a value, or of its key, and how it is written."""
    line = node.start_mark.line
    for key in keys:
        if isinstance(node, yaml.SequenceNode):
            node = node.value[key]
            line = node.start_mark.line
        else:
            pairs = (p for p in node.value if p[0].value == str(key))
            named, node = next(pairs)
            line = named.start_mark.line
    scalar = isinstance(node, yaml.ScalarNode)
    return line + 1, f"`{node.value[:SHOWN]}`" if scalar else "this"


def reason(error: ValidationError, written: str) -> str:
    """Say what is wrong with a value, or with a key, and what to do."""
    wanted, value = error.validator_value, error.instance
    match error.validator:
        case "not":  # the schema of keys that no schema names
            return f"the key {written} is not known here; correct it"
        case "required":
            missing = "`, `".join(key for key in wanted if key not in value)
            return f"this entry has no `{missing}`; add it"
        case "minItems":
            return f"this list has {len(value)} of at least {wanted}; add one"
        case "type" | "minLength" if value in (None, ""):
            return "this is empty; fill it in or remove it"
        case "type" if isinstance(value, dict | list) or "string" not in wanted:
            kind = wanted if isinstance(wanted, str) else wanted[0]
            said = f"this is no {NAMES.get(kind, kind)}"
            return f"{said}; write it like other entries"
        case "type":
            return f"{written} is no text; put it between quotes"
    example = error.schema.get("examples", [wanted])[0]
    shown = example if isinstance(example, str) else json.dumps(example)
    return f"{written} is refused; write it like `{shown}`"
