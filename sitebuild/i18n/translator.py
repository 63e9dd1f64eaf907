"""List what is left to translate, and mark or update what is translated."""

import re
import sys
from collections import Counter
from collections.abc import Iterator
from difflib import SequenceMatcher
from pathlib import Path
from textwrap import fill
from typing import NamedTuple

from sitebuild.files import git, write
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL
from sitebuild.pages.staleness import MARK, State, fingerprint, source
from sitebuild.pages.structure import IN_TEXT

COLUMNS = "current", "outdated", "missing", "orphaned", "machine"
COPIED = {  # what `sync` copies; a formula has no blank line
    "formula": r"(?m)(^ *\$\$(?!\s*\$)(?:.|\n(?! *\n))+?\$\$$)",
    "include of py": r'(?<=--8<-- ")(snippets/[^"]+)',
    "include of recording": r'(?<=--8<-- ")(docs/outputs/[^"]+)',
    "include of diagram": r'(?<=--8<-- ")(docs/assets/[^"]+)',
    "link": r"(?<=\]\()([^\s()]+)",
}
UNCLEAR = "left: its pair is not clear"


class Refused(Exception):
    """A command cannot do what it was asked for; the message says why."""


class Unit(NamedTuple):
    """A section of a translation, there or missing."""

    name: str  # as commands take it: pt/encoder#layer-norm
    path: str  # of the translated page
    original: str  # path of the original page
    state: State


def named(project: Project, names: list[str]) -> list[Unit]:
    """Return the sections of languages, pages, sections; or raise Refused."""
    every = [
        Unit(f"{path[5:-3]}#{state.id}", path, original, state)
        for path, states in project.page_states.items()
        for original in [f"docs/{ORIGINAL}/{Path(path).name}"]
        for state in states
    ]
    units = []
    for name in names:
        inside = f"{name}/", f"{name}#"
        new = [u for u in every if u.name == name or u.name.startswith(inside)]
        if not new:
            raise Refused(
                f"{name}: no translation has this; write a language, a page "
                "or a section, as pt/encoder#layer-norm"
            )
        units += new
    return units


def table(project: Project, language: str) -> Iterator[str]:
    """Yield a row of counts for each page of a language, and for all."""
    width = max(map(len, project.originals), default=0)
    pages = {
        name: project.states(page, language)
        for name, page in project.originals.items()
    }
    pages["in all"] = sum(pages.values(), [])
    yield "  ".join([language.ljust(width), *COLUMNS, "done"])
    for name, states in pages.items():
        counts = Counter(state.status for state in states)
        counts["machine"] = sum(state.machine for state in states)
        cells = [str(counts[c] or "·").rjust(len(c)) for c in COLUMNS]
        share = 100 * counts["current"] // max(len(states), 1)
        yield "  ".join([name.ljust(width), *cells, f"{share:3} %"])
    yield ""


def todo(units: list[Unit]) -> Iterator[str]:
    """Yield file, line and status of what is not current or not shown."""
    for unit in units:
        state = unit.state
        place = unit.original if state.status == "missing" else unit.path
        if state.unmarked:
            yield (
                f"{place}:{state.line}: {unit.name} has no fingerprint; "
                "compare it with the original, then run `make done`"
            )
        elif state.status != "current":
            yield f"{place}:{state.line}: {unit.name} is {state.status}"
        yield from differing(unit)


def differing(unit: Unit) -> Iterator[str]:
    """Yield in what a translated section must equal its original."""
    for (kind, line, text), (_, at, other) in unit.state.differences:
        yield (
            f"{unit.path}:{line}: {kind} is `{text or 'nothing'}` here and "
            f"`{other or 'nothing'}` in {unit.original}:{at}; make them equal, "
            "or run `make sync`: until then readers see this section in the "
            "original"
        )


