"""Each chapter's script runs by itself and prints what the chapter shows."""

import json
import os
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


def page_of(name: str) -> Page:
    return Page(ROOT, f"docs/en/{name.replace('_', '-')}.md")


@pytest.fixture(scope="module")
def printed() -> dict[str, str]:
    """What each script prints."""
    # As pages that train are recorded, and without their progress bars.
    device = {"SNIPPETS_DEVICE": "cpu"}
    scripts = {
        name: device if page_of(name).tolerance else {} for name in SCRIPTS
    }
    folders = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    command = ("run_scripts", json.dumps(scripts))
    result = run(ROOT, *command, PYTHONPATH=folders, TQDM_DISABLE="1")
    assert result.returncode == 0, result.stdout
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_prints_what_its_chapter_shows_in_file_order(printed, name):
    page = page_of(name)
    expected = recorded(page, name)
    if page.tolerance:
        assert same(expected, printed[name], page.tolerance), printed[name]
    else:
        assert printed[name] == expected


def test_script_runs_as_its_chapter_says():
    result = run(ROOT, "snippets.walkthrough.why_attention")
    assert result.returncode == 0, result.stdout
    expected = recorded(page_of("why_attention"), "why_attention")
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
