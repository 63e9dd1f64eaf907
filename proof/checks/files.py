"""Which files may lie below docs, and what may stand in a drawing or a table.

All of it is published or becomes part of a page, so each file is of a kind on
this list. What may stand in a recording or a diagram, which holds nothing that
a browser would run or load, says `proof.outputs.kinds`.
"""

import re
from collections.abc import Iterator

from proof.blocks.recordings import MADE
from proof.checks import check
from proof.outputs.kinds import kind_of
from proof.pages.entries import FIELDS
from proof.pages.includes import kind_of_include
from proof.pages.places import IDS, MOVED
from proof.pages.project import Project
from proof.pages.results import FILE as BOUND
from proof.pages.settings import LANGUAGE
from proof.pages.states import EDITORIAL
from proof.problem import Problem

OF_A_LANGUAGE = (
    rf"docs/{LANGUAGE}/"
    rf"(?:[a-z0-9-]+\.md|dictionary\.txt|queries\.yml"
    rf"|{'|'.join(map(re.escape, FIELDS))})"
)
OUTPUTS = "docs/outputs/"  # what no page includes there is found elsewhere
NAMED = {
    BOUND,
    EDITORIAL,
    IDS,
    MADE,
    MOVED,
    "docs/sources.yml",
    "docs/assets/benchmark.csv",
    "docs/assets/readme.png",
    "docs/assets/logo.svg",
    "docs/assets/fonts/OFL.txt",
    "docs/assets/fonts/README.md",
    "docs/assets/fonts/stix-two-math.woff2",
    "docs/assets/fonts/stix-two-text.woff2",
    "docs/assets/javascripts/workers/query.js",
    "docs/assets/javascripts/workers/rank.js",
    "docs/assets/javascripts/workers/words.js",
    "docs/assets/scripts/accessible.js",
    "docs/assets/scripts/answers.js",
    "docs/assets/scripts/copy.js",
    "docs/assets/scripts/element.js",
    "docs/assets/scripts/form.js",
    "docs/assets/scripts/heatmaps.js",
    "docs/assets/scripts/languages.js",
    "docs/assets/scripts/live.js",
    "docs/assets/scripts/looks.js",
    "docs/assets/scripts/model/causal.js",
    "docs/assets/scripts/model/cross_attention.js",
    "docs/assets/scripts/model/decoder.js",
    "docs/assets/scripts/model/encoder.js",
    "docs/assets/scripts/model/feed_forward.js",
    "docs/assets/scripts/model/generation.js",
    "docs/assets/scripts/model/layer_norm.js",
    "docs/assets/scripts/model/multi_head.js",
    "docs/assets/scripts/model/positional.js",
    "docs/assets/scripts/model/reverser.js",
    "docs/assets/scripts/model/scaled.js",
    "docs/assets/scripts/model/state.js",
    "docs/assets/scripts/model/tensor.js",
    "docs/assets/scripts/model/transformer.js",
    "docs/assets/scripts/orientation.js",
    "docs/assets/scripts/playground-fields.js",
    "docs/assets/scripts/playground-form.js",
    "docs/assets/scripts/playground-game.js",
    "docs/assets/scripts/playground-geometry.js",
    "docs/assets/scripts/playground-link.js",
    "docs/assets/scripts/playground-plane.js",
    "docs/assets/scripts/playground-results.js",
    "docs/assets/scripts/playground-sentence.js",
    "docs/assets/scripts/playground-state.js",
    "docs/assets/scripts/playground-tables.js",
    "docs/assets/scripts/playground-tokens.js",
    "docs/assets/scripts/playground.js",
    "docs/assets/scripts/reverser.js",
    "docs/assets/scripts/roles.js",
    "docs/assets/scripts/schemes.js",
    "docs/assets/scripts/stepper.js",
    "docs/assets/scripts/terms.js",
    "docs/assets/scripts/translator.js",
    "docs/assets/styles/code.css",
    "docs/assets/styles/colours.css",
    "docs/assets/styles/diagrams.css",
    "docs/assets/styles/offscreen.css",
    "docs/assets/styles/orientation.css",
    "docs/assets/styles/live.css",
    "docs/assets/styles/playground.css",
    "docs/assets/styles/practice.css",
    "docs/assets/styles/roles.css",
    "docs/assets/styles/site.css",
    "docs/assets/styles/stepper.css",
    "docs/assets/styles/type.css",
    "docs/assets/theme/404.html",
    "docs/assets/theme/main.html",
    "docs/assets/theme/sitemap.xml",
    "docs/assets/theme/partials/footer.html",
    "docs/assets/theme/partials/logo.html",
    "docs/assets/theme/partials/nav-item.html",
    "docs/assets/theme/partials/javascripts/palette.html",
}
BINARY = (".png", ".woff2")


@check(finds="drawing among the assets", refuses=True)
def files(project: Project) -> Iterator[Problem]:
    """Every file below docs is of a known kind and holds what it may."""
    files = project.files
    for file in sorted((files.root / "docs").glob("**/*")):
        path = file.relative_to(files.root).as_posix()
        if file.is_symlink():
            yield Problem(path, 1, "this is a link to a file; remove it")
        elif file.is_file():
            if reason := stray(path):
                yield Problem(path, 1, reason)
            if (
                kind_of_include(path) in ("recording", "diagram")
                or path.startswith(OUTPUTS)
                and kind_of(path).loaded
            ):
                yield from kind_of(path).problems(files, path)
            elif not path.endswith(BINARY):
                yield from files.read(path)[1]


def stray(path: str) -> str:
    """Say what to do about a file that is on no list; empty if it is."""
    drawn = kind_of_include(path.replace(".png", ".svg")) == "diagram"
    if path in NAMED or drawn or re.fullmatch(OF_A_LANGUAGE, path):
        return ""
    if path.startswith("docs/assets/"):
        return (
            "this file would be published unchecked; remove it, or name it in "
            "proof/checks/files.py"
        )
    if path.startswith(OUTPUTS):
        return ""
    return (
        "this file is no page that is checked; name it "
        "docs/<language>/<lower-case-name>.md or remove it"
    )
