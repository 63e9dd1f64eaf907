"""How far each translation is, and what a translator does next.

`python -m proof.translate.commands` prints a table; with `--strict` it exits
with 1 unless everything is translated and current, and `fix` does so where
something is left to be done by hand. It needs no torch and no history, except
that `diff` shows more where git knows the older text. Names are
`pt/causal-attention#mask`, or `pt/glossary.yml#attention` in a data file.
"""

import argparse
import difflib
import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import yaml

from proof.blocks.recordings import write
from proof.checks.skeleton import OR_FIX, twins
from proof.pages.page import HEADING_ID, ORIGINAL, Page, Passage
from proof.pages.passages import (
    DATA,
    EDITORIAL,
    FEW,
    Editorial,
    State,
    all_states,
    fingerprint,
    key_line,
    languages,
)
from proof.translate.mend import Unclear, fixed, joined
from proof.translate.units import (
    Refused,
    Unit,
    git,
    older_text,
    passage,
    raw,
    text_in,
)

ROOT = Path(__file__).parents[2]
STATUSES = ("current", "outdated", "unmarked", "missing", "orphaned")


def table(root: Path) -> Iterator[str]:
    """A line for each page and data file, a sum for each language."""
    rows = list(all_states(root))
    head = "  ".join([*STATUSES, "machine", "done"])
    width = max([len(name_of(path)) for _, path, _ in rows] or [0])
    for language in languages(root):
        yield f"{language.ljust(width)}  {head}"
        total: list[State] = []
        for code, path, states in rows:
            if code == language:
                total += states
                yield line(name_of(path), states, width)
        yield line("in all", total, width)
        yield ""


def name_of(path: str) -> str:
    return Path(path).name.removesuffix(".md")


def line(name: str, states: list[State], width: int) -> str:
    count = Counter(state.status for state in states)
    count["machine"] = sum(state.machine for state in states)
    known = len(states) - count["orphaned"]
    columns = "  ".join(
        str(count[what] or "·").rjust(len(what))
        for what in (*STATUSES, "machine")
    )
    done = 100 * count["current"] // known if known else 100
    return f"{name.ljust(width)}  {columns}  {done:3} %"


def as_json(root: Path) -> str:
    """All states, for programs."""
    return json.dumps(
        [
            {"language": language, "path": path, **state._asdict()}
            for language, path, states in all_states(root)
            for state in states
        ],
        ensure_ascii=False,
        indent=1,
    )


def left(root: Path) -> Iterator[str]:
    """What is not current, with file and line."""
    for language, path, states in all_states(root):
        for state in states:
            if state.status != "current":
                there = path
                if state.status == "missing" and path not in DATA:
                    there = path.replace(f"/{language}/", f"/{ORIGINAL}/")
                yield (
                    f"{there}:{state.line}: {language}/{name_of(path)}"
                    f"#{state.id} is {state.status}"
                )


def difference(unit: Unit) -> Iterator[str]:
    """What changed in the original since it was translated."""
    state = unit.state()
    if unit.language == ORIGINAL:
        raise Refused(f"{unit.name}: name the translation, as pt/…")
    yield f"{unit.name} is {state.status}"
    now = unit.original_text()
    then = older_text(unit, state.made_from) if state.made_from else None
    if then is not None:
        yield from changes(then, now, f"when translated ({state.made_from})")
        return
    yield from ["", "The original now:", "", *raw(unit, ORIGINAL)]
    yield from ["", "The translation:", "", *raw(unit, unit.language)]


def changes(then: str, now: str, label: str) -> Iterator[str]:
    """A diff of reduced texts, sentence by sentence."""
    ends = re.compile(r"(?<=[.!?:|]) ")
    old, new = ends.split(then), ends.split(now)
    yield from difflib.unified_diff(old, new, label, "now", n=1, lineterm="")


def mark_done(unit: Unit, machine: bool) -> str:
    """Record that a translation is of the original as it is now."""
    if unit.language == ORIGINAL:
        raise Refused(f"{unit.name}: '{ORIGINAL}' is what others translate")
    state = unit.state()
    if state.status == "orphaned":
        raise Refused(f"{unit.name}: the original has no such section")
    if state.status == "missing" and not translated_briefly(unit):
        raise Refused(
            f"{unit.name}: there is nothing here but the original's own words; "
            "translate them first"
        )
    if unit.is_data:
        set_entry(unit, state.now + " machine" * machine)
    else:
        page = unit.page
        lines = page.lines
        number = state.line - 1
        mark = f"{{ #{unit.id} data-from={state.now}{' .machine' * machine} }}"
        lines[number] = HEADING_ID.sub(mark, lines[number])
        write(unit.root / unit.path, "\n".join([*lines, ""]))
    return f"{unit.name} is current" + ", made by a machine" * machine


