"""Each chapter's script runs by itself and prints what the chapter shows."""

from pathlib import Path

import pytest
from conftest import ROOT, run

from tools.page import Page
from tools.recordings import same

SCRIPTS = sorted(
    path.stem
    for path in Path(ROOT, "snippets/walkthrough").glob("*.py")
    if path.stem != "__init__"
)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_runs_and_prints_what_its_chapter_shows_in_file_order(name):
    page = Page(ROOT, f"docs/en/{name.replace('_', '-')}.md")
    # As pages that train are recorded, and without their progress bars.
    trains = {"SNIPPETS_DEVICE": "cpu", "TQDM_DISABLE": "1"}
    options = trains if page.tolerance else {}
    result = run(ROOT, f"snippets.walkthrough.{name}", **options)
    assert result.returncode == 0, result.stdout
    expected = recorded(page, name)
    if page.tolerance:
        assert same(expected, result.stdout, page.tolerance), result.stdout
    else:
        assert result.stdout == expected


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
