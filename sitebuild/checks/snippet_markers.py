"""Find misspelt cell markers, and code in snippets that no page shows."""

import ast
from collections.abc import Iterator

from sitebuild.checks import check
from sitebuild.files import paths
from sitebuild.pages.project import Project
from sitebuild.pages.snippet_code import Section, cells, definitions
from sitebuild.problem import Problem

CODE = "snippets/**/*.py"


@check(finds="misspelt marker", refuses=True)
def misspelt_markers(project: Project) -> Iterator[Problem]:
    """Find misspelt cell markers in snippets, and files that are no text."""
    for path in paths(project.root, CODE):
        text, unread = project.files.read(path)
        yield from [*unread, *cells(path, text)[1]]


@check(finds="cell on no page")
def unused_code(project: Project) -> Iterator[Problem]:
    """Find cells and exercises that no page includes, and cells without an end.

    A cell ends at the next marker. If that is missing, a page shows definitions
    in the cell that pages include by their own names too.
    """
    shown = {(i.path, i.section) for p in project.pages for i in p.includes}
    for path in paths(project.root, CODE):
        text = project.files.text(path)
        named = cells(path, text)[0]
        for name, cell in named.items():
            if (path, name) not in shown:
                fault = f"no page includes cell '{name}'; include it, or leave"
                yield Problem(path, cell.line - 1, f"{fault} out its name")
        for name, part in parts(path, text).items():
            inside = [n for n, c in named.items() if part.line in c.lines]
            if (path, name) in shown and name not in named:
                for cell in inside:
                    fault = f"pages include `{name}` by its name, and it stands"
                    fault += f" in cell '{cell}' too; end the cell with a line"
                    yield Problem(path, part.line, f"{fault} `# %%` above")
            elif path.endswith("exercises.py") and not (
                (path, name) in shown
                or inside
                or name.startswith("_")
                or is_used(part, text)
            ):
                fault = f"no page includes `{name}`; include it, or remove it"
                yield Problem(path, part.line, fault)


def parts(path: str, text: str) -> dict[str, Section]:
    """Return the definitions of a file; none if it is no Python."""
    try:
        return definitions(path, text)
    except SyntaxError:
        return {}


def is_used(part: Section, text: str) -> bool:
    """Tell whether code reads the name of a definition outside of it."""
    names = [n for n in ast.walk(ast.parse(text)) if isinstance(n, ast.Name)]
    loaded = [n for n in names if isinstance(n.ctx, ast.Load)]
    outside = [n for n in loaded if n.lineno not in part.lines]
    return part.name in {n.id for n in outside}
