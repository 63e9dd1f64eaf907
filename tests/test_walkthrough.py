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
def test_script_prints_the_chapters_outputs_in_file_order(name):
    result = run(ROOT, f"snippets.walkthrough.{name}")
    assert result.returncode == 0, result.stdout
    page = Page(ROOT, f"docs/en/{name.replace('_', '-')}.md")
    shown = sorted(
        (block.section.line, block.section.name)
        for block in page.blocks
        if block.section.path == f"snippets/walkthrough/{name}.py"
    )
    outputs = Path(ROOT, "docs/outputs", page.name)
    recorded = "".join(
        (outputs / f"{section}.txt").read_text("utf-8")
        for _, section in shown
        if (outputs / f"{section}.txt").exists()
    )
    assert result.stdout == recorded
