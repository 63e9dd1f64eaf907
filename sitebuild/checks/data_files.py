"""Check data files: their schemas (schemas.yml), and the interface's words.

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
from sitebuild.pages import site_config
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import WORDS, filled_in
from sitebuild.problem import Problem

FOLDERS = ("benchmarks", "docs", "snippets")
SUFFIXES = (".yml", ".yaml", ".json")
MAPPING = {"properties", "patternProperties", "additionalProperties"}
NAMES = {"object": "mapping", "array": "list", "string": "text"}
SHOWN = 40  # letters of a refused value


@check(finds="data that is no YAML", refuses=True)
def faulty_data(project: Project) -> Iterator[Problem]:
    """Find data files without a schema, and values that a schema refuses."""
    for path in data_files(project.root):
        text, unread = project.files.read(path)
        if not validator(path):
            fault = "this file has no schema; remove it, or write a schema in"
            yield Problem(path, 1, f"{fault} sitebuild/checks/schemas.yml")
        else:
            yield from unread or problems(path, text)


def data_files(root: Path) -> list[str]:
    """Return the paths of all data files of a project."""
    found = [p for folder in FOLDERS for p in paths(root, f"{folder}/**/*")]
    named = {path for path in schemas() if (root / path).is_file()}
    return sorted(named.union(p for p in found if p.endswith(SUFFIXES)))


@cache
def schemas() -> dict[str, Draft202012Validator]:
    """Return a validator for each path in schemas.yml."""
    file = Path(__file__).with_name("schemas.yml")
    parts = strict(yaml.safe_load(file.read_text("utf-8")))
    shared = {"$defs": parts.pop("$defs")}
    return {p: Draft202012Validator(shared | s) for p, s in parts.items()}


def strict(schema: object) -> object:
    """Return a schema in which mappings have no keys but those it names."""
    if isinstance(schema, list):
        return [strict(part) for part in schema]
    if not isinstance(schema, dict):
        return schema
    schema = {key: strict(part) for key, part in schema.items()}
    closed = {"type": "object", "additionalProperties": {"not": {}}}
    return closed | schema if MAPPING & schema.keys() else schema


def validator(path: str) -> Draft202012Validator | None:
    """Return the validator of a data file; None if it has no schema."""
    fit = (v for pattern, v in schemas().items() if fnmatchcase(path, pattern))
    return next(fit, None)


def problems(path: str, text: str) -> Iterator[Problem]:
    """Yield what is wrong with a data file: with its keys, else its values."""
    try:
        value, root = read_yaml(text), read_nodes(text)
    except yaml.YAMLError as error:
        yield no_yaml(path, error)
        return
    if value is None:
        return
    places: dict[tuple, tuple[int, yaml.Node]] = {}
    faults = []
    for keys, key, node in entries(root, root):
        line, fault = key.start_mark.line + 1, ""
        first, known = places.setdefault(keys, (line, node))
        if known is not node:
            fault = f"`{key.value}` stands in line {first} already; remove it"
        elif key is not node and not key.tag.endswith(":str"):
            fault = f"`{key.value[:SHOWN]}` is no text; put it between quotes"
        if fault:
            faults.append((line, keys[:-1], fault))
    for error in () if faults else validator(path).iter_errors(value):
        keys = tuple(error.absolute_path)
        line, node = places[keys]
        scalar = isinstance(node, yaml.ScalarNode)
        written = f"`{node.value[:SHOWN]}`" if scalar else "this"
        if error.validator == "not":
            keys, written = keys[:-1], f"`{keys[-1][:SHOWN]}`"
        faults.append((line, keys, reason(error, written)))
    for line, keys, fault in faults:
        key = ".".join(key for key in keys if isinstance(key, str))
        yield Problem(path, line, f"in `{key}`: {fault}" if key else fault)


def entries(
    key: yaml.Node, node: yaml.Node, keys: tuple = ()
) -> Iterator[tuple[tuple, yaml.Node, yaml.Node]]:
    """Yield a value and all inside it: its keys, the last one, and the value.

    An item of a list stands for its own key.
    """
    yield keys, key, node
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            yield from entries(item, item, (*keys, index))
    elif isinstance(node, yaml.MappingNode):
        for name, value in node.value:
            yield from entries(name, value, (*keys, str(name.value)))


def reason(error: ValidationError, written: str) -> str:
    """Return what is wrong with a value, or with a key, and what to do."""
    wanted, value = error.validator_value, error.instance
    match error.validator:
        case "not":  # the schema of keys that no schema names
            return f"the key {written} is not known here; correct it"
        case "required":
            missing = "`, `".join(key for key in wanted if key not in value)
            return f"this entry has no `{missing}`; add it"
        case "minItems":
            return f"this list has {len(value)} of at least {wanted}; add one"
        case "type" | "pattern" if value in (None, ""):
            return "this is empty; fill it in or remove it"
        case "type" if isinstance(value, dict | list) or "string" not in wanted:
            kind = wanted if isinstance(wanted, str) else wanted[0]
            fault = f"this is no {NAMES.get(kind, kind)}"
            return f"{fault}; write it like other entries"
        case "type":
            return f"{written} is no text; put it between quotes"
    example = error.schema.get("examples", [wanted])[0]
    shown = example if isinstance(example, str) else json.dumps(example)
    remedy = error.schema.get("description", f"it like `{shown}`")
    return f"{written} is refused; write {remedy}"


@check(finds="word of the interface that fills in less")
def faulty_words(project: Project) -> Iterator[Problem]:
    """Find texts of the interface with other keys or `{names}` than English."""
    english = site_config.path_of(site_config.ORIGINAL, WORDS)
    originals = project.data(english)
    for language in site_config.languages(project.root):
        path = site_config.path_of(language, WORDS)
        for key, text in project.data(path).items():
            names = filled_in(originals.get(key, ""))
            if key not in originals:
                fault = f"`{key}` is no key of {english}; remove or rename it"
                yield project.entry_problem(path, key, fault)
            elif filled_in(text) != names:
                fault = f"`{key}` has other names in braces than the English;"
                fault += f" write {', '.join(names) or 'no name'}, or give an"
                fault += " English text that has changed a new key"
                yield project.entry_problem(path, key, fault)
