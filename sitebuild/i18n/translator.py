"""List what is left to translate, and mark or update what is translated."""

import re
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
from sitebuild.pages.staleness import IN_TEXT, State, sections

COLUMNS = "current", "outdated", "missing", "orphaned", "machine"
MARK = r" data-from=[0-9a-f]{8}| \.machine(?= *\})"
COPIED = {  # what `sync` copies; a formula has no blank line
    "formula": r"(?m)(^ *\$\$(?!\s*\$)(?:.|\n(?! *\n))+?\$\$$)",
    "include of py": r'(?<=--8<-- ")(snippets/[^"]+)',
    "include of recording": r'(?<=--8<-- ")(docs/outputs/[^"]+)',
    "picture": r"(?<=\]\()(\.\./[^\s()]+)",
    "link": r"(?<=\]\()(?!\.\./)([^\s()]+)",
}


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
    """Yield a row of counts for each page of a language."""
    width = max(map(len, project.originals), default=0)
    yield "  ".join([language.ljust(width), *COLUMNS, "done"])
    for name, page in project.originals.items():
        states = project.states(page, language)
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
    now = sections(project.originals[Path(unit.path).stem])[name].source
    log = git(project.root, "log", "--format=%H", "--", unit.original)
    for commit in log.split():
        text = git(project.root, "show", f"{commit}:{unit.original}")
        then = sections(Page(project.root, unit.original, text)).get(name)
        if then and then.fingerprint == made_from:
            yield f"{unit.name}: [-removed-] {{+added+}}"
            yield fill(word_diff(then.source, now), 80)
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


def mark(root: Path, unit: Unit, machine: bool) -> None:
    """Write into a heading what it was translated from, and by whom."""
    lines = [*Page(root, unit.path).lines, ""]
    heading = re.sub(MARK, "", lines[unit.state.line - 1]).rstrip(" }")
    by = " .machine" if machine else ""
    lines[unit.state.line - 1] = f"{heading} data-from={unit.state.now}{by} }}"
    write(root / unit.path, "\n".join(lines))


def sync(page: Page, original: Page) -> Iterator[str]:
    """Copy includes, link targets and displayed formulas from the original.

    Of each kind, those of a section are copied if both pages have equally
    many. Yields what is copied and what is left.
    """
    text = whole = "\n".join([*page.lines, ""])
    for passage in page.passages:
        if passage.heading.id not in original.by_id:
            continue
        other, first = original.by_id[passage.heading.id], passage.heading.line
        section = before = "\n".join(page.lines[first - 1 : passage.end])
        lines = original.lines[other.heading.line - 1 : other.end]
        for kind, pattern in COPIED.items():
            parts = re.split(pattern, section)
            mine, theirs = parts[1::2], re.findall(pattern, "\n".join(lines))
            if len(mine) != len(theirs):
                yield (
                    f"{page.path}:{first}: {kind} is left: {len(mine)} here, "
                    f"{len(theirs)} in {original.path}:{other.heading.line}"
                )
                continue
            for place, new in enumerate(copies(kind, mine, theirs)):
                if new != mine[place]:
                    parts[2 * place + 1] = new
                    line = first + "".join(parts[: 2 * place]).count("\n")
                    old, now = (tex.strip("$ \n") for tex in (mine[place], new))
                    yield f"{page.path}:{line}: {kind} `{old}` is now `{now}`"
            section = "".join(parts)
        text = text.replace(before, section, 1)
    if text != whole:
        write(page.root / page.path, text)


def copies(kind: str, mine: list[str], theirs: list[str]) -> list[str]:
    """Return what replaces each of equally many texts of a kind."""
    if kind != "link":
        return [*map(with_words, theirs, mine)]
    # Links stand in any order: replace those that the original does not have.
    new = (Counter(theirs) - Counter(mine)).elements()
    return [text if text in theirs else next(new) for text in mine]


def with_words(theirs: str, mine: str) -> str:
    """Return a formula with the words of its translation, if they fit it."""
    words = re.findall(IN_TEXT, mine)
    if len(words) != len(re.findall(IN_TEXT, theirs)):
        return mine
    return re.sub(IN_TEXT, lambda _: words.pop(0), theirs)
