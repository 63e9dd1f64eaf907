"""How far each translation is, and what a translator does next.

`make todo`, `diff`, `done`, `review` and `sync` need no torch. `pt` names all
of a language, `pt/encoder` a page, `pt/encoder#layer-norm` a section.
"""

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
from sitebuild.pages.staleness import MARK, State, fingerprint, sections

COLUMNS = "current", "outdated", "missing", "orphaned", "machine"


class Refused(Exception):
    """What was asked for cannot be done; the message says why."""


class Section(NamedTuple):
    """A section of a translation, which need not be there, and its state."""

    language: str
    page: str
    state: State

    @property
    def name(self) -> str:
        """Return its name, as commands take it."""
        return f"{self.language}/{self.page}#{self.state.id}"

    @property
    def path(self) -> str:
        """Return the path of the translated page."""
        return f"docs/{self.language}/{self.page}.md"

    @property
    def original(self) -> str:
        """Return the path of the original page."""
        return f"docs/{ORIGINAL}/{self.page}.md"


def named(project: Project, names: list[str]) -> list[Section]:
    """Return the sections of languages, pages or sections that names ask for.

    Raises Refused if a name asks for nothing that is there.
    """
    every = [
        Section(Path(path).parts[1], Path(path).stem, state)
        for path, states in project.page_states.items()
        for state in states
    ]
    found = []
    for name in names:
        new = [
            s
            for s in every
            if name in (s.language, s.name.partition("#")[0], s.name)
        ]
        if not new:
            raise Refused(
                f"{name}: no translation has this; write a language, a page "
                "or a section, as pt/encoder#layer-norm"
            )
        found += new
    return found


def table(found: list[Section]) -> Iterator[str]:
    """Yield a row of counts for each page, and one for each language."""
    width = max((len(section.page) for section in found), default=0)
    for language in dict.fromkeys(section.language for section in found):
        states: dict[str, list[State]] = {}
        for section in found:
            if section.language == language:
                states.setdefault(section.page, []).append(section.state)
        states["in all"] = sum(states.values(), [])
        yield "  ".join([language.ljust(width), *COLUMNS, "done"])
        for page, each in states.items():
            count = Counter(state.status for state in each)
            count["machine"] = sum(state.machine for state in each)
            cells = [str(count[c] or "·").rjust(len(c)) for c in COLUMNS]
            share = 100 * count["current"] // len(each)
            yield "  ".join([page.ljust(width), *cells, f"{share:3} %"])
        yield ""


def todo(found: list[Section]) -> Iterator[str]:
    """Yield file, line and status of what is not current or not shown."""
    for section in found:
        state = section.state
        place = section.original if state.status == "missing" else section.path
        if state.unmarked:
            yield (
                f"{place}:{state.line}: {section.name} has no fingerprint; "
                "compare it with the original, then run `make done`"
            )
        elif state.status != "current":
            yield f"{place}:{state.line}: {section.name} is {state.status}"
        yield from differing(section)


def differing(section: Section) -> Iterator[str]:
    """Yield in what a translated section must equal its original."""
    for kind, line, text, other_line, other in section.state.differences:
        yield (
            f"{section.path}:{line}: {kind} is `{text or 'nothing'}` here and "
            f"`{other or 'nothing'}` in {section.original}:{other_line}; make "
            "them equal, or run `make sync`: until then readers see this "
            "section in the original"
        )


def diff(project: Project, section: Section) -> Iterator[str]:
    """Yield how the original has changed since a section was translated."""
    name, made_from = section.state.id, section.state.made_from
    if section.state.status != "outdated" or not made_from:
        yield from todo([section])
        return
    options = "log", "--follow", "--name-only", "--format=%H", "--"
    log = git(project.root, *options, section.original).split()
    for commit, path in zip(log[::2], log[1::2]):
        text = git(project.root, "show", f"{commit}:{path}")
        page = Page(project.root, section.original, text)
        then = sections(page).get(name)
        if then and fingerprint(then.source) == made_from:
            now = sections(project.originals[section.page])[name]
            yield f"{section.name}: [-removed-] {{+added+}}"
            yield fill(word_diff(then.source, now.source), 80)
            return
    raise Refused(
        f"{section.name}: git knows no original with the fingerprint "
        f"{made_from}; compare the whole section"
    )


def word_diff(old: str, new: str) -> str:
    """Return two texts as one, in which words are removed and added."""
    before, after, found = old.split(), new.split(), []
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for what, a, b, c, d in matcher.get_opcodes():
        was, now = " ".join(before[a:b]), " ".join(after[c:d])
        changed = f"[-{was}-] {{+{now}+}}".replace("[--] ", "")
        found.append(was if what == "equal" else changed.replace(" {++}", ""))
    return " ".join(found)


def review(root: Path, section: Section) -> str:
    """Ask whether a person has read a section; remove the machine's mark."""
    if section.state.status != "current" or not section.state.machine:
        return f"{section.name} is no current translation of a machine"
    places = f"{section.path}:{section.state.line} and {section.original}"
    print(f"Have you compared all of {section.name} ({places})? [y/N]")
    if sys.stdin.readline().strip().lower() not in ("y", "yes"):
        raise Refused(f"{section.name} stays marked as a machine's")
    mark(root, section, False)
    return f"{section.name} was read by a person"


def mark(root: Path, section: Section, machine: bool) -> None:
    """Write into a heading what it was made from, and by whom."""
    page = Page(root, section.path)
    part = page.by_id[section.state.id]
    by = " .machine" if machine else ""
    new = re.sub(MARK, "", part.elements[0].info).rstrip(" }")
    new += f" data-from={section.state.now}{by} }}"
    lines, at = [*page.lines], part.heading.line - 1
    lines[at] = lines[at].removesuffix(part.elements[0].info) + new
    write(root / section.path, "\n".join([*lines, ""]))
