"""What may stand in data files: their keys and values, each of a form.

They fill tables, lists, forms and notices on many pages, or say what is asked
of them. What no form is declared for is refused, and a fault is told with its
line and key. The forms of what only a course has stand in its modules.
"""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import yaml

from proof.blocks.recordings import MADE
from proof.checks import check
from proof.files import no_yaml, paths
from proof.pages.bound import SOURCE
from proof.pages.project import Project, declared
from proof.pages.results import FILE as BOUND
from proof.pages.results import NAMES
from proof.pages.settings import CONFIG, LANGUAGE, ORIGINAL
from proof.pages.states import EDITORIAL
from proof.problem import Problem
from proof.schema import KEY, TEXT, TRUTH, Form, Like, Lines, faults

SPOKEN = Like(LANGUAGE, "en")
TARGET = Like(r"[a-z0-9-]+\.md#[a-z0-9-]+", "name.md#heading-id")
PLACE = Like(r"([a-z0-9-]+)?(#[a-z0-9-]+)?", "encoder#layer-norm")
GUIDES = Like(r"\d{3}(, \d{3})*", "000, 003")
NUMBER = Like(r"[1-9]\d*", "7", text=False)
VERSION = Like(r"\d[\w.+]*", "2.13.0")
DATE = Like(r"\d{4}-\d\d-\d\d", "2026-01-31")
MACHINE = Like(r"\w[\w (),./@+-]{0,79}", "AMD EPYC 7763 (2.4 GHz)")
THREADS = Like(r"[1-9]\d{0,3}", "8")
DIGEST = Like("[0-9a-f]{8}", "1f2e3d4c")
MADE_FROM = Like(
    f"{DIGEST.pattern}(-[0-9a-f]{{4}})?( machine)?", "1f2e3d4c machine"
)
EDITED = Like(rf"{KEY.pattern}(\.yml)?#[\w-]+", "encoder#layer-norm")
WORD = Like(r"(?u:[^\W\d_][\w'’-]*)", "einsum")
WHY = Like(r"(?s:.*\S.*)", "a typing error")
# What benchmarks/attention.py writes and a chapter reads.
MEASURED = """\
date,torch,processor,threads,batch,d_model,heads,module,device,dtype,length,\
direction,form,ms,mib
"""
ROW = Like(
    rf"{DATE.pattern},{VERSION.pattern},[^,]+"
    r"(,\d+){4}(,\w+){3},\d+(,\w+){2}(,\d+\.\d+){2}",
    "2026-01-31,2.13.0,AMD EPYC,2,1,512,8,attention,cpu,float32,128,both,fast,"
    "2.07,2.1",
)
SCRIPT = Like(r"assets/scripts/[a-z-]+\.js", "assets/scripts/copy.js")
STYLE = Like(r"assets/styles/[a-z-]+\.css", "assets/styles/site.css")
PAGE = Like(r"[a-z0-9-]+\.md", "encoder.md")
RESULT = rf"~?-?[\d./]+(e[-+]?\d+)?%?(=({SOURCE}))?"
RESULTS = Like(rf"{RESULT}( {RESULT})*", "0.25=one:2 82%=given 1", text=False)
STATED = Like(rf"{KEY.pattern}(\.yml)?", "encoder")

