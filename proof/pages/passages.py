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

from proof.files import read_data
from proof.pages.dialect import Element, Span, lines, read
from proof.pages.entries import FIELDS, key_lines, path_of, read_entries
from proof.pages.formulas import split_tag
from proof.pages.outline import skeletons
from proof.pages.page import ORIGINAL, Page, Passage, read_pages
from proof.pages.settings import translations

EDITORIAL = f"docs/{ORIGINAL}/editorial.yml"
# A passage with more words than this that is equal to the original has not
# been translated, whatever its heading says.
FEW = 5

# A space between a command and a letter is one that LaTeX needs.
NEEDED = re.compile(r"(\\[a-zA-Z]+)\s+(?=[a-zA-Z])")
ALIKE = str.maketrans(
    dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb", '"')
    | dict.fromkeys("\u2018\u2019", "'")
    | dict.fromkeys("*[]", "")
    | {"|": " | "}
)


class State(NamedTuple):
    """What became of one section or entry in one language.

    `status` is current, outdated (the original says something else by now),
    unfit (it says the same, but its code, links or boxes have changed),
    unmarked (nobody says from which text it was translated), missing (or not
    yet another text than the original) or orphaned (the original has lost it).
    """

    id: str
    status: str
    line: int  # in the translation; of a missing one, in the original
    made_from: str
    now: str  # what a translation of the original as it is now is marked with
    machine: bool = False
    fits: bool = True  # whether it has the original's skeleton

    @property
    def shown(self) -> bool:
        """Whether readers are shown the translation, not the original."""
        if self.status == "outdated":
            return self.fits
        return self.status in ("current", "unmarked")


class Text(NamedTuple):
    """A section or an entry in one language, as far as it is translated."""

    line: int
    words: str  # reduced
    skeleton: str = ""  # its digest; of an entry that of its other forms
    made_from: str = ""
    machine: bool = False

    @property
    def mark(self) -> str:
        """What its translation is marked with."""
        return "-".join(filter(None, [fingerprint(self.words), self.skeleton]))


def fingerprint(text: str) -> str:
    """Eight hexadecimal digits for a reduced text."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


def reduced(page: Page, passage: Passage) -> str:
    """A passage's words, code and formulas: what a translator must know of.

    Line breaks, emphasis, the targets of links, kinds of quotation marks and
    included code, outputs and pictures are left out.
    """
    first = passage.heading.level == 1
    titles = [str(page.meta.get(key, "")) for key in ("title", "description")]
    texts = [*map(reduce, titles * first), said(passage.elements)]
    return " ".join(filter(None, texts))


@lru_cache(maxsize=4096)  # while serving, most entries stay as they are
def reduce(text: str) -> str:
    """Markdown without what does not concern a translator."""
    return said(read(text))


def said(elements: list[Element]) -> str:
    """What elements say, with one space between words."""
    texts = []
    for element in elements:
        said = lines((span.line, reduced_span(span)) for span in element.spans)
        texts += [text for text in said.values() if not is_rule(text)]
        if element.kind == "box" and element.spans:
            texts[-1] = f'"{texts[-1]}"'
    return unicodedata.normalize("NFC", " ".join(" ".join(texts).split()))


def is_rule(text: str) -> bool:
    """Whether a line is the one below a table's head."""
    return "-" in text and not text.strip("|-: ")


def reduced_span(span: Span) -> str:
    """A piece of text as it concerns translators."""
    if span.kind == "code":
        return " ".join(span.raw.split())
    if span.kind in ("formula", "display"):
        return reduced_formula(span.text)
    text = html.unescape(span.text).translate(ALIKE)
    if span.kind == "tag":
        return f" {text} "
    return text if span.kind == "words" else ""


def reduced_formula(tex: str) -> str:
    """A formula without its number and its spaces."""
    tex = NEEDED.sub("\\1\0", split_tag(tex)[0])
    return "$" + "".join(tex.split()).replace("\0", " ") + "$"


@lru_cache(maxsize=256)  # each is compared several times
def page_texts(page: Page | None) -> dict[str, Text]:
    """The sections of a page by their ids; none of no page."""
    if page is None:
        return {}
    digests = skeletons(page)
    return {
        heading.id: Text(
            heading.line,
            reduced(page, passage),
            digests[heading.id].digest,
            heading.made_from,
            heading.machine,
        )
        for passage in page.passages
        for heading in [passage.heading]
    }


