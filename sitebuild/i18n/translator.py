"""List what is left to translate, and mark or update what is translated.

Each command gets `say`, which returns a text of the interface in the language
that the translator asked for.
"""

import re
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from datetime import date
from difflib import unified_diff
from itertools import groupby, zip_longest
from operator import attrgetter
from pathlib import Path
from textwrap import fill, wrap

from sitebuild.files import git, write
from sitebuild.pages.page import Page
from sitebuild.pages.project import Project
from sitebuild.pages.site_config import ORIGINAL, path_of
from sitebuild.pages.staleness import IN_TEXT, State, sections

Say = Callable[..., str]
TODO = "missing", "outdated", "unmarked", "orphaned", "unread"  # in this order
MARK = r" data-from=[0-9a-f]{8}| \.machine(?= *\})| read=[0-9-]{10}"
CHANGED = {" ": "{}", "-": "[-{}-]", "+": "{{+{}+}}"}  # words of a diff
COPIED = {  # what `sync` copies; a formula has no blank line
    "formula": r"(?m)(^ *\$\$(?!\s*\$)(?:.|\n(?! *\n))+?\$\$$)",
    "include": r'(?<=--8<-- ")([^"]+)',
    "link": r"(?<=\]\()([^\s()]+)",  # also to a picture
}
# Where prose goes on in the next line; a list, a caption, a key does not.
GOES_ON = r"(?<=[^\n`$/-])(?<! caption)\n *(?=[^\W\d_])(?![a-z]+: )"


class Refused(Exception):
    """A command cannot do what it was asked for; the message says why."""


def named(project: Project, names: list[str], say: Say) -> list[State]:
    """Return the sections of languages, pages, sections; or raise Refused."""
    every = [s for states in project.page_states.values() for s in states]
    found = []
    for name in names:
        inside = f"{name}/", f"{name}#"
        new = [s for s in every if s.name == name or s.name.startswith(inside)]
        if not new:
            raise Refused(say("say-unknown", name=name))
        found += new
    return found


def counts(states: list[State], say: Say) -> Iterator[str]:
    """Yield how many sections of each page are current, outdated, read."""
    for path, group in groupby(states, attrgetter("path")):
        own = [*group]
        count = Counter(state.status for state in own)
        count["read"] = sum(state.todo == "current" for state in own)
        told = [say(f"count-{key}", count=n) for key, n in count.items()]
        yield f"{path[5:-3]}: {', '.join(told)}"


def original_path(state: State) -> str:
    """Return the path of the page that a section was translated from."""
    return path_of(ORIGINAL, Path(state.path).name)


def described(state: State, say: Say) -> str:
    """Return file, line and state of a section, and where its original is."""
    original = f"{original_path(state)}:{state.original_line}"
    told = say(f"say-{state.todo}", name=state.name)
    if not state.line:
        return f"{original}: {told}"
    beside = f" ({original})" if state.original_line else ""
    return f"{state.path}:{state.line}: {told}{beside}"


def todo(states: list[State], say: Say, whole: bool) -> Iterator[str]:
    """Yield what is to be done, that which readers see most first.

    Of `whole` languages, the sections of a page that are missing, or that
    nobody has read, share a line.
    """
    for state in states:
        yield from differing(state, say)
    for key in TODO:
        left = [state for state in states if state.todo == key]
        for _, group in groupby(left, attrgetter("path")):
            lines = [described(state, say) for state in group]
            if whole and key in ("missing", "unread") and lines[1:]:
                more = say("say-more", count=len(lines) - 1)
                lines = [f"{lines[0]}{more}"]
            yield from lines


def differing(state: State, say: Say) -> Iterator[str]:
    """Yield in what a translated section must equal its original."""
    for (kind, line, text), (_, at, other) in state.differences:
        yield say(
            "say-differs",
            place=f"{state.path}:{line}",
            kind=say(f"kind-{kind}"),
            here=text or say("kind-nothing"),
            there=other or say("kind-nothing"),
            original=f"{original_path(state)}:{at}",
        )