TERM = {
    "term": TEXT,
    "match": TRUTH,
    "forms": [TEXT],
    "elsewhere": [TEXT],
    "definition": TEXT,
    "not": {TEXT: TEXT},
    "from": MADE_FROM,
}
ERRATUM = {"says": TEXT, "why": TEXT, "right": TEXT, "from": MADE_FROM}
# What an entry has in the original alone, for all languages.
SHARED_TERM = TERM | {"see!": TARGET}
SHARED_ERRATUM = ERRATUM | {"guides!": GUIDES, "shown!": [TARGET]}
RECORDED = {
    "python!": VERSION,
    "torch!": VERSION,
    "device!": KEY,
    "date!": DATE,
    "machine": MACHINE,  # where it was measured
    "threads": THREADS,
}
CHANGE = {"from!": DIGEST, "to!": DIGEST, "reason!": WHY}
FOUND = {TEXT: [PLACE]}  # what is looked for, and where it is
CITED = {
    "cff-version!": VERSION,
    "message!": TEXT,
    "type": KEY,
    "title!": TEXT,
    "abstract": TEXT,
    "version": VERSION,
    "authors!": [{"name!": TEXT}],
    "license": [TEXT],
}
# Of MkDocs' settings those that are in use: one that is not, such as `hooks`,
# would change what a build does. What their values may be says MkDocs.
# Where another value would be obeyed by half, the one that is.
PLUGIN = {TEXT: None}
TRUE, FALSE = (Like(word, word, text=False) for word in ("true", "false"))
NAMED = {"locale!": SPOKEN, "name!": TEXT, "default": TRUTH, "build": TRUE}
PLUGINS = {
    "search": {"separator": TEXT, "pipeline": [TEXT]},
    "mkdocs-jupyter": {
        "ignore": [Like(r"\*\.md", "*.md")],
        "ignore_h1_titles": TRUE,
        "cache": FALSE,
    },
    "i18n": {
        "docs_structure": Like("folder", "folder"),
        "fallback_to_default": TRUE,
        "reconfigure_material": TRUE,
        "reconfigure_search": FALSE,
        "languages": [NAMED],
    },
    TEXT: PLUGIN,
}
SETTINGS = dict.fromkeys(
    "site_name site_description site_url repo_url strict watch exclude_docs "
    "markdown_extensions validation".split()
) | {
    "plugins": [(TEXT, PLUGINS)],
    "nav": [(PAGE, {TEXT: (PAGE, [(PAGE, {TEXT: PAGE})])})],
    "extra": {"generator": TRUTH, "scope": Like("/", "/")},
    "theme": {
        "name!": Like("material", "material"),
        "custom_dir!": Like("docs/assets/theme", "docs/assets/theme"),
        "font!": FALSE,  # else a host is asked
        "favicon": TEXT,
        "features": [TEXT],
        "palette!": [None],
    },
    "extra_css": [STYLE],
    "extra_javascript": [SCRIPT],
}
TABLE, TOML = "[tool.proof]", "pyproject.toml"
OF_PROOF = {
    "looked-up": TEXT,
    "roles": TEXT,
    "about": [KEY],
    "course": [Like(r"course(\.[a-z]+)+", "course.terms")],
}
# The first that fits holds.
ROLE = {"term!": KEY, "signs!": [TEXT], "names!": [TEXT]}
BESIDE = {"signs": {TEXT: [TEXT]}, "names": {TEXT: [TEXT]}}
FORMS = [
    Form(TOML, OF_PROOF),
    Form(CONFIG, SETTINGS),
    Form("CITATION.cff", CITED),
    Form(MADE, {KEY: RECORDED}),
    Form(BOUND, {NAMES: TEXT, STATED: {NUMBER: RESULTS, KEY: RESULTS}}),
    Form(EDITORIAL, {EDITED: [CHANGE]}),
    Form(f"docs/{ORIGINAL}/terms.yml", {KEY: SHARED_TERM}),
    Form("docs/*/terms.yml", {KEY: TERM}),
    Form(f"docs/{ORIGINAL}/errata.yml", {NUMBER: SHARED_ERRATUM}),
    Form("docs/*/errata.yml", {NUMBER: ERRATUM}),
    Form("docs/*/words.yml", {KEY: {"text": TEXT, "from": MADE_FROM}}),
    Form(
        "docs/*/queries.yml",
        {"sure": FOUND, "tried": FOUND, "unseen": FOUND, "led": FOUND},
    ),
    Form("docs/*/dictionary.txt", Lines("", WORD)),
    Form("docs/assets/benchmark.csv", Lines(MEASURED, ROW)),
    Form("course/roles.yml", {"beside": BESIDE, "other": [TEXT], KEY: ROLE}),
    Form("benchmarks/words.yml", {SPOKEN: {KEY: TEXT}}),
]
FOLDERS = ("benchmarks", "course", "docs", "snippets")
SUFFIXES = (".yml", ".yaml", ".json", ".csv")


@check(finds="data that is no YAML", refuses=True)
def data(project: Project) -> Iterator[Problem]:
    """Every data file holds what it may, and nothing else."""
    known = [*FORMS, *declared(project.course, Form)]
    for path in data_files(project.root, known):
        form = next((form for form in known if form.is_of(path)), None)
        text, unread = project.files.read(path)
        if not form:
            reason = "nothing says what may stand in this file; remove it, or "
            yield Problem(path, 1, f"{reason}declare its Form")
        elif unread:
            yield from unread
        else:
            for line, message in found(path, text, form):
                yield Problem(path, line, message)


def data_files(root: Path, forms: list[Form]) -> list[str]:
    """Return the paths of all data files of a project."""
    named = [form.paths for form in forms if (root / form.paths).is_file()]
    below = [path for name in FOLDERS for path in paths(root, f"{name}/**/*")]
    return sorted(
        path
        for path in {*named, *below}
        if path.endswith(SUFFIXES) or any(form.is_of(path) for form in forms)
    )


def found(path: str, text: str, form: Form) -> list[tuple[int, str]]:
    """Return what is wrong with a file; of the settings, where they begin."""
    first = 0
    if path == TOML:
        first = text.partition(TABLE)[0].count("\n") + 1
        table = tomllib.loads(text).get("tool", {}).get("proof", {})
        text = yaml.safe_dump(table)
    try:
        return [(first or n, said) for n, said in faults(text, form.holds)]
    except yaml.YAMLError as error:
        # proof.checks.pages says it of the settings
        return [] if path == CONFIG else [no_yaml(path, error)[1:]]