def entry_texts(root: Path, language: str, file: str) -> dict[str, Text]:
    """The entries of a language's file, by their keys."""
    lines, found = key_lines(root, path_of(language, file)), {}
    for key, entry in read_entries(root, language, file).items():
        made_from, _, machine = str(entry.get("from") or "").partition(" ")
        words = entry_words(file, entry)
        forms = fingerprint("|".join(entry.get("forms", [])))[:4]
        digest = forms if language == ORIGINAL and "forms" in entry else ""
        done = bool(words and machine)
        found[key] = Text(lines[key], words, digest, made_from, done)
    return found


def entry_words(file: str, entry: dict) -> str:
    """The reduced text of an entry; empty if a field is missing."""
    texts = [str(entry.get(field) or "") for field in FIELDS[file]]
    return reduce("\n\n".join(texts)) if all(texts) else ""


def page_states(
    original: Page, translation: Page | None, same: "Editorial"
) -> list[State]:
    """A state for each section of the original, then for the orphans."""
    pair = page_texts(original), page_texts(translation)
    return states(original.name, *pair, same)


def entry_states(
    root: Path, language: str, file: str, same: "Editorial"
) -> list[State]:
    """A state for each entry of the original's file, then for the orphans."""
    pair = (entry_texts(root, code, file) for code in (ORIGINAL, language))
    return states(file, *pair, same)


def states(
    file: str,
    originals: dict[str, Text],
    mine: dict[str, Text],
    same: "Editorial",
) -> list[State]:
    """The states of all texts of a page or file, in the original's order."""
    found = []
    for name, original in originals.items():
        text = mine.get(name, Text(original.line, ""))
        found.append(
            State(
                name,
                judge(f"{file}#{name}", original, text, same),
                text.line,
                text.made_from,
                original.mark,
                text.machine,
                text.skeleton == original.skeleton,
            )
        )
    return found + [
        State(name, "orphaned", text.line, text.made_from, "")
        for name, text in mine.items()
        if name not in originals
    ]


def judge(unit: str, original: Text, mine: Text, same: "Editorial") -> str:
    """The status of a translation."""
    copied = mine.words == original.words
    short = len(original.words.split()) <= FEW
    if not mine.words or (copied and not (mine.made_from and short)):
        return "missing"
    if not mine.made_from:
        return "unmarked"
    words, _, skeleton = mine.made_from.partition("-")
    if not same.agree(unit, words, fingerprint(original.words)):
        return "outdated"
    follows = skeleton in ("", original.skeleton)
    fits = mine.skeleton == original.skeleton
    return "current" if follows or fits else "unfit"


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


def all_states(root: Path) -> Iterator[tuple[str, str, list[State]]]:
    """(language, path, states) of every page and file of entries."""
    pages = {page.path: page for page in read_pages(root)}
    same = Editorial(root)
    for language in translations(root):
        for page in pages.values():
            if page.language == ORIGINAL:
                path = f"docs/{language}/{page.name}.md"
                yield language, path, page_states(page, pages.get(path), same)
        for file in FIELDS:
            if (root / path_of(ORIGINAL, file)).is_file():
                found = entry_states(root, language, file, same)
                yield language, path_of(language, file), found


def composed(root: Path, pages: dict[str, Page]) -> dict[str, Page]:
    """All pages as readers see them: see `compose`."""
    same = Editorial(root)
    found = {}
    for path, page in pages.items():
        original = pages.get(f"docs/{ORIGINAL}/{page.name}.md", page)
        found[path] = page
        if original is not page and original.headings:
            found[path] = compose(original, page, same)
    return found


def compose(original: Page, translation: Page, same: Editorial) -> Page:
    """A translation as readers see it: the original's sections, in its order.

    What is not translated, or is outdated and does not fit the original any
    more, is in the original's words. The page's lines know where they come
    from (`Page.at`).
    """
    found = page_states(original, translation, same)
    shown = [state.id for state in found if state.shown]
    if shown == [heading.id for heading in translation.headings]:
        if len(shown) == len(original.headings):
            return translation
    theirs = {p.heading.id: p for p in translation.passages}
    head = translation if found[0].shown else original
    taken = [(head, 1, head.start)]
    for passage in original.passages:
        name = passage.heading.id
        page = translation if name in shown else original
        chosen = theirs[name] if name in shown else passage
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
