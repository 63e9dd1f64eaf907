"""Check files that are published, and data that fills tables, forms, notices.

`sitebuild.pages.output_types` says what a recording or a diagram may hold,
schemas.yml what a data file may. Messages name the line and the key (`a.b`).
"""

import json
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import yaml
from jsonschema import Draft202012Validator, ValidationError

from sitebuild.files import Data, Problem, Unreadable, is_litter, paths
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.page_parts import kind_of_picture
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, WORDS, languages, path_of

ALLOWED = r"""(?x) docs / (?:
    (?:{languages}) / (?:[a-z0-9-]+\.md | dictionary\.txt) |
    (?:{languages}) / (?:words | queries)\.yml |
    (?:recorded\.json | roles\.yml | widgets\.yml) |
    outputs / .+ |
    assets / (?:
        benchmark\.csv | card\.png | readme\.png | logo\.svg |
        fonts / (?:OFL\.txt | README\.md) |
        fonts / (?:stix-two-math | stix-two-text | ibm-plex-sans) \.woff2 |
        (?:scripts | scripts/model | javascripts/workers) / [a-z_-]+\.js |
        styles / [a-z-]+\.css |
        theme / (?:404\.html | main\.html | sitemap\.xml) |
        theme / partials / (?:footer | language | logo | nav-item)\.html |
        theme / partials / javascripts / palette\.html
    )
)"""
UNKNOWN = (
    "nobody checks such a file, and it may be published; remove it, name a "
    "page docs/<language of mkdocs.yml>/<lower-case-name>.md, or allow the "
    "file in sitebuild/checks/data_files.py"
)
MAPPING = {"properties", "patternProperties", "additionalProperties"}
NAMES = {
    "array": "list; write each item behind a dash",
    "boolean": "truth value; write true or false",
    "number": "number; write digits without quotes",
    "object": "mapping; write `key: value` lines",
    "string": "text; put it between quotes",
}
BINARY = (".png", ".woff2")  # no browser takes them for anything else
SHOWN = 40  # letters of a refused value


def unknown_files(project: Project) -> Iterator[Problem]:
    """Find unknown files below docs, and files with foreign content."""
    files, codes = project.files, "|".join(languages(project.root, built=False))
    allowed = re.compile(ALLOWED.replace("{languages}", codes))
    for file in sorted((files.root / "docs").glob("**/*")):
        path = file.relative_to(files.root).as_posix()
        if is_litter(files.root, file):
            continue
        if file.is_symlink():
            yield Problem(path, 1, "this is a link to a file; remove it")
        elif file.is_file():
            is_diagram = kind_of_picture(path.replace(".png", ".svg"))
            if not (is_diagram or allowed.fullmatch(path)):
                yield Problem(path, 1, UNKNOWN)
            elif file.suffix not in BINARY:
                shown = is_diagram or path.startswith("docs/outputs/")
                yield from kind_of(path if shown else "").problems(files, path)


def faulty_data(project: Project) -> Iterator[Problem]:
    """Find values in data files that their schemas refuse."""
    for pattern, schema in schemas().items():
        for path in paths(project.root, pattern):
            try:
                yield from problems(path, project.data(path), schema)
            except Unreadable as error:
                yield from error.args


@cache
def schemas() -> dict[str, Draft202012Validator]:
    """Return the validators in schemas.yml by the patterns of their paths."""
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


def problems(
    path: str, data: Data, schema: Draft202012Validator
) -> Iterator[Problem]:
    """Yield what is wrong with the values in a data file."""
    for error in schema.iter_errors(data):
        keys = tuple(error.absolute_path)
        line, node = data.line(*keys), data.nodes(*keys)[1]
        scalar = isinstance(node, yaml.ScalarNode)
        written = f"`{node.value[:SHOWN]}`" if scalar else "this"
        if error.validator == "not":
            keys, written = keys[:-1], f"`{keys[-1][:SHOWN]}`"
        fault = reason(error, written)
        name = ".".join(key for key in keys if isinstance(key, str))
        yield Problem(path, line, f"in `{name}`: {fault}" if name else fault)


def reason(error: ValidationError, written: str) -> str:
    """Return what is wrong with a value, or with a key, and what to do."""
    wanted, value = error.validator_value, error.instance
    match error.validator:
        case "not":  # the schema of keys that no schema names
            return f"the key {written} is not known here; correct it"
        case "required":
            missing = "`, `".join(key for key in wanted if key not in value)
            return f"this entry has no `{missing}`; add it"
        case "type" | "pattern" if value in (None, ""):
            return "this is empty; fill it in or remove it"
        case "type":
            kind = wanted if isinstance(wanted, str) else wanted[0]
            return f"{written} is no {NAMES[kind]}"
    example = error.schema.get("examples", [wanted])[0]
    shown = example if isinstance(example, str) else json.dumps(example)
    remedy = error.schema.get("description", f"it like `{shown}`")
    return f"{written} is refused; write {remedy}"


def faulty_words(project: Project) -> Iterator[Problem]:
    """Find texts of the interface with other `{names}` than the English."""
    english = path_of(ORIGINAL, WORDS)
    originals = project.data(english)
    for language in project.languages:
        path = path_of(language, WORDS)
        data = project.data(path)
        for key, text in data.items():
            names, own = (
                sorted(re.findall(r"\{[a-z]+\}", str(words)))
                for words in (originals.get(key), text)
            )
            if own != names:
                fault = f"`{key}` has other names in braces than the English;"
                fault += f" write {', '.join(names) or 'no name'}, or give an"
                fault += " English text that has changed a new key"
                yield Problem(path, data.line(key), fault)
