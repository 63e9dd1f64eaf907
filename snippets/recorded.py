"""Read the recorded output of blocks, so that drawings type no numbers."""

import re
from ast import literal_eval
from pathlib import Path

OUTPUTS = Path(__file__).parent.parent / "docs/outputs"
LISTS = re.compile(r"(?P<name>.*?):? *(?P<values>\[.*\])")
DECIMAL = re.compile(r"-?(?<![\d.])\d*\.\d+(?!\.?\d)")


def rows(page: str, block: str) -> list[str]:
    """Return the lines that a block printed, from its recording."""
    file = OUTPUTS / page / f"{block}.txt"
    return file.read_text("utf-8").splitlines()


def lists(page: str, block: str) -> dict[str, list]:
    """Return the lists that a block printed, by the words before each."""
    found = map(LISTS.fullmatch, rows(page, block))
    return {m["name"]: literal_eval(m["values"]) for m in found if m}


def decimals(page: str, block: str) -> list[list[str]]:
    """Return the decimals in each line that a block printed, as text."""
    return list(map(DECIMAL.findall, rows(page, block)))