def translated_briefly(unit: Unit) -> bool:
    """Whether a text that equals the original may be a translation of it."""
    if unit.is_data:
        return False
    page = unit.page
    if page is None or unit.id not in {h.id for h in page.headings}:
        return False
    return len(unit.original_text().split()) <= FEW


def set_entry(unit: Unit, value: str) -> None:
    """Write `from` into a language's part of an entry."""
    file = unit.root / unit.path
    lines = file.read_text("utf-8").splitlines()
    start = key_line(lines, unit.id)
    depth = indent(lines[start - 1])
    at = start
    while lines[at].strip() != f"{unit.language}:":
        at += 1
        if at == len(lines) or (lines[at] and indent(lines[at]) <= depth):
            raise Refused(
                f"{unit.name}: there is no `{unit.language}:` to mark"
            )
    inner = indent(lines[at]) + 2
    end = at + 1
    while end < len(lines) and (
        not lines[end].strip() or indent(lines[end]) >= inner
    ):
        end += 1
    while not lines[end - 1].strip():
        end -= 1
    kept = [
        text
        for text in lines[at + 1 : end]
        if not (indent(text) == inner and text.strip().startswith("from:"))
    ]
    mark = f"{' ' * inner}from: '{value}'"
    write(file, "\n".join([*lines[: at + 1], *kept, mark, *lines[end:], ""]))


def indent(text: str) -> int:
    return len(text) - len(text.lstrip())


def start(unit: Unit) -> str:
    """Put the original's text of a section where its translation belongs."""
    if unit.is_data or unit.language == ORIGINAL:
        raise Refused(
            f"{unit.name}: name a section, as pt/causal-attention#mask"
        )
    page, original = unit.page, unit.original
    found = passage(original, unit.id)
    order = [heading.id for heading in original.headings]
    place = order.index(unit.id)
    above: list[str] = []
    below: list[str] = []
    for mine in page.passages if page else []:
        name = mine.heading.id
        if name == unit.id:
            raise Refused(f"{unit.name} is there already; translate it")
        # An orphan stays with what it follows.
        first = not below and (name not in order or order.index(name) < place)
        (above if first else below).append(section(page, mine))
    pieces = [*above, section(original, found), *below]
    head = page or Page(
        unit.root, unit.path, "\n".join(original.lines[: original.start])
    )
    write(unit.root / unit.path, joined(head, pieces))
    line = next(h.line for h in unit.page.headings if h.id == unit.id)
    return f"{unit.path}:{line}: translate this section, then mark it as done"


def section(page: Page, found: Passage) -> str:
    """A passage as it is written."""
    return "\n".join(page.lines[found.heading.line - 1 : found.end])


def declare(unit: Unit, reason: str, before: str) -> str:
    """Keep translations current over a change that concerns no translator."""
    if unit.language != ORIGINAL:
        raise Refused(f"{unit.name}: a change of the original is named, en/…")
    if not reason.strip():
        raise Refused("say why the change concerns no translator: --reason")
    now = fingerprint(unit.original_text())
    before = before or last_fingerprint(unit, now)
    name = f"{unit.file}#{unit.id}"
    data = Editorial(unit.root).data
    data.setdefault(name, []).append(
        {"from": before, "to": now, "reason": reason.strip()}
    )
    text = yaml.safe_dump(data, allow_unicode=True, sort_keys=True, width=80)
    head = (
        "# Changes of the original that concern no translator: fingerprints "
        "of the text\n# before and after, and why. Written by "
        "`python -m proof.translate.commands editorial`.\n\n"
    )
    write(unit.root / EDITORIAL, head + text)
    return f"{name}: {before} and {now} now say the same"


