"""Give prose curly quotes, which authors type straight."""

import re

CURLY = {'"': "“”", "'": "‘’"}
OPENING = {*" \n([{–—“‘"}  # what stands before an opening one
# What has none: code and formulas, other tags, and words.
PARTS = re.compile(
    r"<(code|pre|math|svg)\b.*?</\1>|<[^>]*>|[^<\"']+|[\"']", re.S
)


def curly(html: str) -> str:
    """Return HTML, or text, with curly quotes outside code and formulas."""
    before, parts = " ", []
    for part in PARTS.finditer(html):
        text = part[0]
        if text in CURLY:
            text = CURLY[text][before not in OPENING]
        if part[1] or text[0] != "<":
            before = text[-1]
        parts.append(text)
    return "".join(parts)
