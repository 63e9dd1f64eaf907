"""Mend translations, say what was mended, and what is left and why."""

import re
from collections.abc import Iterator
from difflib import SequenceMatcher
from os.path import commonprefix
from pathlib import Path

from proof.checks import markup, numbers, problems, whole, words
from proof.checks.copied import shown
from proof.checks.skeleton import OR_FIX
from proof.checks.skeleton import problems as differences
from proof.files import paths, write
from proof.pages.page import Page
from proof.pages.project import Project
from proof.pages.settings import ORIGINAL, translations
from proof.pages.signs import tidied
from proof.pages.states import State
from proof.pages.terms import PAGE, terms_of
from proof.problem import Problem
from proof.translate.blocks import Unclear
from proof.translate.mend import fixed, left
from proof.translate.units import Refused, Unit, passage


def fix(root: Path, asked: set[str]) -> tuple[list[str], list[str]]:
    """Copy what is mechanical from the originals into translations.

    Returns what it mended, and what is left to be done by hand.
    """
    mended, rest = [], []
    for language in translations(root):
        for path in paths(root, f"docs/{language}/*.md"):
            if asked and path not in asked:
                continue
            file = root / path
            try:
                unit = Unit(root, f"{language}/{file.stem}")
                before = file.read_bytes()
                rest += fix_page(unit)
                mended += changes(path, before, file.read_bytes())
            except (Refused, Unclear) as reason:
                rest.append(f"{reason}; all of this page")
    found = sorted(numbers.numbers.problems(Project(root)))
    rest += [
        str(problem) for problem in found if problem.path in asked or not asked
    ]
    return mended, rest


def is_refused(root: Path, asked: set[str]) -> bool:
    """Tell whether a check refuses these translations, or any."""
    project = Project(root)
    found = {problem.path for problem in problems(project)}
    return any(
        page.path in found
        for page in project.written
        if page.language != ORIGINAL and (page.path in asked or not asked)
    )


def changes(path: str, before: bytes, after: bytes) -> Iterator[str]:
    """Yield what became another text, where it stands now."""
    if b"\r\n" in before:
        yield f"{path}:1: mended the line ends, which were those of Windows"
        before = before.replace(b"\r\n", b"\n")
    old, new = (text.decode("utf-8").split("\n") for text in (before, after))
    matcher = SequenceMatcher(None, old, new, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        was, now = " ".join(old[a:b]).strip(), " ".join(new[c:d]).strip()
        if what == "equal" or was == now:
            continue
        if tidied(was) == now:
            yield f"{path}:{c + 1}: mended the signs of “{shown(now)}”"
        elif was and now:
            same = commonprefix([was, now]).rpartition(" ")[0]
            texts = (shown(text[len(same) :]) for text in (was, now))
            yield f"{path}:{c + 1}: mended “{next(texts)}” to “{next(texts)}”"
        else:
            done = "put in" if now else "took out"
            yield f"{path}:{c + 1}: {done} “{shown(was + now)}”"


def fix_page(unit: Unit) -> list[str]:
    """Write a page anew if it is another one; returns what is left to do.

    Sections that now have the original's skeleton are marked with it.
    """
    page, original = unit.page(), unit.page(ORIGINAL)
    text = fixed(page, original)
    read = (unit.root / unit.path).read_bytes().decode("utf-8").split("\n")
    if filled(text.split("\n")) != filled(read):
        write(unit.root / unit.path, text)
    marks = {
        state.id: (state.kept, state.machine)
        for state in unit.states()
        if state.status in ("current", "reread") and state.fits
        if state.made_from != state.kept
    }
    if marks:
        mark_headings(unit, marks)
    why = {problem.line: problem for problem in left(unit.page(), original)}
    found = [p for p in faults(unit) if p.line not in why] + [*why.values()]
    return [str(problem).removesuffix(OR_FIX) for problem in sorted(found)]


def checked(unit: Unit, *names: str) -> list[Problem]:
    """Return the faults of sections or entries, as if they were marked.

    What is as wrong in the original is left to its author.
    """
    if not unit.is_data and (found := faults(unit, *names)):
        return sorted(found)
    project = Project(unit.root, unit.path)
    states = project.entry_states if unit.is_data else project.page_states
    states[unit.path] = as_marked(states[unit.path], names)
    many = unit.file == words.FILE
    asked = whole.entries.problems if many else problems
    found = sorted(asked(project))
    theirs = {p.message for p in found if p.path == unit.path_in(ORIGINAL)}
    return [
        problem
        for problem in found
        if problem.path == unit.path and problem.message not in theirs
        if unit.id_at(problem.line) in names
    ]


def as_marked(states: list[State], names: tuple[str, ...]) -> list[State]:
    """Return the states of sections as if some were current."""
    return [
        s._replace(status="unmarked") if s.id in names else s for s in states
    ]


def faults(unit: Unit, *names: str) -> list[Problem]:
    """Return what of a page, or of some of its sections, is not as it must be.

    Where something is in the way of reading it, that alone; what has no
    original may lack its code.
    """
    page, original = unit.page(), unit.page(ORIGINAL)
    states = unit.states()
    gone = {s.id for s in states if s.status == "orphaned"}
    found = [p for p in page.problems if unit.id_at(p.line) not in gone]
    if found := found or [*markup.problems(page)]:
        return found
    states = as_marked(states, names)
    path = f"docs/{unit.language}/{PAGE}.md"
    there = (unit.root / path).is_file()
    terms = terms_of(Page(unit.root, path)) if there else []
    found = [
        *whole.signs(page),
        *differences(page, original, states, unfit=True),
        *whole.problems(page, original, states, terms),
    ]
    parts = [passage(page, name) for name in names]
    return [
        problem
        for problem in found
        if not parts or any(problem.line in part for part in parts)
    ]


def filled(lines: list[str]) -> list[str]:
    """Return all lines but the empty ones."""
    return [line for line in lines if line.strip()]


def mark_headings(unit: Unit, marks: dict[str, tuple[str, bool]]) -> None:
    """Write into headings what they are made from, and by whom."""
    page = unit.page()
    lines = page.lines
    for part in page.passages:
        heading, element = part.heading, part.elements[0]
        if heading.id in marks:
            now, machine = marks[heading.id]
            by = " .machine" if machine else ""
            mine = re.sub(r" +data-from=\S+| +\.machine", "", element.info)
            mark = f"{mine.removesuffix('}').rstrip()} data-from={now}{by} }}"
            at = heading.line - 1
            lines[at] = lines[at].removesuffix(element.info) + mark
    write(unit.root / unit.path, "\n".join([*lines, ""]))
