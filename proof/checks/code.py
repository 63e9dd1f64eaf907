"""The files in snippets: their cells are marked so that they are read."""

from collections.abc import Iterator
from pathlib import Path

from proof.checks import check
from proof.pages.code import cells
from proof.pages.project import Project
from proof.problem import Problem


@check(finds="misspelt marker", refuses=True)
def markers(project: Project) -> Iterator[Problem]:
    """Every file in snippets can be read, with the cells that it marks."""
    files = project.files
    for path in snippet_files(project.root):
        yield from [*files.read(path)[1], *cells(path, files.text(path))[1]]


@check(finds="cell on no page")
def unused(project: Project) -> Iterator[Problem]:
    """Every cell with a name in snippets stands on a page."""
    included = {
        (include.path, include.section)
        for page in project.pages
        for include in page.includes
    }
    for path in snippet_files(project.root):
        for cell in cells(path, project.files.text(path))[0].values():
            if (path, cell.name) not in included:
                yield Problem(
                    path,
                    cell.line - 1,
                    f"no page includes cell '{cell.name}'; include it, or "
                    "leave out its name",
                )


def snippet_files(root: Path) -> list[str]:
    """The paths of all files that pages include code from."""
    files = sorted((root / "snippets").glob("**/*.py"))
    return [file.relative_to(root).as_posix() for file in files]
