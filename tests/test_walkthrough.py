"""Each chapter's script runs by itself and prints what the chapter shows."""

from pathlib import Path

import pytest
from conftest import ROOT, run

from tools.page import Page

SCRIPTS = sorted(
    path.stem
    for path in Path(ROOT, "snippets/walkthrough").glob("*.py")
    if path.stem != "__init__"
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_runs_and_prints_what_its_chapter_shows_in_file_order(name):
    result = run(ROOT, f"snippets.walkthrough.{name}")
    assert result.returncode == 0, result.stdout
    page = Page(ROOT, f"docs/en/{name.replace('_', '-')}.md")
    assert result.stdout == recorded(page, name)


def recorded(page: Page, name: str) -> str:
    """The recorded texts of a script's sections, in the script's order."""
    shown = sorted(
        (block.section.line, block.section.name)
        for block in page.blocks
        if block.section.path == f"snippets/walkthrough/{name}.py"
    )
    outputs = ROOT / "docs/outputs" / page.name
    files = [outputs / f"{section}.txt" for _, section in shown]
    return "".join(f.read_text("utf-8") for f in files if f.exists())


def test_every_script_belongs_to_a_chapter():
    pages = {path.stem for path in (ROOT / "docs/en").glob("*.md")}
    assert {name.replace("_", "-") for name in SCRIPTS} <= pages
    assert len(SCRIPTS) >= 10
