"""What blocks printed, for drawings: so no number is typed into one."""

import re
from ast import literal_eval
from pathlib import Path

from proof.outputs.kinds import TEXT
from proof.pages.numbers import decimals_in

ROOT = Path(__file__).parent.parent
LISTS = re.compile(r"(?P<name>.*?):? *(?P<values>\[.*\])")


def rows(page: str, block: str) -> list[str]:
    """Return the lines that a block printed."""
    return TEXT.read(ROOT / TEXT.path(page, block)).splitlines()


def lists(page: str, block: str) -> dict[str, list]:
    """Return the lists that a block printed, by what stands before each."""
    found = map(LISTS.fullmatch, rows(page, block))
    return {m["name"]: literal_eval(m["values"]) for m in found if m}


def decimals(page: str, block: str) -> list[list[str]]:
    """Return the digits of all decimals that a block printed, by line."""
    return list(map(decimals_in, rows(page, block)))