def diff(project: Project, unit: Unit) -> Iterator[str]:
    """Yield how the original has changed since a section was translated."""
    name, made_from = unit.state.id, unit.state.made_from
    if unit.state.status != "outdated" or not made_from:
        yield from todo([unit])
        return
    now = project.originals[Path(unit.path).stem]
    options = "log", "--follow", "--name-only", "--format=%H", "--"
    log = git(project.root, *options, unit.original).split()
    for commit, path in zip(log[::2], log[1::2]):
        text = git(project.root, "show", f"{commit}:{path}")
        then = Page(project.root, unit.original, text)
        old = source(then, then.by_id[name]) if name in then.by_id else ""
        if fingerprint(old) == made_from:
            yield f"{unit.name}: [-removed-] {{+added+}}"
            yield fill(word_diff(old, source(now, now.by_id[name])), 80)
            return
    raise Refused(
        f"{unit.name}: git knows no original with the fingerprint "
        f"{made_from}; compare the whole section"
    )


def word_diff(old: str, new: str) -> str:
    """Return two texts as one, in which words are removed and added."""
    before, after, words = old.split(), new.split(), []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for tag, a, b, c, d in matcher.get_opcodes():
        was, now = " ".join(before[a:b]), " ".join(after[c:d])
        changed = f"[-{was}-] {{+{now}+}}".replace("[--] ", "")
        words.append(was if tag == "equal" else changed.replace(" {++}", ""))
    return " ".join(words)


def review(root: Path, unit: Unit) -> str:
    """Ask whether a person has read a section; remove the machine's mark."""
    if unit.state.status != "current" or not unit.state.machine:
        return f"{unit.name} is no current translation of a machine"
    places = f"{unit.path}:{unit.state.line} and {unit.original}"
    print(f"Have you compared all of {unit.name} ({places})? [y/N]")
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Refused(f"{unit.name} stays marked as a machine's")
    mark(root, unit, False)
    return f"{unit.name} was read by a person"


def mark(root: Path, unit: Unit, machine: bool) -> None:
    """Write into a heading what it was translated from, and by whom."""
    lines = [*Page(root, unit.path).lines, ""]
    heading = re.sub(MARK, "", lines[unit.state.line - 1]).rstrip(" }")
    by = " .machine" if machine else ""
    lines[unit.state.line - 1] = f"{heading} data-from={unit.state.now}{by} }}"
    write(root / unit.path, "\n".join(lines))


def sync(page: Page, original: Page) -> Iterator[str]:
    """Copy includes, link targets and displayed formulas from the original.

    In each section the n-th of a kind is copied if both pages have equally
    many. Yields what is copied and what is left.
    """
    text, start = "", 0
    for passage in page.passages:
        section = "\n".join([*page.lines[start : passage.end], ""])
        start = passage.end
        other = original.by_id.get(passage.heading.id)
        for kind, pattern in COPIED.items() if other else ():
            lines = original.lines[other.heading.line - 1 : other.end]
            theirs = re.findall(pattern, "\n".join(lines))
            section, *parts = re.split(pattern, section)
            new_texts = copies(kind, parts[::2], theirs)
            for old, new, after in zip(parts[::2], new_texts, parts[1::2]):
                if new != old:
                    line = (text + section).count("\n") + 1
                    before, now = (tex.strip("$ \n") for tex in (old, new))
                    done = f"now `{now}`" if new else UNCLEAR
                    yield f"{page.path}:{line}: {kind} `{before}` is {done}"
                section += (new or old) + after
        text += section
    if page.passages and text != "\n".join([*page.lines, ""]):
        write(page.root / page.path, text)


def copies(kind: str, mine: list[str], theirs: list[str]) -> Iterator[str]:
    """Yield what replaces each text of a kind; empty if its pair is unclear."""
    clear = len(mine) == len(theirs)
    if clear and kind != "link":
        yield from map(with_words, theirs, mine)
        return
    # Links stand in any order: replace those that the original does not have.
    kept = Counter(mine) & Counter(theirs)
    new = (Counter(theirs) - kept if clear else Counter()).elements()
    for text in mine:
        yield text if kept[text] > 0 else next(new, "")
        kept[text] -= 1


def with_words(theirs: str, mine: str) -> str:
    """Return a formula with the words of its translation; empty if unclear."""
    words = re.findall(IN_TEXT, mine)
    if len(words) != len(re.findall(IN_TEXT, theirs)):
        return ""
    return re.sub(IN_TEXT, lambda _: words.pop(0), theirs)
