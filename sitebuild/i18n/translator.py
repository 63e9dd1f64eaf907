"""List what is left to translate, and mark or update what is translated."""

import re
from collections import Counter
from collections.abc import Iterator
from difflib import unified_diff
from pathlib import Path
from textwrap import fill

from sitebuild.files import git, write
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, path_of
from sitebuild.pages.staleness import IN_TEXT, State, sections

MARK = r" data-from=[0-9a-f]{8}| \.machine(?= *\})"
CHANGED = {" ": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}  # words of a diff
COPIED = {  # what `sync` copies; a formula has no blank line
    "formula": r"(?m)(^ *\$\$(?!\s*\$)(?:.|\n(?! *\n))+?\$\$$)",
    "include": r'(?<=--8<-- ")([^"]+)',
    "link": r"(?<=\]\()([^\s()]+)",  # also to a picture
}


class Refused(Exception):
    """A command cannot do what it was asked for; the message says why."""


def named(project: Project, names: list[str]) -> list[State]:
    """Return the sections of languages, pages, sections; or raise Refused."""
    every = [s for states in project.page_states.values() for s in states]
    found = []
    for name in names:
        inside = f"{name}/", f"{name}#"
        new = [s for s in every if s.name == name or s.name.startswith(inside)]
        if not new:
            raise Refused(
                f"{name}: no translation has this; write a language, a page "
                "or a section, as pt/encoder#layer-norm"
            )
        found += new
    return found


def counts(project: Project, language: str) -> Iterator[str]:
    """Yield how many sections of each page are current, outdated, missing."""
    for name, page in project.originals.items():
        states = project.states(page, language)
        count = Counter(state.status for state in states)
        told = ", ".join(f"{n} {status}" for status, n in count.items())
        yield f"{language}/{name}: {told}"


def original_path(state: State) -> str:
    """Return the path of the page that a section was translated from."""
    return path_of(ORIGINAL, Path(state.path).name)


def todo(states: list[State]) -> Iterator[str]:
    """Yield file, line and status of what is not current or not shown."""
    for state in states:
        is_missing = state.status == "missing"
        path = original_path(state) if is_missing else state.path
        if state.status != "current":
            why = ", since it has no fingerprint" if state.unmarked else ""
            yield f"{path}:{state.line}: {state.name} is {state.status}{why}"
        yield from differing(state)


def differing(state: State) -> Iterator[str]:
    """Yield in what a translated section must equal its original."""
    for (kind, line, text), (_, at, other) in state.differences:
        yield (
            f"{state.path}:{line}: {kind} is `{text or 'nothing'}` here and "
            f"`{other or 'nothing'}` in {original_path(state)}:{at}; make them "
            "equal, or run `make sync`: until then readers see this section in "
            "the original"
        )


def diff(project: Project, state: State) -> Iterator[str]:
    """Yield how the original has changed since a section was translated."""
    if state.status != "outdated" or state.unmarked:
        yield from todo([state])
        return
    path, name = original_path(state), state.id
    now = sections(project.originals[Path(path).stem])[name].source
    for commit in git(project.root, "log", "--format=%H", "--", path).split():
        text = git(project.root, "show", f"{commit}:{path}")
        then = sections(Page(project.root, path, text)).get(name)
        if then and then.fingerprint == state.made_from:
            yield f"{state.name}: [-removed-] {{+added+}}"
            yield fill(word_diff(then.source, now), 80)
            return
    raise Refused(
        f"{state.name}: git knows no original with the fingerprint "
        f"{state.made_from}; compare the whole section"
    )


def word_diff(old: str, new: str) -> str:
    """Return two texts as one, in which words are removed and added."""
    a, b = old.split(), new.split()
    _, _, _, *words = unified_diff(a, b, n=len(a), lineterm="")
    marked = " ".join(CHANGED[word[0]].format(word[1:]) for word in words)
    return marked.replace("-] [-", " ").replace("+} {+", " ")


def mark(root: Path, state: State, machine: bool) -> None:
    """Write into a heading what it was translated from, and by whom."""
    lines = [*Page(root, state.path).lines, ""]
    heading = re.sub(MARK, "", lines[state.line - 1]).rstrip(" }")
    by = " .machine" if machine else ""
    lines[state.line - 1] = f"{heading} data-from={state.now}{by} }}"
    write(root / state.path, "\n".join(lines))


def sync(page: Page, original: Page) -> Iterator[str]:
    """Copy includes, link targets and displayed formulas from the original.

    Of each kind, those of a section are copied if both pages have equally
    many. Yields what is left, and a diff of what is copied.
    """
    text = whole = "\n".join([*page.lines, ""])
    originals = sections(original)
    for id, own in sections(page).items():
        if not (other := originals.get(id)):
            continue
        section = own.text
        for kind, pattern in COPIED.items():
            parts = re.split(pattern, section)
            mine, theirs = parts[1::2], re.findall(pattern, other.text)
            if len(mine) == len(theirs):
                parts[1::2] = copies(kind, mine, theirs)
                section = "".join(parts)
            else:
                yield (
                    f"{page.path}:{own.heading.line}: {kind} is left: "
                    f"{len(mine)} here, {len(theirs)} in "
                    f"{original.path}:{other.heading.line}"
                )
        text = text.replace(own.text, section, 1)
    if text != whole:
        texts = whole.splitlines(), text.splitlines()
        yield from unified_diff(*texts, *[page.path] * 2, lineterm="", n=0)
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
