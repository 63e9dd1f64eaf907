"""Each chapter's script runs by itself and prints what the chapter shows."""

import json
import os
from pathlib import Path

import pytest
from conftest import ROOT, run

from proof.outputs.agreement import same_text
from proof.pages.page import Page

SCRIPTS = sorted(
    path.parent.name
    for path in Path(ROOT, "snippets/chapters").glob("*/steps.py")
)


def page_of(name: str) -> Page:
    return Page(ROOT, f"docs/en/{name.replace('_', '-')}.md")


@pytest.fixture(scope="module")
def printed() -> dict[str, str]:
    """What each script prints."""
    # As pages that train are recorded, and without their progress bars.
    device = {"SNIPPETS_DEVICE": "cpu"}
    scripts = {name: device if page_of(name).trains else {} for name in SCRIPTS}
    folders = os.pathsep.join([str(ROOT), str(ROOT / "tests")])
    command = ("run_scripts", json.dumps(scripts))
    result = run(ROOT, *command, PYTHONPATH=folders, TQDM_DISABLE="1")
    assert result.returncode == 0, result.stdout
    return json.loads(result.stdout)


@pytest.mark.parametrize("name", SCRIPTS)
def test_script_prints_what_its_chapter_shows_in_file_order(printed, name):
    assert_prints(printed[name], name)


def test_script_runs_as_its_chapter_says():
    result = run(ROOT, "snippets.chapters.why_attention.steps")
    assert result.returncode == 0, result.stdout
    assert_prints(result.stdout, "why_attention")


def assert_prints(text: str, name: str) -> None:
    """Assert that a script printed what its chapter shows, block by block."""
    page, lines = page_of(name), text.splitlines(keepends=True)
    for path, recorded in recordings(page, name):
        length = len(recorded.splitlines())
        printed, lines = "".join(lines[:length]), lines[length:]
        assert same_text(recorded, printed, page.tolerance(path)), printed
    assert lines == []


def recordings(page: Page, name: str) -> list[tuple[str, str]]:
    """Path and text of what a script's sections print, in its order."""
    shown = sorted(
        (block.section.line, block.section.name)
        for block in page.blocks
        if block.section.path == f"snippets/chapters/{name}/steps.py"
    )
    paths = [f"docs/outputs/{page.name}/{section}.txt" for _, section in shown]
    return [
        (path, (ROOT / path).read_text("utf-8"))
        for path in paths
        if (ROOT / path).exists()
    ]


def test_every_script_belongs_to_a_chapter():
    pages = {path.stem for path in (ROOT / "docs/en").glob("*.md")}
    assert {name.replace("_", "-") for name in SCRIPTS} <= pages
    assert len(SCRIPTS) >= 10
