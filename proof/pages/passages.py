"""Which parts of a translation are those of the original as it is now.

The unit is the passage: a heading with what stands below it. A translated
heading carries a fingerprint of the original passage that it was made from
(`{ #mask data-from=1f2e3d4c }`), an entry of a data file has it as `from`. No
history is needed: a passage is outdated when the fingerprint of the original
has become another one, and nobody has declared the change editorial.
"""

import hashlib
import html
import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from proof.pages.formulas import split_tag
from proof.pages.page import (
    CODE_SPAN,
    DISPLAY,
    INLINE,
    LINK,
    ORIGINAL,
    Page,
    Passage,
    read_pages,
)
from proof.pages.sections import Problem, read_data

EDITORIAL = "docs/editorial.yml"
# Files with an entry for each language: which fields of it are translated.
DATA = {
    "docs/glossary.yml": ("term", "definition"),
    "docs/sources.yml": ("says", "why", "right"),
    "docs/interface.yml": ("text",),
}
# A passage with more words than this that is equal to the original has not
# been translated, whatever its heading says.
FEW = 5

# Stands for code or a formula while prose is reduced.
KEPT, PLACE = "\ue000{}\ue001", re.compile("\ue000(\\d+)\ue001")
REDUCTIONS = [
    (re.compile(r"<!--[^<>]*-->"), " "),
    (
        re.compile(r"<[a-z/][^<>\n]*?aria-label=\"([^\"]*)\"[^<>\n]*>"),
        r" \1 ",
    ),
    (re.compile(r"</?[a-z][^<>]*>"), " "),
    (re.compile(r"\{ *[#:.][^{}]*\}"), " "),
    (LINK, "]"),
    (re.compile(r"^[ >]*(?:!!!|\?\?\?\+?) +[a-z]+", re.M), " "),
    (re.compile(r"^[ >]*(?:#{1,6}|[-*+]|\d+[.)])(?= )", re.M), " "),
    (
        re.compile(r"^[ >]*\|?[ :|-]*-[ :|-]*$", re.M),
        " ",
    ),  # below a table's head
    (re.compile(r"^ *>", re.M), " "),
    (re.compile(r"\*+|(?<!\w)_+|_+(?!\w)|[\[\]]"), ""),  # emphasis, links
    (re.compile(r" *\| *"), " | "),
    (re.compile("[\u201c\u201d\u201e\u00ab\u00bb]"), '"'),
    (re.compile("[\u2018\u2019]"), "'"),
]


class State(NamedTuple):
    """What became of one passage or entry in one language.

    `status` is current, outdated, unmarked (nobody says from which text it
    was translated), missing (or not yet another text than the original) or
    orphaned (the original has no such passage).
    """

    id: str
    status: str
    line: int  # in the translation; of a missing one, in the original
    made_from: str
    now: str  # fingerprint of the original
    machine: bool = False


