"""No word of a page gets lost: what its new text lacks is put back, marked."""

import re
from collections import Counter

from proof.pages.dialect import Span, lines, read
from proof.pages.includes import target
from proof.pages.outline import IN_TEXT, SYMBOL
from proof.pages.places import KEPT
from proof.translate.shape import COPIED, KEY

WORD = r"[^\W\d_]\w*"
# Outside of `\text`, what is long and neither a command nor its argument.
LONG = r"(?<![\\{\w])[^\W\d_]{3,}"
NAMED = r"(?<![\\\w])[^\W\d_]+"  # among such, short ones are words, too
ACTS = r"[<{$|*_\[\]#!&\\]|^ *(?:\d+[.)]|[-+>~])|8<"  # what is no mere word


def with_words(before: str, after: str) -> str:
    """Return a new text with the lines whose words it has lost, marked.

    Each stands below what it stood below.
    """
    old, new = plain(before), after.split("\n")
    places: dict[int, list[str]] = {}
    for number, text in lost_lines(old, plain(after)).items():
        at = place(old[: number - 1], new)
        places.setdefault(at, []).append(inert(text))
    for at, texts in sorted(places.items(), reverse=True):
        above = [""] if new[at - 1].strip() else []
        new[at:at] = [*above, KEPT, "", *texts, ""]
    return "\n".join(new)


def lost_lines(before: list[str], after: list[str]) -> dict[int, str]:
    """Return lines, by number, with words that stand nowhere any more."""
    kept = Counter(after)
    fresh = "\n".join((kept - Counter(before)).elements())
    new = Counter(re.findall(WORD, fresh))
    lost = {}
    for number, line in enumerate(before, start=1):
        kept.subtract([line])
        words = Counter(re.findall(WORD, line)) if kept[line] < 0 else Counter()
        if words - new:
            lost[number] = line
        else:
            new -= words
    return lost


def place(above: list[str], new: list[str]) -> int:
    """Return where in a text a paragraph can stand, below the same lines."""
    there = plain("\n".join(new))
    at = 0
    for line in reversed(above):
        if line and line in there:
            at = there.index(line) + 1
            break
    for number in range(at, len(new)):
        rest = next(filter(str.strip, new[number:]), "")
        if not new[number].strip() and not rest.startswith((" ", "</")):
            return number + 1
    return len(new)


def inert(text: str) -> str:
    """Return a line as words alone, whatever it was."""
    text = text.replace("`", "'")
    return f"`{text}`" if re.search(ACTS, text) else text


def plain(text: str) -> list[str]:
    """Return the lines of a text without what may be replaced.

    However it is read: a line that nobody closed is no reason to lose words.
    """
    pieces = []
    for element in read(text):
        if element.kind in ("fence", "include"):
            start = element.line + (element.kind == "fence")
            for number, line in enumerate(element.text.split("\n"), start):
                pieces.append((number, "" if target(line) else line))
        elif element.kind == "box" and not element.spans:
            pieces.append((element.line, element.info.partition(" ")[2]))
        pieces += [(span.line, kept(span)) for span in element.spans]
    found = lines(pieces)
    written = text.split("\n")
    for number in range(1, head(written)):
        match = KEY.fullmatch(written[number])
        copied = match and match["key"] in COPIED
        found[number + 1] = match["value"] if match and not copied else ""
    return [found.get(n, "").strip() for n in range(1, len(written) + 1)]


def head(written: list[str]) -> int:
    """Return how many lines stand above the end of the front matter."""
    opened = written[:1] == ["---"] and "---" in written[1:]
    return written.index("---", 1) if opened else 0


def kept(span: Span) -> str:
    """Return what of a piece of text must not be lost."""
    if span.kind in ("formula", "display"):
        return words_in(span.text)
    if span.kind in ("link", "code"):
        return ""
    return span.text if span.kind == "tag" else span.raw


def words_in(tex: str) -> str:
    """Return the words of a formula."""
    tex = re.sub(SYMBOL, "", tex)
    outside = re.sub(IN_TEXT, "", tex)
    words = re.findall(LONG, outside) and re.findall(NAMED, outside)
    return " ".join(re.findall(IN_TEXT, tex) + words)
