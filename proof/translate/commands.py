"""How far each translation is, and what a translator does next.

`make translations` prints a table, `make todo` what is left, with file and
line; both need no torch and no history. Sections are named as
`pt/index#trust`, entries as `pt/errata.yml#1`; a page or a file
without a part after the `#` is all of it.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from proof.files import read_data, write
from proof.pages.page import Page
from proof.pages.project import Project
from proof.pages.reduced import fingerprint
from proof.pages.settings import ORIGINAL, translations
from proof.pages.states import EDITORIAL, FEW, State
from proof.problem import Problem, run_command
from proof.translate import files, moved
from proof.translate.compare import changes, changes_beside
from proof.translate.fix import checked, fix, is_refused, mark_headings
from proof.translate.mend import joined
from proof.translate.units import (
    Refused,
    Unit,
    lines_of,
    passage,
    said,
    top_of,
)

ROOT = Path(__file__).parents[2]
STATUSES = "current outdated unfit reread unmarked missing orphaned".split()
SAID = dict(zip(STATUSES, STATUSES)) | {
    "reread": "to be read again: its code, what that gives, a picture or how "
    "the words are divided has changed",
}
UNKNOWN = (
    ", and no text is known from which `{}` was made: if it was typed by hand, "
    "compare the section with its original, then run `make done`"
)
COLUMNS = (*STATUSES, "machine")


def all_states(root: Path) -> Iterator[tuple[str, str, list[State]]]:
    """Yield language, path and states of each page and file of entries."""
    project = Project(root)
    found = project.page_states | project.entry_states
    for path in sorted(found, key=lambda path: Path(path).parts[1]):
        yield Path(path).parts[1], path, found[path]


def table(root: Path) -> Iterator[str]:
    """Yield a line for each page and file, and a sum for each language."""
    rows = list(all_states(root))
    width = max((len(name_of(path)) for _, path, _ in rows), default=0)
    for language in translations(root):
        yield "  ".join([language.ljust(width), *COLUMNS, "done"])
        total: list[State] = []
        for code, path, states in rows:
            if code == language:
                total += states
                yield row(name_of(path).ljust(width), states)
        yield row("in all".ljust(width), total)
        yield ""


def name_of(path: str) -> str:
    """Return the name of a page or file, as commands take it."""
    return Path(path).name.removesuffix(".md")


def row(name: str, states: list[State]) -> str:
    """Return a row of the table."""
    count = Counter(state.status for state in states)
    count["machine"] = sum(state.machine for state in states)
    cells = [str(count[what] or "·").rjust(len(what)) for what in COLUMNS]
    known = len(states) - count["orphaned"]
    done = 100 * count["current"] // known if known else 100
    return "  ".join([name, *cells, f"{done:3} %"])


def todo(root: Path, names: list[str]) -> Iterator[str]:
    """Yield what is not current of all, or of what has one of these names."""
    names = [Unit(root, n).name if "/" in n else n for n in names]
    for language, path, states in all_states(root):
        for state in states:
            name = f"{language}/{name_of(path)}#{state.id}"
            asked = not names or any(within(name, each) for each in names)
            if state.status != "current" and asked:
                code = ORIGINAL if state.status == "missing" else language
                there = path.replace(f"/{language}/", f"/{code}/")
                told = f"{there}:{state.line}: {name} is {SAID[state.status]}"
                if state.status == "outdated":
                    unknown = Unit(root, name).is_unknown(state.made_from)
                    told += UNKNOWN.format(state.made_from) if unknown else ""
                yield told


def within(name: str, wanted: str) -> bool:
    """Tell whether a section or entry is what is wanted, or in it."""
    page, _, _ = name.partition("#")
    return wanted in (name, page, name.partition("/")[0])


def diff(unit: Unit) -> Iterator[str]:
    """Yield what changed in the original since it was translated."""
    state = of_a_translation(unit).state()
    yield f"{unit.name} is {SAID[state.status]}"
    yield from told(unit, state)


def told(unit: Unit, state: State) -> Iterator[str]:
    """Yield what changed, and what has the words that were merged into it."""
    if state.status == "reread":
        yield from changes_beside(unit)
    elif state.status not in ("missing", "orphaned"):
        yield from changes(unit)
    if state.status == "outdated":
        yield from (str(other) for other in moved.found(unit) if other.share)


def of_a_translation(unit: Unit) -> Unit:
    """Return the unit itself; raises Refused if it is of the original."""
    if unit.language == ORIGINAL:
        raise Refused(
            f"{unit.name}: '{ORIGINAL}' is what others translate; name the "
            "translation, as pt/…"
        )
    return unit


def done(
    units: list[Unit],
    machine: bool,
    unchanged: str = "",
    check: Callable[..., list[Problem]] = checked,
) -> Iterator[str]:
    """Record that some of a file are translated from the original as it is.

    Yields what is recorded; then raises Refused of what is half done, has
    faults, or was not edited since and `unchanged` gives no reason.
    """
    reasons = {unit.id: in_the_way(unit, unchanged) for unit in units}
    whole = [unit for unit in units if not reasons[unit.id]]
    found = check(units[0], *(unit.id for unit in whole)) if whole else []
    for problem in found:
        name = units[0].id_at(problem.line)
        # What is in the way of reading a page may stand in any of its sections.
        for there in [name] if name in reasons else reasons:
            reasons[there] += f"{problem}\n"
    for unit in whole:
        if not reasons[unit.id]:
            yield mark(unit, machine, unchanged)
    told = "\n".join(reasons.values()).split("\n")
    if refused := [*filter(None, dict.fromkeys(told))]:
        raise Refused("\n".join(refused))


def in_the_way(unit: Unit, unchanged: str) -> str:
    """Return why nothing can be recorded of a translation, if so."""
    state = of_a_translation(unit).state()
    if state.status == "orphaned":
        return f"{unit.name}: the original has no such section"
    if state.status == "missing" and not translated_briefly(unit, unchanged):
        return (
            f"{unit.name}: there is nothing here but the original's own words; "
            "translate them first"
        )
    if state.status == "outdated" and not unchanged and unit.is_untouched():
        return (
            f"{unit.name}: the original has changed (`make diff "
            f"UNIT={unit.name}`), and this translation has not; does it still "
            'say the same? Then give the reason: UNCHANGED="…"'
        )
    return ""


def mark(unit: Unit, machine: bool, unchanged: str) -> str:
    """Write from which original a unit is translated; returns what is said."""
    now = unit.state().now
    if unit.is_data:
        value = f"{now} machine" if machine else now
        files.mark(unit.root / unit.path, unit.id, value)
    else:
        mark_headings(unit, {unit.id: (now, machine)})
    made = ", made by a machine" if machine else ""
    reason = f": “{unchanged}”" if unchanged else ""
    return f"{unit.name} is current{made}{reason}"


def translated_briefly(unit: Unit, unchanged: str) -> bool:
    """Tell whether a text that equals the original may be a translation."""
    there = (
        bool(unchanged) if unit.is_data else bool(unit.pieces(unit.language))
    )
    return there and len(unit.original_text().split()) <= FEW


def start(unit: Unit) -> str:
    """Put what is to be translated where its translation belongs.

    What translates it already, under another name, is put there instead.
    """
    states = of_a_translation(unit).states()
    if unit.is_data:
        return start_entry(unit)
    page, original = unit.page(), unit.page(ORIGINAL)
    if unit.line:
        raise Refused(f"{unit.name} is there already; translate it")
    lines = lines_of(original, passage(original, unit.id))
    other = next(iter(moved.found(unit)), None)
    taken = other if other and other.loose and other.share else None
    if taken:
        lines = moved.lines_taken(taken, unit)
    order = [state.id for state in states if state.status != "orphaned"]
    place = order.index(unit.id)
    above: list[str] = []
    below: list[str] = []
    for mine in page.passages if page else []:
        name = mine.heading.id
        if taken and (unit.path, name) == (taken.unit.path, taken.unit.id):
            continue
        # An orphan stays with what it follows.
        first = not below and (name not in order or order.index(name) < place)
        text = "\n".join(lines_of(page, mine))
        (above if first else below).append(text)
    pieces = [*above, "\n".join(lines), *below]
    head = page or Page(unit.root, unit.path, "\n".join(top_of(original)))
    if taken and not page and place == 0:
        head = taken.unit.page()
    write(unit.root / unit.path, joined(head, pieces))
    if taken and taken.unit.path != unit.path:
        moved.remove(taken.unit)
    if taken:
        return f"{unit.path}:{unit.line}: moved here from {taken.unit.name}"
    told = "translate this section, then mark it as done"
    return f"{unit.path}:{unit.line}: {told}" + (f"\n{other}" if other else "")


def start_entry(unit: Unit) -> str:
    """Add an entry with nothing in it but the fields to fill."""
    keys, there = (
        read_data(unit.root, path)
        for path in (unit.path_in(ORIGINAL), unit.path)
    )
    wanted = [key for key in keys if str(key) == unit.id and key not in there]
    if not wanted:
        raise Refused(f"{unit.name} is there already, or nowhere to be found")
    original = unit.root / unit.path_in(ORIGINAL)
    files.add_entries(unit.root / unit.path, wanted, original)
    return f"{unit.path}: fill in `{unit.id}`, then mark it as done"


def editorial(unit: Unit, reason: str, before: str) -> str:
    """Keep translations current over a change that concerns no translator."""
    if unit.language != ORIGINAL:
        raise Refused(f"{unit.name}: a change of the original is named, en/…")
    if not reason.strip():
        raise Refused("say why the change concerns no translator, in REASON")
    now = fingerprint(unit.original_text())
    before = before or last_fingerprint(unit, now)
    name = f"{unit.file}#{unit.id}"
    change = {"from": before, "to": now, "reason": reason.strip()}
    files.change(
        unit.root / EDITORIAL,
        lambda data: data.setdefault(name, []).append(change),
    )
    return f"{name}: {before} and {now} now say the same"


def last_fingerprint(unit: Unit, now: str) -> str:
    """Return that of the text before: from git, else from translations."""
    for text in map(said, unit.older()):
        if fingerprint(text) != now:
            return fingerprint(text)
    recorded = {
        state.made_from.partition("-")[0]
        for language in translations(unit.root)
        for state in Unit(unit.root, f"{language}/{unit.file}").states()
        if state.id == unit.id
    } - {"", now}
    if len(recorded) == 1:
        return recorded.pop()
    raise Refused(
        f"{unit.name}: which text was it before? Name its fingerprint in "
        f"BEFORE ({', '.join(sorted(recorded)) or 'no translation has one'})"
    )


def parts(unit: Unit, status: str) -> list[Unit]:
    """Return the unit, or all of a page or file that have a status."""
    if unit.id:
        return [unit]
    return [unit.part(s.id) for s in unit.states() if s.status == status]


def answer(root: Path, asked: argparse.Namespace) -> tuple[Iterable[str], bool]:
    """Return what to print, and whether there is work that must not be left."""
    if asked.command == "table":
        return table(root), False
    if asked.command == "todo":
        work = list(todo(root, asked.names))
        return work or ["nothing is left to do"], bool(work) and asked.strict
    units = [Unit(root, name) for name in asked.names]
    if asked.command == "fix":
        paths = {unit.path for unit in units}
        mended, rest = fix(root, paths)
        stops = bool(rest) and is_refused(root, paths)
        left = "left as it is" if stops else "left to translators"
        lines = [*mended, *(f"{fault} ({left})" for fault in rest)]
        return lines or ["nothing to fix"], stops
    if not units:
        raise Refused("name a section, as UNIT=pt/index#trust")
    return (line for unit in units for line in answer_of(unit, asked)), False


def answer_of(unit: Unit, asked: argparse.Namespace) -> Iterable[str]:
    """Do what was asked for with one unit; returns what to print."""
    if asked.command == "start":
        return map(start, parts(unit, "missing"))
    if asked.command == "done":
        found = parts(unit, "unmarked")
        if asked.machine and not found:
            found = [unit.part(s.id) for s in unit.states() if s.is_human]
        if not found:
            return [f"{unit.name}: there is nothing new that is translated"]
        return done(found, asked.machine, asked.unchanged)
    if not unit.id:
        raise Refused(f"{unit.name}: name a section, as {unit.name}#…")
    if asked.command == "diff":
        return diff(unit)
    return [editorial(unit, asked.reason, asked.before)]


COMMANDS = {
    "table": "how far each translation is",
    "todo": "what is left",
    "start": "put what is missing where it is to be translated",
    "diff": "what changed in the original since it was translated",
    "done": "these are translated from the original as it is",
    "editorial": "a change that concerns no translator",
    "fix": "copy includes, formulas and ids from the original",
}


def main(arguments: list[str] | None = None, root: Path = ROOT) -> int:
    """Do what was asked for; returns the exit status."""
    title = __doc__.partition("\n")[0]
    parser = argparse.ArgumentParser(
        "python -m proof.translate.commands", description=title
    )
    commands = parser.add_subparsers(dest="command", required=True)
    takes = {
        name: commands.add_parser(name, help=what)
        for name, what in COMMANDS.items()
    }
    for command in takes.values():
        command.add_argument("names", nargs="*")
    takes["todo"].add_argument("--strict", action="store_true")
    takes["done"].add_argument("--machine", action="store_true")
    takes["done"].add_argument("--unchanged", default="")
    takes["editorial"].add_argument("--reason", required=True)
    takes["editorial"].add_argument("--before", default="")
    asked = parser.parse_args(arguments)
    asked.names = " ".join(asked.names).split()  # make hands them over as one
    try:
        lines, work_is_left = answer(root, asked)
        for line in lines:
            print(line)
    except Refused as refused:
        print(refused, file=sys.stderr)
        return 2
    return 1 if work_is_left else 0


if __name__ == "__main__":
    run_command(main)