def last_fingerprint(unit: Unit, now: str) -> str:
    """Of the text before the change: from git, else from translations."""
    path = unit.path if unit.is_data else unit.original.path
    for commit in git(unit.root, "log", "--format=%H", "--", path).split():
        text = text_in(unit, path, git(unit.root, "show", f"{commit}:./{path}"))
        if text is not None and fingerprint(text) != now:
            return fingerprint(text)
    recorded = {
        state.made_from
        for language in languages(unit.root)
        for state in Unit(unit.root, f"{language}/{unit.file}").states()
        if state.id == unit.id and state.made_from not in ("", now)
    }
    if len(recorded) == 1:
        return recorded.pop()
    raise Refused(
        f"{unit.name}: which text was it before? Name its fingerprint with "
        f"--before ({', '.join(sorted(recorded)) or 'no translation has one'})"
    )


def fix(root: Path, paths: set[str]) -> tuple[list[str], list[str]]:
    """Copy what is mechanical from the originals into translations.

    Returns the files that it changed, and what is left to be done by hand.
    """
    changed, rest = [], []
    for language in languages(root):
        for file in sorted((root / "docs" / language).glob("*.md")):
            path = f"docs/{language}/{file.name}"
            if paths and path not in paths:
                continue
            try:
                unit = Unit(root, f"{language}/{file.stem}")
                changed += [path] * fix_page(unit)
            except (Refused, Unclear) as reason:
                rest.append(f"{reason} (this page is left as it is)")
            else:
                rest += by_hand(unit)
    return changed, rest


def fix_page(unit: Unit) -> bool:
    """Write a page anew if it is another one, and tell whether it is."""
    text = fixed(unit.page, unit.original)
    another = written(text.split("\n")) != written(unit.page.lines)
    if another:
        write(unit.root / unit.path, text)
    return another


def by_hand(unit: Unit) -> list[str]:
    """What is wrong with a page, of which nothing more can be copied."""
    page = unit.page
    problems = [*page.problems, *twins(page, [unit.original])]
    return [str(problem).removesuffix(OR_FIX) for problem in problems]


def written(lines: list[str]) -> list[str]:
    """All lines but the empty ones."""
    return [line for line in lines if line.strip()]


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m proof.translate.commands",
        description=__doc__.split("\n\n")[0],
    )
    parser.add_argument("--json", action="store_true", help="all states")
    parser.add_argument(
        "--strict", action="store_true", help="exit with 1 if work is left"
    )
    commands = parser.add_subparsers(dest="command")

    def command(name: str, what: str):
        sub = commands.add_parser(name, help=what)
        sub.add_argument("names", nargs="*" if name == "fix" else "+")
        return sub

    command("start", "copy a section of the original, to translate it")
    command("diff", "what changed in the original since it was translated")
    done = command("done", "these are translated from the original as it is")
    done.add_argument("--machine", action="store_true", help="by a machine")
    done.add_argument("--all", action="store_true", help="whole pages")
    editorial = command("editorial", "a change that concerns no translator")
    editorial.add_argument("--reason", required=True)
    editorial.add_argument("--before", default="", help="its fingerprint")
    command("fix", "copy includes, formulas and ids from the original")
    asked = parser.parse_args(arguments)
    try:
        return run(asked, root)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2


def run(asked: argparse.Namespace, root: Path) -> int:
    """Do what was asked for; returns the exit status."""
    if asked.command is None:
        work = list(left(root))
        print(as_json(root) if asked.json else "\n".join(table(root)))
        if asked.strict and work:
            print("\n".join(work), file=sys.stderr)
        return 1 if asked.strict and work else 0
    if asked.command == "fix":
        changed, rest = fix(root, {Unit(root, n).path for n in asked.names})
        lines = [*(f"fixed {path}" for path in changed), *rest]
        print("\n".join(lines) or "nothing to fix")
        return 1 if rest else 0
    units = [Unit(root, name) for name in asked.names]
    if asked.command == "done" and asked.all:
        units = [
            Unit(root, f"{unit.name}#{state.id}")
            for unit in units
            for state in unit.states()
            if state.status not in ("missing", "orphaned")
        ]
    for unit in units:
        if not unit.id:
            raise Refused(f"{unit.name}: name a section, as {unit.name}#…")
        if asked.command == "diff":
            print("\n".join(difference(unit)))
        elif asked.command == "done":
            print(mark_done(unit, asked.machine))
        elif asked.command == "start":
            print(start(unit))
        else:
            print(declare(unit, asked.reason, asked.before))
    return 0


if __name__ == "__main__":
    sys.exit(main())
