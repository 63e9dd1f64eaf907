"""Find recordings and diagrams that are missing or misplaced."""

from collections.abc import Iterator

from sitebuild.checks import check, page_check
from sitebuild.pages.page import Page
from sitebuild.pages.project import MEASURED_WITH, RECORDED, Project
from sitebuild.pages.tolerance import ANY
from sitebuild.problem import Problem

RECORD = "run `make record`"


@check(finds="missing recording")
def missing_recordings(project: Project) -> Iterator[Problem]:
    """Find recordings that do not exist, or not of the block above them.

    Any page may show a recording of another page's block, unless it measures.
    """
    chapters = project.originals
    shown = [(p, i) for p in project.pages for i in p.includes if i.page]
    for page, include in shown:
        chapter, name = include.page, include.section
        above = [b.section.name for b in page.blocks if b.line < include.line]
        blocks = chapters[chapter].blocks if chapter in chapters else []
        tolerances = {b.section.name: b.section.tolerance for b in blocks}
        if chapter == page.name and name not in above:
            fault = f"no block '{name}' stands above this output; include the"
            fault += " block first or correct the name"
        elif chapter == page.name and name != above[-1]:
            fault = "another block stands between this output and its block"
            fault += f" '{name}'; move it up"
        elif name not in tolerances:
            fault = f"no page '{chapter}' has a block '{name}'; correct the"
            fault += " recording's name"
        elif chapter != page.name and tolerances[name] == ANY:
            fault = "what is measured is shown on its own page alone, where its"
            fault += f" machine is named; link to {chapter}.md"
        elif not page.files.exists(include.path):
            fault = f"there is no recording {include.path}; {RECORD}"
        else:
            continue
        yield page.problem(include.line, fault)


@page_check(finds="diagram that was not drawn")
def missing_diagrams(page: Page) -> Iterator[Problem]:
    """Find diagrams that do not exist, as SVG or as PNG."""
    for line, path, _, kind in page.includes:
        if kind == "diagram" and not page.files.exists(path):
            fault = f"there is no diagram {path}; correct the path or draw it"
            fault += " in the chapter's drawings and run `make diagrams`"
            yield page.problem(line, fault)
        elif kind == "diagram" and not page.files.exists(f"{path[:-4]}.png"):
            fault = f"{path} has no PNG for notebooks beside it; run"
            yield page.problem(line, f"{fault} `make diagrams`")


@page_check(finds="picture without a text")
def unlabelled_pictures(page: Page) -> Iterator[Problem]:
    """Find pictures without a text for those who do not see them."""
    for include in page.includes:
        label = page.labels.get(include.line, "")
        if include.output.drawn and not any(map(str.isalnum, label)):
            fault = "this picture has no text; say what it shows between the"
            yield page.problem(include.line, f"{fault} brackets of `![…](…)`")


@check(finds="chapter that was never recorded")
def unrecorded_chapters(project: Project) -> Iterator[Problem]:
    """Find chapters that do not say with what they were recorded."""
    for page in project.pages:
        made = project.recorded.get(page.name, {})
        if page.blocks and not made:
            fault = f"nothing is said of '{page.name}'"
        elif page.measured and not MEASURED_WITH <= made.keys():
            fault = f"it is not said on which machine '{page.name}' measured"
        else:
            continue
        yield Problem(RECORDED, 1, f"{fault}; {RECORD}")
