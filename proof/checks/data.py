"""What may stand in the data files below docs: their keys and values.

They fill tables, lists and notices on many pages. Each value has a form, each
key stands on a list or has a form too, and a fault is told with its line.
"""

import re
from collections.abc import Iterator
from pathlib import Path

import yaml

from proof.blocks.recordings import MADE
from proof.checks import check
from proof.files import read_nodes
from proof.pages.bound import SOURCE
from proof.pages.entries import path_of
from proof.pages.places import IDS, MOVED
from proof.pages.project import Project
from proof.pages.results import FILE as BOUND
from proof.pages.results import NAMES
from proof.pages.settings import LANGUAGE, ORIGINAL, languages
from proof.pages.states import EDITORIAL
from proof.problem import Problem

TEXT = r"(?s:.*)"
KEY = "[a-z][a-z0-9-]*"
TARGET = r"[a-z0-9-]+\.md#[a-z0-9-]+"
GUIDE, ROW, NUMBER = r"\d{3}", r"\d{3}-\d\d", r"[1-9]\d*"
GUIDES = rf"{GUIDE}(, {GUIDE})*"
VERSION, DATE = r"\d[\w.+]*", r"\d{4}-\d\d-\d\d"
MACHINE, COUNT = r"\w[\w (),./@+-]{0,79}", r"[1-9]\d{0,3}"
DIGEST, TRUTH = "[0-9a-f]{8}", "true|false"
MADE_FROM = f"{DIGEST}(-[0-9a-f]{{4}})?( machine)?"
RESULT = rf"~?-?[\d./]+(e[-+]?\d+)?%?(=({SOURCE}))?"
RESULTS = rf"{RESULT}( {RESULT})*"
NO_TEXT = (NUMBER, TRUTH)  # what YAML reads as something else than text
EXAMPLES = {
    KEY: "cpu",
    LANGUAGE: "en",
    TARGET: "name.md#heading-id",
    GUIDES: "000, 003",
    VERSION: "2.13.0",
    DATE: "2026-01-31",
    MACHINE: "AMD EPYC 7763 (2.4 GHz)",
    COUNT: "8",
    DIGEST: "1f2e3d4c",
    MADE_FROM: "1f2e3d4c machine",
    TRUTH: "false",
    RESULTS: "0.25=one:2 82%=given 1",
}

TERM = {
    "term": TEXT,
    "match": TRUTH,
    "forms": [TEXT],
    "definition": TEXT,
    "not": {TEXT: TEXT},
    "from": MADE_FROM,
}
ERRATUM = {"says": TEXT, "why": TEXT, "right": TEXT, "from": MADE_FROM}
RECORDED = {
    "python!": VERSION,
    "torch!": VERSION,
    "device!": KEY,
    "date!": DATE,
    "machine": MACHINE,  # where it was measured
    "threads": COUNT,
}
CHANGE = {"from": DIGEST, "to": DIGEST, "reason": TEXT}
WORDS = {"text": TEXT, "from": MADE_FROM}
SECTION = {"heading!": TEXT, "covered!": [TARGET]}
SOURCE = {"title!": TEXT, "language!": LANGUAGE, "rows!": {ROW: SECTION}}
# Of a mapping: what its keys are and what stands there. `!` is a key that must
# be there; the first one that fits holds.
FORMS = {
    "docs/sources.yml": {GUIDE: SOURCE},
    EDITORIAL: {rf"{KEY}(\.yml)?#[\w-]+": [CHANGE]},
    MADE: {KEY: RECORDED},
    BOUND: {NAMES: TEXT, rf"{KEY}(\.yml)?": {NUMBER: RESULTS, KEY: RESULTS}},
    IDS: {KEY: [KEY]},
    MOVED: {KEY: {KEY: KEY}},
}
# The same of the files that each language has.
ENTRIES = {
    "terms.yml": {KEY: TERM},
    "words.yml": {KEY: WORDS},
    "errata.yml": {NUMBER: ERRATUM},
}
# What an entry has in the original alone, for all languages.
SHARED = {
    "terms.yml": {"see!": TARGET},
    "errata.yml": {"guides!": GUIDES, "shown!": [TARGET]},
}


def forms(root: Path) -> dict[str, dict]:
    """Return the form of each data file of a project, by its path."""
    found = dict(FORMS)
    for code in languages(root):
        for file, form in ENTRIES.items():
            shared = SHARED.get(file, {}) if code == ORIGINAL else {}
            ((key, entry),) = form.items()
            found[path_of(code, file)] = {key: entry | shared}
    return found


@check(finds="data that is no YAML", refuses=True)
def data(project: Project) -> Iterator[Problem]:
    """Every data file holds what it may, and nothing else."""
    files = project.files
    for path, form in forms(files.root).items():
        if not files.exists(path) or files.read(path)[1]:
            continue  # what cannot be read is told elsewhere
        try:
            root = read_nodes(files.text(path))
            found = list(faults(root, form)) if root else []
        except yaml.MarkedYAMLError as error:
            line = error.problem_mark.line + 1 if error.problem_mark else 1
            reason = f"this is no YAML that is read ({error.problem})"
            found = [(line, f"{reason}; correct it")]
        for line, message in found:
            yield Problem(path, line, message)


def faults(node: yaml.Node, form) -> Iterator[tuple[int, str]]:
    """Yield lines, and what is wrong there with a value of some form."""
    line = node.start_mark.line + 1
    empty = node.tag.endswith(":null")
    if isinstance(form, dict) and isinstance(node, yaml.MappingNode):
        yield from mapping_faults(node, form)
    elif isinstance(form, list) and isinstance(node, yaml.SequenceNode):
        for item in node.value:
            yield from faults(item, form[0])
    elif isinstance(form, str) and isinstance(node, yaml.ScalarNode):
        if not (empty or re.fullmatch(form, node.value, re.A)):
            example = f"write it like `{EXAMPLES[form]}`"
            yield line, f"`{node.value[:40]}` is refused; {example}"
        elif not (empty or form in NO_TEXT or node.tag.endswith(":str")):
            yield line, f"`{node.value}` is no text; put it between quotes"
    elif isinstance(form, list) or not empty:
        kind = {dict: "a mapping", list: "a list", str: "a text"}[type(form)]
        yield line, f"this is not {kind}; write it like the other entries"


def mapping_faults(
    node: yaml.MappingNode, form: dict
) -> Iterator[tuple[int, str]]:
    """Yield the same of keys and values of a mapping."""
    line, seen, filled = node.start_mark.line + 1, {}, set()
    for key, value in node.value:
        at, name = key.start_mark.line + 1, str(key.value)
        fitting = [k for k in form if re.fullmatch(k.rstrip("!"), name, re.A)]
        if not fitting:
            yield at, f"the key `{name[:40]}` is not known here; correct it"
            continue
        if name in seen:
            yield at, f"`{name}` stands in line {seen[name]} already; remove it"
        if not value.tag.endswith(":null"):
            filled.add(name)
        seen.setdefault(name, at)
        if key.tag.endswith(":null"):
            yield at, f"`{name}` is no text; put it between quotes"
        elif fitting[0] not in NO_TEXT:
            yield from faults(key, TEXT)
        yield from faults(value, form[fitting[0]])
    for key in form:
        if key.endswith("!") and key[:-1] not in filled:
            yield line, f"this entry has no `{key[:-1]}`; add it"
