"""Recordings and diagrams: there, below their block, shown and described."""

import re
from collections.abc import Iterator
from pathlib import Path

from sitebuild.checks import check, page_check
from sitebuild.files import paths
from sitebuild.pages.includes import Include, kind_of_include
from sitebuild.pages.output_types import kind_of
from sitebuild.pages.page import Page, picture_labels
from sitebuild.pages.project import MEASURED_WITH, RECORDED, Project
from sitebuild.pages.tolerance import ANY
from sitebuild.problem import Problem

RECORD = "run `make record`"


@check(finds="missing recording")
def recordings(project: Project) -> Iterator[Problem]:
    """What is included as output exists and follows the block it is of.

    What a block of another page gave may be shown anywhere.
    """
    for page in project.pages:
        for include in page.includes:
            if include.kind != "recording":
                continue
            reason = fault(page, include, project.pages)
            if not reason and not page.files.exists(include.path):
                reason = f"there is no recording {include.path}; {RECORD}"
            if reason:
                yield page.problem(include.line, reason)


def fault(page: Page, include: Include, pages: list[Page]) -> str:
    """Say what is wrong with a recording that is shown; empty if nothing is."""
    chapter, name = Path(include.path).parent.name, include.section
    above = [b.section.name for b in page.blocks if b.line < include.line]
    blocks = [b.section for p in pages if p.name == chapter for b in p.blocks]
    given = [block for block in blocks if block.name == name]
    if include.page == page.name and name not in above:
        return (
            f"no block '{name}' stands above this output; include the block "
            "first or correct the name"
        )
    if include.page == page.name and name != above[-1]:
        return (
            "another block stands between this output and its block "
            f"'{name}'; move it up"
        )
    if not blocks:
        return f"no page '{chapter}' has blocks; correct the recording's name"
    if not given:
        reason = f"the page '{chapter}' has no block '{name}'"
        return f"{reason}; correct the recording's name"
    if chapter != page.name and given[0].tolerance == ANY:
        return (
            "what is measured is shown on its own page alone, where its "
            f"machine is named; link to {chapter}.md"
        )
    return ""


@page_check(finds="diagram that was not drawn")
def diagrams(page: Page) -> Iterator[Problem]:
    """Every diagram that is included has been drawn."""
    for include in page.includes:
        if include.kind == "diagram":
            if not page.files.exists(include.path):
                yield page.problem(
                    include.line,
                    f"there is no diagram {include.path}; correct the path or "
                    "draw it in the chapter's drawings and run `make diagrams`",
                )
            elif not page.files.exists(include.path.replace(".svg", ".png")):
                yield page.problem(
                    include.line,
                    f"{include.path} has no PNG for notebooks beside it; run "
                    "`make diagrams`",
                )


@page_check(finds="picture without a text")
def pictures(page: Page) -> Iterator[Problem]:
    """Every picture has a text for those who do not see it."""
    for include in page.includes:
        if include.output.drawn:
            label = picture_labels(page).get(include.line - 1, "")
            if not any(map(str.isalnum, label)):
                yield page.problem(
                    include.line,
                    "this picture has no text; say what it shows in a line "
                    '`<div role="img" aria-label="…">` directly above, and '
                    "end with `</div>` below",
                )


@check(finds="chapter that was never recorded")
def origins(project: Project) -> Iterator[Problem]:
    """Of each chapter it is said what its recordings were made with."""
    made = project.recorded
    for page in project.pages:
        if page.blocks and page.name not in made:
            reason = f"nothing is said of '{page.name}'"
        elif page.measured and not MEASURED_WITH <= made[page.name].keys():
            reason = f"it is not said on which machine '{page.name}' measured"
        else:
            continue
        yield Problem(RECORDED, 1, f"{reason}; {RECORD}")
    tested = newest(project)
    for name, entry in made.items() if tested else ():
        if parts(torch := entry.get("torch", "")) > tested:
            reason = f"'{name}': torch {torch} is newer than what is tested"
            yield Problem(RECORDED, 1, f"{reason}; {RECORD}")


def newest(project: Project) -> list[int]:
    """Return the version of PyTorch that constraints.txt names, if any."""
    text = project.files.text("constraints.txt")
    found = re.search(r"(?m)^torch==([\d.]+)", text)
    return parts(found[1]) if found else []


def parts(version: str) -> list[int]:
    """Return the numbers of a version."""
    return [int(number) for number in re.findall(r"\d+", version)]


@check(finds="diagram on no page")
def drawn(project: Project) -> Iterator[Problem]:
    """Every diagram is shown by a page."""
    shown = {i.path for page in project.pages for i in page.includes}
    for path in paths(project.root, "docs/assets/diagrams/**/*"):
        if path.replace(".png", ".svg") not in shown:
            yield Problem(path, 1, "no page includes this diagram; remove it")


@check(finds="recording of no chapter")
def recorded(project: Project) -> Iterator[Problem]:
    """Every recording is shown by its chapter, as translations follow it."""
    for path in paths(project.root, "docs/outputs/**/*"):
        chapter, name = Path(path).parent.name, Path(path).stem
        pages = [p for n, p in project.originals.items() if n == chapter]
        loaded = kind_of(path).loaded
        if not pages or not (loaded or kind_of_include(path) == "recording"):
            message = "this recording belongs to no page; remove it"
            yield Problem(path, 1, message)
            continue
        for page in pages:
            if name not in {block.section.name for block in page.blocks}:
                reason = f"{page.path} has no block '{name}'; remove this"
                yield Problem(path, 1, f"{reason} recording")
            elif loaded:
                continue
            elif path not in {include.path for include in page.recordings}:
                reason = f"{page.path} does not show this recording; include"
                yield Problem(path, 1, f"{reason} it below the block '{name}'")
