"""What a block consists of, where the original decides: marks that got lost.

Each function takes the lines of a translation and its original, and returns
the lines with fences, formulas, figures, boxes and front matter closed.
"""

import re
from collections.abc import Iterator
from itertools import product

from proof.pages.dialect import HEADING_ID, SCISSORS, read
from proof.pages.includes import kind_of_include, target
from proof.pages.page import Page
from proof.translate.loose import exchanged

FENCE = re.compile(r"(?P<indent>[ >]*)(?:`{2,}|~{3,}) *(?P<info>[^\s`]*) *")
KEY = re.compile(r"(?P<key>[^\W\d_]+) *: *(?P<value>.*)")
COPIED, SAID = ("form",), ("title", "description")
QUOTES = "\"'\u201c\u201d\u201e\u00ab\u00bb"
SHELLS = ("sh", "bash", "shell", "console")
SLOT = re.compile(
    r'(?P<open><div [^>]*aria-label="?|<(?P<tag>figcaption|summary)[^>]*>)'
    r'(?P<words>.*?)(?P<close>"?>$|</(?P=tag)>$|(?<!>)$)'
)
TAGS = {"b": "**", "strong": "**", "i": "*", "em": "*"}
LOOSE = r"(?m)(?<!\S)\*\* +([^*\n]+?) +\*\*(?![\w*])"
COMMENT = r"(?m)^<!-- .* -->$"
BARE = r"(?m)^([ >]*--8<-- )\"?([^\s\"]+)\"?$"
NUMBERED = r"^( *\d+)\)(?= )"
Lines = list[str]


def shaped(text: str, original: Page) -> str:
    """Return a text whose blocks are as whole as the original shows them."""
    lines = re.sub(BARE, r'\1"\2"', text).split("\n")
    for mend in (front_matter, headings, fences, formulas, figures, boxes):
        lines = list(mend(lines, original))
    return sentences("\n".join(lines), original)


def sentences(text: str, original: Page) -> str:
    """Return a text whose bold, links, formulas and comments are read."""
    for tag, mark in TAGS.items():
        text = re.sub(rf"<{tag}>([^<>*\n]+)</{tag}>", rf"{mark}\1{mark}", text)
    text = re.sub(LOOSE, r"**\1**", text)
    wanted = {target for _, target in original.links}

    def joined(match: re.Match) -> str:
        known = match["target"] in wanted
        return f"[{match['words']}]({match['target']})" if known else match[0]

    for form in (
        r"\[(?P<words>[^\[\]]+)\]\s+\((?P<target>[^\s()]+)\)",
        r'<a href="(?P<target>[^"<>]+)">(?P<words>[^<>]+)</a>',
    ):
        text = re.sub(form, joined, text)
    for tex in {f.tex for f in original.formulas if not f.display}:
        text = text.replace(f"$ {tex} $", f"${tex}$")
    return exchanged(text, COMMENT, [c for _, c in original.placeholders])


def front_matter(lines: Lines, original: Page) -> Iterator[str]:
    """Yield lines whose first ones are the original's keys, each with a text.

    What is declared there is the original's.
    """
    rest = iter(lines)
    if lines[0] != "---" or not original.meta:
        yield from rest
        return
    yield next(rest)
    entries = []
    for line in rest:
        if line == "---" or not (match := KEY.fullmatch(line)):
            rest = iter(
                [line, *rest] if line == "---" else ["---", line, *rest]
            )
            break
        entries.append([match["key"], match["value"]])
    known = {key for key, _ in entries} & original.meta.keys()
    wanted = [key for key in SAID if key not in known]
    strange = [entry for entry in entries if entry[0] not in known]
    if len(wanted) == len(strange) == 1:
        strange[0][0] = wanted[0]
    for key, value in entries:
        written = f"{key}: {value}"
        if key in COPIED and key in known:
            written = next(s for s in original.lines if s.startswith(f"{key}:"))
        elif ": " in value and value[:1] not in QUOTES:
            written = f'{key}: "{value}"'
        yield written
    yield from rest


def headings(lines: Lines, original: Page) -> Iterator[str]:
    """Yield lines where braces of known ids and marks of lists are right."""
    items = (e.marks for e in original.elements if e.kind == "item")
    points = ")" not in items
    known = {heading.id for heading in original.headings}
    for line in lines:
        whole = re.search(HEADING_ID, line)
        if line.startswith("#") and not whole:
            found = re.search(r" *[{(]? *#([a-z][a-z0-9-]*) *[})]?$", line)
            whole = found and found[1] in known
            if whole:
                line = f"{line[: found.start()]} {{ #{found[1]} }}"
        if whole:
            line = re.sub(r"^(#+)(?=[^#\s])", r"\1 ", line)
        yield re.sub(NUMBERED, r"\1.", line) if points else line


