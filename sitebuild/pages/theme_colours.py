"""Which colour has which role: what the style sheet says of both schemes."""

import re
from functools import cache
from pathlib import Path

SHEET = Path(__file__).parents[2] / "docs/assets/styles/colours.css"
ROLE = re.compile(r"var\(--(\w+)\)")


@cache
def schemes() -> list[dict[str, str]]:
    """Return the colours of the light and of the dark scheme, by role."""
    text = SHEET.read_text("utf-8") if SHEET.exists() else ""
    rules = [part.partition("}")[0] for part in text.split("{")[1:]]
    found = [dict(re.findall(r"--(\w+): (#[0-9a-f]{6})", r)) for r in rules]
    return [*found, {}, {}][:2]


def named(colour: str) -> str:
    """Return the role of a light colour, as a page's style sheet knows it.

    Black becomes the colour of the text around a figure; a colour that has
    no role stays.
    """
    if colour == "#000000":
        return "currentColor"
    roles = {value: f"var(--{role})" for role, value in schemes()[0].items()}
    return roles.get(colour, colour)


def plain(svg: str) -> str:
    """Return a figure in the colours of the light scheme, on its paper."""
    light = schemes()[0]
    svg = svg.replace("currentColor", "#000000")
    return ROLE.sub(lambda role: light.get(role[1], "#000000"), svg)
