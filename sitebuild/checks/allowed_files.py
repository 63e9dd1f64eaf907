"""Which files may lie below docs, and what may stand in a drawing or a table.

All of it is published or becomes part of a page, so each file is of a kind on
this list. What may stand in a recording or a diagram, which holds nothing that
a browser would run or load, says `sitebuild.pages.output_types`.
"""

import re
from collections.abc import Iterator
from pathlib import PurePosixPath

from sitebuild.checks import check
from sitebuild.files import Files, is_litter
from sitebuild.pages.includes import kind_of_include
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.project import RECORDED, ROLES, WIDGETS, Project
from sitebuild.pages.site_config import CONFIG, LANGUAGE
from sitebuild.problem import Problem

OF_A_LANGUAGE = (
    rf"docs/{LANGUAGE}/"
    r"(?:[a-z0-9-]+\.md|dictionary\.txt|(?:queries|words)\.yml)"
)
OUTPUTS = "docs/outputs/"  # what no page includes there is found elsewhere
NAMED = {RECORDED, ROLES, WIDGETS}
NAMED |= {
    f"docs/assets/{name}"
    for name in """
    benchmark.csv card.png readme.png logo.svg fonts/OFL.txt fonts/README.md
    fonts/stix-two-math.woff2 fonts/stix-two-text.woff2 theme/404.html
    theme/main.html theme/sitemap.xml theme/partials/footer.html
    theme/partials/language.html theme/partials/logo.html
    theme/partials/nav-item.html theme/partials/javascripts/palette.html
    """.split()
}
# Scripts and styles, each of which something loads by its name.
LOADED = {
    "docs/assets/scripts": ".js",
    "docs/assets/scripts/model": ".js",
    "docs/assets/javascripts/workers": ".js",
    "docs/assets/styles": ".css",
}
WORKER = "docs/assets/javascripts/workers/words.js"  # loads two others
QUOTED = re.compile(r"""["'/]([\w-]+\.(?:js|css))(?=["'#\n])""")
LISTED = re.compile(r"{%- for name in \[([^\]]*)\] %}\s*<script ")
BINARY = {".png": b"\x89PNG\r\n\x1a\n", ".woff2": b"wOF2"}  # how they begin


@check(finds="drawing among the assets", refuses=True)
def files(project: Project) -> Iterator[Problem]:
    """Every file below docs is of a known kind and holds what it may."""
    files = project.files
    loaded = names_loaded(files)
    for file in sorted((files.root / "docs").glob("**/*")):
        path = file.relative_to(files.root).as_posix()
        if is_litter(files.root, file):
            continue
        if file.is_symlink():
            yield Problem(path, 1, "this is a link to a file; remove it")
        elif file.is_file():
            if reason := stray(path, loaded):
                yield Problem(path, 1, reason)
            if (
                kind_of_include(path) in ("recording", "diagram")
                or path.startswith(OUTPUTS)
                and kind_of(path).loaded
            ):
                yield from kind_of(path).problems(files, path)
            elif file.suffix not in BINARY:
                yield from files.read(path)[1]
            elif not file.read_bytes().startswith(BINARY[file.suffix]):
                reason = f"this is no {file.suffix} file; put one here"
                yield Problem(path, 1, reason)


def names_loaded(files: Files) -> set[str]:
    """Return what templates and settings load: names of scripts, styles."""
    paths = [path for path in sorted(NAMED) if path.endswith(".html")]
    text = "\n".join(map(files.text, [*paths, CONFIG, WORKER]))
    listed = "".join(LISTED.findall(text)).split('"')[1::2]
    return {*QUOTED.findall(text), *(f"{name}.js" for name in listed)}


def stray(path: str, loaded: set[str]) -> str:
    """Say what to do about a file that is on no list; empty if it is."""
    file = PurePosixPath(path)
    if file.name in loaded and LOADED.get(str(file.parent)) == file.suffix:
        return ""
    drawn = kind_of_include(path.replace(".png", ".svg")) == "diagram"
    if path in NAMED or drawn or re.fullmatch(OF_A_LANGUAGE, path):
        return ""
    if path.startswith("docs/assets/"):
        return (
            "this file would be published unchecked; remove it, load it from "
            "a template, or name it in sitebuild/checks/allowed_files.py"
        )
    if path.startswith(OUTPUTS):
        return ""
    return (
        "this file is no page that is checked; name it "
        "docs/<language>/<lower-case-name>.md or remove it"
    )