def fences(lines: Lines, original: Page) -> Iterator[str]:
    """Yield lines where each include of code stands alone in its fence.

    One of commands ends where the original's does.
    """
    typed = [f.text.split("\n") for f in original.fences if f.info == "sh"]
    number, opening = 0, None  # that of a fence whose content comes next
    closed = False  # by us, so that its own end may stand further below
    while number < len(lines):
        line, number = lines[number], number + 1
        fence = FENCE.fullmatch(line)
        if is_code(line) or (opening and SCISSORS in line):
            indent = line[: len(line) - len(line.lstrip(" >"))]
            kind = "text" if target(line).endswith(".txt") else "python"
            yield from (f"{indent}```{kind}", line, f"{indent}```")
            below = FENCE.fullmatch(lines[number]) if lines[number:] else None
            closed = not below or bool(below["info"])
            number += not closed
            opening = None
        elif fence and fence["info"] in SHELLS:
            indent = fence["indent"]
            body = [s.removeprefix(indent) for s in lines[number:]]
            ends = [len(t) for t in typed if body[: len(t)] == t]
            yield f"{indent}```sh"
            if ends and body[ends[0] : ends[0] + 1] != ["```"]:
                yield from (*lines[number : number + ends[0]], f"{indent}```")
                number += ends[0]
            else:  # as it is, to its end
                end = body.index("```") + 1 if "```" in body else 0
                yield from lines[number : number + end]
                number += end
        elif fence and number < len(lines) and SCISSORS in lines[number]:
            opening = line
        elif fence and not fence["info"] and closed:
            closed = False
        else:
            yield line


def is_code(line: str) -> bool:
    """Tell whether a line includes what stands in a fence."""
    named = target(line)
    kind = kind_of_include(named)
    return kind == "py" or kind == "recording" and named.endswith(".txt")


def formulas(lines: Lines, original: Page) -> Iterator[str]:
    """Yield lines where each display formula of the original is closed."""
    known = [
        span.text.strip().split("\n")
        for span in original.spans
        if span.kind == "display"
    ]
    for region in regions(lines):
        if region.count("$$") % 2:
            count = len(region)
            for tex, at in product(known, range(count)):
                end = at + len(tex)
                if region[at:end] == tex:
                    above = [s for s in region[:at] if s != "$$"]
                    rest = [s for s in region[end:] if s != "$$"]
                    region = ["$$", *tex, "$$"]
                    region = [*above, *[""][: len(above)], *region]
                    region += [*[""][: len(rest)], *rest]
                    break
        yield from region


def figures(lines: Lines, original: Page) -> Iterator[str]:
    """Yield lines where a figure has all its tags, and the words it has."""
    known = {}
    for region in regions(original.lines):
        if named := pictures(region):
            known[named] = region
    for region in regions(lines):
        wanted = known.get(pictures(region))
        yield from rebuilt(region, wanted) if wanted else region


def regions(lines: Lines) -> Iterator[Lines]:
    """Yield lines in groups: those without an empty one between, or one."""
    group: Lines = []
    for line in lines:
        if bool(line.strip()) != bool(group and group[0].strip()) and group:
            yield group
            group = []
        group.append(line)
    yield group


def pictures(region: Lines) -> tuple[str, ...]:
    """Return what lines include that stands in no fence."""
    return tuple(p for p in map(target, region) if p and ".py:" not in p)


def rebuilt(region: Lines, wanted: Lines) -> Lines:
    """Return a figure with the words of another, if there are as many."""
    texts = [m["words"] for m in map(SLOT.search, region) if m]
    slots = [n for n, line in enumerate(wanted) if SLOT.search(line)]
    marks = [re.sub(SLOT, "", line) for line in region]
    loose = [m for m in marks if m.strip() and m[0] + m[-1] != "<>"]
    if len(texts) != len(slots) or any(SCISSORS not in m for m in loose):
        return region
    new = list(wanted)
    for number, words in zip(slots, texts):
        new[number] = re.sub(
            SLOT, lambda m, w=words: m["open"] + w + m["close"], new[number]
        )
    return new


def boxes(lines: Lines, original: Page) -> Iterator[str]:
    """Yield lines where the text of a box is indented, if none is."""
    opened = [e.line - 1 for e in read("\n".join(lines)) if e.kind == "box"]
    theirs = [box.line - 1 for box in original.boxes]
    deep: set[int] = set()
    for start, other in zip(opened, theirs):
        if len(opened) == len(theirs) and not inside(lines, start):
            within = inside(original.lines, other)
            count = sum(not original.lines[n - 1].strip() for n in within)
            deep |= set(paragraphs(lines, start, count))
    for number, line in enumerate(lines):
        yield " " * 4 + line if number in deep and line.strip() else line


def inside(lines: Lines, box: int) -> list[int]:
    """Return the numbers of the lines in a box, less the empty ones."""
    indent = len(lines[box]) - len(lines[box].lstrip(" "))
    found: list[int] = []
    for number in range(box + 1, len(lines)):
        line = lines[number]
        if line.strip() and len(line) - len(line.lstrip(" ")) <= indent:
            break
        found += [number] if line.strip() else []
    return found


def paragraphs(lines: Lines, above: int, count: int) -> Iterator[int]:
    """Yield the numbers of the lines of so many paragraphs below a line."""
    for number in range(above + 1, len(lines)):
        line = lines[number]
        count -= bool(line.strip() and not lines[number - 1].strip())
        if count < 0 or line.startswith("#"):
            break
        yield number
