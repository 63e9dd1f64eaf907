"""What is said of blocks whose numbers no other run gives again.

Such a block says so in its last line (`proof.pages.code`); below what it gave
the machine is named, where `proof.pages.resolve` has marked the place.
"""

import platform
import re
from html import escape
from pathlib import Path


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
