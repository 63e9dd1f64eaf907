"""What a recording or a diagram says, however it is written and laid out."""

import re
from functools import lru_cache
from xml.etree.ElementTree import ParseError, canonicalize

from proof.outputs.kinds import MARKED

PANELS = "<svg", "<table"  # of which a figure may have several
SIZES = "width", "height", "stroke-width"  # of a drawing: they say nothing
# Of a drawing: all but what is read aloud; some have lists of numbers.
ATTRIBUTE = (
    r'(?<= )(?:(?P<path>d|points|transform)|(?!aria-|title)[\w:-]+)="[^"]*"'
)


@lru_cache(maxsize=1024)
def drawn(text: bytes) -> bytes:
    """Return what a recording holds, however it is written; a diagram's mark.

    Columns of a text may stand further apart, but lines be no further in.
    """
    if mark := re.match(MARKED.encode(), text):
        return mark[1]
    whole = text.decode()
    if whole.startswith(PANELS):
        whole = f"<g>{whole}</g>"
    try:
        found = canonicalize(whole, strip_text=True, exclude_attrs=SIZES)
        found = re.sub(ATTRIBUTE, shortest, found).encode()
    except ParseError:
        found = b"\n".join(map(bytes.rstrip, text.splitlines())).rstrip()
    return re.sub(rb"(?<=\S) +", b" ", found)


def shortest(attribute: re.Match) -> str:
    """Return an attribute of a drawing with its numbers written shortest."""
    text = re.sub(r"(?<!\d)\.(?=\d)", "0.", attribute[0])
    text = re.sub(r"(?:(\.\d*[1-9])|\.)0+(?!\d)", r"\1", text)
    if attribute["path"]:
        text = re.sub(r"[\s,]+", " ", text)
        text = re.sub(r" ?([a-zA-Z()-]) ?", r"\1", text)
    return text
