"""A chapter's script, run by itself, prints what its page prints."""

from pathlib import Path

import pytest
from conftest import ROOT, run, sample

from sitebuild.pages.page import Page, trains
from sitebuild.pages.tolerance import EXACT, same_text

SCRIPTS = sorted(
    path.parent.name
    for path in Path(ROOT, "snippets/chapters").glob("*/steps.py")
)


@pytest.mark.parametrize("name", sample(SCRIPTS))
def test_a_script_prints_what_its_chapter_shows(name):
    page = Page(ROOT, f"docs/en/{name.replace('_', '-')}.md")
    path = f"snippets/chapters/{name}/steps.py"
    # As pages that train are recorded, and without their progress bars.
    env = {"SNIPPETS_DEVICE": "cpu"} if trains(page) else {}
    result = run(ROOT, path[:-3].replace("/", "."), TQDM_DISABLE="1", **env)
    assert result.returncode == 0, result.stdout
    lines = result.stdout.splitlines(keepends=True)
    for block in page.blocks:
        recorded = block.printed
        if block.section.path == path and recorded:
            text = page.files.text(recorded)
            length = len(text.splitlines())
            printed, lines = "".join(lines[:length]), lines[length:]
            assert same_text(
                text, printed, page.tolerances.get(recorded, EXACT)
            ), printed
    assert lines == []