def fingerprint(text: str) -> str:
    """Eight hexadecimal digits for a reduced text."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def reduced(page: Page, passage: Passage) -> str:
    """A passage's words, code and formulas: what a translator must know of.

    Line breaks, emphasis, the targets of links, kinds of quotation marks and
    included code, outputs and pictures are left out.
    """
    first = passage.heading.level == 1
    titles = [page.meta.get(key, "") for key in ("title", "description")]
    text = "\n".join(page.prose[passage.heading.line - 1 : passage.end])
    return reduce("\n".join([*map(str, titles * first), text]))


@lru_cache(maxsize=4096)  # while serving, most passages stay as they are
def reduce(text: str) -> str:
    """Markdown without what does not concern a translator."""
    known: dict[str, str] = {}

    def restore(text: str) -> str:
        return PLACE.sub(lambda m: known.get(m[1], ""), text)

    def keep(what: str) -> str:
        known[name := str(len(known))] = restore(what)
        return KEPT.format(name)

    def formula(tex: str) -> str:
        tex = split_tag(tex)[0]
        tex = re.sub(r"(\\[a-zA-Z]+)\s+(?=[a-zA-Z])", "\\1\0", tex)
        return keep("$" + "".join(tex.split()).replace("\0", " ") + "$")

    def inline(match: re.Match) -> str:
        return match[0] if match[3] is None else formula(match[3])

    text = unicodedata.normalize("NFC", text).replace("\ue000", "")
    text = CODE_SPAN.sub(lambda m: keep(" ".join(m[0].split())), text)
    text = DISPLAY.sub(lambda m: formula(m["tex"]), text)
    text = INLINE.sub(inline, text)
    for pattern, replacement in REDUCTIONS:
        text = pattern.sub(replacement, text)
    return restore(" ".join(html.unescape(text).split()))


def page_states(
    original: Page, translation: Page | None, same: "Editorial"
) -> list[State]:
    """A state for each passage of the original, then for the orphans."""
    mine = (
        {p.heading.id: p for p in translation.passages} if translation else {}
    )
    found = []
    for passage in original.passages:
        name = passage.heading.id
        text = reduced(original, passage)
        other = mine.pop(name, None)
        if other is None:
            line, made_from, theirs, machine = (
                passage.heading.line,
                "",
                "",
                False,
            )
        else:
            _, _, _, made_from, machine = other.heading
            line, theirs = other.heading.line, reduced(translation, other)
        unit = f"{original.name}#{name}"
        status = judge(unit, text, theirs, made_from, same)
        found.append(
            State(name, status, line, made_from, fingerprint(text), machine)
        )
    return found + [
        State(name, "orphaned", p.heading.line, p.heading.made_from, "")
        for name, p in mine.items()
    ]


def judge(
    unit: str, text: str, theirs: str, made_from: str, same: "Editorial"
) -> str:
    """The status of a translation `theirs` of `text`."""
    if not theirs or (
        theirs == text and (not made_from or len(text.split()) > FEW)
    ):
        return "missing"
    if not made_from:
        return "unmarked"
    agree = same.agree(unit, made_from, fingerprint(text))
    return "current" if agree else "outdated"


class Editorial:
    """Changes of the original that were declared to concern no translator."""

    def __init__(self, root: Path):
        self.data: dict[str, list[dict]] = read_data(root, EDITORIAL)

    def agree(self, unit: str, one: str, other: str) -> bool:
        """Whether two fingerprints are of texts that say the same."""
        reached, fresh = {one}, [one]
        while fresh:
            at = fresh.pop()
            for change in self.data.get(unit, []):
                ends = {change["from"], change["to"]}
                if at in ends:
                    fresh += ends - reached
                    reached |= ends
        return other in reached


def read_entries(root: Path, path: str) -> dict[str, dict]:
    """The entries of a data file, by their keys."""
    data = read_data(root, path)
    return data.get("errata", data)


def entry_text(entry: dict | None, fields: tuple[str, ...]) -> str:
    """The text of an entry in one language; empty if a field is missing."""
    texts = [str((entry or {}).get(field) or "") for field in fields]
    return reduce("\n\n".join(texts)) if all(texts) else ""


def data_states(
    root: Path, path: str, language: str, same: Editorial
) -> list[State]:
    """A state for each entry of a data file."""
    fields, found = DATA[path], []
    lines = (root / path).read_text("utf-8").splitlines()
    for key, entry in read_entries(root, path).items():
        text = entry_text(entry[ORIGINAL], fields)
        mine = entry.get(language) or {}
        made_from, _, machine = str(mine.get("from") or "").partition(" ")
        theirs = entry_text(mine, fields)
        unit = f"{Path(path).name}#{key}"
        status = judge(unit, text, theirs, made_from, same)
        line = key_line(lines, key)
        found.append(
            State(
                str(key),
                status,
                line,
                made_from,
                fingerprint(text),
                bool(machine) and status != "missing",
            )
        )
    return found


def key_line(lines: list[str], key: object) -> int:
    """The number of the line where an entry of a data file starts."""
    above = lines.index("errata:") if "errata:" in lines else 0
    starts = re.compile(rf" *['\"]?{re.escape(str(key))}['\"]?:")
    numbers = enumerate(lines, start=1)
    found = (n for n, text in numbers if n > above and starts.match(text))
    return next(found, 1)


def all_states(root: Path) -> Iterator[tuple[str, str, list[State]]]:
    """(language, path, states) of every page and data file."""
    pages = {page.path: page for page in read_pages(root)}
    same = Editorial(root)
    for language in languages(root):
        for page in pages.values():
            if page.language == ORIGINAL:
                path = f"docs/{language}/{page.name}.md"
                states = page_states(page, pages.get(path), same)
                yield language, path, states
        for path in DATA:
            if (root / path).is_file():
                yield language, path, data_states(root, path, language, same)


def languages(root: Path) -> list[str]:
    """The languages that the project is translated into."""
    folders = (root / "docs").glob("[a-z][a-z]/")
    return sorted({folder.name for folder in folders} - {ORIGINAL})


def composed(root: Path, pages: dict[str, Page]) -> dict[str, Page]:
    """All pages as readers see them; what is missing is in the original."""
    same = Editorial(root)
    found = {}
    for path, page in pages.items():
        original = pages.get(f"docs/{ORIGINAL}/{page.name}.md", page)
        found[path] = page
        if original is not page and original.headings:
            found[path] = compose(original, page, same)
    return found


def compose(original: Page, translation: Page, same: Editorial) -> Page:
    """The translation with what it lacks from the original.

    The page's lines know where they come from (`Page.at`).
    """
    states = page_states(original, translation, same)
    missing = {s.id for s in states if s.status == "missing"}
    if not missing:
        return translation
    theirs = {p.heading.id: p for p in translation.passages}
    first = original.headings[0].id
    head = original if first in missing else translation
    taken = [(head, 1, head.start)]
    for passage in original.passages:
        name = passage.heading.id
        page, chosen = (
            (original, passage)
            if name in missing
            else (translation, theirs[name])
        )
        taken.append((page, chosen.heading.line, chosen.end))
    places = [
        (page.path, line)
        for page, start, end in taken
        for line in range(start, end + 1)
    ]
    lines = [
        line
        for page, start, end in taken
        for line in page.lines[start - 1 : end]
    ]
    text = "\n".join([*lines, ""])
    return Page(
        translation.root, translation.path, text, places, original.files
    )


def problems(root: Path) -> Iterator[Problem]:
    """What is wrong with the declarations of editorial changes."""
    data = Editorial(root).data
    if not data:
        return
    known = {
        f"{page.name}#{heading.id}"
        for page in read_pages(root)
        if page.language == ORIGINAL
        for heading in page.headings
    } | {
        f"{Path(path).name}#{key}"
        for path in DATA
        for key in read_entries(root, path)
    }
    lines = (root / EDITORIAL).read_text("utf-8").splitlines()
    for unit, changes in data.items():
        line = key_line(lines, unit)
        if unit not in known:
            yield Problem(
                EDITORIAL, line, f"there is no '{unit}' any more; remove it"
            )
        for change in changes:
            if not str(change.get("reason") or "").strip():
                yield Problem(
                    EDITORIAL, line, f"'{unit}' has a change without `reason`"
                )
