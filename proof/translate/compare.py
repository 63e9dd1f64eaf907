"""What changed in an original, word by word, beside its translation."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher, unified_diff
from itertools import zip_longest

from proof.files import read_text
from proof.history import git
from proof.pages.code import cells, definitions
from proof.pages.drawn import drawn
from proof.pages.settings import ORIGINAL
from proof.translate.units import Pieces, Unit, passage

UNKNOWN = "git does not know which text was translated; here are both whole:"
NOTHING = (0, "")
TEXT = r">\s*([^<>\s][^<>]*)<"  # of a picture


def changes(unit: Unit) -> Iterator[str]:
    """Yield each paragraph that changed, and below it its translation."""
    then = unit.made_of(unit.state().made_from)
    now, mine = unit.pieces(ORIGINAL), unit.pieces(unit.language)
    paths = unit.path_in(ORIGINAL), unit.path
    if not then:
        yield UNKNOWN
        pairs = zip_longest(now, mine, fillvalue=NOTHING)
    else:
        pairs = changed(then, now, mine)
    for pair in pairs:
        for path, (line, text) in zip(paths, pair):
            if text:
                yield f"{path}:{line}: {text}"
        yield ""


def changed(then: Pieces, now: Pieces, mine: Pieces) -> Iterator[tuple]:
    """Yield pieces that changed, with marks, each with the translated one."""
    texts = [[text for _, text in pieces] for pieces in (then, now)]
    matcher = SequenceMatcher(None, *texts, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        if what == "equal":
            continue
        for k, (old, new) in enumerate(
            zip_longest(texts[0][a:b], texts[1][c:d], fillvalue="")
        ):
            line = now[min(c + k, len(now) - 1)][0]
            place = min(a + k, len(then) - 1) * len(mine) // len(then)
            yield (line, marked(old, new)), mine[place] if mine else NOTHING


def marked(old: str, new: str) -> str:
    """Return a text with the words [-that went-] and {+that came+}."""
    one, two = old.split(), new.split()
    found = []
    matcher = SequenceMatcher(None, one, two, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        went, came = " ".join(one[a:b]), " ".join(two[c:d])
        if what == "equal":
            found.append(went)
        else:
            found += [f"[-{went}-]"] * bool(went) + [f"{{+{came}+}}"] * bool(
                came
            )
    return " ".join(found)


def changes_beside(unit: Unit) -> Iterator[str]:
    """Yield the lines of code and recordings that changed beside a section.

    Of a picture that is its texts.
    """
    page, mark = unit.page(ORIGINAL), unit.state().made_from
    commit, *_ = unit.first_marked(mark)
    part = passage(page, unit.id)
    shown = [i for i in page.includes + page.recordings if i.line in part]
    for path, name in dict.fromkeys((i.path, i.section) for i in shown):
        old = git(unit.root, "show", commit + path) if commit else ""
        new = read_text(unit.root, path)[0]
        if path.endswith(".py"):
            old, new = (code(path, text, name) for text in (old, new))
        elif drawn(old.encode()) == drawn(new.encode()):
            continue
        if not commit or old == new:
            continue
        if path.endswith(".svg"):
            texts = (" ".join(re.findall(TEXT, svg)) for svg in (old, new))
            yield f"{path}: this picture has changed: {marked(*texts)}"
        else:
            lines = old.splitlines(), new.splitlines()
            yield from unified_diff(*lines, path, path, "", "", 1, "")
    if not commit:
        yield "git does not know what stood beside the words"


def code(path: str, text: str, name: str) -> str:
    """Return the code of this name in a file's text; empty if none is."""
    known = cells(path, text)[0]
    known = known if name in known else definitions(path, text)
    return known[name].text if name in known else ""
