"""A page shows each cell, exercise, diagram and recording; parts have names."""

import ast
import re
from collections.abc import Iterator
from datetime import date
from pathlib import Path

import pytest
from conftest import ROOT, this_project

from sitebuild.files import paths, read_data
from sitebuild.pages.output_types import PARAMETERS
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import PART
from sitebuild.pages.snippet_code import MARKER, cells, definitions


def unused_code(project: Project) -> Iterator[str]:
    """Yield cells and exercises on no page, and cells without an end.

    A cell without an end shows definitions that pages include by name too.
    """
    shown = {(i.path, i.section) for p in project.pages for i in p.includes}
    for path in paths(project.root, "snippets/**/*.py"):
        text = project.files.text(path)
        named = cells(path, text)
        yield from (f"{path}:{n}" for n in named if (path, n) not in shown)
        for name, part in definitions(path, text).items():
            is_shown = (path, name) in shown
            in_cell = any(part.text in cell.text for cell in named.values())
            twice = is_shown and in_cell and name not in named
            needed = (
                is_shown
                or in_cell
                or name.startswith("_")
                or not path.endswith("exercises.py")
                or is_used(name, text)
            )
            if twice or not needed:
                yield f"{path}:{name}"


def odd_marks(project: Project) -> Iterator[str]:
    """Yield lines that look like a cell's marker or a tolerance and are none.

    A tolerance below 0.1, or the words of MEASURED, are a block's last line.
    """
    for path in paths(project.root, "snippets/**/*.py"):
        text, seen = project.files.text(path), set()
        last = {
            cell.line + cell.text.count("\n") - 1
            for cell in cells(path, text).values()
            if cell.tolerance
        }
        for number, line in enumerate(text.splitlines(), start=1):
            is_like = bool(re.match(r"\s*#[# ]*%%", line))
            is_odd = is_like and not re.fullmatch(MARKER, line)
            is_twice = is_like and line != "# %%" and line in seen
            declares = "# tolerance" in line or "# measured" in line
            if is_odd or is_twice or declares and number not in last:
                yield f"{path}:{number}"
            seen.add(line)


def is_used(name: str, text: str) -> bool:
    """Whether code reads a name outside of its definition."""
    statements = ast.parse(text).body
    others = [s for s in statements if getattr(s, "name", "") != name]
    names = (n for s in others for n in ast.walk(s) if isinstance(n, ast.Name))
    return any(n.id == name and isinstance(n.ctx, ast.Load) for n in names)


def unused_files(project: Project) -> Iterator[str]:
    """Yield diagrams on no page, and recordings not on their block's page."""
    shown = {i.path for page in project.pages for i in page.includes}
    for path in paths(project.root, "docs/assets/diagrams/**/*"):
        if path.replace(".png", ".svg") not in shown:
            yield path
    for path in paths(project.root, "docs/outputs/**/*"):
        page = project.originals.get(Path(path).parent.name)
        blocks = [block.section.name for block in page.blocks] if page else []
        recordings = page.recordings if page else []
        is_shown = path.endswith(PARAMETERS.suffix) or path in recordings
        if Path(path).stem not in blocks or not is_shown:
            yield path


def unnamed_parts(project: Project) -> set[str]:
    """Parts of the navigation that the words of the interface do not name."""
    words = read_data(project.root, "docs/en/words.yml")
    named = {text for key, text in words.items() if key.startswith(PART)}
    return project.parts.keys() - named


@pytest.mark.parametrize(
    "find", [unused_code, odd_marks, unused_files, unnamed_parts]
)
def test_nothing_is_left_over(find):
    assert [*find(this_project())] == [], "show or name these, or remove them"


def test_settings_and_pages_have_the_same_name_and_description():
    settings = read_data(ROOT, "mkdocs.yml")
    words = read_data(ROOT, "docs/en/words.yml")
    for key in "site_name", "site_description":
        assert settings[key] == words.get(key.replace("_", "-"))


def test_each_page_says_since_when_it_is_there():
    for page in this_project().originals.values():
        assert date.fromisoformat(page.meta["since"])
