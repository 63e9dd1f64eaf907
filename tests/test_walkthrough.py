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
    assert PRINTED[name] in result.stdout.splitlines()
    path = f"docs/en/{name.replace('_', '-')}.md"
    if (ROOT / path).exists():
        assert result.stdout == recorded(Page(ROOT, path), name)


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


# A line that each script must print: a number of the source guides, or a
# claim that the script itself shows to be true.
PRINTED = {
    "simplified_attention": "weights tensor([0.2291, 0.4063, 0.3646])",
    "positional_encoding": "denominator tensor([  1.0000,  21.5443, 464.1590])",
    "self_attention": "context tensor([0.2854, 0.4081])",
    "causal_attention": "largest error 0.0384",
    "multi_head_attention": "head 1 depends on 3 of 3 input dimensions",
    "encoder": "torch.Size([5, 6]) torch.Size([3, 2, 5, 5])",
    "going_fast": "T 32768: T * T 1073741824, T * d_k 2097152",
    "tensor_notes": "torch.Size([2, 3, 4]) -> torch.Size([2, 3, 2, 2])",
}


def test_every_script_has_a_line_to_print():
    assert sorted(PRINTED) == SCRIPTS
