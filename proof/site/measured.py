"""What is said of blocks whose numbers no other run gives again.

Such a block says so in its last line (`proof.pages.sections`), and its page
marks the place, below what it printed or drew, where the machine is named.
"""

import platform
import re
from collections.abc import Iterator
from html import escape
from pathlib import Path

from proof.pages.page import RECORDED, Page
from proof.pages.sections import MEASURED, Problem

PLACE = "<!-- measured -->"


def problems(page: Page) -> Iterator[Problem]:
    """Each measured output has its mark, and no other line has one."""
    marks = {n for n, s in enumerate(page.prose, start=1) if s.strip() == PLACE}
    starts = [fence.line for fence in page.blocks] + [
        heading.line for heading in page.headings
    ]
    for block in page.measured:
        end = min((s for s in starts if s > block.line), default=10**9)
        shown = [
            include.line
            for include in page.includes
            if include.kind in RECORDED and block.line < include.line < end
        ]
        below = sorted(m for m in marks if shown and shown[-1] < m < end)[:1]
        marks -= set(below)
        if not below:
            yield page.problem(
                block.line,
                f"block '{block.section.name}' is measured; write a line "
                f"`{PLACE}` below its output, before the next block or heading",
            )
    for line in sorted(marks):
        yield page.problem(
            line,
            "there is no measured output above this line; remove it, or end "
            f"the block with `{MEASURED}`",
        )


def said(words: dict[str, str], made: dict[str, str]) -> str:
    """Where and when a chapter's numbers were measured, in the words' language.

    `made` is what is kept of its recordings; a gate asks for the machine.
    """
    return words["measured"].format(**{"machine": "", "threads": ""} | made)


def note(words: dict[str, str], made: dict[str, str]) -> str:
    """The same as HTML."""
    text = escape(said(words, made))
    return f'<p class="notice measured" data-search-exclude>{text}</p>'


def processor(device: str) -> str:
    """The name of what computes."""
    if device == "cuda":
        import torch  # the gates, which ask this module too, need none

        return torch.cuda.get_device_name()
    name = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if device == "cpu" and info.exists():  # Linux tells the model there only
        text = info.read_text("utf-8")
        name = re.findall(r"^model name\s*: (.+)$", text, re.M)[:1] or [name]
        return name[0]
    return name