def diff(project: Project, state: State, say: Say) -> Iterator[str]:
    """Yield how the original has changed since a section was translated."""
    if state.todo != "outdated":
        yield described(state, say)
        return
    path, name = original_path(state), state.id
    now = sections(project.originals[Path(path).stem])[name].source
    for commit in git(project.root, "log", "--format=%H", "--", path).split():
        text = git(project.root, "show", f"{commit}:{path}")
        then = sections(Page(project.root, path, text)).get(name)
        if then and then.fingerprint == state.made_from:
            removed, added = say("diff-removed"), say("diff-added")
            yield f"{state.name}: [-{removed}-] {{+{added}+}}"
            yield fill(word_diff(then.source, now), 80)
            return
    made_from = state.made_from
    raise Refused(say("diff-unknown", name=state.name, fingerprint=made_from))


def done(
    root: Path, states: list[State], say: Say, machine: bool
) -> Iterator[str]:
    """Mark sections as translated from the originals as they are.

    `machine` tells that a machine did it; else what is marked so stays so.
    Whoever read a section before read another text, so that mark goes. Raises
    Refused at the first that is not there or half done.
    """
    for state in states:
        refuse_incomplete(state, say)
        by_machine = machine or state.machine
        mark(root, state, " .machine" if by_machine else "")
        yield say("say-current", name=state.name)


def refuse_incomplete(state: State, say: Say) -> None:
    """Raise Refused if a section is not there or not whole."""
    if state.status in ("missing", "orphaned"):
        raise Refused(described(state, say))
    if reasons := [*differing(state, say)]:
        raise Refused("\n".join(reasons))


def mark(root: Path, state: State, how: str) -> None:
    """Write into a heading what it was translated from, and how."""
    page = Page(root, state.path)
    lines = [*page.lines, ""]
    line = page.by_id[state.id].heading.line  # another, if somebody edits it
    heading = re.sub(MARK, "", lines[line - 1]).rstrip(" }")
    lines[line - 1] = f"{heading} data-from={state.now}{how} }}"
    write(root / state.path, "\n".join(lines))


def review(project: Project, states: list[State], say: Say) -> Iterator[str]:
    """Show sections and ask whether they are right; mark those that are.

    Raises Refused for a section that is not current.
    """
    width = shutil.get_terminal_size().columns
    for state in states:
        refuse_incomplete(state, say)
        if state.status != "current":
            raise Refused(described(state, say))
        path = original_path(state)
        original = project.originals[Path(path).stem]
        (page,) = [page for page in project.written if page.path == state.path]
        texts = [sections(p)[state.id].text for p in (original, page)]
        yield described(state, say)
        yield from columns(*texts, width)
        try:
            answer = input(say("review-ask", yes=say("review-yes")))
        except (EOFError, KeyboardInterrupt):  # the rest another day
            return
        if answer.strip().lower() == say("review-yes"):
            mark(project.root, state, f" read={date.today()}")
            yield say("review-done", name=state.name)


def columns(left: str, right: str, width: int) -> Iterator[str]:
    """Yield the lines of two texts side by side, paragraph by paragraph."""
    column = (width - 3) // 2
    texts = unwrapped(left).split("\n\n"), unwrapped(right).split("\n\n")
    for pair in zip_longest(*texts, fillvalue=""):
        cells = [
            [
                line
                for part in text.split("\n")
                for line in wrap(part, column, break_on_hyphens=False)
            ]
            for text in pair
        ]
        for mine, theirs in zip_longest(*cells, fillvalue=""):
            yield f"{mine:{column}} │ {theirs}"
        yield ""


def unwrapped(text: str) -> str:
    """Return Markdown with each paragraph of prose in one line."""
    return re.sub(GOES_ON, " ", text)


def word_diff(old: str, new: str) -> str:
    """Return two texts as one, in which words are removed and added."""
    a, b = old.split(), new.split()
    _, _, _, *words = unified_diff(a, b, n=len(a), lineterm="")
    marked = " ".join(CHANGED[word[0]].format(word[1:]) for word in words)
    return marked.replace("-] [-", " ").replace("+} {+", " ")


def sync(page: Page, original: Page, say: Say) -> Iterator[str]:
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
                yield say(
                    "sync-left",
                    place=f"{page.path}:{own.heading.line}",
                    kind=say(f"kind-{kind}"),
                    here=len(mine),
                    there=len(theirs),
                    original=f"{original.path}:{other.heading.line}",
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
