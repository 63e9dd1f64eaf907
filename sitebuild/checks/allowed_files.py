"""Refuse unknown files below docs, all of which is published or shown on pages.

`sitebuild.pages.output_types` says what a recording or a diagram may hold.
"""

import re
from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.files import Files, is_litter
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.page_reader import kind_of_include
from sitebuild.pages.project import RECORDED, ROLES, WIDGETS, Project
from sitebuild.pages.site_config import CONFIG, LANGUAGE
from sitebuild.problem import Problem

OF_A_LANGUAGE = rf"docs/{LANGUAGE}/(?:[a-z0-9-]+\.md|dictionary\.txt|\w+\.yml)"
ASSETS = """
    benchmark.csv card.png readme.png logo.svg fonts/OFL.txt fonts/README.md
    fonts/stix-two-math.woff2 fonts/stix-two-text.woff2 theme/404.html
    theme/main.html theme/sitemap.xml theme/partials/footer.html
    theme/partials/language.html theme/partials/logo.html
    theme/partials/nav-item.html theme/partials/javascripts/palette.html
""".split()
ALLOWED = {RECORDED, ROLES, WIDGETS, *(f"docs/assets/{a}" for a in ASSETS)}
# Scripts and styles are allowed if a template or a setting names them.
LOADED = (
    r"docs/assets/(?:scripts(?:/model)?|javascripts/workers)/[^/]+\.js|"
    r"docs/assets/styles/[^/]+\.css"
)
WORKER = "docs/assets/javascripts/workers/words.js"  # loads two others
QUOTED = re.compile(r"""["'/]([\w-]+\.(?:js|css))(?=["'#\n])""")
LISTED = re.compile(r"{%- for name in \[([^\]]*)\] %}\s*<script ")
SIGNATURES = {".png": b"\x89PNG\r\n\x1a\n", ".woff2": b"wOF2"}
UNCHECKED = (
    "this file would be published unchecked; remove it, load it from a "
    "template, or name it in sitebuild/checks/allowed_files.py"
)
NO_PAGE = (
    "this file is no page that is checked; name it "
    "docs/<language>/<lower-case-name>.md or remove it"
)


@check(finds="drawing among the assets", refuses=True)
def unknown_files(project: Project) -> Iterator[Problem]:
    """Find unknown files below docs, and files with foreign content."""
    files = project.files
    loaded = loaded_names(files)
    for file in sorted((files.root / "docs").glob("**/*")):
        path = file.relative_to(files.root).as_posix()
        if is_litter(files.root, file):
            continue
        if file.is_symlink():
            yield Problem(path, 1, "this is a link to a file; remove it")
        elif file.is_file():
            shown = kind_of_include(path.replace(".png", ".svg"))
            shown = shown or path.startswith("docs/outputs/")
            is_loaded = file.name in loaded and re.fullmatch(LOADED, path)
            is_known = path in ALLOWED or re.fullmatch(OF_A_LANGUAGE, path)
            if not (shown or is_loaded or is_known):
                is_asset = path.startswith("docs/assets/")
                yield Problem(path, 1, UNCHECKED if is_asset else NO_PAGE)
            if signature := SIGNATURES.get(file.suffix):
                if not file.read_bytes().startswith(signature):
                    fault = f"this is no {file.suffix} file; put one here"
                    yield Problem(path, 1, fault)
            elif shown:
                yield from kind_of(path).problems(files, path)
            else:
                yield from files.read(path)[1]


def loaded_names(files: Files) -> set[str]:
    """Return the names of all scripts and styles that the site loads."""
    templates = sorted(path for path in ALLOWED if path.endswith(".html"))
    text = "\n".join(map(files.text, [*templates, CONFIG, WORKER]))
    names = "".join(LISTED.findall(text)).split('"')[1::2]
    return {*QUOTED.findall(text), *(f"{name}.js" for name in names)}
